/** A property of a record under a path of its own: read, put, merged, and put back to what it is when nothing is said. */
import type { PartPlan, ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { withAt, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { addressed, parentsOf } from '../address.ts'
import { changeOne } from '../change-one.ts'
import { merged } from '../input.ts'
import type { Refusal, Result } from '../kind.ts'
import { echoed } from '../kinds/passthrough.ts'
import { type Owner, whoAlwaysAsks } from '../people/current-user.ts'

export function performPart(call: Call, part: PartPlan): Result {
  const { resource } = call.compiled
  if (resource === undefined) return { show: 'value', sources: echoed(call), key: 'part' }
  const found = ownerOf(call, resource)
  if ('refuse' in found) return found
  const { plan, record: owner } = found
  const { method } = call.request
  if (method === 'GET' || method === 'HEAD') return shown(call, part, owner)
  const value = changed(call, plan, owner.value, part)
  const input = withAt({}, part.place, at(value, part.place) ?? null)
  const done = changeOne(call, plan, owner, { input, becomes: () => ({ value }) })
  if ('refuse' in done) return done
  const { record } = done
  if (call.compiled.operation.plan.output !== undefined) return { show: 'record', record }
  return shown(call, part, record)
}

function ownerOf(call: Call, plan: ResourcePlan): Owner | { readonly refuse: Refusal } {
  if (plan.singleton !== true) {
    const found = addressed(call)
    return 'refuse' in found ? { refuse: found.refuse } : { plan, record: found.record }
  }
  const parents = parentsOf(call)
  return 'refuse' in parents ? parents : whoAlwaysAsks(call, plan, parents.links)
}

function shown(call: Call, { place, shown: seat }: PartPlan, record: StoredRecord): Result {
  const key = `part/${record.key}`
  if (seat !== undefined) return { show: 'part', value: at(record.value, place), place: seat, key }
  return { show: 'value', sources: echoed(call), key }
}

function changed(call: Call, plan: ResourcePlan, value: JsonObject, { place, sent = [] }: PartPlan): JsonObject {
  const schema = schemaAt(call.runtime.view, plan.schema, place)
  if (call.request.method === 'DELETE') return withoutPart(call, plan, value, place, schema)
  const said = at(call.body, sent)
  if (said === undefined) return value
  const before = at(value, place)
  const isMerge = call.request.method === 'PATCH' && isObject(said) && isObject(before)
  return withAt(value, place, isMerge ? merged(before as JsonObject, said as JsonObject, schema, call.runtime) : said)
}

/** The record as it is when nobody said anything of the part: its default, nothing, or something empty. */
function withoutPart(
  call: Call,
  plan: ResourcePlan,
  value: JsonObject,
  place: PartPlan['place'],
  schema: Schema | undefined,
): JsonObject {
  const preset = call.runtime.view(schema).keywords['default']
  const candidates = [
    ...(preset === undefined ? [] : [withAt(value, place, preset)]),
    without(value, place),
    ...[null, [], {}].map((empty) => withAt(value, place, empty)),
  ]
  return candidates.find((candidate) => call.runtime.accepts(plan.schema, candidate)) ?? value
}
