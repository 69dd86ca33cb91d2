/** What the agent tells: a change of what a provider answers, or an incident. */
import { sha256 } from '../support/digest.ts'

/** `fp_` and 12 hex digits: equal for the same change of the same field of the same endpoint. */
export type Fingerprint = string & { readonly __brand: 'Fingerprint' }

/** What a finding is about: all that its fingerprint is made of. */
export interface Subject {
  readonly kind: string
  readonly upstream: string
  /** '*' where it is about all methods, or all paths, of the upstream. */
  readonly method: string
  readonly template: string
  /** '2xx', '4xx' ...; '' where no answer came. */
  readonly status_class: string
  /** `data[].amount`, or the name of a header field; '' for the answer as a whole. */
  readonly field: string
  /** What is normal; null where there was nothing. */
  readonly before: string | null
  readonly after: string | null
}

/** What a change of the watched description says beside what all findings say. */
export interface SpecDetail {
  /** A rule of spec-diff. */
  readonly rule: string
  readonly severity: 'ERR' | 'WARN' | 'INFO'
  readonly message: string
}

export interface Finding extends Subject, Partial<SpecDetail> {
  readonly fingerprint: Fingerprint
  /** Exchanges that showed it. */
  readonly count: number
  /** RFC 3339. */
  readonly first_seen: string
  readonly last_seen: string
  readonly acked: boolean
  /** It contradicts the linked description. */
  readonly contradicts: boolean
  /** Of a change of the description: what it is about was seen in the traffic. Absent on other findings, and where that cannot be told. */
  readonly on_wire?: boolean
}

export function fingerprintOf(subject: Subject): Fingerprint {
  const { upstream, method, template, status_class, kind, field, before, after } = subject
  const tuple = [upstream, method, template, status_class, kind, field, before, after]
  return `fp_${sha256(JSON.stringify(tuple)).slice(0, 12)}` as Fingerprint
}
