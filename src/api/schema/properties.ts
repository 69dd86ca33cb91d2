/** The properties that values of a schema may have, whichever of its alternatives they follow. */
import { oncePer } from '../../support/once-per.ts'
import type { Schema } from './schema.ts'
import type { SchemaView } from './view.ts'

type View = (schema: Schema | undefined) => SchemaView
type Properties = ReadonlyMap<string, Schema>

const NONE: Properties = new Map()

/** Those of the schema, of its alternatives and of theirs; of one that several have, the first. */
export function allProperties(schema: Schema | undefined, { view }: { readonly view: View }): Properties {
  if (typeof schema !== 'object') return NONE
  const known = propertiesOf(view)
  let all = known.get(schema)
  if (all === undefined) {
    all = gathered(schema, view)
    known.set(schema, all)
  }
  return all
}

/** For each view by itself: a reference leads elsewhere in another description. */
const propertiesOf = oncePer((_view: View) => new WeakMap<object, Properties>())

/** Alternatives that are looked at in all: a description may nest them in circles, or as deep as it is long. */
const MOST = 5_000

function gathered(schema: Schema & object, view: View): Properties {
  const own = view(schema)
  if (own.variants.length === 0) return own.properties
  const all = new Map(own.properties)
  const seen = new Set<Schema>([schema])
  const next = own.variants.toReversed()
  while (seen.size < MOST) {
    const variant = next.pop()
    if (variant === undefined) break
    if (seen.has(variant)) continue
    seen.add(variant)
    const { properties, variants } = view(variant)
    for (const [name, property] of properties) if (!all.has(name)) all.set(name, property)
    for (const inner of variants.toReversed()) next.push(inner)
  }
  return all
}
