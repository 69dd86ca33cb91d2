import type { ResourcePlan } from '../../../api/plan.ts'
import type { Call } from '../../exchange.ts'
import { withAt } from '../../state/place.ts'
import { type Addressed, addressed } from '../address.ts'
import { mediaOf } from '../answers/declared-answers.ts'
import type { OperationKindDefinition, Result } from '../kind.ts'

/** Answers with the record the request names. */
export const read: OperationKindDefinition = {
  kind: 'read',
  perform(call) {
    const found = addressed(call)
    if ('refuse' in found) return deletedBefore(call, found) ?? { refuse: found.refuse }
    return { show: 'record', record: found.record }
  },
}

/** Some descriptions show what a deleted record still answers: `{id, deleted: true}` among the alternatives. */
function deletedBefore(call: Call, found: Extract<Addressed, { refuse: unknown }>): Result | undefined {
  const { resource } = call.compiled
  if (resource?.deletedMarker === undefined || found.id === undefined || found.links === undefined) return undefined
  const key = call.resources.keyOf(resource, found.id, found.links)
  if (!call.resources.records.wasDeleted(resource.type, key) || !showsDeleted(call, resource)) return undefined
  const gone = withAt(withAt({}, resource.id.place, found.id), resource.deletedMarker, true)
  return { show: 'value', sources: [gone], key: `deleted/${key}` }
}

/** An alternative of the answer says of the marker that it is always true. */
function showsDeleted(call: Call, resource: ResourcePlan): boolean {
  const answer = call.compiled.success
  const [mediaType] = answer.mediaTypes
  const schema = mediaType === undefined ? undefined : mediaOf(answer, mediaType)?.schema
  const [marker] = resource.deletedMarker ?? []
  if (marker === undefined) return false
  return call.runtime.view(schema).variants.some((variant) => {
    const { keywords } = call.runtime.view(call.runtime.view(variant).properties.get(marker))
    return keywords['const'] === true || isOnlyTrue(keywords['enum'])
  })
}

function isOnlyTrue(values: unknown): boolean {
  return Array.isArray(values) && values.length === 1 && values[0] === true
}
