/** What somebody is told of a change or a failure, and what a kind of receiver makes of it. */

import type { Finding, Subject } from '../finding.ts'

/** Its fingerprint is the same for the same change: receivers that know it already may drop it. */
export interface Alert extends Subject, Pick<Finding, 'count' | 'first_seen' | 'last_seen'> {
  readonly type: 'finding' | 'incident' | 'summary'
  readonly fingerprint: string
}

/** Where alerts go, as configured; secrets are known by the names of variables that hold them. */
export interface Receiver {
  readonly kind: ReceiverKind
  /** Where to; absent for stdout. */
  readonly url?: string
  readonly urlEnv?: string
  /** Signs, or routes. */
  readonly secretEnv?: string
  /** Kinds of findings that go there; all where empty. */
  readonly only: readonly string[]
}

export type ReceiverKind = 'stdout' | 'slack' | 'webhook' | 'pagerduty'

/** A request that is to be sent. */
export interface AlertMessage {
  readonly url: string
  readonly method: 'POST'
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export interface Addressed {
  /** '' for stdout. */
  readonly url: string
  readonly secret: string
  /** When it is sent, milliseconds since the epoch. */
  readonly now: number
}

/** One kind of receiver. */
export interface AlertFormat {
  readonly kind: ReceiverKind
  /** What the receiver needs besides its kind. */
  readonly needs: { readonly url: boolean; readonly secret: boolean }
  /** A line for stdout, or a request. */
  write(alert: Alert, to: Addressed): string | AlertMessage
}

/** What happened in one line, for people. */
export function alertLine(alert: Alert): string {
  const { type, kind, upstream, method, template, status_class, field, before, after, count, fingerprint } = alert
  if (type === 'summary') return `${count} more alerts within the hour were held back (tool agent report)`
  const where = `${upstream} ${method} ${template} ${status_class}`.trim()
  const change = before === null && after === null ? '' : ` (${before ?? 'nothing'} → ${after ?? 'nothing'})`
  return `${kind} ${where}${field === '' ? '' : ` ${field}`}${change}, seen ${count} times, ${fingerprint}`
}
