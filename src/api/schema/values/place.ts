/** What the parts of value making hand to each other. */

import { charactersOf } from '../../../support/json.ts'
import { ofRequest, room, spend, TooMuchWork } from '../../../support/work.ts'
import type { GenerateContext, LeftOut, Unsaid } from '../generate.ts'
import type { Schema } from '../schema.ts'
import type { Property, Shape, Shapes } from './shape.ts'

/** Where a value is being made, and what is known for it. */
export interface Place {
  readonly pointer: string
  readonly name: string
  readonly depth: number
  /** Values of the caller for this place, strongest first. */
  readonly sources: readonly unknown[]
  /** Values that examples of enclosing schemas give for this place. */
  readonly samples: readonly unknown[]
  /** Components being made around this place. */
  readonly trail: readonly string[]
  /** Optional properties are worth making here. */
  readonly shallow: boolean
  /** How many alternatives inside alternatives led here. */
  readonly choices: number
  /** What is not made up here; undefined where anything may be. */
  readonly unsaid: Unsaid | undefined
}

/** How hard, and in which way, to try. */
export interface Effort {
  readonly fill: 'full' | 'required'
  readonly samples: boolean
  /** Turns the order of alternatives and the draws, so that a second try differs from the first. */
  readonly turn: number
  /** How deep values nest before the smallest one ends them. */
  readonly depth: number
}

/** Nothing could be made or found. */
export const NONE: unique symbol = Symbol('none')

/** How deep and how large made values get. */
export const LIMIT: {
  readonly depth: number
  readonly choices: number
  /** Values in one tree before only what is required is made. */
  readonly nodes: number
  /** Properties or elements taken over from one source. */
  readonly extras: number
  /** Properties of an optional object that is still worth making. */
  readonly small: number
  /** Properties of a nested object whose optional ones are worth making. */
  readonly shallow: number
  readonly items: number
} = { depth: 12, choices: 5, nodes: 1_000, extras: 10_000, small: 12, shallow: 16, items: 1_000 }

/** The place of a property or element below another. Written out, because spreading costs more than all the rest of a small value. */
export function below(
  place: Place,
  step: string | number,
  name: string,
  sources: readonly unknown[],
  samples: readonly unknown[] = NOTHING,
): Place {
  return {
    pointer: `${place.pointer}/${step}`,
    name,
    depth: place.depth + 1,
    sources,
    samples,
    trail: place.trail,
    shallow: place.shallow,
    choices: 0,
    unsaid: typeof step === 'number' ? place.unsaid : leftInside(place.unsaid?.get(step)),
  }
}

/** It is not made up itself. */
export function isLeftOut(entry: Unsaid | LeftOut | undefined): entry is LeftOut {
  return entry === null || entry === 'absent' || (entry !== undefined && 'whole' in entry)
}

/** What is not made up inside, where a part of it is there. */
export function leftInside(entry: Unsaid | LeftOut | undefined): Unsaid | undefined {
  if (entry === null || entry === 'absent' || entry === undefined) return undefined
  return 'whole' in entry ? entry.whole : entry
}

const NOTHING: readonly unknown[] = []

export function recurs(shape: Shape, place: Place): boolean {
  return shape.view.references.some((reference) => place.trail.includes(reference))
}

/** What one value may take before the search for it is given up: 30,000 verdicts, more where sources are large, and the steps of `withinMaking`. */
export class Budget {
  readonly accepts: GenerateContext['accepts']
  /** The verdict on what the caller gave: it is never lost because making the rest took too much. */
  readonly acceptsGiven: GenerateContext['accepts']
  private left = 30_000

  constructor(accepts: GenerateContext['accepts']) {
    this.acceptsGiven = (schema, value) => ofRequest(accepts, schema, value)
    this.accepts = (schema, value) => {
      if (this.left-- <= 0) return false
      try {
        return accepts(schema, value)
      } catch (error) {
        this.end(error)
        return false
      }
    }
  }

  get spent(): boolean {
    return this.left <= 0
  }

  /** Makes room for so many more. */
  allow(more: number): void {
    this.left += more
    spend(-more * GRANTED)
  }

  /** True where one more value of this name may be made. */
  takes(name: string): boolean {
    return this.may(VALUE + name.length)
  }

  /** True where there is room for a value that somebody shows: a default may stand in each of a thousand elements. */
  holds(value: unknown): boolean {
    const size = charactersOf(value)
    return size < SMALL || this.may(size / CHARACTERS)
  }

  /** Nothing more is made behind work that took more than was left; other errors are thrown on. */
  end(error: unknown): void {
    if (!(error instanceof TooMuchWork)) throw error
    this.left = 0
  }

  private may(steps: number): boolean {
    if (room() >= steps) spend(steps)
    else this.left = 0
    return this.left > 0
  }
}

/** Steps that making a value takes, and characters that are copied in one. */
const VALUE = 300
const CHARACTERS = 2
/** Steps that come with each verdict that is allowed besides. */
const GRANTED = 60
const SMALL = 64

/** The builder as its helpers see it. */
export interface Builder {
  readonly context: GenerateContext
  readonly shapes: Shapes
  readonly effort: Effort
  value(shape: Shape, place: Place): unknown
  /** One property up the ladder; undefined leaves it out. */
  property(property: Property, place: Place): unknown
  /** A property made from what is known of it, without asking whether it is worth making. */
  inside(property: Property, place: Place, sources: readonly unknown[], samples: readonly unknown[]): unknown
  /** What objects hold of a property, under its name or one that differs in case and separators. */
  find(objects: readonly unknown[], property: Property): readonly unknown[]
  /** What the schema itself offers, if it fits; NONE otherwise. */
  offered(shape: Shape): unknown
  /** A value as it is or brought to the schema's type; NONE when the schema refuses both. */
  fit(shape: Shape, value: unknown, isGiven?: boolean): unknown
  /** The verdict on a value of the caller. */
  acceptsGiven(schema: Schema, value: unknown): boolean
  /** Makes room for one more element of a source. */
  allow(): void
  /** The smallest value there is. */
  least(shape: Shape): unknown
}
