/** Answers that go on: server-sent events, with a heartbeat and bounds. */
import type { ServerResponse } from 'node:http'
import type { EventStream } from '../control/endpoint.ts'
import { json } from '../http/message.ts'
import type { Budget, Holder } from '../support/budget.ts'
import { send } from './send.ts'

const HEARTBEAT_MS = 15_000
const MOST_STREAMS = 256
/** A client that reads slower than events come is let go when this much waits for it; it may come back with Last-Event-ID. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024

export class EventStreams {
  readonly #open = new Map<ServerResponse, () => void>()
  readonly #waiting = new WeakMap<ServerResponse, Holder>()
  readonly #budget: Budget
  #heartbeat: NodeJS.Timeout | undefined

  constructor(budget: Budget) {
    this.#budget = budget
  }

  get count(): number {
    return this.#open.size
  }

  start(answer: ServerResponse, stream: EventStream): void {
    if (this.#open.size >= MOST_STREAMS) {
      send(answer, json(503, { message: `${MOST_STREAMS} event streams are open already` }, ['Retry-After', '1']))
      return
    }
    if (answer.destroyed) return
    answer.writeHead(200, stream.fields.slice())
    if (answer.req.method === 'HEAD') {
      answer.end()
      return
    }
    answer.flushHeaders()
    answer.on('error', ignore)
    const waiting: Holder = { held: 0, letGo: () => this.#cut(answer) }
    this.#waiting.set(answer, waiting)
    answer.on('drain', () => this.#count(answer))
    answer.once('close', () => {
      this.#budget.leave(waiting)
      this.#close(answer)
    })
    answer.req.socket.once('end', () => this.#close(answer))
    this.#open.set(answer, ignore)
    const stop = stream.start(
      (text) => this.#write(answer, text),
      () => this.#close(answer),
    )
    if (this.#open.has(answer)) this.#open.set(answer, stop)
    else stop()
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Ends all of them. */
  close(): void {
    for (const answer of [...this.#open.keys()]) this.#close(answer)
  }

  #write(answer: ServerResponse, text: string): void {
    if (!this.#open.has(answer)) return
    answer.write(text)
    this.#count(answer)
    if (answer.writableLength > MOST_WAITING_BYTES) this.#cut(answer)
  }

  /** What waits for the client, also when nothing more is written to it. */
  #count(answer: ServerResponse): void {
    const waiting = this.#waiting.get(answer)
    if (waiting !== undefined && !answer.destroyed) this.#budget.hold(waiting, answer.writableLength)
  }

  #beat(): void {
    for (const answer of this.#open.keys()) this.#write(answer, ':\n\n')
  }

  /** The client may come back with Last-Event-ID; what waits for it would wait for ever. */
  #cut(answer: ServerResponse): void {
    answer.destroy()
    this.#close(answer)
  }

  #close(answer: ServerResponse): void {
    const stop = this.#open.get(answer)
    if (stop === undefined) return
    this.#open.delete(answer)
    stop()
    if (!answer.destroyed) answer.end(() => answer.destroy())
    if (this.#open.size > 0) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
  }
}

function ignore(): void {}
