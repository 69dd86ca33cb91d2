/** One change of a description. */
import { canonical } from '../api/schema/equal.ts'
import { sha256 } from '../support/digest.ts'
import type { Severity } from './severity.ts'

export interface Finding {
  readonly rule: string
  readonly severity: Severity
  /** Upper case; '' where the change is of the whole description. */
  readonly method: string
  /** As the older description writes it where it has it; of a callback its name and expression; '' for the whole. */
  readonly path: string
  /** `request.query.limit`, `response.200.body.items[].id`; '' for the operation itself. */
  readonly location: string
  /** Absent: nothing was there. */
  readonly before?: unknown
  readonly after?: unknown
  readonly message: string
  /** 12 hex digits; the same for the same change, whatever the message says. */
  readonly fingerprint: string
}

export type Told = Omit<Finding, 'severity' | 'message' | 'fingerprint'>

/** Of structured fields only; the names of path parameters do not count. */
export function fingerprintOf({ rule, method, path, location, before, after }: Told): string {
  const key = path.replace(/\{[^{}]*\}/g, '{}')
  return sha256(canonical([rule, method, key, location, before ?? null, after ?? null])).slice(0, 12)
}
