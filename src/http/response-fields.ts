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

/** Characters of all names and values together: a head has little more. */
const MOST = 6_144

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
  return length > MOST ? `are longer than ${MOST} characters in all, more than a head has room for` : undefined
}

function fieldObjection(name: string, value: unknown): string | undefined {
  if (!isFieldName(name)) return `has ${JSON.stringify(name.slice(0, 80))}, which is not a valid header name`
  if (typeof value !== 'string' || !VALUE.test(value)) return `must map ${name} to a text of visible ASCII characters`
  const lower = name.toLowerCase()
  if (FRAMING.includes(lower)) return `cannot set ${name}, which frames the message`
  return lower.startsWith(OWN) ? `cannot set ${name}, which tells what the sandbox did` : undefined
}

/** Names and values in turn: the given ones, and of `fields` those that have another name. */
export function replaceFields(fields: readonly string[], given: readonly string[]): readonly string[] {
  const named = new Set(given.flatMap((text, i) => (i % 2 === 0 ? [text.toLowerCase()] : [])))
  if (named.size === 0) return fields
  return [...withoutFields(fields, (name) => named.has(name)), ...given]
}

/** Names and values in turn, without those whose name, in lower case, is told to go. */
export function withoutFields(fields: readonly string[], goes: (name: string) => boolean): readonly string[] {
  const kept: string[] = []
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i] ?? ''
    if (!goes(name.toLowerCase())) kept.push(name, fields[i + 1] ?? '')
  }
  return kept
}

/** The fields, with one more that the answer varies by, in one line of Vary (RFC 9110 12.5.5). */
export function varying(fields: readonly string[], by: string): readonly string[] {
  const at = fields.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'vary')
  if (at < 0) return [...fields, 'Vary', by]
  const known = fields[at + 1] ?? ''
  const isSaid = known
    .split(',')
    .some((one) => /^\s*(\*)\s*$/.test(one) || one.trim().toLowerCase() === by.toLowerCase())
  return isSaid ? fields : fields.map((value, i) => (i === at + 1 ? `${known}, ${by}` : value))
}
