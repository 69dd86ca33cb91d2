import type { OperationId, PathTemplate } from '../api/description.ts'
import type { HttpResponse } from '../http/message.ts'
import type { Occurrence } from './webhooks/occurrence.ts'

/** Everything that follows from one request; the server carries it out. */
export interface Outcome {
  /** Its status is 0 where nothing is sent (`wire` says what happens instead). */
  readonly response: HttpResponse
  /** The template that matched; undefined when none did. */
  readonly template: PathTemplate | undefined
  readonly operation: OperationId | undefined
  /** Violations of the request, as `in:path` pairs with their message; [] when none or not looked for. */
  readonly violations: readonly Violation[]
  /** Kinds of the faults that struck; [] when none did. */
  readonly faults: readonly string[]
  /** Webhook events that it causes; [] when none. */
  readonly events: readonly Occurrence[]
  /** The ids of the rules that fired, in their order, with commas between; absent when none did. */
  readonly rule?: string
  /** Why the sandbox itself refused the request; absent where it did not. */
  readonly reason?: string
}

/** One thing wrong with a request. */
export interface Violation {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  /** Parameter name or JSON pointer into the body. */
  readonly path: string
  readonly message: string
}

/** What is wrong and where, in a sentence: "amount must be integer", "Missing required property amount". */
export function wordedViolation(violation: Omit<Violation, 'in'> & { readonly in: string }): string {
  const name = violation.path.replace(/^\//, '').replaceAll('/', '.')
  if (violation.message === 'is required') {
    return name === '' ? 'Request body is required' : `Missing required ${violation.in} parameter ${name}`
  }
  if (violation.message.startsWith('must have property')) return `Missing required property ${name}`
  return `${name === '' ? `Request ${violation.in}` : name} ${violation.message}`
}
