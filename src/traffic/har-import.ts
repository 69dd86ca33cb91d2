/** A capture of a browser or another proxy as exchanges with one upstream. What a capture leaves out is not made up. */
import { Buffer } from 'node:buffer'
import { formatQuery } from '../http/query.ts'
import { ToolError } from '../support/errors.ts'
import { readJson } from '../support/exact-json.ts'
import { field, isObject } from '../support/json.ts'
import { type Exchange, MOST_SEEN, type SeenMessage } from './exchange.ts'
import { harOrigin } from './har.ts'
import { entryScanner } from './har-entries.ts'

export interface HarTarget {
  /** Name of the upstream. */
  readonly name: string
  /** Absolute URL; entries elsewhere are left out. */
  readonly target: string
  /** When entries were that do not say it, milliseconds since the epoch. */
  readonly fallbackAt: number
}

export interface HarSummary {
  readonly entries: number
  readonly taken: number
  /** Entries with other addresses. */
  readonly elsewhere: number
  /** What was left out and why, the first hundred of it. */
  readonly problems: readonly string[]
}

export interface HarReader {
  /** The exchanges of the entries that end in this piece of the file's text. */
  read(piece: string): readonly Exchange[]
  /** To be called once, at the end. Throws ToolError `bad-input` where the text is no HAR. */
  end(): HarSummary
}

const MOST_PROBLEMS = 100

/** `shown` is how the file is called in messages. */
export function harReader(upstream: HarTarget, shown: string): HarReader {
  const scanner = entryScanner()
  const problems: string[] = []
  const counts = { entries: 0, taken: 0, elsewhere: 0 }
  const inScope = scopeOf(upstream)
  let at = upstream.fallbackAt
  const tell = (problem: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
  }
  const exchangeOf = (text: string): readonly Exchange[] => {
    counts.entries++
    const place = `entry ${counts.entries}`
    const entry = parsed(text)
    const request = field(entry, 'request')
    const [method, url] = [field(request, 'method'), field(request, 'url')]
    if (typeof method !== 'string' || typeof url !== 'string' || !/^[!#$%&'*+.^_`|~\w-]+$/.test(method)) {
      tell(entry === undefined ? `${place} is not JSON` : `${place} has no request with method and url`)
      return []
    }
    const target = inScope(url)
    if (target === undefined) {
      counts.elsewhere++
      return []
    }
    if (typeof field(field(entry, 'response'), 'status') !== 'number') {
      tell(`${place} has no response with a status`)
      return []
    }
    const started = Date.parse(String(field(entry, 'startedDateTime')))
    if (Number.isNaN(started)) tell(`${place} has no startedDateTime: it takes that of the entry before, or now`)
    else at = started
    counts.taken++
    return [made(entry, { upstream: upstream.name, at, method: method.toUpperCase(), target })]
  }
  return {
    read: (piece) => scanner.push(piece).flatMap(exchangeOf),
    end() {
      const { isObject, hasEntries, isWhole, tooLong } = scanner.found
      if (!isObject) throw notHar(shown, 'it is not JSON')
      if (!hasEntries) throw notHar(shown, 'it has no list log.entries')
      if (!isWhole) tell(`the file ends too early, after ${counts.entries} whole entries`)
      if (tooLong > 0) tell(`${tooLong} entries are larger than 32 MiB`)
      return { ...counts, problems }
    },
  }
}

function notHar(shown: string, why: string): ToolError {
  return new ToolError('bad-input', `Cannot read ${shown} as HAR: ${why} (save the capture as HAR 1.2)`)
}

function parsed(text: string): unknown {
  try {
    const value = readJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The target of a request as the upstream's route would see it; undefined for addresses elsewhere. */
function scopeOf({ name, target }: HarTarget): (url: string) => string | undefined {
  const own = [target, harOrigin(name)].map((address) => {
    const { origin, pathname } = new URL(address)
    return { origin, prefix: pathname.replace(/\/+$/, '') }
  })
  return (url) => {
    const [, origin = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? []
    const known = normalOrigin(origin)
    for (const { origin: wanted, prefix } of own) {
      if (known !== wanted || !rest.startsWith(prefix)) continue
      const below = rest.slice(prefix.length)
      if (below === '' || below.startsWith('?')) return `/${below}`
      if (below.startsWith('/')) return below
    }
    return undefined
  }
}

function normalOrigin(text: string): string | undefined {
  try {
    return new URL(text.replace(/^ws/i, 'http')).origin
  } catch {
    return undefined
  }
}

function made(entry: unknown, known: Pick<Exchange, 'upstream' | 'at' | 'method' | 'target'>): Exchange {
  const [request, response, time] = [field(entry, 'request'), field(entry, 'response'), field(entry, 'time')]
  const status = field(response, 'status')
  const recorded = field(entry, '_recording')
  const own = typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999 ? status : 0
  return {
    ...known,
    durationMs: typeof time === 'number' && time > 0 ? Math.round(time) : 0,
    request: message(request, requestBody(field(request, 'postData'))),
    status: own,
    response: message(response, responseBody(field(response, 'content'))),
    ...(isObject(recorded) && { kept: { choices: list(field(recorded, 'choices')).filter(isText) } }),
    ending: own === 0 ? withoutAnswer(entry, response) : own === 101 ? 'upgraded' : 'complete',
  }
}

/** Browsers write 0 also for what they held back or gave up; what they say of a network that failed is an upstream's. */
function withoutAnswer(entry: unknown, response: unknown): 'unreachable' | 'client-aborted' {
  const why = `${field(entry, '_error')} ${field(response, '_error')} ${field(response, 'comment')}`
  return /CONNECTION|NAME_NOT_RESOLVED|ADDRESS_|TIMED_OUT|EMPTY_RESPONSE|ECONN|ENOTFOUND/i.test(why)
    ? 'unreachable'
    : 'client-aborted'
}

interface HarBody {
  readonly media: string
  readonly bytes: Uint8Array
  readonly length: number
}

function message(from: unknown, { media, bytes, length }: HarBody): SeenMessage {
  const fields: string[] = []
  for (const header of list(field(from, 'headers'))) {
    const [name, value] = [field(header, 'name'), field(header, 'value')]
    if (typeof name !== 'string' || typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue
    // Captures hold bodies without their coding.
    if (/^content-encoding$/i.test(name) && !isCoded(bytes)) continue
    fields.push(name, value)
  }
  const isTyped = fields.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'content-type')
  if (!isTyped && media !== '' && length > 0) fields.push('Content-Type', media)
  const kept = bytes.subarray(0, MOST_SEEN)
  return { fields, body: kept.length === 0 ? [] : [kept], length, truncated: kept.length < length }
}

/** The first bytes of gzip and zstd. */
function isCoded(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b) || (bytes[0] === 0x28 && bytes[1] === 0xb5)
}

function requestBody(data: unknown): HarBody {
  const [text, params] = [field(data, 'text'), list(field(data, 'params'))]
  const media = mediaOf(data)
  if ((text === undefined || text === '') && params.length > 0 && /x-www-form-urlencoded/i.test(media)) {
    const pairs = params.map((one) => [String(field(one, 'name') ?? ''), String(field(one, 'value') ?? '')] as const)
    return whole(media, Buffer.from(formatQuery(pairs)))
  }
  return whole(media, bytesOf(text, field(data, 'encoding')))
}

/** A body that was not saved is told by its size alone. */
function responseBody(content: unknown): HarBody {
  const [text, size] = [field(content, 'text'), field(content, 'size')]
  const body = whole(mediaOf(content), bytesOf(text, field(content, 'encoding')))
  const isMissing = typeof text !== 'string' && typeof size === 'number' && Number.isSafeInteger(size) && size > 0
  return isMissing ? { ...body, length: size } : body
}

function mediaOf(data: unknown): string {
  const media = field(data, 'mimeType')
  return typeof media === 'string' ? media.replace(/[\r\n]/g, ' ') : ''
}

function bytesOf(text: unknown, encoding: unknown): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8') : Buffer.alloc(0)
}

function whole(media: string, bytes: Uint8Array): HarBody {
  return { media, bytes, length: bytes.length }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
