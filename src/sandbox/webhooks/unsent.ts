/** Events that are listed though nothing is sent of them, and the ids of all. */
import type { Instant } from '../../support/clock.ts'
import { diceOf } from '../../support/dice.ts'
import type { Target } from './delivery.ts'
import type { Kept } from './delivery-book.ts'
import type { UnsentEvent } from './ended.ts'
import { payloadText } from './payload.ts'
import { NO_WEBHOOKS } from './settings.ts'
import { wrapped } from './wrap.ts'

const NO_FAULTS: readonly string[] = []
const NO_TARGET = 'no address is registered for it: add one with "tool webhook sink add"'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The id of the n-th event of a sandbox with this seed. */
export function eventId(seed: string, number: number): string {
  const next = diceOf(seed).of('events').stream(String(number))
  return `evt_${Array.from({ length: 24 }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join('')}`
}

/** What an event is not sent to, and why. */
export interface Withheld {
  readonly target: Target
  readonly error: string
  /** Kinds of the faults that struck it. */
  readonly faults: readonly string[]
}

/** An event that is not sent, as it is listed. What there is to tell of it is made when somebody asks. */
export class Unsent implements Kept {
  readonly seq: number
  readonly status = 'dropped'
  readonly attempts = 0
  readonly duration_ms = null
  readonly response_status = null
  readonly signature = ''
  private readonly told: UnsentEvent

  constructor(seq: number, told: UnsentEvent) {
    this.seq = seq
    this.told = told
  }

  get id(): string {
    return eventId(this.told.sandbox.settings.seed, this.told.number)
  }

  get event(): string {
    return this.told.occurrence.event.name
  }

  get at(): Instant {
    return this.told.at
  }

  get weight(): number {
    return this.told.weight
  }

  get target(): string {
    return this.told.withheld?.target.url ?? ''
  }

  get by(): Target['by'] | undefined {
    return this.told.withheld?.target.by
  }

  get error(): string {
    return this.told.withheld?.error ?? NO_TARGET
  }

  get faults(): readonly string[] {
    return this.told.withheld?.faults ?? NO_FAULTS
  }

  payload(): string {
    const { id, event, seq, target } = this
    const { occurrence, sandbox, happened } = this.told
    const body = payloadText(occurrence, sandbox, id, happened)
    const { envelope } = sandbox.webhooks ?? NO_WEBHOOKS
    return wrapped(envelope, { event, id, body, url: target, seq, at: happened })
  }
}
