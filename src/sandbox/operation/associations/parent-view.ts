/**
 * Objects under a path of their own below a record (`/deployments/{name}/scale`) that are the record seen otherwise: they
 * name themselves with the same component at the same place, and have more in common with it.
 */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { at, type JsonObject, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import { withAt, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { changeOne, storeChange, type Wanted } from '../change-one.ts'
import type { CompiledOperation } from '../compiled.ts'
import type { Result } from '../kind.ts'

interface ParentView {
  readonly link: string
  readonly parent: ResourcePlan
  readonly schema: Schema
  /** Places that both declare alike. */
  readonly shared: readonly Shared[]
}

interface Shared {
  readonly place: Place
  /** Words say that requests do not change it here. */
  readonly isFixed: boolean
  /** What is shown where the parent has nothing; undefined: nothing as well. */
  readonly nothing: number | undefined
}

/** Shows or changes what is seen of the parent; undefined where the only record of the type is no such view. */
export function seenOfParent(
  call: Call,
  plan: ResourcePlan,
  links: Links,
  own: StoredRecord,
  wantedOf: (seen: StoredRecord) => Wanted,
): Result | undefined {
  const view = viewIn(call.compiled, call.runtime)
  const id = view === undefined ? undefined : links[view.link]
  const parent = view === undefined || id === undefined ? undefined : call.resources.find(view.parent, id, links)
  if (view === undefined || parent === undefined) return undefined
  const seen = overlaid(call, own, parent, view)
  if (/^(GET|HEAD)$/.test(call.compiled.operation.method)) return { show: 'record', record: seen }
  const wanted = wantedOf(seen)
  let next = seen.value
  const changed = changeOne(call, view.parent, parent, {
    ...wanted,
    becomes(granted) {
      const result = wanted.becomes(granted)
      if ('refuse' in result) return result
      next = result.value
      return { value: carried(parent.value, seen.value, next, view) }
    },
  })
  if ('refuse' in changed) return changed
  const rest = (value: JsonObject) => view.shared.reduce((left, { place }) => without(left, place), value)
  const said = wanted.said ?? (() => wanted.input)
  const kept = isEqual(rest(seen.value), rest(next)) ? own : storeChange(call, plan, own, next, said)
  return { show: 'record', record: overlaid(call, kept, changed.record, view) }
}

/** The view with what the parent says; it has the version of that. */
function overlaid(
  { resources, runtime }: Call,
  own: StoredRecord,
  parent: StoredRecord,
  { schema, shared }: ParentView,
): StoredRecord {
  const value = shared.reduce((whole, { place, nothing }) => {
    const said = at(parent.value, place) ?? nothing
    return said === undefined ? without(whole, place) : withAt(whole, place, said)
  }, own.value)
  if (!runtime.accepts(schema, value)) return own
  return resources.records.draft({ type: own.type, key: own.key, value, links: own.links }, parent.etag)
}

/** The parent with what was made different of the view. */
function carried(parent: JsonObject, seen: JsonObject, next: JsonObject, { shared }: ParentView): JsonObject {
  return shared.reduce((value, { place, isFixed }) => {
    const said = at(next, place)
    if (isFixed || isEqual(at(seen, place), said)) return value
    return said === undefined ? without(value, place) : withAt(value, place, said)
  }, parent)
}

const viewIn = oncePer(({ operation, resource }: CompiledOperation, runtime: Runtime): ParentView | undefined => {
  const above = operation.plan.parents.at(-1)
  const parent = above?.in === 'path' ? runtime.resource(above.type) : undefined
  if (above === undefined || parent === undefined || resource?.singleton !== true) return undefined
  const [name, ...inside] = above.property ?? parent.id.place
  if (name === undefined || inside.length === 0) return undefined
  const isOnly = runtime.operationsOn(resource.type).every(({ method }) => /^(GET|HEAD|PUT|PATCH)$/.test(method))
  const shared = sharedIn(resource.schema, parent.schema, runtime, [], false)
  const names = shared.some(({ place }) => place.length === 1 && place[0] === name)
  const isMore = shared.some(({ place }) => place.length > 1)
  return isOnly && names && isMore ? { link: above.link, parent, schema: resource.schema, shared } : undefined
})

/** How deep both are looked at. */
const DEEPEST = 3
/** Names that say what kind of thing an object is: the view is another kind. */
const KINDS = /^(kind|api_?version|type|object)$/i
const FIXED = /\bread-only\b/i

function sharedIn(
  own: Schema | undefined,
  other: Schema | undefined,
  runtime: Runtime,
  place: Place,
  isFixed: boolean,
): Shared[] {
  if (place.length >= DEEPEST) return []
  const [mine, theirs] = [runtime.view(own), runtime.view(other)]
  return [...mine.properties].flatMap(([name, schema]): Shared[] => {
    const twin = theirs.properties.get(name)
    if (twin === undefined || (place.length === 0 && KINDS.test(name))) return []
    const inner = [...place, name]
    const [one, two] = [runtime.view(schema), runtime.view(twin)]
    const [component] = one.references
    const isOne = component !== undefined && component === two.references[0]
    const fixed = isFixed || one.keywords['readOnly'] === true || FIXED.test(textOf(one.keywords['description']))
    const [type, ...types] = one.types
    const isPlain = types.length === 0 && /^(string|integer|number|boolean)$/.test(type ?? '')
    if (!isOne && !(isPlain && type === two.types[0])) return sharedIn(schema, twin, runtime, inner, fixed)
    const isNumber = type === 'integer' || type === 'number'
    return [{ place: inner, isFixed: fixed, nothing: isNumber && mine.required.has(name) ? 0 : undefined }]
  })
}
