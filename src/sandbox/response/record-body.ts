/** What an answer shows of one record, and of what stands beside it. */
import type { ResourcePlan } from '../../api/plan.ts'
import { isEqual } from '../../api/schema/equal.ts'
import { generate, type Unsaid, withoutPlaceholders } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isCalled } from '../../derive/paths/paths.ts'
import { at, field, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { besideEnvelope, isStub, mentioned } from '../operation/answers/id-mentions.ts'
import { acknowledges, withoutOwnWords } from '../operation/answers/receipts.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import { inputOf } from '../operation/input.ts'
import type { Runtime } from '../runtime.ts'
import { NO_VALUES } from '../state/merge.ts'
import { rootTimesOf, withNewTimes } from '../state/new-times.ts'
import { withAt, wrapped } from '../state/place.ts'
import { START } from '../state/sandbox-clock.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { unsaidOf } from '../state/unsaid.ts'
import { tellSources } from '../value-sources.ts'
import type { Chosen } from './choose.ts'
import { nothingFailed, nothingWrong, withoutEmptyComplaints, withoutMadeUp } from './complaints.ts'
import { deedOf, tellsOutcome } from './deed.ts'
import { eachNamed } from './each-sent.ts'
import { expanded, expansions } from './expand.ts'
import { fieldsetOf, narrowed } from './fieldset.ts'
import { ofPath } from './frame.ts'
import { hasIncludeFlags, withoutUnasked } from './include-flags.ts'
import { ownStatus } from './own-status.ts'
import { identified, isPassword } from './project.ts'
import { repeated, sentBeyond } from './repeat.ts'
import { withWordsOfAnswer } from './whole-text.ts'

/** What the client says of how it wants records shown. */
interface Ask {
  readonly whole: ReturnType<typeof expansions>
  readonly fields: ReturnType<typeof fieldsetOf>
}

export function askOf(call: Call): Ask {
  return { whole: expansions(call), fields: fieldsetOf(call) }
}

/** Nothing that the client says changes how records are shown. */
export function isAsIs(call: Call): boolean {
  return expansions(call).length === 0 && fieldsetOf(call) === undefined && !hasIncludeFlags(call)
}

/** The record with others in the place of their ids, and without what is not wanted of it. */
export function asAsked(call: Call, value: unknown, schema: Schema | undefined, { whole, fields }: Ask): unknown {
  const shown = fields === undefined ? withoutUnasked(call, value, schema) : value
  return narrowed(call, expanded(call, shown, schema, whole), schema, fields)
}

/** What the answer declares and the record does not have, made once for all answers about this record. */
export function withBeyond(call: Call, record: StoredRecord, shown: unknown, schema: Schema | undefined): unknown {
  const { beyondRecord: beyond } = call.compiled
  const resource = call.runtime.resource(record.type)
  if (schema === undefined || resource === undefined || !isObject(shown)) return shown
  const well = isReading(call) ? NO_VALUES : nothingWrong(schema, call.runtime, resource.schema)
  const made = beyond === undefined ? well : besides(call, record, resource, beyond)
  if (!isObject(made) || made === NO_VALUES) return shown
  const whole = { ...made, ...well, ...shown }
  return call.runtime.accepts(schema, whole) ? whole : shown
}

function besides(call: Call, record: StoredRecord, resource: ResourcePlan, beyond: Schema): unknown {
  return generate(beyond, {
    ...call.runtime.generating,
    dice: call.resources.dice,
    key: `${resource.type}/${record.key}`,
    now: isReading(call) ? START : call.resources.clock.now(),
    sources: [...sentBeyond(call), record.value],
    fill: 'full',
    refer: (property) => call.resources.refer(property, resource),
  })
}

/** An answer around a record repeats the other name under which the client chose its id. */
export function namingItself(call: Call, body: JsonObject): JsonObject {
  const { aliases = [] } = call.compiled.resource?.id ?? {}
  return aliases.reduce((named, alias) => {
    const sent = at(call.body, alias)
    return sent === undefined || at(named, alias) !== undefined ? named : withAt(named, alias, sent)
  }, body)
}

/** What an answer that holds no record says of one, the strongest first. */
export function saidOf(call: Call, record: StoredRecord, schema: Schema): readonly JsonObject[] {
  const { plan } = call.compiled.operation
  const isBeside = isStub(plan) || tellsOutcome(call.compiled, call.runtime)
  const own = isBeside ? besideEnvelope(record.value) : withoutOwnWords(call.compiled, record.value, call.runtime)
  return [mentioned(plan, record.value), own, ...sentBeyond(call), ...repeated(call, schema), ofPath(call)]
}

/** A create whose answer shows little still tells back what was sent, and the id, unless the description forbids it. */
export function echoing(call: Call, record: StoredRecord, shown: unknown, schema: Schema | undefined): unknown {
  if (call.compiled.operation.plan.kind !== 'create' || !isObject(shown)) return shown
  const { additional, properties } = call.runtime.view(schema)
  if (additional === false) return shown
  const { output, mentions = [] } = call.compiled.operation.plan
  // A task that names the record tells its id, and nothing else of it.
  const isTask = output === undefined && mentions.length > 0 && !isStub(call.compiled.operation.plan)
  const own = call.compiled.resource?.id.place[0]
  const echoed: Record<string, unknown> = { ...shown }
  for (const [name, value] of Object.entries(inputOf(call))) {
    if (properties.has(name) || isPassword(name) || typeof value === 'object' || (isTask && name !== own)) continue
    if (field(record.value, name) === value) setOwn(echoed, name, value)
  }
  const isTold = output === undefined && !isTask && needsId(call.compiled, call.runtime)
  return isTold ? identified(call, record.value, echoed, schema) : echoed
}

/** An answer tells an id that it does not declare where other requests ask for it, unless it only says that something is on its way. */
const needsId = oncePer((compiled: CompiledOperation, runtime: Runtime): boolean => {
  const { type } = compiled.operation.plan
  if (type === undefined || acknowledges(compiled, runtime)) return false
  return runtime.operationsOn(type).some(({ plan: { target } }) => target !== undefined)
})

export function formed(form: 'one' | 'array' | 'map', record: StoredRecord, value: unknown): unknown {
  if (form === 'one') return value
  return form === 'array' ? [value] : wrapped([record.key], value)
}

/** Records by their keys. */
export function mapOf(records: readonly StoredRecord[], items: readonly unknown[]): JsonObject {
  const map: Record<string, unknown> = {}
  for (const [index, record] of records.entries()) setOwn(map, record.key, items[index])
  return map as JsonObject
}

/** The schema of one record at the output place. */
export function elementOf(call: Call, schema: Schema | undefined, form: 'one' | 'array' | 'map'): Schema | undefined {
  if (form === 'one') return schema
  const view = call.runtime.view(schema)
  return form === 'array' ? view.items : view.additional
}

export function objects(...values: readonly unknown[]): JsonObject[] {
  return values.filter(isObject) as JsonObject[]
}

/** A value of the answer's schema from sources, then from the media type's example. */
export function make(
  call: Call,
  chosen: Chosen,
  sources: readonly JsonObject[],
  key: string,
  { unsaid, taken }: { readonly unsaid?: Unsaid | undefined; readonly taken?: unknown } = {},
): unknown {
  const { schema, media } = chosen
  if (schema === undefined) return Object.values(media?.examples ?? {})[0] ?? sources[0]
  const { operation } = call.compiled
  const of = `${operation.id} ${chosen.mediaType ?? ''}`.trim()
  const examples = Object.values(media?.examples ?? {}).map(withoutPlaceholders)
  const isByName = isCalled(operation.path)
  const whole = examples.find((e) => !isObject(e) && e !== undefined && call.runtime.accepts(schema, e))
  if (whole !== undefined) {
    if (call.trace.on) call.trace.note('synth', `${of}: example`)
    return whole
  }
  const [example] = objects(...examples)
  const said = [
    ownStatus(call, chosen.answer, schema),
    nothingWrong(schema, call.runtime),
    isByName && typeof schema === 'object' ? nothingFailed(schema, call.runtime) : NO_VALUES,
    ...(isByName ? eachNamed(call, schema, sources) : sources),
    deedOf(call.compiled, call.runtime),
  ]
  if (example !== undefined && standsAlone(call, example, schema, said)) {
    if (call.trace.on) call.trace.note('synth', `${of}: example`)
    return ofNow(call, example, schema, sources)
  }
  const made = generate(schema, {
    ...call.runtime.generating,
    dice: call.resources.dice,
    key: `${operation.id}/${key}`,
    now: call.resources.clock.now(),
    sources: example === undefined ? said : [...said, example],
    fill: 'full',
    // Under the name of a parameter of the path, the answer speaks of what that named.
    refer: (property) => call.pathParameters.get(property) ?? call.resources.refer(property),
    ...(call.compiled.yields === undefined ? {} : { yields: call.compiled.yields }),
    unsaid,
    ...(taken === undefined ? {} : { taken }),
  })
  if (typeof made === 'string') return withWordsOfAnswer(call, chosen, made)
  const view = call.runtime.view(schema)
  const told = withoutEmptyComplaints(isByName ? withoutMadeUp(made, view, sources) : made, view, sources)
  const hasRest = example !== undefined && call.compiled.resource === undefined && !isByName
  const body = ofNow(call, hasRest ? withRest(call, told, example, schema) : told, schema, sources)
  const sent = isObject(call.body) ? (call.body as JsonObject) : NO_VALUES
  tellSources(call.trace, body, { schema, sent, stored: sources, example }, call.runtime, of)
  return body
}

/** What a request makes is made now, whatever time an example shows; what is known of a record says its own. */
function ofNow(call: Call, value: unknown, schema: Schema, sources: readonly JsonObject[]): unknown {
  if (isReading(call) || !isObject(value) || typeof schema === 'boolean') return value
  const times = rootTimesOf(schema, call.runtime).filter(
    ({ place: [name = ''] }) => !sources.some((source) => Object.hasOwn(source, name)),
  )
  return withNewTimes(times, value as JsonObject, NO_VALUES, call.resources.clock.now())
}

/** The same around a record, of which nothing is made up that nobody said. */
export function makeOf(call: Call, chosen: Chosen, sources: readonly JsonObject[], record: StoredRecord): unknown {
  const plan = call.runtime.resource(record.type)
  return make(call, chosen, sources, record.key, plan === undefined ? {} : { unsaid: unsaidOf(plan, call.runtime) })
}

/** True for an example of which nothing that is known says otherwise: it is answered whole, with what its schema does not name. */
function standsAlone(call: Call, example: JsonObject, schema: Schema, said: readonly JsonObject[]): boolean {
  const { properties } = call.runtime.view(schema)
  const differs = (source: JsonObject): boolean =>
    Object.keys(source).some((name) =>
      Object.hasOwn(example, name) ? !isEqual(example[name], source[name]) : properties.has(name),
    )
  if (properties.size > 0 && Object.keys(example).length === 0) return false
  return !said.some(differs) && call.runtime.accepts(schema, example)
}

/** What an example says under names that its schema does not list stays, where the schema is open to it. */
function withRest(call: Call, made: unknown, example: JsonObject, schema: Schema): unknown {
  const { properties, additional } = call.runtime.view(schema)
  if (!isObject(made) || additional === false) return made
  const rest = Object.entries(example).filter(([name]) => !properties.has(name) && !Object.hasOwn(made, name))
  if (rest.length === 0) return made
  const whole: Record<string, unknown> = { ...made }
  for (const [name, value] of rest) setOwn(whole, name, value)
  return call.runtime.accepts(schema, whole) ? whole : made
}

export function isReading(call: Call): boolean {
  return call.request.method === 'GET' || call.request.method === 'HEAD'
}
