/** An object that was made, and what of it may still be changed: what nobody said and no example shows. */
import { isObject, setOwn } from '../../../../support/json.ts'
import { isEqual } from '../../equal.ts'
import { snakeName } from '../names.ts'
import type { Builder, Place } from '../place.ts'
import type { Property } from '../shape.ts'
import type { Term } from './declared.ts'

/** Brings one relation about in an object. */
export type Rule = (held: Held) => void

export type Change = readonly [term: Term, value: unknown]

export class Held {
  private readonly builder: Builder
  private readonly place: Place
  private readonly made: Record<string, unknown>

  constructor(builder: Builder, place: Place, made: Record<string, unknown>) {
    this.builder = builder
    this.place = place
    this.made = made
  }

  value({ property, inner }: Term): unknown {
    const own = Object.hasOwn(this.made, property.name) ? this.made[property.name] : undefined
    return inner === undefined ? own : own === undefined ? undefined : field(own, inner.name)
  }

  has(term: Term): boolean {
    const value = this.value(term)
    return value !== undefined && value !== null
  }

  /** A number, or the number that a text holds. */
  number(term: Term | undefined): number | undefined {
    const value = term === undefined ? undefined : this.value(term)
    if (typeof value === 'number') return value
    return typeof value === 'string' && value.length < 16 && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)
      ? Number(value)
      : undefined
  }

  length(term: Term): number | undefined {
    const value = this.value(term)
    return Array.isArray(value) ? value.length : undefined
  }

  /** It was made up: neither a source nor an example has it. */
  isFree(term: Term): boolean {
    const { property, inner } = term
    if (this.isTold(term)) return false
    const value = this.value(term)
    if ((inner ?? property).shape.offered.some((one) => isEqual(one, value))) return false
    return inner === undefined || this.builder.find(property.shape.offered, inner).length === 0
  }

  /** A source has it, or a sample of the object. */
  isTold({ property, inner }: Term): boolean {
    return this.isGiven(this.place.sources, property, inner) || this.isGiven(this.place.samples, property, inner)
  }

  private isGiven(objects: readonly unknown[], property: Property, inner: Property | undefined): boolean {
    const own = this.builder.find(objects, property)
    return inner === undefined
      ? own.length > 0
      : own.some((one) => !isObject(one) || this.builder.find([one], inner).length > 0)
  }

  /** Changes all of them; none where one is not to be changed, or does not fit. */
  set(...changes: readonly Change[]): boolean {
    const forms: (readonly [Term, unknown])[] = []
    for (const [term, wanted] of changes) {
      const value = this.value(term)
      const form = typeof wanted === 'number' ? formed(value, wanted, term.inner ?? term.property) : wanted
      if (form === value) continue
      const { schema } = term.inner ?? term.property
      if (form === undefined || !this.isFree(term) || !this.builder.context.accepts(schema, form)) return false
      forms.push([term, form])
    }
    for (const [term, form] of forms) this.write(term, form)
    return true
  }

  /** Changes what nobody told, though the property has an example of its own. */
  replace(term: Term, value: unknown): void {
    const { schema } = term.inner ?? term.property
    if (!this.isTold(term) && this.builder.context.accepts(schema, value)) this.write(term, value)
  }

  /** Another value of the same property, as a second draw makes it. */
  another({ property, inner }: Term): unknown {
    if (inner !== undefined) return undefined
    return this.builder.inside(property, { ...this.place, pointer: `${this.place.pointer}~before` }, [], [])
  }

  /** Makes the object of a made up part once more, with what stands beside it as that part. */
  retell(part: Term, beside: Term): void {
    const { property, inner } = part
    const [before, said] = [this.made[property.name], this.made[beside.property.name]]
    if (inner === undefined || !isObject(before) || !this.isFree(part)) return
    if (said === undefined || said === null || isEqual(before[inner.name], said)) return
    const { accepts } = this.builder.context
    if (!accepts(inner.schema, said)) return
    const { sources, samples } = this.place
    const known = [{ [inner.name]: said }, ...this.builder.find(sources, property)]
    const value = this.builder.inside(property, this.place, known, this.builder.find(samples, property))
    if (accepts(property.schema, value)) setOwn(this.made, property.name, value)
  }

  private write({ property, inner }: Term, value: unknown): void {
    if (inner === undefined) {
      setOwn(this.made, property.name, value)
      return
    }
    // A part may be that of a source.
    const part: Record<string, unknown> = { ...(this.made[property.name] as object) }
    setOwn(part, inner.name, value)
    setOwn(this.made, property.name, part)
  }
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A number in the form that the value before it has. */
function formed(before: unknown, wanted: number, { name, shape }: Property): unknown {
  if (!Number.isFinite(wanted)) return undefined
  const number = Math.round(wanted * 100) / 100 + 0
  if (typeof before === 'number') {
    const isWhole = !shape.view.types.includes('number') && !/rate|ratio/.test(snakeName(name))
    return isWhole ? Math.round(number) : number
  }
  if (typeof before !== 'string') return undefined
  const places = before.split('.')[1]?.length ?? 0
  return number.toFixed(Number.isInteger(number) ? places : Math.max(2, places))
}

/** The moment that a value tells: an RFC 3339 text, or seconds or milliseconds since 1970 of this century. */
export function moment(held: Held, term: Term): number | undefined {
  const number = held.number(term)
  if (number !== undefined) return number > 9.4e11 ? number : number > 9.4e8 ? number * 1_000 : undefined
  const value = held.value(term)
  if (typeof value !== 'string' || value.length > 40 || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}
