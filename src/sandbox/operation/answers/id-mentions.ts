/** What answers say of a record that they do not show as a whole. */
import type { OperationPlan } from '../../../api/plan.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { withAt } from '../../state/place.ts'

/** Properties of the record that the answer shows elsewhere. */
export function mentioned(plan: OperationPlan, value: JsonObject): JsonObject {
  return (plan.mentions ?? []).reduce(
    (object, { place, property }) => withAt(object, place, at(value, property)),
    {} as JsonObject,
  )
}

/** True for an envelope around an object of nothing but the id: `{status, data: {id}}`. */
export function isStub({ mentions = [] }: OperationPlan): boolean {
  return mentions.length > 0 && mentions.every(({ place }) => place.length > 1)
}

/** Words with which an envelope speaks of the answer itself, whatever the request means by them. */
export const OF_ENVELOPE: RegExp =
  /^(status|state|code|message|type|kind|object|ok|success|error|errors|result|page|total|count)$/i

/** What is said of a record, without the words with which an envelope speaks of the answer. */
export function besideEnvelope(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !OF_ENVELOPE.test(name))) as JsonObject
}
