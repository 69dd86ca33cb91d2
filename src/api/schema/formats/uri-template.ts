/** RFC 6570 templates. */
import { draw, type Format, LETTERS, textFormat } from './format.ts'

const NAME = '[\\w%]+(?:\\.[\\w%]+)*(?::[1-9]\\d{0,3}|\\*)?'
const EXPRESSION = new RegExp(`^\\{[+#./;?&=,!@|]?${NAME}(?:,${NAME})*\\}$`)

function isTemplate(text: string): boolean {
  for (const part of text.split(/(\{[^{}]*\})/)) {
    const isExpression = part.startsWith('{') && part.endsWith('}')
    if (isExpression ? !EXPRESSION.test(part) : !isLiteral(part)) return false
  }
  return true
}

function isLiteral(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the RFC forbids exactly these
  return !/[\u0000-\u0020\u007f"<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/.test(text)
}

export const uriTemplate: Format = textFormat(
  'uri-template',
  isTemplate,
  (next) => `https://example.com/${draw(next, LETTERS, 6)}/{id}`,
)
