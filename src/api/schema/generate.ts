/** Makes values that validate. See the README of this folder for the ladder of sources. */

import type { Instant } from '../../support/clock.ts'
import type { Dice } from '../../support/dice.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Schema } from './schema.ts'
import type { SchemaView } from './view.ts'

export interface GenerateContext {
  readonly view: (schema: Schema | undefined) => SchemaView
  /** The kernel's verdict for a response body. */
  readonly accepts: (schema: Schema, value: unknown) => boolean
  readonly dice: Dice
  /** Prefix of every draw: operation or type, and record. */
  readonly key: string
  /** The sandbox's time, for values that are times. */
  readonly now: Instant
  /** Known values, strongest first. A property is taken from the first source that has one of the same name which the schema accepts. */
  readonly sources: readonly JsonObject[]
  /** 'full' fills optional properties that have an example, a default, a convention or are shallow; 'required' only what must be there. */
  readonly fill: 'full' | 'required'
  /** An id of an existing record for a property that names another type (`customer`, `customer_id`); undefined to make one up. */
  readonly refer?: (property: string) => string | number | undefined
}

/** A value that `accepts` takes, whenever one can be found; the same arguments give the same value. */
export function generate(schema: Schema | undefined, context: GenerateContext): unknown {
  throw new Error(`not built yet ${String(schema)} ${context.key}`)
}
