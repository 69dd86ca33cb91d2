/**
 * Writes that go on in the background answer with a job, its id (`{taskUid: 7}`), itself, or beside the record
 * (`{server, action}`). The job they tell of is stored, says what was done to what, and has come to its end, so that a
 * client that waits for it goes on.
 */
import type { OperationHead } from '../../../api/description.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { isJobName } from '../../../derive/lifecycle/long-running-operation.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { timeFor } from '../../state/times.ts'
import { nameBegun } from '../identity/resource-name.ts'
import { inputOf } from '../input.ts'
import { tellingOf } from './long-running-operation-fields.ts'

export interface JobPlan {
  readonly plan: ResourcePlan
  /** Where the answer shows the job's id, the job, or several. */
  readonly place: Place
  readonly form: 'id' | 'one' | 'many'
}

const OVER = /^(succeeded|success|successful|completed?|done|finished)$/

/** The jobs that an answer of this schema tells of. */
export function jobsIn(
  schema: Schema | undefined,
  own: ResourcePlan | undefined,
  runtime: Runtime,
): readonly JobPlan[] {
  const { properties } = runtime.view(schema)
  const plans = runtime.api.head.resources.filter(
    (plan) => plan !== own && plan.singleton !== true && isJobName(plan.type),
  )
  for (const plan of plans.filter((one) => !one.creatable)) {
    const names = new Set(['id', 'uid', 'uuid', plan.id.place.at(-1) ?? 'id'].map((id) => plain(plan.type) + plain(id)))
    for (const name of properties.keys()) if (names.has(plain(name))) return [{ plan, place: [name], form: 'id' }]
    if (shows(schema, plan, runtime)) return [{ plan, place: [], form: 'one' }]
  }
  return [...properties].flatMap(([name, property]): readonly JobPlan[] => {
    const { items } = runtime.view(property)
    const one = plans.find((plan) => shows(property, plan, runtime))
    if (one !== undefined) return [{ plan: one, place: [name], form: 'one' }]
    const many = items === undefined ? undefined : plans.find((plan) => shows(items, plan, runtime))
    return many === undefined ? [] : [{ plan: many, place: [name], form: 'many' }]
  })
}

/** The job's own component, not what it shares with others; where it has none, an object of the very same properties. */
function shows(schema: Schema | undefined, plan: ResourcePlan, runtime: Runtime): boolean {
  const [mine, theirs] = [runtime.view(schema), runtime.view(plan.schema)]
  const own = ownComponent(plan.schema) ? theirs.references[0] : undefined
  if (own !== undefined || mine.references.length > 0) return own !== undefined && mine.references.includes(own)
  if (mine.properties.size < FEWEST || mine.properties.size !== theirs.properties.size) return false
  return [...mine.properties.keys()].every((name) => theirs.properties.has(name))
}

/** The schema is a reference, and says nothing of its own beside it: it extends none. */
function ownComponent(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false
  const { $ref, allOf, properties } = schema
  return $ref !== undefined || (properties === undefined && Array.isArray(allOf) && allOf.length === 1)
}

/** Properties by which two objects without names are known to be the same. */
const FEWEST = 4

/** Jobs told of in one array. */
const MOST = 5

/** The answer with jobs that were stored for it; `about` is what the operation was done to, or made. */
export function tellingJobs(
  call: Call,
  schema: Schema | undefined,
  answer: unknown,
  about: StoredRecord | undefined,
): unknown {
  const { jobs, operation } = call.compiled
  if (jobs.length === 0 || schema === undefined || !isObject(answer)) return answer
  const told = jobs.reduce((value, job) => withJob(call, job, value, { schema, about }), answer as JsonObject)
  if (operation.plan.kind === 'create' && about !== undefined) arrive(call, about)
  return told
}

interface Telling {
  readonly schema: Schema
  readonly about: StoredRecord | undefined
}

function withJob(call: Call, job: JobPlan, answer: JsonObject, { schema, about }: Telling): JsonObject {
  const { plan, place, form } = job
  const { runtime } = call
  if (form === 'id') {
    const record = storedJob(call, plan, withAt(answer, plan.id.place, undefined), about)
    const told = withAt(answer, place, at(record.value, plan.id.place))
    return runtime.accepts(schema, told) ? told : answer
  }
  const [outer = ''] = place
  if (typeof at(inputOf(call), [outer]) === 'object') return answer
  const shown = at(exampleOf(call), place)
  const own = schemaAt(runtime.view, schema, place)
  const make = (example: unknown, form: Schema | undefined): unknown =>
    project(storedJob(call, plan, isObject(example) ? (example as JsonObject) : {}, about).value, form, runtime)
  const next =
    form === 'one'
      ? make(shown, own)
      : (Array.isArray(shown) ? shown.slice(0, MOST) : []).map((one) => make(one, runtime.view(own).items))
  if (place.length === 0 && isObject(next) && runtime.accepts(schema, next)) return next as JsonObject
  const told = place.length === 0 && isObject(next) ? { ...answer, ...next } : withAt(answer, place, next)
  return runtime.accepts(schema, told) ? (told as JsonObject) : answer
}

function exampleOf({ compiled: { success } }: Call): unknown {
  const media = Object.entries(success.response?.content ?? {}).find(([type]) => type === success.mediaTypes[0])?.[1]
  return Object.values(media?.examples ?? {})[0]
}

/** A job at its end: what is known of it, and beside that what the answer's own example says. */
function storedJob(call: Call, plan: ResourcePlan, example: JsonObject, about: StoredRecord | undefined): StoredRecord {
  const { status, id } = plan
  const over = status?.values.find((value) => OVER.test(plain(value)))
  const ended = status === undefined || over === undefined ? {} : withAt({}, status.place, over)
  const known = { ...withAt(example, id.place, undefined), ...tellingOf(call, plan, { example, about }), ...ended }
  const links: Record<string, string> = {}
  const subject = about === undefined ? undefined : call.runtime.resource(about.type)
  const key = about === undefined || subject === undefined ? undefined : idText(at(about.value, subject.id.place))
  for (const { link, type } of plan.links) {
    const above = about !== undefined && Object.hasOwn(about.links, link) ? about.links[link] : undefined
    const value = type !== undefined && type === about?.type ? key : above
    if (value !== undefined) setOwn(links, link, value)
  }
  return call.resources.make({ plan, sources: [known], links, idUnder: nameBegun(call, plan, {})?.under ?? '' })
}

/** What is on its way to be ready, and what it is then. */
const ON_ITS_WAY = /^(new|pending|creating|initiali[sz]ing|provisioning|building|starting|queued|installing)$/
const READY = ['running', 'active', 'available', 'ready', 'online']
/** The same of what no job makes: what only runs may be on its way itself. */
const SETTLED = ['active', 'available', 'ready', 'online', 'enabled', 'insync', 'running']

/** What was made is ready once the job that makes it is over. */
function arrive(call: Call, about: StoredRecord): void {
  const plan = call.runtime.resource(about.type)
  const { status } = plan ?? {}
  if (plan === undefined || status?.initial === undefined || at(about.value, status.place) !== status.initial) return
  const ready = READY.flatMap((word) => status.values.filter((value) => plain(value) === word))[0]
  if (ready !== undefined && ON_ITS_WAY.test(plain(status.initial)))
    call.resources.change(plan, about, withAt(about.value, status.place, ready))
}

/** Work that clients begin and can only look at: once it is told of, it is done. */
export function finishesAlone(plan: ResourcePlan | undefined, runtime: Runtime): boolean {
  if (plan?.status?.initial === undefined || !plan.creatable || endOf(plan.status) === undefined) return false
  if (!isJobName(plan.type) && !goesOnAlone(plan.status)) return false
  const operations = runtime.operationsOn(plan.type)
  return !operations.some((operation) => operation.plan.kind === 'action' || setsStatus(operation, plan, runtime))
}

/** States that a thing is only in until it is made. */
const BEING_MADE = /^(creating|initiali[sz]ing|provisioning|building|starting|installing|launching|deploying|booting)$/

/**
 * The state in which a thing is once it is made, from the next request on: of what begins as `creating`, and of what is
 * `pending` where it can fail and no request says otherwise.
 */
export function settlesAt(plan: ResourcePlan | undefined, runtime: Runtime): string | undefined {
  const { status } = plan ?? {}
  if (plan === undefined || status?.initial === undefined || !plan.creatable || isJobName(plan.type)) return undefined
  const { values } = status
  const ends = values.some((value) => /^(success|succeeded|completed?|done|finished)$/.test(plain(value)))
  const ready = SETTLED.flatMap((word) =>
    values.filter((value) => plain(value) === word && !(ends && word === 'running')),
  )[0]
  const initial = plain(status.initial)
  if (ready === undefined || BEING_MADE.test(initial)) return ready
  if (initial !== 'pending' || !values.some((value) => plain(value) === 'failed')) return undefined
  const operations = runtime.operationsOn(plan.type)
  const isDone = operations.some((one) => one.plan.edge !== undefined || setsStatus(one, plan, runtime))
  return isDone ? undefined : ready
}

/** By its states a thing is work in progress: it waits, goes on (`rendering`) and may fail. */
function goesOnAlone({ values, initial = '' }: NonNullable<ResourcePlan['status']>): boolean {
  const isAtWork = values.some((value) => IS_DONE_TO.test(plain(value)))
  return (
    GOES.test(plain(initial)) &&
    isAtWork &&
    values.some((value) => /^(failed|failure|error|errored)$/.test(plain(value)))
  )
}

/** What is being done to a thing, whatever the work is: `rendering`, `inprogress`. */
const IS_DONE_TO = /^(inprogress|(?!pending$|outstanding$|remaining$)[a-z]{3,}ing)$/

const GOES = /^(inprogress|processing|running|pending|queued|started|submitted|waiting|created|new|scheduled|starting)$/
const FAILS = /fail|error|cancel|abort|reject|expire|timeout|timedout|stop|paus|unknown|delet/

/** The state in which a job is over; where none is called so (`transcribed`), the only one that neither goes on nor fails. */
function endOf({ values, initial }: NonNullable<ResourcePlan['status']>): string | undefined {
  const over = values.find((value) => OVER.test(plain(value)))
  if (over !== undefined || initial === undefined || !GOES.test(plain(initial))) return over
  const [only, another] = values.filter((value) => ![GOES, FAILS, IS_DONE_TO].some((form) => form.test(plain(value))))
  return another === undefined ? only : undefined
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
  const over = status === undefined ? undefined : (settlesAt(plan, call.runtime) ?? endOf(status))
  if (status === undefined || over === undefined || at(record.value, status.place) !== status.initial) return
  let value = withAt(record.value, status.place, over)
  for (const [name, property] of call.runtime.view(plan.schema).properties) {
    if (!/^(completed|finished|ended)(at|on|time|date)$/.test(plain(name))) continue
    const time = timeFor(call.runtime.view(property), call.resources.clock.now(), name)
    if (time !== undefined) value = withAt(value, [name], time)
  }
  if (call.runtime.accepts(plan.schema, value)) call.resources.change(plan, record, value)
}
