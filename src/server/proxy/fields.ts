/**
 * Header fields on their way through: names, order and repetition stay as they
 * came. What belongs to one connection alone goes (RFC 9110 section 7.6.1), and
 * so do the fields that Connection names, but for those that say where a message
 * goes and where it ends.
 */
import { TOKEN_FIELD } from '../receive.ts'

/** Field that tells who failed; only the agent's own is ever seen by a client. */
const ERROR_FIELD = 'x-tool-error'

export interface RequestFields {
  /** Names and values in turn. */
  readonly fields: string[]
  /** Value of the first Host; undefined when there is none. */
  readonly host: string | undefined
  readonly hasBody: boolean
  readonly isChunked: boolean
  /** Content-Length is there, be it 0. */
  readonly saysLength: boolean
  readonly expects: boolean
}

export interface Rewriting {
  /** What Host becomes; undefined keeps the client's. */
  readonly host: string | undefined
  /** Host where the client sent none. */
  readonly usualHost: string
  /** The connection may become another protocol: Upgrade stays. */
  readonly upgrades: boolean
}

/** What goes on of a request's fields. */
export function requestFields(raw: readonly string[], rewriting: Rewriting): RequestFields {
  const fields: string[] = []
  let connection: string | undefined
  let host: string | undefined
  let hosts = 0
  let hasBody = false
  let isChunked = false
  let saysLength = false
  let expects = false
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    let value = raw[i + 1] ?? ''
    switch (name.toLowerCase()) {
      case 'host':
        hosts++
        host ??= value
        value = rewriting.host ?? value
        break
      case 'connection':
        connection = connection === undefined ? value : `${connection}, ${value}`
        value = keptOptions(value, rewriting.upgrades)
        if (value === '') continue
        break
      case 'upgrade':
        if (!rewriting.upgrades) continue
        break
      case 'te':
        if (!hasOption(value, 'trailers')) continue
        value = 'trailers'
        break
      case 'content-length':
        saysLength = true
        hasBody ||= Number(value) !== 0
        break
      case 'transfer-encoding':
        hasBody = true
        isChunked = true
        break
      case 'expect':
        expects = true
        break
      case 'keep-alive':
      case 'proxy-connection':
      case TOKEN_FIELD:
        continue
    }
    fields.push(name, value)
  }
  if (hosts === 0) fields.unshift('Host', rewriting.host ?? rewriting.usualHost)
  const through = connection === undefined ? fields : withoutNamed(fields, connection)
  return { fields: through, host, hasBody, isChunked, saysLength, expects }
}

/** Methods whose requests say that they have no body (RFC 9110 section 8.6). */
export function saysLength(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

export interface Forwarded {
  readonly for: string
  readonly host: string | undefined
}

/** X-Forwarded-For, -Host and -Proto: behind what proxies before have written there. */
export function appendForwarded(fields: string[], forwarded: Forwarded): void {
  appendTo(fields, 'X-Forwarded-For', forwarded.for)
  if (forwarded.host !== undefined) appendTo(fields, 'X-Forwarded-Host', forwarded.host)
  appendTo(fields, 'X-Forwarded-Proto', 'http')
}

function appendTo(fields: string[], name: string, value: string): void {
  const wanted = name.toLowerCase()
  for (let i = fields.length - 2; i >= 0; i -= 2)
    if (fields[i]?.toLowerCase() === wanted) {
      fields[i + 1] = fields[i + 1] === '' ? value : `${fields[i + 1]}, ${value}`
      return
    }
  fields.push(name, value)
}

export interface AnswerFields {
  readonly fields: string[]
  /** Value of Content-Length. */
  readonly length: number | undefined
}

/** What goes on of an answer's fields. `hidesCoding`: the client knows no transfer codings. */
export function answerFields(raw: readonly string[], status: number, hidesCoding: boolean): AnswerFields {
  const fields: string[] = []
  let connection: string | undefined
  let length: number | undefined
  // The one answer that is about the protocol says which are wanted; a 101 names the one that follows.
  const upgrades = status === 426 || status === 101
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? ''
    let value = raw[i + 1] ?? ''
    switch (name.toLowerCase()) {
      case 'connection':
        connection = connection === undefined ? value : `${connection}, ${value}`
        value = keptOptions(value, upgrades)
        if (value === '') continue
        break
      case 'upgrade':
        if (!upgrades) continue
        break
      case 'content-length':
        // None is due without a body (RFC 9110 section 8.6), and some clients would wait for one.
        if (status < 200 || (status === 204 && Number(value) !== 0)) continue
        length = Number(value)
        break
      case 'transfer-encoding':
        // These have none (RFC 9112 section 6.1).
        if (hidesCoding || status < 200 || status === 204) continue
        break
      case 'trailer':
        if (hidesCoding) continue
        break
      case 'keep-alive':
      case 'proxy-connection':
      case ERROR_FIELD:
        continue
    }
    fields.push(name, value)
  }
  const through = connection === undefined ? fields : withoutNamed(fields, connection)
  return { fields: through, length }
}

/** What goes on of trailers: no field of one connection, none of the agent's own. */
export function trailerFields(raw: readonly string[]): readonly string[] {
  if (raw.length === 0) return raw
  const fields: string[] = []
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (!NO_TRAILERS.has((raw[i] ?? '').toLowerCase())) fields.push(raw[i] ?? '', raw[i + 1] ?? '')
  return fields
}

const NO_TRAILERS: ReadonlySet<string> = new Set([
  TOKEN_FIELD,
  ERROR_FIELD,
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
  'transfer-encoding',
  'content-length',
  'host',
])

/** Named by Connection, these are no fields of one connection all the same, or are dealt with. */
const NEVER_NAMED: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'trailer',
  'te',
  'upgrade',
  'connection',
])

function withoutNamed(fields: string[], connection: string): string[] {
  const lower = connection.toLowerCase()
  if (lower === 'keep-alive' || lower === 'close') return fields
  const named = new Set(optionsOf(lower).filter((option) => !NEVER_NAMED.has(option)))
  if (named.size === 0) return fields
  return fields.filter((_, i) => !named.has((fields[i - (i % 2)] ?? '').toLowerCase()))
}

/** Of the options of Connection, those about fields that go on. */
function keptOptions(value: string, upgrades: boolean): string {
  if (value === 'keep-alive' || value === 'close') return ''
  return value
    .split(',')
    .map((option) => option.trim())
    .filter((option) => {
      const lower = option.toLowerCase()
      return lower === 'te' || (upgrades && lower === 'upgrade')
    })
    .join(', ')
}

/** `option` in lower case. */
export function hasOption(value: string, option: string): boolean {
  return value.toLowerCase() === option || optionsOf(value.toLowerCase()).includes(option)
}

function optionsOf(value: string): string[] {
  return value.split(',').map((option) => option.split(';', 1)[0]?.trim() ?? '')
}
