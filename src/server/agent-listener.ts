/**
 * Where requests to the agent arrive: below the route of an upstream they go on
 * to it, everything else is for the agent itself.
 *
 * Which names of a Host field are refused: on loopback the agent's own paths
 * answer to this machine's names alone. Traffic keeps whatever Host its client
 * sends, with one exception: a web page whose own name was made to lead here
 * (DNS rebinding) could use what upstreams grant to this machine. Its browser
 * sends that name with this listener's port, and marks of a browser that pages
 * cannot take away; where no token is wanted, exactly this is refused. Other
 * pages may send requests, and see answers where the upstream lets them: Origin
 * goes on unchanged, so the upstream judges it as it does without the agent.
 */
import type { Buffer } from 'node:buffer'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Upstream } from '../agent/upstream.ts'
import { hostName, isStrange } from '../http/loopback.ts'
import { type HttpRequest, type HttpResponse, json, NO_BODY } from '../http/message.ts'
import { splitTarget } from '../http/query.ts'
import { Budget } from '../support/budget.ts'
import { errorCodes, messageOf, ToolError } from '../support/errors.ts'
import type { Exchange } from '../traffic/exchange.ts'
import { deliveredHere, foreign, isDelivery, isForeign, isOnlyHere, tokenCheck, unauthenticated } from './admission.ts'
import { type Discreet, makeDiscreet } from './discreet.ts'
import { headRefusal } from './head.ts'
import { type Limits, type Listening, listen, usualLimits } from './listen.ts'
import { bodyRefusal } from './no-room.ts'
import { Desk, type ProxyCounts } from './proxy/desk.ts'
import { type Arrived, Passage } from './proxy/passage.ts'
import { rebound, unreachable } from './proxy/refusals.ts'
import { Remote } from './proxy/remote.ts'
import { Routes } from './proxy/routes.ts'
import { asOrdinary, isTunnel, withAnswer } from './proxy/upgrade.ts'
import { announcesBody, endAfterDraining, isTooLong, originForm, receiveBody, requestOf } from './receive.ts'
import { send, sendUnended } from './send.ts'

export interface Trust {
  /** The token was given, or none is configured. Only `GET /healthz` is ever asked without. */
  readonly trusted: boolean
}

export interface AgentListenerOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Wanted of every request, where there is one; needed where `host` is no loopback address. */
  readonly token?: string
  /** Further names by which this machine is called; none when absent. */
  readonly names?: readonly string[]
  /** Asked with each request: a new list where something has changed, else the same one. */
  readonly upstreams: () => readonly Upstream[]
  /** Told of each exchange once it is over. What it throws is logged and harms nothing. */
  readonly offer: (exchange: Exchange) => void
  /** Answers what is below no route; undefined where there is nothing, which is a 404. */
  readonly control: (request: HttpRequest, trust: Trust) => HttpResponse | Promise<HttpResponse> | undefined
  /** Folders of this machine that no answer names; the log does. */
  readonly places?: readonly string[]
  /** What a person should read: upstreams that cannot be reached, faults of ours. */
  readonly log: (line: string) => void
  readonly limits?: Partial<Limits>
}

export interface AgentListener {
  readonly url: string
  readonly host: string
  readonly port: number
  /** Live: read it when it is wanted. */
  readonly counts: Readonly<ProxyCounts>
  /** Takes no more requests, lets answers under way finish within the limit, then closes. Upgraded connections are closed at once. */
  stop(): Promise<void>
}

/** A body may take for ever; a head may not. */
const agentLimits: Limits = { ...usualLimits, requestTimeoutMs: 0 }
const CONTROL_BODY_LIMIT = 1024 * 1024
const CONTROL_BODIES = 16 * 1024 * 1024
const HEALTH = '/healthz'

const notFound = json(404, { message: 'Not Found' })

/** Listens. Throws ToolError when it may or can not. */
export async function startAgentListener(options: AgentListenerOptions): Promise<AgentListener> {
  const { host, port, token } = options
  const gate = new Gate(options, isOnlyHere(host, token))
  const listening = await listen({ host, port }, { ...agentLimits, ...options.limits }, gate.handle, {
    anyExpectation: true,
    upgrade: gate.upgrade,
  })
  gate.open(listening)
  return {
    url: listening.url,
    host,
    port: listening.port,
    counts: gate.counts,
    async stop() {
      await listening.stop()
      gate.close()
    },
  }
}

class Gate {
  readonly #options: AgentListenerOptions
  readonly #onLoopback: boolean
  readonly #known: ReadonlySet<string>
  readonly #holdsToken: (message: IncomingMessage) => boolean
  readonly #desk: Desk
  readonly #routes: Routes<Remote | undefined>
  readonly #bodies = new Budget(CONTROL_BODIES)
  readonly #discreet: Discreet
  #listening: Listening | undefined

  constructor(options: AgentListenerOptions, onLoopback: boolean) {
    const { names = [], token, offer, log, upstreams } = options
    this.#options = options
    this.#onLoopback = onLoopback
    this.#discreet = makeDiscreet(options.places ?? [])
    this.#known = new Set(names.map((name) => name.toLowerCase()))
    this.#holdsToken = tokenCheck(token)
    this.#desk = new Desk({ offer, log, isStopping: () => this.#listening?.isStopping === true })
    this.#routes = new Routes(
      upstreams,
      (upstream) => this.#remote(upstream),
      (remote) => remote?.close(),
    )
  }

  get counts(): Readonly<ProxyCounts> {
    return this.#desk.counts
  }

  open(listening: Listening): void {
    this.#listening = listening
  }

  close(): void {
    this.#routes.close((remote) => remote?.destroy())
  }

  readonly handle = (message: IncomingMessage, answer: ServerResponse, expects: boolean): void => {
    // What came behind on a connection that was closed needs no answer.
    if (message.socket.destroyed) return
    try {
      this.#judge(message, answer, expects)
    } catch (error) {
      this.#fail(answer, error)
    }
  }

  /** A request for another protocol has no answer of node's: one is made for it. */
  readonly upgrade = (message: IncomingMessage, socket: Duplex, head: Buffer, server: Server): void => {
    socket.on('error', () => socket.destroy())
    if (!(socket instanceof Socket) || !isTunnel(message) || this.#find(message) === undefined) {
      asOrdinary(message, socket, head, server)
      return
    }
    withAnswer(message, socket, (answer) => {
      try {
        this.#judge(message, answer, false, { socket, head })
      } catch (error) {
        this.#fail(answer, error)
      }
    })
  }

  #judge(message: IncomingMessage, answer: ServerResponse, expects: boolean, upgrade?: Arrived['upgrade']): void {
    const misnamed = headRefusal(message)
    if (misnamed !== undefined) {
      refuse(answer, misnamed, expects)
      return
    }
    const found = this.#find(message)
    const trusted = this.#holdsToken(message)
    if (found === undefined) {
      this.#admitControl(message, answer, expects, trusted)
      return
    }
    const refusal = !trusted ? unauthenticated : this.#isRebound(message) ? rebound : undefined
    const { to: remote, below } = found
    if (refusal !== undefined) refuse(answer, refusal, expects)
    else if (remote === undefined) refuse(answer, unreachable, expects)
    else {
      const arrived: Arrived = { message, answer, remote, below, ...(upgrade !== undefined && { upgrade }) }
      const passage = new Passage(this.#desk, arrived)
      if (upgrade === undefined) this.#desk.lanes.enter(message.socket, passage)
      else passage.start()
    }
  }

  #find(message: IncomingMessage): ReturnType<Routes<Remote | undefined>['find']> {
    return this.#routes.find(originForm(message.url ?? '/'))
  }

  #isRebound({ headers, socket }: IncomingMessage): boolean {
    if (!this.#onLoopback || this.#options.token !== undefined) return false
    const { host } = headers
    const isOwnPort =
      host?.endsWith(`:${socket.localPort}`) === true || (socket.localPort === 80 && host?.includes(':') === false)
    if (host === undefined || !isOwnPort || !isFromBrowser(headers)) return false
    return isStrange(hostName(host), this.#known)
  }

  #admitControl(message: IncomingMessage, answer: ServerResponse, expects: boolean, trusted: boolean): void {
    const { path, search } = splitTarget(originForm(message.url ?? '/'))
    if (this.#onLoopback && isForeign(message, this.#known)) {
      refuse(answer, foreign, expects)
      return
    }
    if (isDelivery(message)) {
      refuse(answer, deliveredHere, expects)
      return
    }
    const isPublic = path === HEALTH && (message.method === 'GET' || message.method === 'HEAD')
    if (!trusted && !isPublic) {
      refuse(answer, unauthenticated, expects)
      return
    }
    const use = (body: Uint8Array): void => {
      this.#control(answer, requestOf(message, path, search, body), { trusted })
    }
    if (!announcesBody(message)) {
      use(NO_BODY)
      return
    }
    if (expects && !isTooLong(message, CONTROL_BODY_LIMIT)) answer.writeContinue()
    receiveBody(message, CONTROL_BODY_LIMIT, this.#bodies, (body, release) => {
      if (typeof body !== 'string') use(body)
      else if (body !== 'gone') {
        sendUnended(answer, bodyRefusal(body, CONTROL_BODY_LIMIT))
        endAfterDraining(message, answer)
      }
      release()
    })
  }

  #control(answer: ServerResponse, request: HttpRequest, trust: Trust): void {
    const close = this.#listening?.isStopping
    const give = (response: HttpResponse = notFound): void => {
      const { body } = response
      send(answer, typeof body === 'string' ? { ...response, body: this.#discreet(body) } : response, close)
    }
    try {
      const response = this.#options.control(request, trust)
      if (response instanceof Promise) response.then(give).catch((error: unknown) => this.#fail(answer, error))
      else give(response)
    } catch (error) {
      this.#fail(answer, error)
    }
  }

  #fail(answer: ServerResponse, error: unknown): void {
    if (answer.headersSent) {
      answer.destroy()
      return
    }
    if (error instanceof ToolError) {
      send(answer, json(errorCodes[error.code].status, { message: this.#discreet(error.message) }))
      return
    }
    this.#options.log(`Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    send(answer, json(500, { message: `Internal error: ${this.#discreet(messageOf(error))}` }), true)
  }

  /** Undefined where it cannot be called: its requests are answered as those of one that cannot be reached. */
  #remote(upstream: Upstream): Remote | undefined {
    try {
      return new Remote(upstream)
    } catch (error) {
      this.#options.log(`Cannot use upstream ${upstream.name}: ${messageOf(error)}`)
      return undefined
    }
  }
}

/** Answers without having read the body, if there is one. A client that waits for 100 Continue may send it or not: the connection ends. */
function refuse(answer: ServerResponse, response: HttpResponse, expects: boolean): void {
  send(answer, response, expects)
}

/** Pages cannot keep their browser from sending Origin, where it does, and Accept-Language. */
function isFromBrowser(headers: IncomingMessage['headers']): boolean {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return true
  return headers['accept-language'] !== undefined
}
