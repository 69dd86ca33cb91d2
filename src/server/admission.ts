/** Who may speak to the listener: the token, and on loopback the browser's own word of where it is. */
import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hostName, isLoopback, isStrange, originName } from '../http/loopback.ts'
import { type HttpResponse, json } from '../http/message.ts'
import { HOPS_FIELD } from '../sandbox/webhooks/hops.ts'
import { ToolError } from '../support/errors.ts'
import { TOKEN_FIELD } from './receive.ts'

export interface AdmissionRules {
  /** The address listened on. */
  readonly host: string
  /** Undefined when none is configured. */
  readonly token: string | undefined
  /** 'control' asks for the token on control paths only. */
  readonly tokenScope: 'all' | 'control'
  /** Further names by which this machine is called. */
  readonly names?: readonly string[]
  /** Pages of any origin may use what needs no credential; those of this machine alone when absent. */
  readonly cors?: 'any'
}

/** Undefined when the request is admitted, else what it is answered. `needsNoCredential`: a sandbox answers it without one. */
export type Admission = (
  message: IncomingMessage,
  path: string,
  isControl: boolean,
  needsNoCredential: () => boolean,
) => HttpResponse | undefined

const PUBLIC_PATH = '/_tool/healthz'
/** What is said there of this server is for this machine, and for who has the token, as the control plane is. */
const INDEX_PATH = '/'

/** Throws ToolError when the rules would open the listener to strangers. */
export function makeAdmission({ host, token, tokenScope, names = [], cors }: AdmissionRules): Admission {
  const onLoopback = isOnlyHere(host, token)
  const known = new Set(names.map((name) => name.toLowerCase()))
  const expected = token === undefined ? undefined : Buffer.from(token)
  const isRebound = makeRebound(known)
  const isOpen = expected === undefined || tokenScope === 'control'
  return (message, path, isControl, needsNoCredential) => {
    const isTold = isControl || path === INDEX_PATH
    if (isTold && onLoopback && isForeign(message, known)) return foreign
    // Where no credential is asked for, the names that the browser sends are all that tells a page of another site.
    if (!isControl && onLoopback && isOpen) {
      if (isRebound(message) && needsNoCredential()) return rebound
      if (cors === undefined && isForeignWrite(message, known) && needsNoCredential()) return foreignWrite
    }
    if (expected === undefined || (isOpen && !isTold) || path === PUBLIC_PATH) return undefined
    return holdsToken(message, expected) ? undefined : unauthenticated
  }
}

/** True for a loopback address. Throws ToolError for another one without a token. */
export function isOnlyHere(host: string, token: string | undefined): boolean {
  const onLoopback = isLoopback(host)
  if (!onLoopback && token === undefined)
    throw new ToolError(
      'usage',
      `Cannot listen on ${host} without a token: other machines could reach it (set TOOL_TOKEN or token_file, or listen on 127.0.0.1)`,
    )
  return onLoopback
}

export const unauthenticated: HttpResponse = json(401, { message: 'The X-Tool-Token header is missing or wrong' })

export const foreign: HttpResponse = json(403, {
  message:
    'Refused: the Host or Origin header does not name this machine, though the listener is for this machine only',
})

const rebound = json(403, {
  message:
    'Refused: the Host header names another machine, and this operation asks for no credential (name the host under "hosts" in tool.yaml to allow it)',
})

const foreignWrite = json(403, {
  message:
    'Refused: the Origin header names a web page of another machine, and this operation asks for no credential (in tool.yaml, "hosts" lets pages of one host, "cors: any" all)',
})

/** A browser sends such a request of any page without asking first, and only what it answers is kept from the page. */
function isForeignWrite({ method, headers: { origin } }: IncomingMessage, known: ReadonlySet<string>): boolean {
  if (origin === undefined || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  return isStrange(originName(origin), known)
}

/** A page of another site has made its own name lead here (DNS rebinding). Clients repeat themselves: the name that was no other's last is not read again. */
function makeRebound(known: ReadonlySet<string>): (message: IncomingMessage) => boolean {
  let last: string | undefined
  return ({ headers: { host } }) => {
    if (host === undefined || host === last) return false
    if (isStrange(hostName(host), known)) return true
    last = host
    return false
  }
}

/** Whether a request carries the token; every request does where none is expected. */
export function tokenCheck(token: string | undefined): (message: IncomingMessage) => boolean {
  if (token === undefined) return () => true
  const expected = Buffer.from(token)
  return (message) => holdsToken(message, expected)
}

/** What a server of this kind sent, be it through other programs, must not steer one. */
export function isDelivery({ headers }: IncomingMessage): boolean {
  return headers[HOPS_FIELD] !== undefined
}

export const deliveredHere: HttpResponse = json(403, {
  message: 'Refused: a webhook may not use control paths (the request has the X-Tool-Hops header of a delivery)',
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
export function isForeign({ headers: { host, origin } }: IncomingMessage, known: ReadonlySet<string>): boolean {
  if (host !== undefined && isStrange(hostName(host), known)) return true
  return origin !== undefined && isStrange(originName(origin), known)
}
