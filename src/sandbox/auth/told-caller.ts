/** The one who asks where no record shows them: `user_id` in the example of what tells whose a credential is (`/auth.test`, `/whoami`). */
import type { OperationHead } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import { withoutPlaceholders } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { isObject, type JsonObject, textOf } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { mediaOf, successFor } from '../operation/answers/declared-answers.ts'
import type { Runtime } from '../runtime.ts'

/** How a person is described: by a type of records, or by an answer. */
export type PersonPlan = Pick<ResourcePlan, 'schema'> & {
  readonly type?: ResourcePlan['type']
  readonly id: Pick<ResourcePlan['id'], 'place' | 'isHidden'>
}

export interface ToldCaller {
  readonly plan: PersonPlan
  readonly value: JsonObject
}

/** Addresses that tell whose a credential is. */
export const CHECKS: RegExp =
  /\/(?:who_?am_?i|token_?info|(?:auth|authentication|oauth2?|tokens?|sessions?|credentials?|api_?keys?)[./](?:test|verify|validate|check|info|me))\/?$/i
const SAID =
  /\b(?:checks?|verif(?:y|ies)|tests?|validates?)(?: the| your| an?)?(?: current| api)? (?:authentication|identity|credentials?|(?:access )?tokens?)\b|\bwho(?:se)? (?:the |this |your )?(?:caller|credential|token|api key)\b/i
const WHO = /^(?:user|account|member|person)(?:id|uuid|guid)$/

/** Undefined where nothing tells it. */
export const toldCaller: (runtime: Runtime) => ToldCaller | undefined = oncePer((runtime: Runtime) => {
  for (const head of runtime.api.head.operations) {
    const told = tellsWhoAsks(head, runtime) ? toldBy(head, runtime) : undefined
    if (told !== undefined) return told
  }
  return undefined
})

function tellsWhoAsks({ id, method, path, plan }: OperationHead, runtime: Runtime): boolean {
  if (plan.kind !== 'passthrough' || method !== 'GET' || path.includes('{')) return false
  if (CHECKS.test(path)) return true
  const { summary, description } = runtime.operation(id).operation
  return SAID.test(textOf(summary).slice(0, 200)) || SAID.test(textOf(description).slice(0, 300))
}

function toldBy({ id }: OperationHead, runtime: Runtime): ToldCaller | undefined {
  const answer = successFor(runtime.operation(id).operation)
  for (const type of answer.mediaTypes) {
    const { schema, examples = {} } = mediaOf(answer, type) ?? {}
    const [value] = Object.values(examples)
    if (schema === undefined || !isWhole(value, schema, runtime)) continue
    const name = Object.keys(value).find((one) => WHO.test(plain(one)))
    if (name !== undefined) return { plan: { schema, id: { place: [name] } }, value }
  }
  return undefined
}

/** The answer shows it as it stands. */
function isWhole(value: unknown, schema: Schema, runtime: Runtime): value is JsonObject {
  return isObject(value) && withoutPlaceholders(value) === value && runtime.accepts(schema, value)
}
