/** What somebody is told of a change or a failure, and what a kind of receiver makes of it. */

export interface Alert {
  readonly type: 'finding' | 'incident' | 'summary'
  /** Receivers that know it already may drop it: the same change has the same. */
  readonly fingerprint: string
  readonly kind: string
  readonly upstream: string
  readonly method: string
  readonly template: string
  readonly status_class: string
  /** Place inside the body or name of a header; '' where it is about the answer as a whole. */
  readonly field: string
  /** null where there was nothing. */
  readonly before: string | null
  readonly after: string | null
  readonly count: number
  /** RFC 3339. */
  readonly first_seen: string
  readonly last_seen: string
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
