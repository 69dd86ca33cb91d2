/** One event on its way to one target. */
import type { Instant } from '../../support/clock.ts'
import type { DeliveryFault } from '../faults/on-events.ts'

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped'

/** As it is listed. */
export interface Delivery {
  /** The id of the event: the same for every target and every attempt. */
  readonly id: string
  readonly event: string
  /** Counts the deliveries of the sandbox. */
  readonly seq: number
  /** The address; '' where there is none. */
  readonly target: string
  readonly status: DeliveryStatus
  readonly attempts: number
  /** When the event happened, milliseconds since the epoch in real time. */
  readonly at: Instant
  /** Of the last attempt; null before the first has ended. */
  readonly duration_ms: number | null
  /** Of the last answer; null where there was none. */
  readonly response_status: number | null
  /** Why the last attempt failed, or why there was none; '' where nothing went wrong. */
  readonly error: string
  /** The body, as it is sent. */
  readonly payload: string
  /** As it was sent last; '' before. */
  readonly signature: string
  /** Kinds of the faults that struck it. */
  readonly faults: readonly string[]
}

/** Where events go. */
export interface Target {
  readonly url: string
  readonly method: string
  /** 'sink': the user named it; 'endpoint': a record of the provider's API registers it; 'callback': a request names it. */
  readonly by: 'sink' | 'endpoint' | 'callback'
  /** The secret of an endpoint's own record. */
  readonly secret?: string
  /** The record that registers it. */
  readonly type?: string
  readonly key?: string
}

/** A delivery that is to be sent: what is kept until it has ended. */
export interface Dispatch {
  readonly seq: number
  readonly id: string
  readonly event: string
  readonly target: Target
  /** The body, wrapped but not signed. */
  readonly body: string
  /** When it happened, in the sandbox's time and in real time. */
  readonly happened: Instant
  readonly at: Instant
  readonly faults: readonly DeliveryFault[]
  /** How far it is from what caused it, as it says itself; absent: nothing is known. */
  readonly hops?: string
}

/** What a target is queued under: callbacks of one host wait together, for each request may name another path. */
export function queueOf({ url, by }: Pick<Target, 'url' | 'by'>): string {
  return by === 'callback' && URL.canParse(url) ? new URL(url).origin : url
}
