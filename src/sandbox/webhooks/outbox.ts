/**
 * Events on their way out. What is to be sent is written beside the records, in the same transaction, so that it is
 * neither lost when the process dies nor sent where the request did not count; the sender takes it once it is stored.
 */

import type { Instant } from '../../support/clock.ts'
import { oncePer } from '../../support/once-per.ts'
import { webhookFaults } from '../faults/on-events.ts'
import { runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { entryKey, rangeOf } from '../state/keys.ts'
import { removeRange } from '../state/remove-range.ts'
import { sandboxClock } from '../state/sandbox-clock.ts'
import type { Store } from '../state/store.ts'
import { ordinal } from '../state/stored-record.ts'
import { type Dispatch, queueOf, type Target } from './delivery.ts'
import type { DeliveryBook, Kept } from './delivery-book.ts'
import { hopsText, Loops, nextHops } from './hops.ts'
import type { Occurrence } from './occurrence.ts'
import { payloadText } from './payload.ts'
import { registeredEndpoints } from './registered-endpoints.ts'
import { NO_WEBHOOKS } from './settings.ts'
import { targetAt, targetsOf } from './targets.ts'
import { eventNamed, methodOf } from './triggers.ts'
import { eventId, type Withheld } from './unsent.ts'
import { wrapped } from './wrap.ts'

/** Deliveries that wait for one target. */
const MOST_WAITING = 1024

export class Outbox {
  readonly book: DeliveryBook
  /** The sandbox was reset: how fast events came before tells nothing any more. */
  beganAnew: () => void = () => {}
  readonly #loops = new Loops()
  /** What was added since the sender took the last. */
  #fresh: Dispatch[] = []
  readonly #waiting = new Map<string, number>()
  /** What deliveries were that are to be sent once more, until that is stored. */
  readonly #before = new Map<number, Kept>()
  #mark = 0
  /** The newest delivery at the mark, and the newest that is stored. */
  #seqAtMark = 0
  #seqStored = 0

  constructor(book: DeliveryBook) {
    this.book = book
  }

  /** Adds what happened; `weight` is what its values hold, in bytes. `at` is wall time, `hops` what the request said of the delivery that caused it. Gives the kinds of faults that strike deliveries. */
  add(
    sandbox: Sandbox,
    occurrences: readonly Occurrence[],
    weight: number,
    at: Instant,
    hops?: string,
  ): readonly string[] {
    const [only] = occurrences
    if (only !== undefined && occurrences.length === 1) return this.#addOne(sandbox, only, weight, at, hops)
    return occurrences.flatMap((occurrence) => this.#addOne(sandbox, occurrence, weight, at, hops))
  }

  /** Adds an event that nobody takes, or each of its deliveries. */
  #addOne(
    sandbox: Sandbox,
    occurrence: Occurrence,
    weight: number,
    at: Instant,
    said: string | undefined,
  ): readonly string[] {
    const { store, api, settings } = sandbox
    const runtime = runtimeOf(api)
    const { envelope, sinks } = sandbox.webhooks ?? NO_WEBHOOKS
    const event = occurrence.event.name
    const number = nextNumber(store)
    const targets = targetsOf(occurrence, sinks, runtime, store)
    const happened = sandboxClock(settings.clock, store, sandbox.wall).now()
    if (targets.length === 0) {
      this.book.addUnsent({ occurrence, sandbox, number, happened, at, weight })
      return NO_FAULTS
    }
    let struck = NO_FAULTS
    const id = eventId(settings.seed, number)
    const hops = nextHops(said, `${id}.${at}`)
    let body: string | undefined
    for (const target of targets) {
      const { url } = target
      const seq = this.book.seq + 1
      if (this.waitingFor(queueOf(target)) >= MOST_WAITING) {
        this.book.addUnsent({ occurrence, sandbox, number, happened, at, weight, withheld: fullOf(target) })
        continue
      }
      const loop = this.#loops.objection(hops, at)
      if (loop !== undefined) {
        const withheld = { target, error: loop, faults: NO_FAULTS }
        this.book.addUnsent({ occurrence, sandbox, number, happened, at, weight, withheld })
        continue
      }
      const faults = webhookFaults(event, sandbox)
      const kinds = faults.length === 0 ? NO_FAULTS : faults.map(({ kind }) => kind)
      if (faults.length > 0) struck = [...struck, ...kinds]
      if (kinds.includes('drop_webhook')) {
        const withheld = { target, error: 'dropped by a fault', faults: kinds }
        this.book.addUnsent({ occurrence, sandbox, number, happened, at, weight, withheld })
        continue
      }
      body ??= payloadText(occurrence, sandbox, id, happened)
      const text = wrapped(envelope, { event, id, body, url, seq, at: happened })
      this.#send(store, { seq, id, event, target, body: text, happened, at, faults, hops: hopsText(hops) })
    }
    return struck
  }

  #send(store: Store, dispatch: Dispatch): void {
    store.put(keyOf(dispatch.seq), JSON.stringify(dispatch))
    this.#fresh.push(dispatch)
    this.enter(dispatch)
  }

  /** Lists a delivery as one that is under way. */
  enter(dispatch: Dispatch): void {
    const { seq, id, event, target, body, at, faults } = dispatch
    const queue = queueOf(target)
    this.#waiting.set(queue, this.waitingFor(queue) + 1)
    this.book.begin({
      id,
      event,
      seq,
      target: target.url,
      by: target.by,
      status: 'pending',
      attempts: 0,
      at,
      duration_ms: null,
      response_status: null,
      error: '',
      signature: '',
      faults: faults.map(({ kind }) => kind),
      payload: () => body,
      weight: body.length,
    })
  }

  /** Sends deliveries that have ended once more, under the same ids. Gives how many. */
  again(sandbox: Sandbox, ended: readonly Kept[]): number {
    const { store, settings, wall } = sandbox
    const runtime = runtimeOf(sandbox.api)
    const happened = sandboxClock(settings.clock, store, wall).now()
    for (const one of ended) {
      const { seq, id, event, at } = one
      const target = targetAt(one.target, methodOf(eventNamed(event, runtime)), runtime, store)
      this.#before.set(seq, one)
      this.#send(store, { seq, id, event, target, body: one.payload(), happened, at, faults: [] })
    }
    return ended.length
  }

  private waitingFor(queue: string): number {
    return this.#waiting.get(queue) ?? 0
  }

  /** A delivery has ended: it waits no more. */
  left(target: Target): void {
    const queue = queueOf(target)
    const left = this.waitingFor(queue) - 1
    if (left <= 0) this.#waiting.delete(queue)
    else this.#waiting.set(queue, left)
  }

  /** A point that `revert` goes back to. */
  mark(): void {
    this.#mark = this.#fresh.length
    this.#seqAtMark = this.book.seq
  }

  /** What was added since the mark was not stored after all. */
  revert(): void {
    this.#discard(this.#fresh.splice(this.#mark), this.#seqAtMark)
  }

  /** Nothing that was added since the sender took the last was stored. */
  discard(): void {
    this.#mark = 0
    this.#discard(this.#fresh.splice(0), this.#seqStored)
  }

  /** All that was added is stored. */
  settle(): void {
    this.#seqStored = this.book.seq
    if (this.#before.size > 0) this.#before.clear()
  }

  #discard(gone: readonly Dispatch[], last: number): void {
    for (const { seq, target } of gone) {
      this.left(target)
      const before = this.#before.get(seq)
      if (before === undefined) continue
      this.#before.delete(seq)
      this.book.restore(before)
    }
    this.book.forgetAfter(last)
  }

  /** What is stored and to be sent. */
  take(): readonly Dispatch[] {
    if (this.#fresh.length === 0) return NOTHING
    this.#mark = 0
    return this.#fresh.splice(0)
  }

  get hasNew(): boolean {
    return this.#fresh.length > 0
  }
}

const NOTHING: readonly Dispatch[] = []
const NO_FAULTS: readonly string[] = []
const FULL = `${MOST_WAITING} deliveries wait for this target, and no more are kept`
const fullOf = oncePer((target: Target): Withheld => ({ target, error: FULL, faults: NO_FAULTS }))

/** What was accepted and had not ended when the store was written last, oldest first. */
export function storedDispatches(store: Store): readonly Dispatch[] {
  return store.range(rangeOf('e')).map(([, raw]) => JSON.parse(raw) as Dispatch)
}

/** Forgets a delivery that has ended. */
export function forgetDispatch(store: Store, seq: number): void {
  store.remove(keyOf(seq))
}

/** Keeps exactly these, after the store went back to an earlier state. */
export function keepDispatches(store: Store, dispatches: readonly Dispatch[]): void {
  removeRange(store, rangeOf('e'))
  for (const dispatch of dispatches) store.put(keyOf(dispatch.seq), JSON.stringify(dispatch))
}

function keyOf(seq: number): string {
  return entryKey('e', ordinal(seq))
}

/** The id of the event that happened last. */
export function lastEventId({ store, settings }: Pick<Sandbox, 'store' | 'settings'>): string {
  return eventId(settings.seed, Number(store.get(COUNT) ?? '0'))
}

/** Ids are the seed's: the n-th event of a sandbox has the same in every run. */
function nextNumber(store: Store): number {
  const number = Number(store.get(COUNT) ?? '0') + 1
  store.put(COUNT, String(number))
  return number
}

const COUNT = entryKey('e')

/** False for a delivery to an endpoint that is not registered any more: it would be signed with a key that is not its own. */
export function isTarget({ api, store, webhooks = NO_WEBHOOKS }: Sandbox, { by, target }: Kept): boolean {
  if (by !== 'endpoint' || webhooks.sinks.some(({ url }) => url === target)) return true
  return registeredEndpoints(runtimeOf(api), store).some(({ url }) => url === target)
}

/** Where an event would go, told without sending it. */
export function foretold(sandbox: Sandbox, occurrence: Occurrence): readonly Target[] {
  return targetsOf(occurrence, (sandbox.webhooks ?? NO_WEBHOOKS).sinks, runtimeOf(sandbox.api), sandbox.store)
}
