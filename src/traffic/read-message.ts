/** An exchange as it is learned from: content codings undone, JSON and forms read. Never throws, whatever the bytes. */
import { Buffer } from 'node:buffer'
import { decodeText } from '../http/charset.ts'
import { crowdOf, parseJson } from '../http/json-text.ts'
import { essenceOf, isJson, type MediaType, parseMediaType } from '../http/media-type.ts'
import { MAX_PAIRS, parseQuery, splitTarget } from '../http/query.ts'
import { err, ok, type Result } from '../support/result.ts'
import { decodeContent } from './decode.ts'
import type { Exchange, SeenMessage } from './exchange.ts'
import type { Observation, Omission, ReadMessage } from './observation.ts'

export function observationOf(exchange: Exchange): Observation {
  const { upstream, at, method, target, status, ending } = exchange
  const { path, search } = splitTarget(target)
  return {
    upstream,
    at,
    method,
    path,
    query: parseQuery(search),
    status,
    ending,
    request: readMessage(exchange.request),
    response: readMessage(exchange.response, ending === 'upstream-aborted' || ending === 'client-aborted'),
  }
}

/** `isCut`: the connection ended before the body did. */
export function readMessage(message: SeenMessage, isCut = false): ReadMessage {
  const fields = pairsOf(message.fields)
  const { truncated } = message
  if (message.length === 0) return { fields, media: undefined, truncated }
  const contentType = fieldValue(fields, 'content-type')
  const media = contentType === undefined ? undefined : parseMediaType(contentType)
  const essence = media === undefined ? '' : essenceOf(media)
  const read = truncated || isCut ? err<Omission>('truncated') : readBody(message, fields, media)
  return read.ok
    ? { fields, media: essence, ...read.value, truncated }
    : { fields, media: essence, truncated, omitted: read.error }
}

type Body = Pick<ReadMessage, 'json' | 'form'>

function readBody(
  message: SeenMessage,
  fields: ReadMessage['fields'],
  media: MediaType | undefined,
): Result<Body, Omission> {
  const isForm = media !== undefined && essenceOf(media) === 'application/x-www-form-urlencoded'
  const isNamed = fieldValue(fields, 'content-type') !== undefined
  if (isNamed && !isForm && (media === undefined || !isJson(media))) return err('not-read')
  const decoded = decodeContent(joined(message.body), fieldValue(fields, 'content-encoding'))
  if (!decoded.ok) return decoded
  if (!isNamed && !looksLikeJson(decoded.value)) return err('not-read')
  const text = decodeText(decoded.value, media)
  if (!text.ok) return err(text.error.kind === 'unknown' ? 'undecodable' : 'malformed')
  return isForm ? readForm(text.value) : readJsonBody(text.value)
}

function readForm(text: string): Result<Body, Omission> {
  const form = parseQuery(text, MAX_PAIRS + 1)
  return form.length > MAX_PAIRS ? err('too-large') : ok({ form })
}

function readJsonBody(text: string): Result<Body, Omission> {
  if (crowdOf(text) !== undefined) return err('too-large')
  const value = parseJson(text)
  return value.ok ? ok({ json: { value: value.value } }) : err('malformed')
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20)
  return first === 0x7b || first === 0x5b
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
}

function pairsOf(fields: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = []
  for (let i = 0; i + 1 < fields.length; i += 2) pairs.push([(fields[i] ?? '').toLowerCase(), fields[i + 1] ?? ''])
  return pairs
}

/** All values of a field as one list (RFC 9110 5.3); of Content-Type the first, of which there can be but one. */
function fieldValue(fields: ReadMessage['fields'], name: string): string | undefined {
  const values = fields.filter(([own]) => own === name).map(([, value]) => value)
  return name === 'content-type' ? values[0] : values.length === 0 ? undefined : values.join(', ')
}
