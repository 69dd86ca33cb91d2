/**
 * Fetches one document: bounded in size, time and redirects. A redirect may lead
 * to another origin, but not to an address inside somebody's network: a public
 * page must not make this process read what only this process can reach.
 */
import { lookup as resolveHost } from 'node:dns'
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { hostName } from '../http/loopback.ts'
import { ToolError } from '../support/errors.ts'
import { shownAddress } from '../support/shown-address.ts'
import { isPrivateAddress } from './private-address.ts'
import { TooLarge, wholeOf } from './whole-stream.ts'

export interface FetchOptions {
  /** Headers and the URL's own credentials are sent to this origin only, and it may be a private address. */
  readonly origin: URL
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly signal: AbortSignal | undefined
  /** Milliseconds for the whole of it. */
  readonly timeout?: number
  /** Told of bytes as they come. */
  readonly received?: ((bytes: number) => void) | undefined
}

export interface Fetched {
  /** Where it was found in the end. */
  readonly url: URL
  readonly bytes: Uint8Array
  readonly mediaType: string | undefined
}

const MOST_REDIRECTS = 3
const TIMEOUT = 30_000
/** Answers before the answer that are waited through. */
const MOST_INTERIM = 32
const ACCEPT = 'application/json, application/yaml, text/yaml, */*;q=0.5'

/** Rejects with a ToolError that says what happened. */
export async function fetchDocument(url: URL, options: FetchOptions): Promise<Fetched> {
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  try {
    return await follow(url, { ...options, signal })
  } catch (error) {
    const tooLong = timeout.aborted
      ? `it took longer than ${Math.round((options.timeout ?? TIMEOUT) / 10) / 100} s`
      : undefined
    throw explained(url, error, tooLong)
  }
}

interface Following extends FetchOptions {
  readonly signal: AbortSignal
}

async function follow(first: URL, options: Following): Promise<Fetched> {
  let url = first
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await send(url, options)
    const { statusCode = 0, headers } = answer
    const next = statusCode >= 300 && statusCode < 400 ? headers.location : undefined
    if (next === undefined) return await read(url, answer, options)
    answer.destroy()
    if (!URL.canParse(next, url.href)) throw new Refusal('it redirects to an address that is not valid')
    url = new URL(next, url)
    if (!/^https?:$/.test(url.protocol)) throw new Refusal(`it redirects to ${url.protocol} instead of http or https`)
  }
  throw new Refusal(`it redirects more than ${MOST_REDIRECTS} times`)
}

function send(url: URL, { origin, headers, signal }: Following): Promise<IncomingMessage> {
  const isHome = url.origin === origin.origin
  const fields: Record<string, string> = { accept: ACCEPT, 'accept-encoding': 'gzip, br', 'user-agent': 'tool' }
  if (isHome) for (const [name, value] of headers) fields[name.toLowerCase()] = value
  const target: RequestOptions = { headers: fields, signal, agent: false }
  if (isHome && origin.username !== '') target.auth = credentials(origin)
  if (!isHome) guard(url, target)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request(withoutCredentials(url), target, resolve)
    sent.on('error', reject)
    let interim = 0
    sent.on('information', () => {
      interim += 1
      if (interim > MOST_INTERIM) sent.destroy(new Refusal(`it sends more than ${MOST_INTERIM} interim answers (1xx)`))
    })
    sent.end()
  })
}

function credentials({ username, password }: URL): string {
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
}

function withoutCredentials(url: URL): URL {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  return copy
}

/** Refuses private addresses at the moment of connecting, so that a name cannot change its address in between. */
function guard(url: URL, target: RequestOptions): void {
  const host = hostName(url.host)
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new Refusal(privateWords(url))
  target.lookup = (name, options, callback) => {
    resolveHost(name, { ...options, all: true }, (error, addresses) => {
      const isPrivate = addresses?.some(({ address }) => isPrivateAddress(address)) ?? false
      const [first] = addresses ?? []
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '')
      else if (isPrivate) callback(new Refusal(privateWords(url)), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function privateWords(url: URL): string {
  return `it redirects to the private address of ${url.host}`
}

async function read(url: URL, answer: IncomingMessage, { received }: FetchOptions): Promise<Fetched> {
  const { statusCode = 0, headers } = answer
  try {
    if (statusCode < 200 || statusCode > 299) throw new Refusal(`the server answered ${statusCode}`)
    const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
    return { url, bytes: await wholeOf(decoded(answer), received), mediaType: type === '' ? undefined : type }
  } finally {
    answer.destroy()
  }
}

function decoded(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  const decoder = decoderOf(answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity')
  if (decoder === undefined) return answer
  answer.on('error', (error) => decoder.destroy(error))
  decoder.on('close', () => answer.destroy())
  return answer.pipe(decoder)
}

function decoderOf(coding: string): Duplex | undefined {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    case 'identity':
    case '':
      return undefined
    default:
      throw new Refusal('it has a content encoding that was not requested')
  }
}

/** A reason in our own words. */
class Refusal extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ENETUNREACH: 'its network cannot be reached',
  EHOSTUNREACH: 'its host cannot be reached',
  ERR_INVALID_CHAR: 'a header holds a character that none may hold',
  ERR_INVALID_HTTP_TOKEN: 'a header has a name that none may have',
}

function explained(url: URL, error: unknown, tooLong: string | undefined): ToolError {
  const shown = shownAddress(url.href).slice(0, 300)
  const kind = error instanceof TooLarge ? 'too-large' : 'bad-input'
  return new ToolError(kind, `Cannot fetch ${shown}: ${tooLong ?? reasonOf(error)}`, { cause: error })
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const { code = '', message, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return 'it was cancelled'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return 'what listens there speaks no https (is it http:// that is meant?)'
  if (code.startsWith('HPE_')) return 'what listens there speaks no http (is it https:// that is meant?)'
  return reasons[code] ?? message.split('\n', 1)[0] ?? code
}
