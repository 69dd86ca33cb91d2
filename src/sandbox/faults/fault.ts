/** What a fault is: a rule that was armed, and the kind that says how it strikes. */
import type { HttpResponse } from '../../http/message.ts'
import type { WireEffect } from '../../http/wire.ts'
import type { Json } from '../../support/json.ts'
import type { WindowOf } from '../windows.ts'

/** As stored and shown. */
export interface FaultRule {
  /** As it was sent; else `f1`, `f2`, … in the order of arming, none of them twice. */
  readonly id: string
  readonly kind: string
  /** Upper case; '' for webhook kinds. */
  readonly method: string
  /** A path template as the description has it; '' for webhook kinds. */
  readonly path: string
  /** Only of kinds that answer. */
  readonly status?: number
  readonly probability: number
  /** Milliseconds; 0 means the kind's own duration. */
  readonly delayMs: number
  /** A declared event; '' for any. Only of webhook kinds. */
  readonly event: string
  readonly wallclock: boolean
  /** The first so many firings of a window; 0 for all. */
  readonly times: number
  readonly per: WindowOf
  /** The answer's body in place of the declared one. */
  readonly body?: Json
  /** Response fields beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** Strikes after the operation ran: the answer is lost, what it did stays. */
  readonly after?: true
  /** Strikes only what comes after so many requests within `windowMs`. */
  readonly limit?: number
  readonly windowMs?: number
  /** Random milliseconds, up to so many, on top of the duration. */
  readonly jitterMs?: number
  /** Speed of a body that is slow, in place of its duration. */
  readonly bytesPerSecond?: number
  /** The mode that armed it; absent: armed by hand. */
  readonly mode?: string
  /** Its own source of chance, so that a mode that is set again plays out the same; absent: its id. */
  readonly seed?: string
}

export interface FaultKind {
  readonly kind: string
  /** What it strikes. */
  readonly on: 'traffic' | 'webhook'
  readonly summary: string
  /** How long it takes when `delayMs` is 0, in milliseconds. */
  readonly durationMs: number
  /** `instead`: the operation does not run (unless `after`); `with`: it runs, and its answer is struck. */
  readonly strikes: 'instead' | 'with'
  /** The status it answers with when none is armed; absent for kinds that answer nothing of their own. */
  readonly status?: number
  /** The client cannot read the answer. */
  readonly spoils?: true
  /** What it does to the answer on the wire, `ms` being its duration. */
  wire?(ms: number, rule: FaultRule): WireEffect
  /** What it does to the answer itself. */
  alter?(response: HttpResponse): HttpResponse
}
