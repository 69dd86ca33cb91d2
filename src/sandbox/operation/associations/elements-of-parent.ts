/** Lists that show what an array of the parent holds: `/webhooks/{id}/event-types` beside `event_types` of the webhook. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, ownLink } from '../../state/links.ts'
import { drawnId } from '../../state/new-ids.ts'
import { idText, withAt } from '../../state/place.ts'
import { isSeeded, placedAt, type StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'

/** So many elements are shown. */
const MOST = 500
/** So many lists of one parent are kept. */
const MOST_LISTS = 16

interface Mirror {
  readonly parent: ResourcePlan
  readonly link: string
  /** The array of the parent, or a list frame (`{data: […]}`) around one. */
  readonly name: string
}

/**
 * The elements as records, in their order; undefined where requests do something to such records, the parent has no such
 * array, or nobody made the parent.
 */
export function elementsOfParent(call: Call, links: Links): readonly StoredRecord[] | undefined {
  const { compiled, runtime, resources } = call
  const mirror = mirrorOf(compiled, runtime)
  const plan = compiled.resource
  const id = mirror === undefined ? undefined : ownLink(links, mirror.link)
  if (mirror === undefined || plan === undefined || id === undefined) return undefined
  const parent = resources.records.get(mirror.parent.type, id)
  if (parent === undefined || isSeeded(parent)) return undefined
  const elements = elementsIn(at(parent.value, [mirror.name]))
  if (elements === undefined) return undefined
  const known = listsOf(parent, call)
  const name = JSON.stringify([compiled.operation.id, links])
  let records = known.get(name)
  if (records === undefined) {
    records = asRecords(call, plan, { parent, links, elements })
    if (known.size >= MOST_LISTS) known.clear()
    known.set(name, records)
  }
  return records
}

/** The lists already made of a parent as it stands. */
const listsOf = oncePer((_: StoredRecord, __: Call) => new Map<string, readonly StoredRecord[]>())

interface Held {
  readonly parent: StoredRecord
  readonly links: Links
  readonly elements: readonly unknown[]
}

function asRecords(
  { resources }: Call,
  plan: ResourcePlan,
  { parent, links, elements }: Held,
): readonly StoredRecord[] {
  return elements.slice(0, MOST).map((element, index) => {
    const shown = isObject(element) ? (element as JsonObject) : withAt({}, plan.id.place, element)
    const own = idText(at(shown, plan.id.place))
    const record = resources.imagine(
      plan,
      own ?? String(drawnId(resources, plan, index + 1, `${parent.type}/${parent.key}`)),
      links,
      shown,
    )
    return placedAt(record, String(index).padStart(6, '0'))
  })
}

/** Undefined where it holds no elements that could be records. */
function elementsIn(value: unknown): readonly unknown[] | undefined {
  const framed = isObject(value) ? Object.values(value).find((inner) => Array.isArray(inner)) : value
  return Array.isArray(framed) && framed.every((one) => isObject(one) || typeof one === 'string') ? framed : undefined
}

const mirrorOf = oncePer(({ resource, operation }: CompiledOperation, runtime: Runtime): Mirror | undefined => {
  const parent = operation.plan.parents.at(-1)
  const above = parent?.in === 'path' && parent.type !== undefined ? runtime.resource(parent.type) : undefined
  if (resource === undefined || resource.creatable || parent === undefined || above?.creatable !== true)
    return undefined
  if (runtime.operationsOn(resource.type).some(({ method }) => method !== 'GET' && method !== 'HEAD')) return undefined
  const step = plain(operation.path.split('/').findLast((part) => part !== '') ?? '')
  const named = [...allProperties(above.schema, runtime).keys()].find((name) => plain(name) === step)
  return named === undefined ? undefined : { parent: above, link: parent.link, name: named }
})
