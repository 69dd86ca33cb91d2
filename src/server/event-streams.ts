/** Answers that go on: server-sent events, with a heartbeat and bounds. */
import type { ServerResponse } from 'node:http'
import type { EventStream } from '../control/endpoint.ts'
import { json } from '../http/message.ts'
import { send } from './send.ts'

const HEARTBEAT_MS = 15_000
const MOST_STREAMS = 256
/** A client that reads slower than events come is let go when this much waits for it; it may come back with Last-Event-ID. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024

export class EventStreams {
  readonly #open = new Map<ServerResponse, () => void>()
  #heartbeat: NodeJS.Timeout | undefined

  get count(): number {
    return this.#open.size
  }

  start(answer: ServerResponse, stream: EventStream): void {
    if (this.#open.size >= MOST_STREAMS) {
      send(answer, json(503, { message: `${MOST_STREAMS} event streams are open already` }))
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
    answer.once('close', () => this.#close(answer))
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
    if (answer.writableLength > MOST_WAITING_BYTES) this.#close(answer)
  }

  #beat(): void {
    for (const answer of this.#open.keys()) this.#write(answer, ':\n\n')
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
