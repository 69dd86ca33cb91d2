/** A list of records of several types, each made at a place of its own: `/folders/{id}/items` shows files and folders. */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import { placedAt, type StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'

interface United {
  readonly plan: ResourcePlan
  /** Where its records name the parent. */
  readonly place: Place
}

/** The records of all types that stand under the parent of the path; undefined where the list is of one type. */
export function united({ compiled, runtime, resources }: Call, links: Links): readonly StoredRecord[] | undefined {
  const parent = compiled.operation.plan.parents.at(-1)?.link ?? ''
  const types = unitedIn(compiled, runtime)
  if (types.length === 0) return undefined
  return types.flatMap(({ plan, place }, index) =>
    resources.records
      .list(plan.type, { link: '', reverse: false })
      .filter((record) => idText(at(record.value, place)) === links[parent])
      .map((record) => placedAt(record, `${index}/${record.position}`)),
  )
}

const unitedIn = oncePer(({ resource, operation }: CompiledOperation, runtime: Runtime): readonly United[] => {
  const parent = operation.plan.parents.at(-1)
  const above = parent?.type === undefined ? undefined : runtime.resource(parent.type)
  if (resource === undefined || above === undefined || resource.creatable || parent?.in !== 'path') return []
  const { variants } = runtime.view(resource.schema)
  const plans = new Set(variants.flatMap((variant) => planOf(variant, runtime) ?? []))
  const found = [...plans].flatMap((plan) => {
    const place = placeIn(plan, above, runtime)
    return place === undefined ? [] : [{ plan, place }]
  })
  return found.length > 1 ? found : []
})

/** The type that clients make of which a component shows the records, whole or in short: `FolderMini` those of folders. */
function planOf(variant: Schema, runtime: Runtime): ResourcePlan | undefined {
  const [reference] = runtime.view(variant).references
  if (reference === undefined) return undefined
  const name = plain(reference.split('/').at(-1) ?? '')
  return runtime.api.head.resources
    .filter((plan) => plan.creatable && name.startsWith(plain(plan.type)))
    .filter((plan) => runtime.view(plan.schema).references.includes(reference))
    .sort((a, b) => b.type.length - a.type.length)[0]
}

/** `parent.id`, `parent_id`, `folder_id` or `folder.id` of a record that stands in a folder. */
function placeIn(plan: ResourcePlan, above: ResourcePlan, runtime: Runtime): Place | undefined {
  const names = ['parent', plain(above.type)]
  for (const [name, schema] of allProperties(plan.schema, runtime)) {
    const own = plain(name)
    if (names.some((one) => own === `${one}id`)) return [name]
    const [key = ''] = above.id.place
    if (names.includes(own) && allProperties(schema, runtime).has(key)) return [name, key]
  }
  return undefined
}
