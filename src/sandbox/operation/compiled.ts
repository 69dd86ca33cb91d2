/** One operation made ready for answering: its success answer, its error shapes, its parameters. */
import type { Operation, WebhookEvent } from '../../api/description.ts'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { namedTypes } from '../../derive/naming/named-types.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { toldOnce } from '../response/told-once.ts'
import type { Runtime } from '../runtime.ts'
import { triggeredBy } from '../webhooks/triggers.ts'
import { type DeclaredAnswer, mediaOf, successFor } from './answers/declared-answers.ts'
import { finishesAlone, type JobPlan, jobsIn, settlesAt } from './lifecycle/long-running-operation.ts'

export interface CompiledOperation {
  readonly operation: Operation
  readonly resource: ResourcePlan | undefined
  readonly success: DeclaredAnswer
  /** True when a single record is answered exactly as it is stored. */
  readonly showsRecordWhole: boolean
  /** What the answer about one record shows beyond the record itself: the token of a key that is told once. */
  readonly beyondRecord: Schema | undefined
  /** Arrays of its answer that the server fills: the result of a call. undefined: none. */
  readonly yields: ReadonlySet<string> | undefined
  /** The jobs that its answer tells of: what goes on in the background. */
  readonly jobs: readonly JobPlan[]
  /** What it makes is a job that comes to its end by itself. */
  readonly finishes: boolean
  /** The events that its success triggers. */
  readonly events: readonly WebhookEvent[]
}

export function compileOperation(operation: Operation, runtime: Runtime): CompiledOperation {
  const resource = runtime.resource(operation.plan.type)
  const success = successFor(operation)
  return {
    operation,
    resource,
    success,
    events: triggeredBy(operation.id, runtime),
    showsRecordWhole: showsWhole(operation, success, resource, runtime),
    beyondRecord: beyondRecord(operation, success, madeBy(operation, runtime) ?? resource, runtime),
    yields: yieldsOf(operation, success, runtime),
    finishes:
      operation.plan.kind === 'create' &&
      (finishesAlone(resource, runtime) || settlesAt(resource, runtime) !== undefined),
    jobs: operation.method === 'GET' || operation.method === 'HEAD' ? [] : jobsOf(operation, success, runtime),
  }
}

/** What stands where the record stands is the record. */
function jobsOf({ plan }: Operation, success: DeclaredAnswer, runtime: Runtime): readonly JobPlan[] {
  const [mediaType] = success.mediaTypes
  if (mediaType === undefined) return []
  const jobs = jobsIn(mediaOf(success, mediaType)?.schema, runtime.resource(plan.type), runtime)
  return jobs.filter(({ place }) => place.join('.') !== plan.output?.join('.'))
}

/** Arrays that begin empty, or hold what went wrong. */
const BEGINS_EMPTY =
  /(^|_)(errors?|warnings?|failures?|failed|skipped|violations|issues|conflicts|invalid|missing|removed|deleted|unknown|rejected|comments|attachments|tags|labels|links|children|members|events|history|logs?|messages|tools?|annotations|refunds|disputes|discounts|payments|taxes|fees|amounts|rates|metadata|versions|sample|transactions|notes|notifications|permissions|roles|users|conditions|next)(_|$)/i

/**
 * Arrays of objects that an answer must have and a request cannot give: of a create those of the record, of a call
 * that stores nothing all of the answer.
 */
function yieldsOf(
  { plan, method, requestBody }: Operation,
  success: DeclaredAnswer,
  runtime: Runtime,
): ReadonlySet<string> | undefined {
  const stores = plan.kind === 'create' && plan.output?.length === 0
  const [mediaType] = success.mediaTypes
  if (mediaType === undefined || !(stores || (plan.kind === 'passthrough' && method === 'POST'))) return undefined
  const answer = runtime.view(mediaOf(success, mediaType)?.schema)
  const sent = runtime.view(requestSchema({ requestBody })).properties
  const names = [...answer.properties].flatMap(([name, property]) => {
    const { types, items, nullable } = runtime.view(property)
    const isResult = types.includes('array') && runtime.view(items).types.includes('object') && !nullable
    const isOpen = answer.required.has(name) || !stores
    const isFilled = !sent.has(name) && !BEGINS_EMPTY.test(name) && !(stores && namesType(name, runtime))
    return isResult && isOpen && isFilled ? [name] : []
  })
  return names.length === 0 ? undefined : new Set(names)
}

function showsWhole(
  operation: Operation,
  success: DeclaredAnswer,
  resource: ResourcePlan | undefined,
  runtime: Runtime,
): boolean {
  const [mediaType] = success.mediaTypes
  if (resource === undefined || mediaType === undefined || operation.plan.output?.length !== 0) return false
  if ((operation.plan.outputForm ?? 'one') !== 'one') return false
  const schema = mediaOf(success, mediaType)?.schema
  if (typeof schema !== 'object' || !sameSchema(schema, resource.schema) || hasWriteOnly(schema, runtime)) return false
  const { additional, properties } = runtime.view(schema)
  return (additional !== false || properties.has(resource.id.place[0] ?? '')) && toldOnce(schema, runtime).size === 0
}

/** Names of what only some answers have: what went wrong, where to go on, that it is gone. */
const OCCASIONAL =
  /^_?(errors?|warnings?|failures?|next|prev|previous|deleted|removed|message|code|status_?code)(_|$)|_(errors?|warnings?)$/i

/** Records of another type: they come when they are made. */
function namesType(name: string, runtime: Runtime): boolean {
  const types = namedTypes(runtime)
  return (types.called(name) ?? types.several(name)) !== undefined
}

/** What its record becomes, where that is another one: the answer is about that. */
function madeBy({ plan: { makes } }: Operation, runtime: Runtime): ResourcePlan | undefined {
  return makes === undefined ? undefined : runtime.resource(makes.type)
}

function beyondRecord(
  operation: Operation,
  success: DeclaredAnswer,
  resource: ResourcePlan | undefined,
  runtime: Runtime,
): Schema | undefined {
  const [mediaType] = success.mediaTypes
  const { output, outputForm = 'one', kind } = operation.plan
  const each = kind === 'bulk' && outputForm === 'array'
  if (resource === undefined || mediaType === undefined || output === undefined || !(each || outputForm === 'one'))
    return undefined
  const shown = schemaAt(runtime.view, mediaOf(success, mediaType)?.schema, output)
  const schema = each ? runtime.view(shown).items : shown
  const known = runtime.view(resource.schema)
  if (schema === undefined || known.properties.size === 0 || known.variants.length > 0) return undefined
  const beyond = [...runtime.view(schema).properties].filter(
    ([name, property]) =>
      !known.properties.has(name) &&
      !OCCASIONAL.test(name) &&
      runtime.view(property).keywords['writeOnly'] !== true &&
      runtime.view(property).variants.length === 0,
  )
  return beyond.length === 0 ? undefined : { type: 'object', properties: Object.fromEntries(beyond) }
}

function sameSchema(a: Schema, b: Schema): boolean {
  if (a === b) return true
  if (typeof a === 'boolean' || typeof b === 'boolean') return false
  const keys = Object.keys(a)
  return keys.length === 1 && typeof a['$ref'] === 'string' && a['$ref'] === b['$ref'] && Object.keys(b).length === 1
}

function hasWriteOnly(schema: Schema, runtime: Runtime): boolean {
  for (const property of runtime.view(schema).properties.values())
    if (runtime.view(property).keywords['writeOnly'] === true) return true
  return false
}
