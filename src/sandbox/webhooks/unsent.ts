/** Events that are listed though nothing is sent of them, and the ids of all. */
import type { Instant } from '../../support/clock.ts'
import { diceOf } from '../../support/dice.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Target } from './delivery.ts'
import type { Kept } from './delivery-book.ts'
import type { Occurrence } from './occurrence.ts'
import { payloadText } from './payload.ts'
import { NO_WEBHOOKS } from './settings.ts'
import { wrapped } from './wrap.ts'

const NO_FAULTS: readonly string[] = []
const NO_TARGET = 'no target takes it: name one with "tool webhook sink add"'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The id of the n-th event of a sandbox with this seed. */
export function eventId(seed: string, number: number): string {
  const next = diceOf(seed).of('events').stream(String(number))
  return `evt_${Array.from({ length: 24 }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join('')}`
}

/** An event that is not sent. What there is to tell of it is made when somebody asks. */
export class Unsent implements Kept {
  readonly seq: number
  readonly at: Instant
  readonly weight: number
  readonly target: string
  readonly by: Target['by'] | undefined
  readonly error: string
  readonly faults: readonly string[]
  private readonly occurrence: Occurrence
  private readonly sandbox: Sandbox
  private readonly number: number
  private readonly happened: Instant

  constructor(
    occurrence: Occurrence,
    sandbox: Sandbox,
    number: number,
    happened: Instant,
    seq: number,
    at: Instant,
    weight: number,
    target?: Target,
    error: string = NO_TARGET,
    faults: readonly string[] = NO_FAULTS,
  ) {
    this.target = target?.url ?? ''
    this.by = target?.by
    this.error = error
    this.faults = faults
    this.occurrence = occurrence
    this.sandbox = sandbox
    this.number = number
    this.happened = happened
    this.seq = seq
    this.at = at
    this.weight = weight
  }

  get id(): string {
    return eventId(this.sandbox.settings.seed, this.number)
  }

  get event(): string {
    return this.occurrence.event.name
  }

  get status(): 'dropped' {
    return 'dropped'
  }

  get attempts(): number {
    return 0
  }

  get duration_ms(): null {
    return null
  }

  get response_status(): null {
    return null
  }

  get signature(): string {
    return ''
  }

  payload(): string {
    const { id, event, seq, happened, sandbox } = this
    const body = payloadText(this.occurrence, sandbox, id, happened)
    const { envelope } = sandbox.webhooks ?? NO_WEBHOOKS
    return wrapped(envelope, { event, id, body, url: this.target, seq, at: happened })
  }
}
