/** Recordings as HAR 1.2, which browsers and proxies read. Written piece by piece: no more than one entry is held. */
import { formatQuery } from '../http/query.ts'
import { jsonText } from '../support/exact-json.ts'
import type { RecordedMessage, Recording } from './recording.ts'

/** The text of a HAR file in pieces. */
export async function* harText(recordings: AsyncIterable<Recording> | Iterable<Recording>): AsyncGenerator<string> {
  yield '{"log":{"version":"1.2","creator":{"name":"tool","version":"1"},"entries":['
  let isFirst = true
  for await (const recording of recordings) {
    yield `${isFirst ? '' : ','}\n${jsonText(harEntry(recording))}`
    isFirst = false
  }
  yield '\n]}}\n'
}

/** Recordings do not say where an upstream is; its name stands in a domain that nobody can own (RFC 2606 2). */
export function harOrigin(upstream: string): string {
  return `https://${upstream}.invalid`
}

function harEntry(recording: Recording): object {
  const { id, at, duration_ms, method, path, query, status, ending, request, response, findings, choices } = recording
  const search = query.length === 0 ? '' : `?${formatQuery(query)}`
  return {
    startedDateTime: at,
    time: duration_ms,
    request: {
      method,
      url: `${harOrigin(recording.upstream)}${path}${search}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namedValues(request.fields),
      queryString: namedValues(query),
      ...postData(request),
      headersSize: -1,
      bodySize: request.length,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namedValues(response.fields),
      content: { size: response.length, mimeType: response.media ?? '', ...textOf(response) },
      redirectURL: response.fields.find(([name]) => name === 'location')?.[1] ?? '',
      headersSize: -1,
      bodySize: response.length,
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    _recording: {
      id,
      ending,
      ...(choices === undefined ? {} : { choices }),
      ...(findings === undefined ? {} : { findings }),
    },
  }
}

function namedValues(pairs: readonly (readonly [string, string])[]): readonly object[] {
  return pairs.map(([name, value]) => ({ name, value }))
}

function postData(message: RecordedMessage): object {
  if (message.media === null) return {}
  return { postData: { mimeType: message.media, text: bodyText(message) ?? '', ...omission(message) } }
}

function textOf(message: RecordedMessage): object {
  const text = bodyText(message)
  return text === undefined ? omission(message) : { text }
}

function omission({ omitted }: RecordedMessage): object {
  return omitted === undefined ? {} : { comment: `not kept: ${omitted}` }
}

/** The body as it is recorded; undefined where there is none or it is not kept. */
export function bodyText({ media, body, omitted }: RecordedMessage): string | undefined {
  if (media === null || omitted !== undefined) return undefined
  return media === 'application/x-www-form-urlencoded' ? formatQuery(pairsIn(body)) : jsonText(body)
}

function pairsIn(body: unknown): readonly (readonly [string, string])[] {
  return Array.isArray(body) ? body.map((pair) => [String(pair?.[0] ?? ''), String(pair?.[1] ?? '')] as const) : []
}
