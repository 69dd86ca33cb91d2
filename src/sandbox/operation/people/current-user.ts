/** The one who asks where nobody logs in: one of those whom `/users/{id}` reads. */
import type { ResourceType } from '../../../api/description.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { at } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { entryKey } from '../../state/keys.ts'
import type { Links } from '../../state/links.ts'
import { idText } from '../../state/place.ts'
import { shownAlone } from '../../state/standing-record.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { only } from '../kinds/single-record.ts'

/** Whether people log in. */
export const isPeopled: (runtime: Runtime) => boolean = oncePer((runtime) =>
  runtime.api.head.operations.some((o) => o.plan.session?.user !== undefined),
)

/** The types of people, by those of the one record that `/me` shows: where nobody logs in, that is always the same one of them. */
const peopleOf = oncePer(
  (runtime: Runtime): ReadonlyMap<ResourceType, ResourcePlan> =>
    new Map(
      (isPeopled(runtime) ? [] : runtime.api.head.operations).flatMap(({ plan: { current, type } }) => {
        const people = current === undefined ? undefined : runtime.resource(current)
        return people === undefined || type === undefined ? [] : [[type, people] as const]
      }),
    ),
)

/** A record with the plan of its type. */
export interface Owner {
  readonly plan: ResourcePlan
  readonly record: StoredRecord
}

/** The only record of a type; where it is one of another type, as the default project is one of the projects, that one. */
export function whoAlwaysAsks(call: Call, single: ResourcePlan, links: Links): Owner {
  const standing = shownAlone(call.resources, single)
  if (standing !== undefined) return standing
  const plan = peopleOf(call.runtime).get(single.type)
  return plan === undefined
    ? { plan: single, record: only(call, single, links) }
    : { plan, record: oneOf(call, plan, single) }
}

/** The one of a type who always asks; undefined where no address shows only that one. */
export function alwaysAsking(call: Call, plan: ResourcePlan): StoredRecord | undefined {
  for (const [type, people] of peopleOf(call.runtime)) {
    const single = people === plan ? call.runtime.resource(type) : undefined
    if (single !== undefined) return oneOf(call, plan, single)
  }
  return undefined
}

/** The one is remembered, made from the seed at first sight, and made again after it was deleted. */
function oneOf(call: Call, plan: ResourcePlan, single: ResourcePlan): StoredRecord {
  const { resources, sandbox } = call
  const flag = entryKey('p', plan.type, SELF)
  const known = sandbox.store.get(flag)
  const before = known === undefined ? undefined : resources.records.get(plan.type, known)
  if (before !== undefined) return before
  resources.populate(plan, {})
  const { value } = only(call, single, {})
  const id = idText(at(value, plan.id.place))
  const record = (id === undefined ? undefined : resources.find(plan, id, {})) ?? resources.place(plan, value, {}, 1)
  sandbox.store.put(flag, record.key)
  const whole = { ...value, ...record.value }
  return call.runtime.accepts(plan.schema, whole) ? resources.change(plan, record, whole) : record
}

/** No scope of a population. */
const SELF = '\u0000self'
