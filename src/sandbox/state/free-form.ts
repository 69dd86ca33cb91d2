/** Records of which the description says little: they are what was said of them. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { eachRecordSchema } from '../../derive/schemas/requests.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { isFilled, merge, NO_VALUES } from './merge.ts'
import type { Birth } from './new-record.ts'
import { samplesOf } from './samples.ts'

/** A document of the client's own form: no example says what else is in it. */
export function isFreeForm(plan: ResourcePlan, sources: readonly JsonObject[], runtime: Runtime): boolean {
  return sources.some(isFilled) && (runtime.view(plan.schema).properties.size === 0 || isAnyDocument(plan, runtime))
}

/** One of several alternatives, of which the example shows the one that the request says. */
export function isOneOf(
  { plan, resources: { runtime }, fits }: Pick<Birth, 'plan' | 'resources' | 'fits'>,
  said: JsonObject,
): boolean {
  const [shown = NO_VALUES] = samplesOf(plan, runtime).single
  const names = [...Object.keys(said), ...Object.keys(shown)]
  return isFilled(shown) && variantsWith(plan, names, runtime).length > 0 && fits(merge(shown, said))
}

/** The properties of each alternative that has all that are named. */
export function variantsWith(
  plan: ResourcePlan,
  names: readonly string[],
  runtime: Runtime,
): readonly ReadonlyMap<string, Schema>[] {
  return variantsOf(plan, runtime).filter((own) => names.every((name) => own.has(name)))
}

const variantsOf = oncePer((plan: ResourcePlan, runtime: Runtime) =>
  runtime.view(plan.schema).variants.map((variant) => allProperties(variant, runtime)),
)

/** Requests take anything, and what the type looks like was read off the examples of its answers. */
const isAnyDocument = oncePer((plan: ResourcePlan, runtime: Runtime): boolean => {
  const { properties, additional, references, required } = runtime.view(plan.schema)
  const isReadOff = references.length === 0 && required.size === 0 && additional !== undefined && additional !== false
  if (!isReadOff || [...properties.values()].some((one) => runtime.view(one).keywords['example'] === undefined))
    return false
  const sent = runtime
    .operationsOn(plan.type)
    .flatMap(({ id, plan: { kind } }): (Schema | undefined)[] =>
      kind === 'create' ? [eachRecordSchema(runtime.operation(id).operation, runtime)] : [],
    )
  return sent.length > 0 && sent.every((schema) => schema !== undefined && takesAnything(runtime.view(schema)))
})

function takesAnything({ types, properties, variants, additional }: SchemaView): boolean {
  const isOpen = types.length === 0 || types.includes('object')
  return isOpen && properties.size === 0 && variants.length === 0 && additional !== false
}

/** A type of which the description says no more than that it is an object: its records are what was said of them. */
export function saysNothing(plan: ResourcePlan, runtime: Runtime): boolean {
  const { properties, variants, additional } = runtime.view(plan.schema)
  return properties.size === 0 && variants.length === 0 && additional !== false
}
