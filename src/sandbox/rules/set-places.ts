/** Whether the schema of a record has the places that a rule sets: what has none would vanish when the record is made good again. */

import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { jsonText } from '../../support/exact-json.ts'
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import { bracketedHint } from '../../support/nearest.ts'
import type { Runtime } from '../runtime.ts'
import { type Steps, stepsOf } from './path.ts'
import { hasPlaces } from './template.ts'

/** How deep alternatives may nest before the rest is taken as saying nothing. */
const DEPTH = 8
/** Characters of a value shown in a message. */
const SHOWN = 80

/** The first place that cannot be set, as a clause; undefined when all can. */
export function unfitSet(set: JsonObject, plan: ResourcePlan, runtime: Runtime): string | undefined {
  for (const [place, value] of Object.entries(set)) {
    const problem = unfitPlace(stepsOf(place), value, plan, runtime)
    if (problem !== undefined) return `set ${JSON.stringify(place)} ${problem}`
  }
  return undefined
}

function unfitPlace(steps: Steps, value: Json, plan: ResourcePlan, runtime: Runtime): string | undefined {
  if (steps.length === 0) return 'is the whole record: name places in it'
  if (steps.join('/') === plan.id.place.join('/')) return `is the id of the ${plan.type}, which it keeps`
  let schemas: readonly Schema[] = [plan.schema]
  for (const step of steps) {
    const inner = schemas.flatMap((schema) => membersOf(schema, step, runtime))
    if (inner.length === 0) return missing(schemas, step, plan, runtime)
    schemas = inner
  }
  if (hasPlaces(value) || schemas.some((schema) => runtime.accepts(schema, value))) return undefined
  return `cannot be ${jsonText(value).slice(0, SHOWN)}: the schema does not take it`
}

function missing(schemas: readonly Schema[], step: string, plan: ResourcePlan, runtime: Runtime): string {
  const known = schemas.flatMap((schema) => [...runtime.view(schema).properties.keys()])
  return `is not a place of a ${plan.type}: there is no ${JSON.stringify(step)}${bracketedHint(step, known)}`
}

/** What the schema says of a member of this name, in each of its alternatives; [] when an object of it shows none such. */
function membersOf(schema: Schema, name: string, runtime: Runtime, depth = 0): readonly Schema[] {
  if (!isObject(schema) || depth > DEPTH) return schema === false ? [] : [true]
  const { properties, additional, variants, types } = runtime.view(schema)
  const declared = properties.get(name)
  if (declared !== undefined) return [declared]
  if (variants.length > 0) return variants.flatMap((variant) => membersOf(variant, name, runtime, depth + 1))
  if (additional !== undefined) return additional === false ? [] : [additional]
  return properties.size === 0 && (types.length === 0 || types.includes('object')) ? [true] : []
}
