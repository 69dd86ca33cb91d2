/** What of one exchange is not as it is known to be, before anybody says what it means. */
import type { Field } from './field.ts'

export type Odd =
  /** A property that is not known. */
  | { readonly sort: 'unknown'; readonly field: Field; readonly contradicts: boolean }
  /** A known property that no parent of the exchange had. */
  | { readonly sort: 'lack'; readonly field: Field; readonly contradicts: boolean }
  /** A known field with a value of another type; `type` is its bit. */
  | { readonly sort: 'type'; readonly field: Field; readonly type: number; readonly contradicts: boolean }
  /** A scalar that is none of the known values. */
  | { readonly sort: 'value'; readonly field: Field; readonly value: string; readonly contradicts: boolean }
  | { readonly sort: 'format'; readonly field: Field; readonly format: string; readonly contradicts: false }
  /** Of the answer as a whole; `known` is what is normal or declared. */
  | {
      readonly sort: 'status'
      readonly status: number
      readonly known: readonly number[]
      readonly contradicts: boolean
      readonly declared: readonly string[]
      readonly isInPlace: boolean
    }
  | { readonly sort: 'media'; readonly media: string; readonly known: readonly string[]; readonly contradicts: boolean }
  | { readonly sort: 'header'; readonly header: string; readonly contradicts: false }
  | { readonly sort: 'request'; readonly name: string; readonly contradicts: false }
  /** The body of an error differs from the known one. */
  | { readonly sort: 'shape'; readonly before: string; readonly after: string; readonly contradicts: boolean }

export type OddSort = Odd['sort']

export type FieldOdd = Extract<Odd, { readonly field: Field }>
