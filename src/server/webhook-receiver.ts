/**
 * A receiver of webhooks, for a person who wants to see them: it tells each one, and answers as it is told to. Anybody may
 * send to it: what is too large, too slow or too much at once is dropped and told.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Received } from '../sandbox/webhooks/verify.ts'
import { Budget } from '../support/budget.ts'
import { messageOf } from '../support/errors.ts'
import { headRefusal } from './head.ts'
import type { Refused } from './incoming-body.ts'
import { type Limits, listen, usualLimits } from './listen.ts'
import { bodyRefusal } from './no-room.ts'
import { endAfterDraining, receiveBody } from './receive.ts'
import { send, sendUnended } from './send.ts'

/** Bytes of a body that are read, and of all that are being read. */
const LONGEST_BODY = 8 * 1024 * 1024
const BODIES = 32 * 1024 * 1024
/** Requests that are under way, waiting to be answered among them. */
const MOST_AT_ONCE = 256

const limits: Limits = {
  ...usualLimits,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  stopTimeoutMs: 0,
}

export interface ReceivedWebhook extends Received {
  readonly method: string
  readonly path: string
}

export interface ReceiverOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly status: number
  readonly delayMs: number
  received(webhook: ReceivedWebhook): void
  /** Told of a request that `received` is not told of, with the reason. */
  dropped(why: string): void
}

export interface WebhookReceiver {
  readonly url: string
  stop(): Promise<void>
}

/** Listens on this machine alone. Throws ToolError when the port is taken. */
export async function startReceiver(options: ReceiverOptions): Promise<WebhookReceiver> {
  const desk = new Desk(options)
  const listening = await listen({ host: '127.0.0.1', port: options.port }, limits, desk.handle, {
    takesWebhooks: true,
  })
  return { url: `${listening.url}/`, stop: () => listening.stop() }
}

const whys: Readonly<Record<Refused | 'gone', string>> = {
  'too-large': `its body is larger than ${LONGEST_BODY} bytes`,
  'no-room': 'the bodies that are being received take all the memory they may',
  crumbs: 'its body comes in too many small pieces',
  gone: 'its sender went away, or took too long',
}

class Desk {
  readonly #options: ReceiverOptions
  readonly #bodies = new Budget(BODIES)
  #underWay = 0

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  readonly handle = (message: IncomingMessage, answer: ServerResponse, expects: boolean): void => {
    const refusal = headRefusal(message)
    if (refusal !== undefined || this.#underWay >= MOST_AT_ONCE) {
      this.#options.dropped(
        refusal === undefined ? `more than ${MOST_AT_ONCE} requests at once` : 'its head is refused',
      )
      send(answer, refusal ?? bodyRefusal('no-room', LONGEST_BODY), true)
      return
    }
    this.#underWay += 1
    answer.once('close', () => (this.#underWay -= 1))
    if (expects) answer.writeContinue()
    receiveBody(message, LONGEST_BODY, this.#bodies, (body, release) => {
      if (typeof body === 'string') this.#drop(message, answer, body)
      else this.#take(message, answer, body)
      release()
    })
  }

  #drop(message: IncomingMessage, answer: ServerResponse, why: Refused | 'gone'): void {
    this.#options.dropped(whys[why])
    if (why === 'gone') return
    sendUnended(answer, bodyRefusal(why, LONGEST_BODY))
    endAfterDraining(message, answer)
  }

  #take({ method = '', url: path = '', headers }: IncomingMessage, answer: ServerResponse, body: Uint8Array): void {
    const { status, delayMs, received, dropped } = this.#options
    const url = `http://${headers.host ?? ''}${path}`
    try {
      received({ method, path, headers, body: Buffer.from(body).toString('utf8'), url })
    } catch (error) {
      dropped(`it cannot be shown: ${messageOf(error)}`)
    }
    const reply = (): void => send(answer, { status, fields: [], body: '' })
    if (delayMs > 0) setTimeout(reply, delayMs).unref()
    else reply()
  }
}
