/** The webhooks of one sandbox that is served: what is stored is sent, and what has ended is kept no more. */
import { runtimeOf } from '../sandbox/runtime.ts'
import { Resources } from '../sandbox/state/resources.ts'
import type { Store } from '../sandbox/state/store.ts'
import type { Dispatch, Target } from '../sandbox/webhooks/delivery.ts'
import { DeliveryBook } from '../sandbox/webhooks/delivery-book.ts'
import { derivedKey, keyObjection, keyVariable } from '../sandbox/webhooks/keys.ts'
import { forgetDispatch, isTarget, keepDispatches, Outbox, storedDispatches } from '../sandbox/webhooks/outbox.ts'
import { type Sealed, seal } from '../sandbox/webhooks/seal.ts'
import { NO_WEBHOOKS, type Sink, type WebhookSettings } from '../sandbox/webhooks/settings.ts'
import type { Budget } from '../support/budget.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import type { Host } from './host.ts'
import type { AllowedTargets, Resolve } from './webhook-address.ts'
import { type AttemptRoom, attemptRoom, type Timers, WebhookSender } from './webhook-sender.ts'

export interface WebhookOptions {
  readonly makeBook: () => DeliveryBook
  readonly room: AttemptRoom
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

/** What is not said is as usual: only this machine is reached, with keys that derive from seeds. */
export function webhookOptions(
  budget: Budget,
  { sinks = [], allowed = [], environment = {}, userAgent = 'tool', ...rest }: Partial<WebhookOptions> = {},
): WebhookOptions {
  return {
    ...rest,
    makeBook: () => new DeliveryBook(budget),
    room: attemptRoom(),
    sinks,
    allowed,
    environment,
    userAgent,
  }
}

/** Ends of deliveries are written together: so long one may wait for others. */
const TIDY_MS = 250

/** Of one sandbox or fork. It outlives an update and a rename, with what is under way. */
export class HostWebhooks {
  readonly outbox: Outbox
  readonly #options: WebhookOptions
  readonly #log: (line: string) => void
  /** Undefined between two. */
  #host: Host | undefined
  #sender: WebhookSender | undefined
  #ended: number[] = []
  #tidying: NodeJS.Timeout | undefined

  constructor(options: WebhookOptions, log: (line: string) => void) {
    this.#options = options
    this.#log = log
    this.outbox = new Outbox(options.makeBook())
    this.outbox.beganAnew = () => this.#sender?.forgetPaces()
  }

  /** Sends for this host from now on. What was accepted before the server stopped is sent; a fork is not its base, and sends what happens in it. */
  attach(host: Host): void {
    this.#host = host
    if (this.#sender !== undefined || host.created !== undefined) return
    const stored = storedDispatches(host.live.store)
    if (stored.length === 0) return
    for (const dispatch of stored) this.outbox.enter(dispatch)
    this.#sending.send(stored)
  }

  /** The host is closed; another may follow. */
  detach(): void {
    this.#tidy()
    // What bodies are made of is closed with it.
    this.outbox.book.settle()
    this.#host = undefined
  }

  /** Nothing will be sent any more. */
  end(): void {
    this.#host = undefined
    clearTimeout(this.#tidying)
    void this.#sender?.stop()
    this.outbox.book.end()
  }

  /** What was added is on disk. */
  stored(): void {
    this.outbox.settle()
    if (this.outbox.hasNew) this.#sending.send(this.outbox.take())
  }

  redeliver(id: string, target: string | undefined): number {
    const { outbox } = this
    const host = this.#host
    if (host === undefined) return 0
    const ended = outbox.book
      .of(id)
      .filter((one) => one.status !== 'pending' && one.target !== '' && (target === undefined || one.target === target))
      .filter((one) => isTarget(host.live, one))
    return host.change((live) => outbox.again(live, ended))
  }

  /** After the store went back to an earlier state: what waits is kept, and how fast events came is forgotten. */
  keepWaiting(store: Store): void {
    this.outbox.beganAnew()
    keepDispatches(store, this.#sender?.waiting ?? [])
  }

  async stop(): Promise<void> {
    await this.#sender?.stop()
    this.#tidy()
  }

  get #sending(): WebhookSender {
    if (this.#sender === undefined) {
      const { room, allowed, userAgent, timers, timeoutMs, resolve } = this.#options
      this.#sender = new WebhookSender({
        book: this.outbox.book,
        room,
        seed: () => this.#host?.live.settings.seed ?? '',
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
    if (this.#host === undefined) throw new ToolError('unavailable', 'its sandbox is not served at this moment')
    const { live, sandbox: name } = this.#host
    const { webhooks = NO_WEBHOOKS, settings } = live
    const key = target.secret ?? keyOf(name, settings.seed, webhooks, this.#options.environment)
    return seal(webhooks.envelope, { event, id, body, url: target.url, seq, at: happened }, key, now)
  }

  #end({ seq, target }: Dispatch): void {
    this.outbox.left(target)
    this.#ended.push(seq)
    this.#tidying ??= setTimeout(() => this.#tidy(), TIDY_MS).unref()
  }

  /** Forgets what has ended. Where that cannot be stored, it is sent once more after the next start. */
  #tidy(): void {
    clearTimeout(this.#tidying)
    this.#tidying = undefined
    const host = this.#host
    if (host === undefined || this.#ended.length === 0) return
    // One that is sent once more meanwhile is kept until it ends again.
    const ended = this.#ended.splice(0).filter((seq) => this.outbox.book.get(seq)?.status !== 'pending')
    try {
      host.change(({ store }) => {
        for (const seq of ended) forgetDispatch(store, seq)
      })
    } catch (error) {
      this.#log(`Sandbox ${host.name}: ends of webhook deliveries cannot be stored: ${messageOf(error)}`)
    }
  }

  /** 410: the endpoint wants no more. */
  #removeEndpoint({ type, key }: Target): void {
    const host = this.#host
    if (type === undefined || key === undefined || host === undefined) return
    try {
      host.change((live) => {
        const resources = new Resources(live, runtimeOf(live.api))
        const record = resources.records.get(type, key)
        if (record !== undefined) resources.delete(record)
      })
    } catch (error) {
      this.#log(`Sandbox ${host.name}: a webhook endpoint that is gone cannot be removed: ${messageOf(error)}`)
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
