/** Who may speak to the listener: the token, and on loopback the browser's own word of where it is. */
import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type HttpResponse, json } from '../http/message.ts'
import { ToolError } from '../support/errors.ts'
import { TOKEN_FIELD } from './receive.ts'

export interface AdmissionRules {
  /** The address listened on. */
  readonly host: string
  /** Undefined when none is configured. */
  readonly token: string | undefined
  /** 'control' asks for the token on control paths only. */
  readonly tokenScope: 'all' | 'control'
}

/** Undefined when the request is admitted, else what it is answered. */
export type Admission = (message: IncomingMessage, path: string, isControl: boolean) => HttpResponse | undefined

const PUBLIC_PATH = '/_tool/healthz'
/** What is said there of this server is for this machine, as the control plane is. */
const INDEX_PATH = '/'

/** Throws ToolError when the rules would open the listener to strangers. */
export function makeAdmission({ host, token, tokenScope }: AdmissionRules): Admission {
  const onLoopback = isLoopback(host)
  if (!onLoopback && token === undefined)
    throw new ToolError(
      'usage',
      `Cannot listen on ${host} without a token: other machines could reach it (set TOOL_TOKEN or token_file, or listen on 127.0.0.1)`,
    )
  const expected = token === undefined ? undefined : Buffer.from(token)
  const isOpen = expected === undefined || tokenScope === 'control'
  return (message, path, isControl) => {
    if ((isControl || path === INDEX_PATH) && onLoopback && isForeign(message)) return foreign
    if (expected === undefined || (isOpen && !isControl) || path === PUBLIC_PATH) return undefined
    return holdsToken(message, expected) ? undefined : unauthenticated
  }
}

const unauthenticated = json(401, { message: 'The X-Tool-Token header is missing or wrong' })

const foreign = json(403, {
  message:
    'Refused: the Host or Origin header does not name this machine, though the listener is for this machine only',
})

/** In constant time for tokens of one length. */
function holdsToken({ headers }: IncomingMessage, expected: Buffer): boolean {
  const sent = headers[TOKEN_FIELD]
  if (typeof sent !== 'string') return false
  const bytes = Buffer.from(sent, 'latin1')
  if (bytes.length !== expected.length) return timingSafeEqual(expected, expected) && false
  return timingSafeEqual(bytes, expected)
}

/** A page of another site reaches a loopback listener by a name that resolves to it; the browser then sends that name. */
function isForeign({ headers: { host, origin } }: IncomingMessage): boolean {
  if (host !== undefined && !isLoopback(hostName(host))) return true
  return origin !== undefined && !isLoopback(hostName(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')))
}

/** Without port and brackets. */
function hostName(authority: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(authority)
  return bracketed?.[1] ?? authority.replace(/:\d*$/, '')
}

/** True for addresses and names that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  if (isIP(name) === 4) return name.startsWith('127.')
  return name === '::1' || name === '0:0:0:0:0:0:0:1' || /^::ffff:127\./.test(name)
}
