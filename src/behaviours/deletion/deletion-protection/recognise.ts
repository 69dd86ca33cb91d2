/** Records that say of themselves that they must not be deleted: `deletion_protection: true`, `protection: {delete: true}`. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { Model, Recogniser } from '../../../derive/recogniser.ts'
import { type DeletionProtection, deletionProtection } from './fact.ts'

export const recogniser: Recogniser<object, DeletionProtection> = {
  fact: deletionProtection,
  resource(plan, model) {
    const places = protections(plan, model)
    if (places.length === 0) return undefined
    const names = places.map((place) => place.join('.')).join(', ')
    return {
      places,
      provenance: 'derived',
      why: `${names} is protection by name or description, and requests can set it`,
    }
  },
}

const NAME = /^(is|enable)?(deletion|delete|termination|drop)protect(ion|ed)(enabled)?$/
const SAID =
  /\b(?:protected (?:against|from)|prevents?) (?!automatic)(?:(?!\b(?:of (?:its|their|the)|idle|after)\b)[^.]){0,40}?\b(?<!idle[- ])(?:deletion|deleted|deleting|termination|terminated)\b(?! after\b)(?! of (?:its|their)\b)/i
/** "Set to `false` to prevent deletion": what allows it. */
const SAID_OF_FALSE = /\bfalse\b\W{0,3}(?:to|,|will|prevents)/i

/** Only what some request can say can be said again, and let go. */
function protections(plan: ResourcePlan, model: Model): readonly Place[] {
  const own = protectionsIn(plan, model)
  if (own.length === 0) return own
  const sent = model.operationsOn(plan.type).flatMap((head) => {
    const { requestBody } = model.operation(head.id).operation
    return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  })
  const settable = namesIn(sent, model)
  return own.filter((place) => settable.has(place.at(-1) ?? ''))
}

/** How deep requests are looked through. */
const LEVELS = 4

/** The names of properties, level by level, of each schema once. */
function namesIn(schemas: readonly Schema[], model: Model): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<Schema>()
  let level = schemas
  for (let depth = 0; depth < LEVELS; depth++) {
    const below: Schema[] = []
    for (const schema of level) {
      if (seen.has(schema)) continue
      seen.add(schema)
      for (const [name, one] of allProperties(schema, model)) {
        names.add(name)
        below.push(model.view(one).items ?? one)
      }
    }
    level = below
  }
  return names
}

function protectionsIn(plan: ResourcePlan, model: Model): readonly Place[] {
  const top = [...allProperties(plan.schema, model)]
  const inner = top.flatMap(([name, schema]) =>
    plain(name) === 'protection'
      ? [...model.view(schema).properties].map(([leaf, one]) => [name, leaf, one] as const)
      : [],
  )
  return [
    ...top.flatMap(([name, schema]): Place[] => (isProtection(name, schema, model) ? [[name]] : [])),
    ...inner.flatMap(([name, leaf, schema]): Place[] =>
      isProtection(leaf, schema, model) || /^delet(e|ion)$/.test(plain(leaf)) ? [[name, leaf]] : [],
    ),
  ]
}

function isProtection(name: string, schema: Schema, model: Model): boolean {
  const { types, keywords } = model.view(schema)
  if (!types.includes('boolean')) return false
  const said = typeof keywords['description'] === 'string' ? keywords['description'].slice(0, 500) : ''
  return NAME.test(plain(name)) || (SAID.test(said) && !SAID_OF_FALSE.test(said))
}
