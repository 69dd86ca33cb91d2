/** Types whose records are each one of several (`oneOf`): a record is made as the alternative that its request says. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import type { JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'
import { samplesOf } from './samples.ts'

type Properties = ReadonlyMap<string, Schema>

interface Alternative {
  readonly plan: ResourcePlan
  readonly references: readonly string[]
  readonly properties: Properties
}

/** More are not looked through for each record. */
const MOST = 16

/** The plan with the alternative that knows all that was sent; itself where none does; the first of several that take as much. */
export function alternativeFor(plan: ResourcePlan, sent: JsonObject, runtime: Runtime): ResourcePlan {
  const alternatives = alternativesOf(plan, runtime)
  if (alternatives.length === 0) return plan
  const named = namedIn(plan, sent, runtime)
  if (named !== undefined)
    return alternatives.find((one) => one.references.some((own) => isCalled(own, named)))?.plan ?? plan
  const said = Object.entries(sent).filter(([name]) => alternatives.some(({ properties }) => properties.has(name)))
  let [best, most] = [plan, 0]
  for (const { plan: one, properties } of alternatives) {
    const count = fitting(said, properties, runtime)
    if (count > most) [best, most] = [one, count]
  }
  return best
}

/** The component that the discriminator means by what was sent; undefined where there is none, or nothing was sent for it. */
function namedIn({ schema }: ResourcePlan, sent: JsonObject, runtime: Runtime): string | undefined {
  const { discriminator } = runtime.view(schema)
  const said = discriminator === undefined ? undefined : sent[discriminator.property]
  if (discriminator === undefined || typeof said !== 'string') return undefined
  return discriminator.mapping.get(said) ?? said
}

/** A name, or a reference that ends in it. */
function isCalled(reference: string, name: string): boolean {
  return reference.slice(reference.lastIndexOf('/') + 1) === name.slice(name.lastIndexOf('/') + 1)
}

/** How much of what was sent it takes; none where it does not know all of it. */
function fitting(said: readonly (readonly [string, unknown])[], properties: Properties, runtime: Runtime): number {
  let count = 0
  for (const [name, value] of said) {
    const schema = properties.get(name)
    if (schema === undefined) return 0
    if (runtime.accepts(schema, value)) count++
  }
  return count
}

/** In the order in which examples show them, and else in that of the schema. */
const alternativesOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly Alternative[] => {
  const { variants, properties } = runtime.view(plan.schema)
  if (properties.size > 0 || variants.length === 0 || variants.length > MOST) return []
  const [shown] = samplesOf(plan, runtime).single
  const all = variants.flatMap((schema): Alternative[] => {
    const known = allProperties(schema, runtime)
    const hasId = schemaAt(runtime.view, schema, plan.id.place) !== undefined
    return known.size === 0 || !hasId
      ? []
      : [{ plan: { ...plan, schema }, references: runtime.view(schema).references, properties: known }]
  })
  const isShown = ({ properties: known }: Alternative): boolean =>
    shown !== undefined && Object.keys(shown).every((name) => known.has(name))
  return [...all.filter(isShown), ...all.filter((one) => !isShown(one))]
})
