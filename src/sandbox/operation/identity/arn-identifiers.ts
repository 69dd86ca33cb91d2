/** ARNs that are ids: what new ones begin with, and the whole of those whose request says a name. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { isOff } from '../../../api/switches.ts'
import { isArnId } from '../../../derive/identity/arn-identifiers.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, ownLink } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/records.ts'
import type { NameBegun } from './resource-name.ts'

/** How the ARN of a new record begins; undefined where its id is none that the provider writes. */
export function arnBegun(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): NameBegun | undefined {
  const { arn } = plan
  if (arn === undefined || !isArnId(plan) || isOff('arn', plan, call.compiled.operation.plan)) return undefined
  const around = call.compiled.operation.plan.parents.flatMap(({ link }) => {
    const parent = ownLink(links, link) ?? ''
    return parent.startsWith(arn.before) ? [tailOf(parent)] : []
  })
  const version = versionOf(call, plan, links)
  if (version !== undefined) return version
  const under = arn.before + [arn.kind, ...around].flatMap((part) => (part === '' ? [] : part + arn.joint)).join('')
  const named = nameIn(plan, call.runtime)
  const said = named ?? nameAmong(Object.keys(input), plan)
  const name = said === undefined ? undefined : idText(input[said])
  return { under, ...(name !== undefined && name !== '' && { name: under + name }) }
}

/** `…:1`, `…:2`: versions of a record that end its ARN, and count. */
function versionOf(call: Call, plan: ResourcePlan, links: Links): NameBegun | undefined {
  const { arn, type } = plan
  const [, of] = /^(.+)_version$/.exec(type) ?? []
  const parent = of === undefined ? undefined : ownLink(links, of)
  if (arn === undefined || parent === undefined || !parent.startsWith(arn.before)) return undefined
  const under = parent + arn.joint
  let number = call.resources.records.count(type, call.resources.indexFor({ [of ?? '']: parent }).link) + 1
  const { records } = call.resources
  const wasThere = (name: string): boolean =>
    call.resources.exists(plan, name, links) || records.wasDeleted(type, call.resources.keyOf(plan, name, links))
  while (wasThere(`${under}${number}`)) number++
  return { under, name: `${under}${number}` }
}

/** The record whose ARN was only just chosen, named by the end of it. */
export function namedByArn(call: Call, plan: ResourcePlan, record: StoredRecord, said: JsonObject): StoredRecord {
  const named = isArnId(plan) ? nameIn(plan, call.runtime) : undefined
  const arn = named === undefined || Object.hasOwn(said, named) ? undefined : idText(at(record.value, plan.id.place))
  if (named === undefined || arn === undefined) return record
  return call.resources.change(plan, record, withAt(record.value, [named], tailOf(arn)))
}

function tailOf(arn: string): string {
  return arn.slice(Math.max(arn.lastIndexOf(':'), arn.lastIndexOf('/')) + 1)
}

/** The name that the ARN ends with: `name`, `bookName` of a book. */
const nameIn = oncePer((plan: ResourcePlan, runtime: Runtime): string | undefined =>
  nameAmong([...runtime.view(plan.schema).properties.keys()], plan),
)

function nameAmong(names: readonly string[], plan: ResourcePlan): string | undefined {
  const own = plain(plan.type)
  return names.find((name) => plain(name) === 'name') ?? names.find((name) => plain(name) === `${own}name`)
}
