/** Properties beside the id that identify a record, and values like those that examples show of them. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import type { Runtime } from '../runtime.ts'

const identifiers = new WeakMap<ResourcePlan, readonly (readonly [string, Schema])[]>()

/** Properties beside the id that identify a record, whatever their value. */
export function identifierNames(plan: ResourcePlan, runtime: Runtime): readonly (readonly [string, Schema])[] {
  let names = identifiers.get(plan)
  if (names === undefined) {
    const alternates = new Set(plan.alternateKeys.map((place) => place[0]))
    names = [...runtime.view(plan.schema).properties].filter(([name, property]) => {
      const { keywords } = runtime.view(property)
      const free = keywords['const'] === undefined && keywords['enum'] === undefined
      const identifies =
        /^(id|uid|uuid|guid|sid)$/i.test(name) ||
        (alternates.has(name) && /(number|no|code|key|ref|reference|id)$/i.test(name))
      return free && identifies && plan.id.place[0] !== name
    })
    identifiers.set(plan, names)
  }
  return names
}

/** A schema that says the form of a value and names none. */
export function withoutExamples(keywords: SchemaObject, types: readonly string[]): Schema {
  const { example: _one, examples: _more, default: _usual, ...form } = keywords
  return { ...form, type: [...types] }
}

/** Another value of the kind of an example that ends in digits: PO-0004 gives PO-7316. */
export function numberedLike(example: unknown, next: () => number): string | undefined {
  const digits = typeof example === 'string' ? /\d+$/.exec(example)?.[0] : undefined
  if (typeof example !== 'string' || digits === undefined) return undefined
  const drawn = Array.from(digits, () => String(Math.floor(next() * 10))).join('')
  return example.slice(0, example.length - digits.length) + drawn
}
