/** What main thread and worker tell each other. */
import type { Alert } from '../../agent/alerts/alert.ts'
import type { Upstream } from '../../agent/upstream.ts'
import type { Retention } from '../../stores/recording-segments.ts'
import type { ErrorCode } from '../../support/errors.ts'

/** An upstream and what its description says, as far as recordings need it. */
export interface ObservedUpstream {
  readonly upstream: Upstream
  /** Path templates of the linked description, below the route. */
  readonly templates?: readonly string[]
  /** Values of enumerations and constants. */
  readonly declaredValues?: readonly string[]
  /** Names of properties and parameters with enumerated values. */
  readonly declaredFields?: readonly string[]
  /** Names of properties, parameters, header fields and media types. */
  readonly declaredNames?: readonly string[]
  /** Names that are declared to hold credentials. */
  readonly secretNames?: readonly string[]
}

/** What a worker starts with. */
export interface ObserverStart {
  /** The data directory. */
  readonly dataDirectory: string
  readonly retention: Retention
  readonly upstreams: readonly ObservedUpstream[]
  /** False: it is recorded only, since another process learns. */
  readonly learns?: boolean
}

export type ToWorker =
  | { readonly kind: 'batch'; readonly heads: string; readonly bodies: ArrayBuffer }
  | { readonly kind: 'ask'; readonly id: number; readonly question: unknown }
  | { readonly kind: 'upstreams'; readonly upstreams: readonly ObservedUpstream[] }
  /** Everything that waits is to be on disk when this is answered. */
  | { readonly kind: 'flush'; readonly id: number }
  | { readonly kind: 'end' }

export type FromWorker =
  /** So many exchanges are worked through. */
  | { readonly kind: 'done'; readonly exchanges: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'summary'; readonly summary: unknown; readonly counts: WorkerCounts }
  | { readonly kind: 'warning'; readonly line: string }
  | { readonly kind: 'alerts'; readonly alerts: readonly Alert[] }
  | { readonly kind: 'ended' }

/** Since the worker started. */
export interface WorkerCounts {
  readonly observed: number
  readonly written: number
  /** Not written because of the disk. */
  readonly failed: number
  readonly sampledOut: number
  readonly excluded: number
  /** Exchanges whose observation threw. */
  readonly panics: number
}

export const NOTHING_COUNTED: WorkerCounts = {
  observed: 0,
  written: 0,
  failed: 0,
  sampledOut: 0,
  excluded: 0,
  panics: 0,
}

export function added(a: WorkerCounts, b: WorkerCounts): WorkerCounts {
  return {
    observed: a.observed + b.observed,
    written: a.written + b.written,
    failed: a.failed + b.failed,
    sampledOut: a.sampledOut + b.sampledOut,
    excluded: a.excluded + b.excluded,
    panics: a.panics + b.panics,
  }
}
