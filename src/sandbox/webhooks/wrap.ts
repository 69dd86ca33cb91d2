/** The body of an event before it is signed: made once, when the event occurs. */
import { jsonText, readJson } from '../../support/exact-json.ts'
import { isObject, type Json } from '../../support/json.ts'
import { type Envelope, isForm } from './envelope.ts'
import { formOf } from './form.ts'
import type { Message } from './seal.ts'
import { fill, type TemplateName, wholeTemplate } from './template.ts'
import { type Facts, templateValue } from './values.ts'

/** The payload in what is around it, as it is sent but for a signature in it; times are those of the sandbox clock. */
export function wrapped(envelope: Envelope, message: Message): string {
  const { wrap, signature } = envelope
  const text = wrap === undefined ? message.body : wrapText(wrap, message)
  if (isForm(envelope)) return formOf(text)
  return signature?.in === 'body' ? withoutMember(text, signature.name) : text
}

/** JSON text of the wrap. The payload goes into it as text, so that its numbers stay as they are written. */
function wrapText(wrap: Json, facts: Facts): string {
  if (typeof wrap === 'string') return wrappedString(wrap, facts)
  if (Array.isArray(wrap)) return `[${(wrap as readonly Json[]).map((item) => wrapText(item, facts)).join(',')}]`
  if (!isObject(wrap)) return JSON.stringify(wrap)
  const members = Object.entries(wrap).map(
    ([name, value]) => `${JSON.stringify(name)}:${wrapText(value as Json, facts)}`,
  )
  return `{${members.join(',')}}`
}

/** Templates whose value is JSON as it stands; the others are texts. */
const AS_JSON: readonly (TemplateName | undefined)[] = ['body', 'json_string body', 'timestamp', 'timestamp_ms']

function wrappedString(text: string, facts: Facts): string {
  const whole = wholeTemplate(text)
  if (whole !== undefined && AS_JSON.includes(whole)) return templateValue(whole, facts)
  return JSON.stringify(
    fill(text, (name) => (name === 'event' || name === 'id' ? facts[name] : templateValue(name, facts))),
  )
}

/** The text of an object that has no such member yet; what is no object stands under `data` of one. */
function withoutMember(text: string, name: string): string {
  const value: unknown = readJson(text)
  if (!isObject(value)) return `{"data":${text.trim()}}`
  if (!Object.hasOwn(value, name)) return text.trim()
  return jsonText(Object.fromEntries(Object.entries(value).filter(([member]) => member !== name)))
}
