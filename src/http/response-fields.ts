/**
 * Fields that somebody gives an answer from outside, by a fault or a rule: which
 * of them may stand, and how they stand beside those the answer has. What frames
 * the message (RFC 9112, 6 and 9) belongs to the server, and `X-Tool-*` tells
 * what the sandbox itself did.
 */
import { isObject } from '../support/json.ts'

const NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** True for what may be the name of a field (RFC 9110 5.1). */
export function isFieldName(name: string): boolean {
  return NAME.test(name)
}

const VALUE = /^[\t\x20-\x7e]*$/
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']
const OWN = 'x-tool-'

/** Characters of all names and values together. */
const MOST = 65_536

/** Why this is no object of response fields, each a text, as a clause; undefined when it is. */
export function fieldsObjection(fields: unknown): string | undefined {
  if (!isObject(fields)) return 'must map field names to texts'
  const seen = new Set<string>()
  let length = 0
  for (const [name, value] of Object.entries(fields)) {
    const objection = fieldObjection(name, value)
    if (objection !== undefined) return objection
    if (seen.has(name.toLowerCase())) return `has ${name} twice`
    seen.add(name.toLowerCase())
    length += name.length + String(value).length
  }
  return length > MOST ? `are longer than ${MOST} characters` : undefined
}

function fieldObjection(name: string, value: unknown): string | undefined {
  if (!isFieldName(name)) return `has ${JSON.stringify(name.slice(0, 80))}, which is no name of a field`
  if (typeof value !== 'string' || !VALUE.test(value)) return `must map ${name} to a text of visible ASCII characters`
  const lower = name.toLowerCase()
  if (FRAMING.includes(lower)) return `cannot set ${name}, which frames the message`
  return lower.startsWith(OWN) ? `cannot set ${name}, which tells what the sandbox did` : undefined
}

/** Names and values in turn: the given ones, and of `fields` those that have another name. */
export function replaceFields(fields: readonly string[], given: readonly string[]): readonly string[] {
  const named = new Set(given.flatMap((text, i) => (i % 2 === 0 ? [text.toLowerCase()] : [])))
  if (named.size === 0) return fields
  const kept: string[] = []
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i] ?? ''
    if (!named.has(name.toLowerCase())) kept.push(name, fields[i + 1] ?? '')
  }
  return [...kept, ...given]
}
