/**
 * The sandbox listener:
 *
 *   /_tool/...      the control plane
 *   /<name>/...     a sandbox
 *   /               what is served, for a person who looks
 *
 * A read takes one synchronous walk from here to `send`: no promise, no copy. The file is whole so that this walk,
 * and each place where a request may leave it or wait, is read from top to bottom.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import { bodyLimitOf, dispatch, unknownSandbox } from '../control/dispatch.ts'
import { type ControlAnswer, isPieced, isStream, type PiecedAnswer } from '../control/endpoint.ts'
import type { AddedSandbox } from '../control/host.ts'
import { type HttpRequest, type HttpResponse, json, NO_BODY, type Pieces } from '../http/message.ts'
import { splitTarget } from '../http/query.ts'
import { isOpenOperation } from '../sandbox/auth/open-operation.ts'
import type { Journal } from '../sandbox/journal/journal.ts'
import type { Outcome } from '../sandbox/outcome.ts'
import { NO_PACKS, type Packs } from '../sandbox/scenarios/scenario.ts'
import { type LiveSandbox, serve } from '../sandbox/serve.ts'
import type { Budget } from '../support/budget.ts'
import { errorCodes, messageOf, ToolError } from '../support/errors.ts'
import { type Admission, deliveredHere, isDelivery, makeAdmission } from './admission.ts'
import { type Arrival, requestTo, sandboxName } from './arrival.ts'
import { type BudgetLimits, Budgets } from './budgets.ts'
import { HostedControl } from './control.ts'
import { AnswerCounter } from './counters.ts'
import { type Discreet, makeDiscreet } from './discreet.ts'
import { EventStreams } from './event-streams.ts'
import { headRefusal } from './head.ts'
import type { Host } from './host.ts'
import { Hosts, type SandboxFiles, toldOutside } from './hosts.ts'
import { InOrder } from './in-order.ts'
import type { Refused } from './incoming-body.ts'
import { type Limits, type Listening, listen, usualLimits } from './listen.ts'
import { Making } from './making.ts'
import { bodyRefusal, noRoomForAnswer, noRoomForNow } from './no-room.ts'
import { whenOver } from './over.ts'
import { announcesBody, endAfterDraining, isTooLong, originForm, receiveBody, requestOf } from './receive.ts'
import { send, sendHead, sendUnended } from './send.ts'
import { type LongAnswer, sendPieces } from './send-pieces.ts'
import { Together } from './together.ts'
import { WaitingAnswers } from './waiting-answers.ts'
import { type WebhookOptions, webhookOptions } from './webhooks.ts'
import { perform } from './wire.ts'

export interface SandboxListenerOptions {
  /** Where webhooks go beside the sinks of each sandbox, and what signs them. */
  readonly webhooks?: Partial<Omit<WebhookOptions, 'makeBook' | 'room'>>
  readonly host: string
  readonly port: number
  readonly token?: string
  /** 'all' when absent. */
  readonly tokenScope?: 'all' | 'control'
  /** Further names by which this machine is called; none when absent. */
  readonly names?: readonly string[]
  /** Pages of any origin may use what needs no credential; those of this machine alone when absent. */
  readonly cors?: 'any'
  readonly files: SandboxFiles
  /** The budget is that of all journals together. */
  readonly makeJournal: (budget: Budget) => Journal
  /** Largest request body of sandbox traffic in bytes; 32 MiB when absent. */
  readonly bodyLimit?: number
  readonly limits?: Partial<Limits>
  /** What may be held in memory; the usual where absent. */
  readonly budgets?: Partial<BudgetLimits>
  /** The scenarios that users keep; none when absent. */
  readonly packs?: () => Promise<Packs>
  /** Registers the sandbox that a body of the control plane describes. None is taken where absent. */
  readonly add?: (body: Uint8Array) => Promise<AddedSandbox>
  /** Folders of this machine that no answer names; the log does. */
  readonly places?: readonly string[]
  /** What a person should read: sandboxes that cannot be served, faults of ours. */
  readonly log: (line: string) => void
  /** Milliseconds of a clock that only goes forward; the process's own when absent. */
  readonly now?: () => number
  /** Another way of answering, for tests. */
  readonly serve?: (request: HttpRequest, live: LiveSandbox, arrived: number) => Outcome
}

export interface SandboxListener {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly hosts: Hosts
  stop(): Promise<void>
}

const BODY_LIMIT = 32 * 1024 * 1024
const CONTROL = '/_tool'
const MOST_LOGGED = 1_000

/** What is made of a body on its way takes so many times as much. */
const HEAP_SHARE = 8

/** A body that would fill the heap is refused, for what is behind it is the end of the process. */
function withinHeap(limit: number, log: (line: string) => void): number {
  const most = Math.floor(getHeapStatistics().heap_size_limit / HEAP_SHARE)
  if (limit <= most) return limit
  log(
    `body_limit is ${most} bytes, not ${limit}: more does not fit into this process (NODE_OPTIONS=--max-old-space-size=… gives it more memory)`,
  )
  return most
}

/** Opens what is registered and listens. Throws ToolError when it may or can not. */
export async function startSandboxListener(options: SandboxListenerOptions): Promise<SandboxListener> {
  const { host, port, token, tokenScope = 'all', names = [], cors } = options
  const admission = makeAdmission({ host, token, tokenScope, names, ...(cors !== undefined && { cors }) })
  const floor = new Floor(options, admission)
  const listening = await listen({ host, port }, { ...usualLimits, ...options.limits }, floor.handle)
  try {
    floor.open(listening)
  } catch (error) {
    await listening.stop()
    throw error
  }
  return {
    url: listening.url,
    host,
    port: listening.port,
    hosts: floor.hosts,
    async stop() {
      floor.streams.close()
      floor.endWaits()
      await listening.stop()
      await floor.hosts.stopSending()
      floor.hosts.close()
    },
  }
}

/** Where requests arrive. */
class Floor {
  readonly hosts: Hosts
  readonly streams: EventStreams
  readonly #budgets: Budgets
  readonly #waiting: WaitingAnswers
  readonly #making: Making
  readonly #log: (line: string) => void
  readonly #admission: Admission
  readonly #serve: NonNullable<SandboxListenerOptions['serve']>
  readonly #bodyLimit: number
  readonly #now: () => number
  readonly #discreet: Discreet
  readonly #control: HostedControl
  readonly #other = new AnswerCounter()
  readonly #inOrder: InOrder<Arrival>
  readonly #arrived = new Together()
  #listening: Listening | undefined
  #internalErrors = 0
  /** Mistakes that every request may meet are told once. */
  readonly #logged = new Set<string>()

  constructor(options: SandboxListenerOptions, admission: Admission) {
    const { files, makeJournal, log, now = () => performance.now() } = options
    this.#log = log
    this.#admission = admission
    this.#serve = options.serve ?? serve
    this.#bodyLimit = withinHeap(options.bodyLimit ?? BODY_LIMIT, log)
    const budgets = new Budgets(options.budgets ?? {}, this.#bodyLimit)
    this.#budgets = budgets
    this.#waiting = new WaitingAnswers(budgets.answers)
    this.#making = new Making(budgets.answers.limit / 4)
    this.streams = new EventStreams(budgets.streams)
    this.#now = now
    this.#discreet = makeDiscreet(options.places ?? [])
    this.#inOrder = new InOrder(this.#admit)
    const events = { send: this.#send, now, log }
    this.hosts = new Hosts({
      files,
      webhooks: webhookOptions(budgets.deliveries, options.webhooks),
      makeJournal: () => makeJournal(budgets.journals),
      mostInCopies: budgets.copies,
      largestRecord: Math.floor(1.25 * this.#bodyLimit),
      pages: options.cors ?? new Set((options.names ?? []).map((name) => name.toLowerCase())),
      wall: { now: Date.now },
      log,
      events,
    })
    this.#control = new HostedControl({
      hosts: this.hosts,
      base: () => this.#base,
      counts: () => ({
        other: this.#other.classes,
        internalErrors: this.#internalErrors,
        openConnections: this.#listening?.connections ?? 0,
        eventStreams: this.streams.count,
        budgets: budgets.use(this.hosts.heldInCopies),
      }),
      now,
      packs: options.packs ?? (() => Promise.resolve(NO_PACKS)),
      add:
        options.add ??
        (() =>
          Promise.reject(
            new ToolError(
              'unavailable',
              'This server takes no sandboxes over HTTP: one of startTool serves those that it was started with',
            ),
          )),
    })
  }

  open(listening: Listening): void {
    this.#listening = listening
    this.hosts.start()
  }

  endWaits(): void {
    this.#control.endWaits()
  }

  get #base(): string {
    return this.#listening?.url ?? ''
  }

  readonly handle = (message: IncomingMessage, answer: ServerResponse, expects: boolean): void => {
    // What came behind on a connection that was closed needs no answer.
    if (message.socket.destroyed) return
    const { path, search } = splitTarget(originForm(message.url ?? '/'))
    const arrival: Arrival = {
      message,
      answer,
      expects,
      path,
      search,
      started: this.#now(),
    }
    if (!this.#inOrder.holds(message.socket, arrival)) this.#admit(arrival)
  }

  readonly #admit = (arrival: Arrival): void => {
    try {
      this.#judge(arrival)
    } catch (error) {
      this.#fail(arrival, error)
    }
  }

  #judge(arrival: Arrival): void {
    const { message, path } = arrival
    const misnamed = headRefusal(message)
    if (misnamed !== undefined) {
      this.#refuse(arrival, misnamed)
      return
    }
    const isControl = path.startsWith(CONTROL) && (path.length === CONTROL.length || path[CONTROL.length] === '/')
    const refusal =
      isControl && isDelivery(message)
        ? deliveredHere
        : this.#admission(message, path, isControl, () => this.#needsNoCredential(arrival))
    if (refusal !== undefined) this.#refuse(arrival, refusal)
    else if (isControl)
      this.#withBody(arrival, bodyLimitOf(message.method ?? '', path), (body) => this.#answerControl(arrival, body))
    else this.#admitTraffic(arrival)
  }

  /** The request is for an operation that asks for no credential. */
  #needsNoCredential(arrival: Arrival): boolean {
    const host = this.hosts.find(sandboxName(arrival.path))
    return host !== undefined && isOpenOperation(requestTo(host, arrival, NO_BODY), host.live)
  }

  #admitTraffic(arrival: Arrival): void {
    const { message, path } = arrival
    const name = sandboxName(path)
    const host = this.hosts.find(name)
    if (host === undefined) this.#admitStranger(arrival, name)
    else if (announcesBody(message)) this.#receiveTraffic(arrival, name)
    else this.#answerTraffic(host, arrival, NO_BODY)
  }

  /** No sandbox of this name was served when last looked. */
  #admitStranger(arrival: Arrival, name: string): void {
    const { method } = arrival.message
    const asksForIndex = arrival.path === '/' && (method === 'GET' || method === 'HEAD')
    if (asksForIndex) this.#refuse(arrival, this.#index())
    else if (this.hosts.findFresh(name) === undefined) this.#refuse(arrival, this.#unserved(name))
    else this.#receiveTraffic(arrival, name)
  }

  #receiveTraffic(arrival: Arrival, name: string): void {
    const use = (body: Uint8Array): void => {
      // Looked up again: it may have been updated or removed while the body came.
      const host = this.hosts.find(name)
      if (host === undefined) this.#refuse(arrival, this.#unserved(name))
      else this.#answerTraffic(host, arrival, body)
    }
    this.#withBody(arrival, this.#bodyLimit, use, this.hosts.find(name))
  }

  /** `host` is the sandbox that the request is for, if it is for one. */
  #withBody(arrival: Arrival, limit: number, use: (body: Uint8Array) => void, host?: Host): void {
    const { message, answer, expects } = arrival
    const { socket } = message
    if (!announcesBody(message)) {
      use(NO_BODY)
      return
    }
    if (expects && !isTooLong(message, limit)) answer.writeContinue()
    this.#inOrder.begin(socket)
    receiveBody(message, limit, this.#budgets.bodies, (body, release) => {
      if (typeof body === 'string') {
        // The connection ends with it: what comes behind it is never proceeded with.
        if (socket.destroyed) this.#inOrder.drop(socket)
        else socket.once('close', () => this.#inOrder.drop(socket))
        if (body !== 'gone') this.#attempt(arrival, () => this.#refuseBody(arrival, limit, body, host))
        return
      }
      const proceed = (): void => {
        this.#attempt(arrival, () => use(body))
        release()
        this.#inOrder.end(socket)
      }
      // Where the next request of the connection has come already, putting this one off would put off all behind it.
      if (this.#inOrder.hasNext(socket)) proceed()
      else this.#arrived.add(proceed)
    })
  }

  #attempt(arrival: Arrival, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#fail(arrival, error)
    }
  }

  #refuseBody(arrival: Arrival, limit: number, why: Refused, host: Host | undefined): void {
    const { message, answer, expects } = arrival
    const refusal = bodyRefusal(why, limit)
    if (host === undefined) this.#other.add(refusal.status)
    else host.refused(requestTo(host, arrival, NO_BODY), refusal.status)
    if (why === 'crumbs' || (expects && isTooLong(message, limit))) send(answer, refusal, true)
    else {
      sendUnended(answer, refusal)
      endAfterDraining(message, answer)
    }
  }

  #answerTraffic(host: Host, arrival: Arrival, body: Uint8Array): void {
    const { answer, started } = arrival
    const request = requestTo(host, arrival, body)
    let response: HttpResponse
    host.begin()
    try {
      response = this.#serve(request, host.live, Date.now()).response
      if (response.pieces !== undefined) hold(response.pieces)
    } catch (error) {
      response = this.#trafficFailure(host, error)
      host.broke(request, response.status)
    }
    host.answer(answer, response, started)
  }

  #answerControl(arrival: Arrival, body: Uint8Array): void {
    const { message, answer, path, search } = arrival
    const reply = dispatch(requestOf(message, path, search, body), this.#control)
    const give = (ready: ControlAnswer): void => {
      if (isStream(ready)) this.streams.start(answer, ready)
      else if (isPieced(ready)) this.#answerPieces(answer, ready)
      else this.#answerOther(answer, this.#unplaced(ready, path))
    }
    if (reply instanceof Promise) reply.then(give).catch((error: unknown) => this.#fail(arrival, error))
    else give(reply)
  }

  /** What is wrong is told in errors, and where sandboxes are shown; elsewhere stands what clients sent. */
  #unplaced(response: HttpResponse, path: string): HttpResponse {
    const { body, status } = response
    const tells = status >= 400 || /^\/_tool\/sandboxes(\/[^/]+(\/rename)?)?$/.test(path)
    return tells && typeof body === 'string' ? { ...response, body: this.#discreet(body) } : response
  }

  /** Answers without having read the body, if there is one. */
  #refuse({ answer, expects }: Arrival, response: HttpResponse): void {
    this.#other.add(response.status)
    // A client that waits for 100 Continue may send the body or not: where the next request begins is unknown.
    if (expects) send(answer, response, true)
    else this.#send(answer, response)
  }

  #answerOther(answer: ServerResponse, response: HttpResponse): void {
    this.#other.add(response.status)
    this.#send(answer, response)
  }

  #answerPieces(answer: ServerResponse, pieced: PiecedAnswer): void {
    this.#sendPieces(answer, pieced)
    this.#other.add(pieced.status)
  }

  #sendPieces(answer: ServerResponse, long: LongAnswer): void {
    sendPieces(answer, long, {
      close: this.#listening?.isStopping === true,
      whole: this.#send,
      holds: this.#waiting.counter(answer),
      failed: this.#unsent,
      making: this.#making,
      noRoom: noRoomForNow,
    })
  }

  readonly #send = (answer: ServerResponse, response: HttpResponse): void => {
    const { pieces } = response
    if (pieces !== undefined) {
      this.#attempting(answer, () => this.#sendLong(answer, { ...response, pieces }))
      return
    }
    const { length } = response.body
    const given = length > this.#budgets.answers.limit ? noRoomForAnswer : response
    this.#attempting(answer, () => send(answer, given, this.#listening?.isStopping, this.#unsent))
    if (!answer.writableFinished) this.#waiting.count(answer, given.body.length)
  }

  #sendLong(answer: ServerResponse, long: LongAnswer): void {
    const { status, fields, pieces, wire = [] } = long
    whenOver(answer, () => pieces.release())
    const give = (): void => {
      if (answer.req.method === 'HEAD') sendHead(answer, long, this.#listening?.isStopping)
      else this.#sendPieces(answer, long)
    }
    if (wire.length === 0) give()
    else
      perform(answer, wire, {
        status,
        fields: [...fields],
        body: NO_BODY,
        send: give,
        failed: (error) => this.#unsent(answer, error),
      })
  }

  #attempting(answer: ServerResponse, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#unsent(answer, error)
    }
  }

  readonly #unsent = (answer: ServerResponse, error: unknown): void => {
    this.#log(`Cannot send an answer: ${messageOf(error)}`)
    // A client that was too slow is no fault of ours.
    const isOurs = !(error instanceof ToolError && error.code === 'unavailable')
    if (isOurs) this.#internalErrors++
    if (answer.headersSent) answer.destroy()
    else if (!isOurs) send(answer, this.#failure(error))
    else send(answer, json(500, { message: 'The answer cannot be sent over HTTP' }))
  }

  #fail({ answer }: Arrival, error: unknown): void {
    const response = this.#failure(error)
    if (answer.headersSent) answer.destroy()
    else this.#answerOther(answer, response)
  }

  /** What is answered for something thrown; a fault of ours is counted and told. */
  #failure(error: unknown): HttpResponse {
    if (error instanceof ToolError) {
      const status = error.code === 'corrupt' ? 503 : errorCodes[error.code].status
      return json(status, { message: this.#discreet(error.message) })
    }
    this.#internalErrors++
    this.#log(`Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return json(500, { message: `Internal error: ${this.#discreet(messageOf(error))}` })
  }

  /** The same for clients of a sandbox: the places of its files stand in the log. */
  #trafficFailure({ name }: Host, error: unknown): HttpResponse {
    const response = this.#failure(error)
    if (!(error instanceof ToolError) || error.outside === undefined) return response
    if (!this.#logged.has(error.message)) this.#log(`Sandbox ${name}: ${error.message}`)
    if (this.#logged.size < MOST_LOGGED) this.#logged.add(error.message)
    return json(response.status, { message: toldOutside(name, error) })
  }

  #unserved(name: string): HttpResponse {
    const problem = this.hosts.toldProblem(name)
    return problem === undefined ? unknownSandbox(name, this.hosts.whyGone(name)) : json(503, { message: problem })
  }

  #index(): HttpResponse {
    const base = this.#base
    const sandboxes = [...this.hosts.served()].map(({ name }) => ({ name, url: `${base}/${name}/` }))
    return json(200, { sandboxes, control: `${base}/_tool/openapi.json` })
  }
}

/** All that the pieces stand on, or nothing. */
function hold(pieces: Pieces): void {
  try {
    pieces.hold()
  } catch (error) {
    pieces.release()
    throw error
  }
}
