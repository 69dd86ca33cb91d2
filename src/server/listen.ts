/** A listening socket with its limits, and nothing of what is answered on it. */
import type { Buffer } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { urlHost } from '../http/loopback.ts'
import { json } from '../http/message.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import { ownPort } from './own-listeners.ts'
import { findPortOwner } from './port-owner.ts'
import { refuseMalformed, refuseTunnel } from './refuse-malformed.ts'
import { send } from './send.ts'
import { stopServer } from './stop.ts'

export interface Address {
  /** Address or host name to listen on. */
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

export interface Limits {
  /** How long a client may take to send the head of a request. */
  readonly headersTimeoutMs: number
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutMs: number
  /** How long an idle connection is kept. */
  readonly keepAliveTimeoutMs: number
  /** How long stopping waits for answers under way. */
  readonly stopTimeoutMs: number
}

export const usualLimits: Limits = {
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 300_000,
  keepAliveTimeoutMs: 65_000,
  stopTimeoutMs: 5_000,
}

/** What the listener of a proxy, or of a receiver, does otherwise. */
export interface ListenOptions {
  /** It is there for webhooks: they may come back to it. */
  readonly takesWebhooks?: boolean
  /** Every Expect is the handler's to answer, or to pass on. */
  readonly anyExpectation?: boolean
  /** Requests that ask for another protocol. Absent: they are ordinary ones. */
  readonly upgrade?: (message: IncomingMessage, socket: Duplex, head: Buffer, server: Server) => void
}

/** `expects` is true when the client waits for `100 Continue` before it sends the body. */
export type Handler = (message: IncomingMessage, answer: ServerResponse, expects: boolean) => void

export interface Listening {
  readonly host: string
  readonly port: number
  readonly url: string
  readonly isStopping: boolean
  /** Open connections, idle ones among them. */
  readonly connections: number
  /** Takes no more requests, lets those under way finish, then closes; later calls wait for the first. */
  stop(): Promise<void>
}

const unmet = json(417, { message: 'The Expect header asks for what is not known here; only 100-continue is' })

const HEAD_BYTES = 64 * 1024

/** Listens, or throws a ToolError that says who has the port and what to do. */
export async function listen(
  address: Address,
  limits: Limits,
  handler: Handler,
  { anyExpectation = false, takesWebhooks = false, upgrade }: ListenOptions = {},
): Promise<Listening> {
  const server = createServer({
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(5_000, Math.max(20, limits.headersTimeoutMs / 4)),
    noDelay: true,
    // Node would answer a request without Host by itself, and say nothing.
    requireHostHeader: false,
  })
  // A client may close its side behind its last request, and still wants the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  // Node would cut longer ones off; they are refused where requests are judged.
  server.maxHeadersCount = 0
  server.on('request', (message, answer) => handler(message, answer, false))
  server.on('checkContinue', (message, answer) => handler(message, answer, true))
  // Node would answer this with nothing in it (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (message, answer) => {
    if (anyExpectation) handler(message, answer, true)
    else send(answer, unmet, true)
  })
  if (upgrade !== undefined) server.on('upgrade', (message, socket, head) => upgrade(message, socket, head, server))
  server.on('clientError', refuseMalformed)
  // Node would close the connection without a word.
  server.on('connect', (_, socket) => refuseTunnel(socket))
  const open = trackConnections(server)
  await bind(server, address)
  const { port } = server.address() as AddressInfo
  if (!takesWebhooks) server.once('close', ownPort(port))
  return listening(server, open, { host: address.host, port }, limits)
}

function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

function listening(server: Server, open: ReadonlySet<Socket>, { host, port }: Address, limits: Limits): Listening {
  let stopped: Promise<void> | undefined
  return {
    host,
    port,
    url: `http://${urlHost(host)}:${port}`,
    get isStopping() {
      return stopped !== undefined
    },
    get connections() {
      return open.size
    },
    stop() {
      stopped ??= stopServer(server, open, limits.stopTimeoutMs)
      return stopped
    },
  }
}

async function bind(server: Server, { host, port }: Address): Promise<void> {
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail)
      server.listen({ host, port, backlog: 4096 }, () => {
        server.removeListener('error', fail)
        done()
      })
    })
  } catch (error) {
    throw new ToolError('unavailable', `Cannot listen on ${urlHost(host)}:${port}: ${reason(error, port)}`, {
      cause: error,
    })
  }
}

function reason(error: unknown, port: number): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    const owner = findPortOwner(port)
    const by = owner === undefined ? '' : ` by process ${owner.pid} (${owner.command})`
    return `port ${port} is taken${by}; stop that process or choose another port`
  }
  if (code === 'EACCES') return `port ${port} needs more rights than this user has; choose a port above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine has no such address'
  return messageOf(error)
}
