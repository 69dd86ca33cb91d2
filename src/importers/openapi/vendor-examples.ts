/**
 * Examples of answers that documents keep in extensions, for the pages that are made of them:
 * `x-…: {examples: {request: {curl: …}, response: '{"id": …}'}}`, one or a list.
 */
import type { MediaType, ResponseDescription } from '../../api/description.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { fields, get, items, type Node } from './node.ts'

type Responses = Readonly<Record<string, ResponseDescription>>

/** More examples, and longer ones, are not read. */
const MOST = 8
const LONGEST = 100_000

/** The responses, with those examples where a good answer of JSON has none of its own. */
export function withVendorExamples(responses: Responses, operation: Node): Responses {
  const status = Object.keys(responses).find((one) => /^2/.test(one) && responses[one] !== undefined)
  const response = status === undefined ? undefined : responses[status]
  if (status === undefined || response === undefined || !lacksExamples(response)) return responses
  const shown = examplesOf(operation)
  if (shown.length === 0) return responses
  const examples = Object.fromEntries(shown.map((value, index) => [String(index + 1), value]))
  const content: Record<string, MediaType> = {}
  for (const [type, media] of Object.entries(response.content))
    setOwn(content, type, isJson(type) ? { ...media, examples } : media)
  return { ...responses, [status]: { ...response, content } }
}

function lacksExamples({ content }: ResponseDescription): boolean {
  const media = Object.entries(content).filter(([type]) => isJson(type))
  return media.length > 0 && media.every(([, { examples }]) => Object.keys(examples).length === 0)
}

function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type)
}

function examplesOf(operation: Node): readonly unknown[] {
  const extensions = fields(operation).filter(({ key, value }) => key.startsWith('x-') && isObject(value))
  return extensions
    .flatMap((extension) => {
      const examples = get(extension, 'examples') ?? get(extension, 'example')
      return examples === undefined ? [] : isObject(examples.value) ? [examples] : items(examples)
    })
    .flatMap((one) => jsonIn(get(one, 'response')?.value))
    .slice(0, MOST)
}

/** The object or list that a text holds as JSON, which people wrote (comments, a comma too many); nothing for others. */
function jsonIn(text: unknown): readonly unknown[] {
  if (typeof text !== 'string' || text.length > LONGEST || !/^\s*[{[]/.test(text) || isDeep(text)) return []
  for (const one of [text, withoutComments(text)])
    try {
      return [JSON.parse(one)]
    } catch {}
  return []
}

/** Texts are left as they are; comments and the commas before a closing bracket go. */
function withoutComments(text: string): string {
  const bare = text.replace(COMMENT, (_, said: string = '') => said)
  return bare.replace(LAST_COMMA, (_, said: string = '') => said)
}

/** In the group what stays. What nothing closes goes on to the end, so that each character is looked at once. */
const COMMENT = /\/\/[^\n]*|\/\*.*?\*\/|("(?:[^"\\]|\\.?)*(?:"|$)|\/\*.*)/gs
const LAST_COMMA = /,(?=\s*[}\]])|("(?:[^"\\]|\\.?)*(?:"|$))/gs

/** More brackets inside one another than any answer has: counted without regard to texts. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const letter of text) {
    if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
    if (depth > DEEPEST) return true
  }
  return false
}

const DEEPEST = 100
