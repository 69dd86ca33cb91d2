import type { OperationKind, Place } from '../../api/plan.ts'
import type { Unsaid } from '../../api/schema/generate.ts'
import type { HttpResponse } from '../../http/message.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import type { Content } from '../state/contents.ts'
import type { Links } from '../state/links.ts'
import type { StoredRecord } from '../state/stored-record.ts'

/** What an operation came to; the response stage gives it its form. */
export type Result =
  /** One record, at the plan's output place. */
  | {
      readonly show: 'record'
      readonly record: StoredRecord
      readonly created?: boolean
      readonly status?: number
      /** A token that the answer tells, whether the record shows it or not. */
      readonly token?: { readonly place: Place; readonly text: string }
    }
  /** Several records and what stands around them. */
  | {
      readonly show: 'records'
      readonly page: Page /** Called with the answer, when the next request for the same may have it too. */
      readonly keep?: (answer: HttpResponse) => void
    }
  /** An answer made before, of the same records. */
  | { readonly show: 'kept'; readonly answer: HttpResponse }

  /** The bytes of a file, in the declared media type where that is no range. */
  | { readonly show: 'content'; readonly content: Content }
  /** One property of a record, at this place of the answer. */
  | { readonly show: 'part'; readonly value: unknown; readonly place: Place; readonly key: string }
  /** An answer made from these values, strongest first. */
  | {
      readonly show: 'value'
      readonly sources: readonly JsonObject[]
      readonly key: string
      /** The answer itself, where it is no object. */
      readonly itself?: string | number | boolean | readonly boolean[]
      /** The record that something was done to. */
      readonly about?: StoredRecord
      /** What is not made up of it. Absent: nothing. */
      readonly unsaid?: Unsaid
      /** What its numbers count stands under these. */
      readonly under?: Links
    }
  | { readonly refuse: Refusal }

export interface Page {
  readonly records: readonly StoredRecord[]
  /** What the list style says beside the records (has_more, next_cursor, totals), as a source for the answer. */
  readonly around: JsonObject
  /** Where the answer holds these records, where that is not where it usually does. */
  readonly output?: Place
  /** Places at which the answer says nothing (no next page). */
  readonly absent?: readonly Place[]
  /** Response fields of the style (Link, X-Total-Count). */
  readonly fields: readonly string[]
  /** The page depends only on the records of this type (and the request), so that its answer may be kept while they stand. */
  readonly type: string
}

/** Why a request is not granted; the answer takes the provider's declared shape. */
export interface Refusal {
  readonly status: number
  readonly message: string
  /** A word for machines: 'not_found', 'conflict', 'invalid_request'. */
  /** Parts of what codes are called that say more closely what happened, in plain letters, the most telling first. */
  readonly means?: readonly string[]
  readonly code: string
  /** The type of the record that it is about. */
  readonly about?: string
  /** The record that was asked for, or is to be made, as far as it is known. */
  readonly record?: { readonly type: string; readonly id?: string }
  /** The parameter or property at fault. */
  readonly param?: string
  readonly errors?: readonly { readonly in: string; readonly path: string; readonly message: string }[]
  readonly fields?: readonly string[]
  /** Values for properties of these names in the answer, stronger than anything it would say there. */
  readonly values?: JsonObject
}

export interface OperationKindDefinition {
  readonly kind: OperationKind
  perform(call: Call): Result
}
