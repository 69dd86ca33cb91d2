/** The webhooks of one sandbox that is served: what is stored is sent, and what has ended is kept no more. */
import { runtimeOf } from '../sandbox/runtime.ts'
import { Resources } from '../sandbox/state/resources.ts'
import type { Dispatch, Target } from '../sandbox/webhooks/delivery.ts'
import type { DeliveryBook } from '../sandbox/webhooks/delivery-book.ts'
import { derivedKey, keyObjection, keyVariable } from '../sandbox/webhooks/keys.ts'
import { forgetDispatch, keepDispatches, storedDispatches } from '../sandbox/webhooks/outbox.ts'
import { type Sealed, seal } from '../sandbox/webhooks/seal.ts'
import { NO_WEBHOOKS, type Sink, type WebhookSettings } from '../sandbox/webhooks/settings.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import type { Host } from './host.ts'
import type { AllowedTargets, Resolve } from './webhook-address.ts'
import { type Timers, WebhookSender } from './webhook-sender.ts'

export interface WebhookOptions {
  readonly makeBook: () => DeliveryBook
  /** Targets of all sandboxes, beside those of each. */
  readonly sinks: readonly Sink[]
  readonly allowed: AllowedTargets
  /** Keys by the name of their variable. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly userAgent: string
  readonly timers?: Timers
  /** How long an attempt may take, in milliseconds. Absent: 10 s. */
  readonly timeoutMs?: number
  readonly resolve?: Resolve
}

/** Ends of deliveries are written together: so long one may wait for others. */
const TIDY_MS = 250

export class HostWebhooks {
  readonly options: WebhookOptions
  readonly #host: Host
  readonly #log: (line: string) => void
  #sender: WebhookSender | undefined
  #ended: number[] = []
  #tidying: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(host: Host, options: WebhookOptions, log: (line: string) => void) {
    this.#host = host
    this.options = options
    this.#log = log
    if (host.created === undefined) this.#resume()
  }

  /** What was accepted before the server stopped is sent now. A fork is not its base: it sends what happened in it. */
  #resume(): void {
    const { store, outbox } = this.#host.live
    if (outbox === undefined) return
    const stored = storedDispatches(store)
    for (const dispatch of stored) outbox.enter(dispatch)
    if (stored.length > 0) this.#sending.send(stored)
  }

  /** What was added is on disk. */
  stored(): void {
    const { outbox } = this.#host.live
    if (outbox?.hasNew === true) this.#sending.send(outbox.take())
  }

  redeliver(id: string, target: string | undefined): number {
    const { outbox } = this.#host.live
    const ended = (outbox?.book.of(id) ?? []).filter(
      (one) => one.status !== 'pending' && one.target !== '' && (target === undefined || one.target === target),
    )
    return outbox === undefined ? 0 : this.#host.change((live) => outbox.again(live, ended))
  }

  /** After the store went back to an earlier state: what waits is kept. */
  keepWaiting(): void {
    keepDispatches(this.#host.live.store, this.#sender?.waiting ?? [])
  }

  async stop(): Promise<void> {
    await this.#sender?.stop()
    this.#tidy()
  }

  close(): void {
    this.#tidy()
    this.#isClosed = true
    void this.#sender?.stop()
  }

  get #sending(): WebhookSender {
    if (this.#sender === undefined) {
      const { live } = this.#host
      const { allowed, userAgent, timers, timeoutMs, resolve } = this.options
      const { outbox } = live
      if (outbox === undefined) throw new Error('a sandbox without an outbox sends nothing')
      this.#sender = new WebhookSender({
        book: outbox.book,
        seed: () => this.#host.live.settings.seed,
        allowed,
        userAgent,
        ...(timers !== undefined && { timers }),
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(resolve !== undefined && { resolve }),
        seal: (dispatch, now) => this.#seal(dispatch, now),
        ended: (dispatch) => this.#end(dispatch),
        gone: (target) => this.#removeEndpoint(target),
      })
    }
    return this.#sender
  }

  #seal({ event, id, body, target, seq, happened }: Dispatch, now: number): Sealed {
    const { webhooks = NO_WEBHOOKS, settings } = this.#host.live
    const name = this.#host.sandbox
    const key = target.secret ?? keyOf(name, settings.seed, webhooks, this.options.environment)
    return seal(webhooks.envelope, { event, id, body, url: target.url, seq, at: happened }, key, now)
  }

  #end({ seq, target }: Dispatch): void {
    this.#host.live.outbox?.left(target.url)
    if (this.#isClosed) return
    this.#ended.push(seq)
    this.#tidying ??= setTimeout(() => this.#tidy(), TIDY_MS).unref()
  }

  /** Forgets what has ended. Where that cannot be stored, it is sent once more after the next start. */
  #tidy(): void {
    clearTimeout(this.#tidying)
    this.#tidying = undefined
    const { outbox } = this.#host.live
    // One that is sent once more meanwhile is kept until it ends again.
    const ended = this.#ended.splice(0).filter((seq) => outbox?.book.get(seq)?.status !== 'pending')
    if (ended.length === 0 || this.#isClosed) return
    try {
      this.#host.change(({ store }) => {
        for (const seq of ended) forgetDispatch(store, seq)
      })
    } catch (error) {
      this.#log(`Sandbox ${this.#host.name}: ends of webhook deliveries cannot be stored: ${messageOf(error)}`)
    }
  }

  /** 410: the endpoint wants no more. */
  #removeEndpoint({ type, key }: Target): void {
    if (type === undefined || key === undefined || this.#isClosed) return
    try {
      this.#host.change((live) => {
        const resources = new Resources(live, runtimeOf(live.api))
        const record = resources.records.get(type, key)
        if (record !== undefined) resources.delete(record)
      })
    } catch (error) {
      this.#log(`Sandbox ${this.#host.name}: a webhook endpoint that is gone cannot be removed: ${messageOf(error)}`)
    }
  }
}

/** What a sandbox signs with: the variable that its sidecar names, else its own, else a key derived from its seed. Throws ToolError where the named one is unset. */
export function keyOf(
  name: string,
  seed: string,
  { envelope }: WebhookSettings,
  environment: WebhookOptions['environment'],
): string {
  const named = envelope.signature?.keyEnv
  const variable = named ?? keyVariable(name)
  const key = environment[variable]
  if (key !== undefined && key !== '') {
    const objection = envelope.signature === undefined ? undefined : keyObjection(envelope.signature, key)
    if (objection === undefined) return key
    throw new ToolError('unavailable', `the key in the environment variable ${variable} ${objection}`)
  }
  if (named === undefined) return derivedKey(seed, envelope)
  throw new ToolError('unavailable', `the environment variable ${named}, which holds the key, is not set`)
}
