/** Parents that a request names in an array of the record: `topics` of a note that is listed under each. */
import { parentTypes } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { isEndOf, typeShown } from '../../../derive/naming/named-types.ts'
import { at, isObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Deed } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { scopedTo } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { setUnder } from './joins.ts'

/** Parents up to which a record is put under each. */
const MOST = 100

/** A property with several parents of a record. */
interface Naming {
  readonly link: string
  readonly parent: ResourcePlan
  readonly name: string
}

export const namingsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Naming[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Naming[] =>
    parentTypes(plan, runtime).flatMap(({ link, parent }) =>
      [...allProperties(plan.schema, runtime)].flatMap(([name, schema]) => {
        const { items } = runtime.view(schema)
        const names = items !== undefined && isEndOf(name, parent.type) && typeShown(name, items, runtime) === parent
        return names ? [{ link, parent, name }] : []
      }),
    ),
)

/** The record stands under every parent that the request names, and no more under those that it named before. */
export function joinNamed(call: Call, deed: Deed, record: StoredRecord): void {
  for (const naming of namingsOf(deed.plan, call.runtime)) {
    const { link, name } = naming
    if (Object.hasOwn(record.links, link)) continue
    if (deed.does === 'create') {
      if (Object.hasOwn(deed.given, name)) setNamed(call, deed.plan, record, naming, idsIn(record, naming), true)
      continue
    }
    if (!Object.hasOwn(deed.input, name)) continue
    const now = idsIn(record, naming)
    const gone = idsIn(deed.record, naming).filter((id) => !now.includes(id))
    setNamed(call, deed.plan, record, naming, gone, false)
    setNamed(call, deed.plan, record, naming, now, true)
  }
}

function setNamed(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  { link, parent }: Naming,
  ids: readonly string[],
  joins: boolean,
): void {
  const around = scopedTo(parent, record.links)
  for (const id of ids) setUnder(call, plan, record, { link, links: { ...around, [link]: id } }, joins)
}

function idsIn({ value }: StoredRecord, { name, parent }: Naming): readonly string[] {
  const named = value[name]
  if (!Array.isArray(named)) return []
  return named.slice(0, MOST).flatMap((one) => (isObject(one) ? (idText(at(one, parent.id.place)) ?? []) : []))
}
