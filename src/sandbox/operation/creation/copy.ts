/** Another record of the same contents: `POST /templates/{id}/copy`. */
import { sentNames } from '../../../api/model-reader.ts'
import type { OperationPlan, ResourcePlan } from '../../../api/plan.ts'
import { saidUniqueOf } from '../../../behaviours/identity/unique-keys/fact.ts'
import type { JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { copyContent, findContent } from '../../state/contents.ts'
import { without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { timesFor } from '../../state/times.ts'
import { toldByChildren } from '../associations/told-by-children.ts'
import { createOne } from '../create-one.ts'
import { inputOrQuery, renamed } from '../input.ts'
import type { Result } from '../kind.ts'
import { echoed } from '../kinds/passthrough.ts'

export function copies({ verb = '' }: OperationPlan): boolean {
  return COPIES.test(verb)
}

const COPIES = /^(copy|clone|duplicate|replicate|fork)(_|$)/

/** Another record of the same contents: what tells one record from another is its own. */
export function copied(call: Call, plan: ResourcePlan, record: StoredRecord): Result {
  const { resources, runtime } = call
  const sent = without(renamed(call, inputOrQuery(call, plan), plan), plan.id.place)
  const own = [plan.id.place, ...(plan.id.aliases ?? []), ...plan.alternateKeys, ...saidUniqueOf(plan, runtime)]
  const times = Object.keys(timesFor(plan.schema, resources.clock.now(), runtime.view)).map((name) => [name])
  const places = [...own, ...times, ...(plan.status === undefined ? [] : [plan.status.place])]
  const contents = places.reduce((value, place) => without(value, place), ownContents(call, plan, record))
  const copy = createOne(call, plan, { links: record.links, given: { ...contents, ...sent }, isAside: true })
  if ('refuse' in copy) return copy
  copyContent(call.sandbox.store, record, copy.record)
  if (call.trace.on) call.trace.note('store', `${plan.type} ${record.key} copied to ${copy.record.key}`)
  if (call.compiled.operation.plan.output !== undefined) return { show: 'record', record: copy.record, created: true }
  return { show: 'value', sources: echoed(call), key: `action/${copy.record.key}`, about: copy.record }
}

/** What somebody said of a record: what the server says of it, and what it tells of others, is that of this one alone. */
function ownContents({ runtime, sandbox }: Call, plan: ResourcePlan, record: StoredRecord): JsonObject {
  // What is said of a file is said of its copy, too.
  const sent = findContent(sandbox.store, record) === undefined ? sentNames(runtime, plan) : new Set<string>()
  const others = toldByChildren(plan, runtime)
  const own = Object.entries(record.value).filter(([name]) => (sent.size === 0 || sent.has(name)) && !others.has(name))
  return Object.fromEntries(own) as JsonObject
}
