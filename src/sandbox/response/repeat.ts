/** What an answer repeats of its request. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { mediaOf } from '../operation/answers/declared-answers.ts'
import { OF_ENVELOPE } from '../operation/answers/id-mentions.ts'
import type { CompiledOperation } from '../operation/compiled.ts'
import { inputOf } from '../operation/input.ts'
import { echoed } from '../operation/kinds/passthrough.ts'
import type { Runtime } from '../runtime.ts'
import { isFilled } from '../state/merge.ts'
import { withAt } from '../state/place.ts'

/** What the request says in single values, which an answer repeats rather than its example; no more than it shows, where it is said what it shows. */
export function repeated(call: Call, schema: Schema): readonly JsonObject[] {
  const { properties } = call.runtime.view(schema)
  const isShown = (name: string): boolean => properties.size === 0 || properties.has(name)
  return echoed(call).map((said) =>
    Object.fromEntries(
      Object.entries(said).filter(
        ([name, value]) => typeof value !== 'object' && !OF_ENVELOPE.test(name) && isShown(name),
      ),
    ),
  )
}

/** What a create was told that its answer shows and the record does not keep. */
export function sentBeyond(call: Call): readonly JsonObject[] {
  if (call.compiled.operation.plan.kind !== 'create') return []
  const told = Object.entries(inputOf(call)).filter(([name]) => !OF_ENVELOPE.test(name))
  return [Object.fromEntries(told)]
}

/** Where an answer repeats what was asked for, and under which name that is asked. */
interface Repeated {
  readonly place: Place
  readonly schema: Schema
  readonly name: string
  readonly from: 'query' | 'body'
}

/**
 * What was asked for, where an answer repeats it: the `query`, the `granularity`, from when to when. At its root or one
 * object deep, under any spelling, and only what the property takes.
 */
export function askedFor(call: Call): JsonObject {
  let told: JsonObject = {}
  for (const { place, schema, name, from } of repeats(call.compiled, call.runtime)) {
    const value = from === 'query' ? call.parameters.get(`query:${name}`) : at(call.body, [name])
    const form = value === undefined || value === null ? undefined : formOf(value, schema, call.runtime)
    if (form !== undefined) told = withAt(told, place, form)
  }
  return told
}

/** Sources of an answer, with what was asked for before all others. */
export function withAsked(call: Call, sources: readonly JsonObject[]): readonly JsonObject[] {
  const asked = askedFor(call)
  return isFilled(asked) ? [asked, ...sources] : sources
}

const repeats = oncePer(({ operation, success }: CompiledOperation, runtime: Runtime): readonly Repeated[] => {
  const [mediaType] = success.mediaTypes
  const { properties } = runtime.view(mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema)
  const asked = askedBy(operation, runtime)
  const { output = [] } = operation.plan
  const found = (name: string, schema: Schema, place: Place): readonly Repeated[] => {
    const one = OF_ASKING.test(plain(name)) ? asked.get(wordFor(name)) : undefined
    return one === undefined ? [] : [{ place, schema, ...one }]
  }
  return [...properties].flatMap(([name, schema]) => {
    if (output[0] === name) return []
    const inner = [...runtime.view(schema).properties]
    return inner.length === 0
      ? found(name, schema, [name])
      : inner.flatMap(([below, property]) => found(below, property, [name, below]))
  })
})

function askedBy(
  operation: CompiledOperation['operation'],
  runtime: Runtime,
): ReadonlyMap<string, Pick<Repeated, 'name' | 'from'>> {
  const isReading = operation.method === 'GET' || /^(search|list|passthrough)$/.test(operation.plan.kind)
  if (!isReading) return new Map()
  const inBody = [...runtime.view(requestSchema(operation)).properties.keys()]
  const inQuery = operation.parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []))
  const found = new Map<string, Pick<Repeated, 'name' | 'from'>>()
  for (const name of inBody) found.set(wordFor(name), { name, from: 'body' })
  for (const name of inQuery) found.set(wordFor(name), { name, from: 'query' })
  return found
}

/** `q` and `query` ask for the same. */
function wordFor(name: string): string {
  const word = plain(name)
  return /^(q|query|searchquery|searchterm)$/.test(word) ? 'query' : word
}

/** What a request says of the answer that it wants, and not of a record. */
const OF_ASKING =
  /^(q|query|search(query|term)?|keywords?|limit|offset|from|to|since|until|(start|end|from|to)(date|time|at|day)?|granularity|interval|resolution|bucketwidth|timezone|tz|currency(code)?|dimensions|metrics|groupby|aggregat(ion|edby)|format|units?|locale|lang(uage)?|sort(by|order)?|orderby|pagesize|perpage|hitsperpage)$/

/** What was asked for in the form of the property; undefined where it has none. */
function formOf(value: unknown, schema: Schema, runtime: Runtime): unknown {
  const { types, keywords } = runtime.view(schema)
  const { format, example } = keywords
  const isMoment = format === 'date-time' || (typeof example === 'string' && /^\d{4}-\d\d-\d\dT/.test(example))
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const midnight = typeof example === 'string' && /\.\d{3}Z$/.test(example) ? 'T00:00:00.000Z' : 'T00:00:00Z'
  const isList = types.includes('array') && !Array.isArray(value)
  const forms = [isDay && isMoment ? `${value}${midnight}` : value, isList ? [value] : undefined]
  return forms.find((one) => one !== undefined && runtime.accepts(schema, one))
}
