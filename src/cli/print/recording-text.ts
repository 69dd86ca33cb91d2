/** A recording as a person reads it, and as a command that sends its request again. */
import { formatQuery } from '../../http/query.ts'
import { jsonText } from '../../support/exact-json.ts'
import { printable } from '../../support/printable.ts'
import { bodyText } from '../../traffic/har.ts'
import type { RecordedMessage, Recording } from '../../traffic/recording.ts'

/** The request behind `>`, the answer behind `<`. */
export function recordingText(recording: Recording): readonly string[] {
  const { id, upstream, at, duration_ms, method, status, ending, request, response, findings = [] } = recording
  const answer = status === 0 ? 'no answer' : String(status)
  const end = ending === 'complete' ? '' : `, ${ending}`
  return [
    `${id}  ${at}  ${upstream}  ${duration_ms} ms${end}`,
    `> ${method} ${targetOf(recording)}`,
    ...messageLines('>', request),
    `< ${answer}`,
    ...messageLines('<', response),
    ...(findings.length === 0 ? [] : [`findings: ${findings.join(', ')}`]),
  ].map(printable)
}

function targetOf({ path, query }: Recording): string {
  return query.length === 0 ? path : `${path}?${formatQuery(query)}`
}

function messageLines(sign: string, message: RecordedMessage): readonly string[] {
  const fields = message.fields.map(([name, value]) => `${sign} ${name}: ${value}`)
  if (message.media === null) return fields
  return [...fields, sign, ...bodyLines(message).map((line) => `${sign} ${line}`)]
}

function bodyLines(message: RecordedMessage): readonly string[] {
  const { media, omitted, length, body } = message
  if (omitted !== undefined) return [`(${length} bytes${media === '' ? '' : ` of ${media}`}, not kept: ${omitted})`]
  if (media === 'application/x-www-form-urlencoded') return [bodyText(message) ?? '']
  return jsonText(body, 2).split('\n')
}

/** Fields that a client sets by itself, or that stand for a connection. */
const OWN_FIELDS = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'te',
])

/** One command for a POSIX shell; `base` is the address of the upstream's route. Placeholders stand where secrets were. */
export function recordingCurl(recording: Recording, base: string): string {
  const { method, request } = recording
  const body = bodyText(request)
  const words = ['curl', '-i', ...(method === 'GET' && body === undefined ? [] : ['-X', method])]
  words.push(quoted(`${base.replace(/\/+$/, '')}${targetOf(recording)}`))
  for (const [name, value] of request.fields)
    if (!OWN_FIELDS.has(name)) words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  if (body !== undefined) words.push('--data-raw', quoted(body))
  return words.join(' ')
}

function quoted(text: string): string {
  return `'${printable(text).replaceAll("'", "'\\''")}'`
}
