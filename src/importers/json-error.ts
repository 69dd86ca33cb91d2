/** Where a text stops being JSON. `JSON.parse` does not say it in every version of the runtime. */

type Wants = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing'

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const WORD = /true|false|null/y

/** The offset of the first character that no JSON text could have there; the text's length when it ends too early. */
export function findJsonError(text: string): number {
  const open: string[] = []
  let wants: Wants = 'value'
  for (let at = skip(SPACE, text, 0); at < text.length; at = skip(SPACE, text, at)) {
    const character = text[at] ?? ''
    const closes = open[open.length - 1]
    let end: number
    if (character === closes && (wants === 'comma' || wants === 'first key' || wants === 'first value')) {
      open.pop()
      end = at + 1
      wants = afterValue(open)
    } else if (wants === 'comma') {
      if (character !== ',') return at
      end = at + 1
      wants = closes === '}' ? 'key' : 'value'
    } else if (wants === 'colon') {
      if (character !== ':') return at
      end = at + 1
      wants = 'value'
    } else if (wants === 'nothing') return at
    else if (wants === 'key' || wants === 'first key') {
      if (character !== '"') return at
      end = stringEnd(text, at)
      wants = 'colon'
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']')
      end = at + 1
      wants = character === '{' ? 'first key' : 'first value'
    } else {
      end = character === '"' ? stringEnd(text, at) : Math.max(skip(NUMBER, text, at), skip(WORD, text, at))
      if (end === at) return at
      wants = afterValue(open)
    }
    if (end < 0) return -end
    at = end
  }
  return text.length
}

function afterValue(open: readonly string[]): Wants {
  return open.length === 0 ? 'nothing' : 'comma'
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

/** Just after the closing quote; minus the offset of what may not stand in a string. */
function stringEnd(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 34) return i + 1
    if (code < 32) return -i
    if (code === 92 && !isEscape(text, ++i)) return -Math.min(i, text.length)
  }
  return -text.length
}

function isEscape(text: string, at: number): boolean {
  const character = text[at] ?? ''
  return character === 'u'
    ? /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))
    : '"\\/bfnrt'.includes(character || '?')
}
