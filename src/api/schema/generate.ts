/** Makes values that validate. See the README of this folder for the ladder of sources. */
import type { Instant } from '../../support/clock.ts'
import type { Dice } from '../../support/dice.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import { withinMaking } from '../../support/work.ts'
import type { Schema, SchemaObject } from './schema.ts'
import { type Ground, groundOf as groundOfName } from './values/ground.ts'
import { Making } from './values/make.ts'
import { Budget, LIMIT, type Place } from './values/place.ts'
import { repair } from './values/repair.ts'
import { shapesOf } from './values/shape.ts'
import { merged } from './values/sources.ts'
import type { SchemaView } from './view.ts'

export { isOwnId, standsForKeys } from './values/names.ts'
export { ownNames } from './values/own-name.ts'
export { leftInside } from './values/place.ts'
export { withoutPlaceholders } from './values/placeholders.ts'
export { isTimeOfEvent } from './values/said.ts'
export { eventIn, isOutcome, isPendingTime } from './values/times.ts'
export { isFiller } from './values/words/general.ts'
export { isEventKind } from './values/words/things.ts'
export { choicesSaid } from './values/words-said.ts'
export { isByDefault, isByProvider, isProse } from './values/written.ts'

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
  /** A value of a source that its schema accepts: it is taken as it is. */
  readonly taken?: unknown
  /** What the value is called, where it is no body: a header, a parameter. Its name suggests a value as that of a property does. */
  readonly name?: string
  /**
   * An id of an existing record for a property that names another type (`customer`, `customer_id`); null where it names
   * none that is there: it is left out, or null, where it may be; undefined to make one up.
   */
  readonly refer?: (property: string) => string | number | null | undefined
  /** Arrays among the root's properties that are the result of a call: where nothing says what is in them, there is one element. */
  readonly yields?: ReadonlySet<string>
  /** The number of the record in a population, of which no two are called the same. */
  readonly ordinal?: number
  /** The root's properties that hold nothing unless a source has them: null where they may be, else left out. */
  readonly unset?: ReadonlySet<string>
  /** How the description writes the states that it lists; undefined where it does so in no way of its own. */
  readonly states?: 'upper' | 'capital' | undefined
  /** Names of events that the description shows; undefined where it shows none. */
  readonly eventNames?: readonly string[] | undefined
  /** What is not made up, at whatever depth: null where it may be, else left out. Sources and examples give it all the same. */
  readonly unsaid?: Unsaid | undefined
}

/**
 * Names of properties: null for those that are not made up, 'absent' for those that their own example does not show
 * either, else what is not made up inside them, or inside their elements; `whole` for what is not made up either.
 */
export type Unsaid = ReadonlyMap<string, Unsaid | LeftOut>
export type LeftOut = null | 'absent' | { readonly whole: Unsaid }

/**
 * A value that `accepts` takes, whenever one can be found; the same arguments
 * give the same value. It may share parts with the sources and the schema's
 * examples: it is to be read, not changed.
 */
export function generate(schema: Schema | undefined, context: GenerateContext): unknown {
  return isObject(schema) ? withinMaking(MOST_STEPS, () => made(schema, context)) : merged(context.sources)
}

/** Steps of one value: some 4 ms. What anybody describes takes a few thousand. */
const MOST_STEPS = 2_000_000

function made(schema: SchemaObject, context: GenerateContext): unknown {
  const shapes = shapesOf(context.view)
  const shape = shapes.of(schema)
  const place: Place = {
    pointer: '',
    name: context.name ?? '',
    depth: 0,
    sources: context.sources,
    samples: [],
    trail: [],
    shallow: true,
    choices: 0,
    unsaid: context.unsaid,
  }
  const budget = new Budget(context.accepts)
  const bounded = { ...context, accepts: budget.accepts }
  const effort = { fill: context.fill, samples: true, turn: 0, depth: LIMIT.depth }
  const value = new Making(bounded, shapes, effort, budget).value(shape, place)
  // What has taken all there is cannot be made better.
  if (bounded.accepts(schema, value) || budget.spent) return value
  return repair(shape, value, place, { context: bounded, shapes, budget })
}

/** What the value of a property of this name and schema rests on. */
export function groundOf(schema: Schema, view: (schema: Schema | undefined) => SchemaView, name: string): Ground {
  return groundOfName(name, view(schema))
}
