/**
 * Writes that go on in the background answer with a job: `{taskUid: 7, status: enqueued}`. The job they name can be
 * read afterwards, and has come to its end by then, so that a client that waits for it goes on.
 */
import type { OperationHead } from '../../api/description.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { at, type JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'
import { plain, withAt } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'
import { timeFor } from '../state/times.ts'

export interface JobPlan {
  readonly plan: ResourcePlan
  /** Where the answer shows the job's id. */
  readonly place: Place
}

const JOB = /(^|_)(task|job|operation|action|import|export|process|deployment|activity)$/
const OVER = /^(succeeded|success|successful|completed?|done|finished)$/

/** The job that an answer of this schema tells of; undefined where it tells of none. */
export function jobIn(
  schema: Schema | undefined,
  own: ResourcePlan | undefined,
  runtime: Runtime,
): JobPlan | undefined {
  const { properties, references } = runtime.view(schema)
  for (const plan of runtime.api.head.resources) {
    if (plan === own || plan.creatable || plan.singleton === true || !JOB.test(plan.type)) continue
    const names = new Set(['id', 'uid', 'uuid', plan.id.place.at(-1) ?? 'id'].map((id) => plain(plan.type) + plain(id)))
    for (const name of properties.keys()) if (names.has(plain(name))) return { plan, place: [name] }
    const shows = (view: readonly string[]): boolean =>
      runtime.view(plan.schema).references.some((reference) => view.includes(reference))
    if (shows(references)) return { plan, place: plan.id.place }
    for (const [name, property] of properties)
      if (shows(runtime.view(property).references)) return { plan, place: [name, ...plan.id.place] }
  }
  return undefined
}

/** The answer with the id of a job that was stored for it. */
export function withJob(call: Call, { plan, place }: JobPlan, answer: JsonObject, schema: Schema): JsonObject {
  const { resources, runtime } = call
  const { status, id } = plan
  const shown = at(answer, place.slice(0, place.length - id.place.length)) ?? answer
  const over = status?.values.find((value) => OVER.test(plain(value)))
  const said = typeof shown === 'object' ? (shown as JsonObject) : {}
  const bare = withAt(said, id.place, undefined)
  const sources = [status === undefined || over === undefined ? bare : withAt(bare, status.place, over)]
  const record = resources.make({ plan, sources, links: {} })
  const told = withAt(answer, place, at(record.value, id.place))
  return runtime.accepts(schema, told) ? told : answer
}

/** Jobs that clients make themselves and cannot stop: once they are told of, they are done. */
export function finishesAlone(plan: ResourcePlan | undefined, runtime: Runtime): boolean {
  if (plan?.status?.initial === undefined || !plan.creatable || !JOB.test(plan.type)) return false
  if (!plan.status.values.some((value) => OVER.test(plain(value)))) return false
  const operations = runtime.operationsOn(plan.type)
  return !operations.some((operation) => operation.plan.kind === 'action' || setsStatus(operation, plan, runtime))
}

/** A change by which clients say themselves how far a thing is: what is on their list and not on the provider's. */
function setsStatus({ id, plan: { kind } }: OperationHead, { status }: ResourcePlan, runtime: Runtime): boolean {
  if ((kind !== 'update' && kind !== 'replace') || status === undefined) return false
  const { requestBody, plan } = runtime.api.operation(id) ?? {}
  const schemas = Object.values(requestBody?.content ?? {}).map((media) => media.schema)
  const place = [...(plan?.input ?? []), ...status.place]
  return schemas.some((schema) => schema !== undefined && schemaAt(runtime.view, schema, place) !== undefined)
}

/** The job at its end, as it is seen from the next request on. */
export function finish(call: Call, plan: ResourcePlan, record: StoredRecord): void {
  const { status } = plan
  const over = status?.values.find((value) => OVER.test(plain(value)))
  if (status === undefined || over === undefined || at(record.value, status.place) !== status.initial) return
  let value = withAt(record.value, status.place, over)
  for (const [name, property] of call.runtime.view(plan.schema).properties) {
    if (!/^(completed|finished|ended)(at|on|time|date)$/.test(plain(name))) continue
    const time = timeFor(call.runtime.view(property), call.resources.clock.now())
    if (time !== undefined) value = withAt(value, [name], time)
  }
  if (call.runtime.accepts(plan.schema, value)) call.resources.change(plan, record, value)
}
