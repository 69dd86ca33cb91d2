/** Entries of lists that clients fill with records made elsewhere: `{added_at, track}` of a playlist, and not the track itself. */
import type { OperationHead } from '../../api/description.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { sameThing } from '../../derive/naming/words.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

export interface EntryPlan {
  /** The property that holds the record. */
  readonly name: string
  /** Its schema. */
  readonly schema: Schema
  /** The types it may be of. */
  readonly plans: readonly ResourcePlan[]
}

/** What entries of the type hold; undefined for a type that is no such entry: one with an id, or that no request fills by ids. */
export const entryOf: (plan: ResourcePlan, runtime: Runtime) => EntryPlan | undefined = oncePer(
  (plan: ResourcePlan, runtime: Runtime): EntryPlan | undefined => {
    const properties = allProperties(plan.schema, runtime)
    const [id = 'id', ...deeper] = plan.id.place
    if (deeper.length > 0 || properties.has(id) || properties.size > MOST_BESIDE) return undefined
    const operations = runtime.operationsOn(plan.type)
    const literals = operations
      .filter((one) => takesIds(one, operations))
      .map(({ path }) => path.split('/').at(-1) ?? '')
    for (const [name, schema] of properties) {
      const plans = literals.some((literal) => sameThing(literal, name)) ? plansOf(name, schema, runtime) : []
      if (plans.length > 0) return { name, schema, plans }
    }
    return undefined
  },
)

const MOST_BESIDE = 12

/** Where an entry of the type says which record it holds. */
export function heldIn(plan: ResourcePlan, runtime: Runtime): readonly Place[] {
  const entry = entryOf(plan, runtime)
  if (entry === undefined) return []
  const places = new Map(entry.plans.map(({ id }) => [id.place.join('.'), [entry.name, ...id.place]]))
  return [...places.values()]
}

/** What entries hold, and the type of those entries. */
export interface Holding extends EntryPlan {
  readonly plan: ResourcePlan
}

/** The types of entries that may hold a record of this type. */
export const holdingsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Holding[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Holding[] =>
    runtime.api.head.resources.flatMap((other) => {
      const entry = entryOf(other, runtime)
      return entry?.plans.includes(plan) === true ? [{ ...entry, plan: other }] : []
    }),
)

/** A list is filled and emptied by requests to its own path. */
function takesIds({ path, plan: { kind } }: OperationHead, all: readonly OperationHead[]): boolean {
  const at = (method: RegExp): boolean => all.some((one) => one.path === path && method.test(one.method))
  return kind === 'list' && at(/^(PUT|POST)$/) && at(/^DELETE$/)
}

/** The types that the schema shows, or else the one that the property is called after; all of them are read somewhere. */
function plansOf(name: string, schema: Schema, runtime: Runtime): readonly ResourcePlan[] {
  const { references, variants } = runtime.view(schema)
  const named = new Set([...references, ...variants.flatMap((variant) => runtime.view(variant).references)])
  const isRead = ({ type }: ResourcePlan): boolean => runtime.operationsOn(type).some((one) => one.plan.kind === 'read')
  const read = runtime.api.head.resources.filter(isRead)
  const shown = read.filter((plan) => named.has(runtime.view(plan.schema).references[0] ?? ''))
  const own = namedTypes(runtime).called(name)
  return shown.length > 0 || own === undefined || !isRead(own) ? shown : [own]
}
