/** Tags of records, put, taken and listed by operations that name the record by whatever key it has. */
import type { Place, ResourcePlan, TagsPlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { schemaAt } from '../../../api/schema/view.ts'
import { namedTypes } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type Json, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { idText, wrapped } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { isTagsName } from '../../state/tags-name.ts'
import { answerCovering, mediaOf } from '../answers/declared-answers.ts'
import { changeOne } from '../change-one.ts'
import type { Result } from '../kind.ts'
import { passthrough } from '../kinds/passthrough.ts'

export function performTags(call: Call, tags: TagsPlan): Result {
  const named = namedBy(call, tags)
  const found = named === undefined ? undefined : tagged(call, tags.names, named)
  if (found === undefined) {
    if (named === undefined || answerCovering(call.compiled.operation, 404).declared === undefined)
      return passthrough.perform(call)
    const message = `Nothing has the ${tags.names} ${JSON.stringify(named)}`
    return { refuse: { status: 404, message, code: 'not_found', param: tags.names } }
  }
  const { plan, record } = found
  const name = nameOf(plan, record, call.runtime)
  const before = tagsIn(record.value[name])
  const key = `tags/${record.type}/${record.key}`
  if (tags.does === 'list') {
    const told = formed(before, shownAs(call, tags.holds), call.runtime)
    return { show: 'value', sources: [wrapped(tags.holds, told) as JsonObject], key }
  }
  const sent = tags.keysIn === undefined ? at(call.body, tags.holds) : call.parameters.get(`query:${tags.holds.join()}`)
  const put = changed(before, sent, tags.does)
  const after = tags.takes === undefined ? put : changed(put, at(call.body, tags.takes), 'take')
  const schema = call.runtime.view(plan.schema).properties.get(name)
  const input = { [name]: formed(after, schema, call.runtime) }
  const becomes = () => ({ value: { ...record.value, ...input } })
  // Conditions of the request are those of its tags, and not of the record.
  const done = changeOne(call, plan, record, { input, becomes, isOneOfSeveral: true })
  return 'refuse' in done ? done : { show: 'value', sources: [], key }
}

function namedBy(call: Call, { names, in: where }: TagsPlan): string | undefined {
  if (where === undefined) return idText(at(call.body, [names]))
  return where === 'path' ? call.pathParameters.get(names) : idText(call.parameters.get(`query:${names}`))
}

/** The record with the tags that its create sends, where it shows none by that name and other operations tell of them. */
export function withTagsSent(call: Call, plan: ResourcePlan, record: StoredRecord, input: JsonObject): StoredRecord {
  const sent = Object.keys(input).find(isTagsName)
  const name = nameOf(plan, record, call.runtime)
  if (sent === undefined || (sent === name && Object.hasOwn(record.value, name))) return record
  const schema = call.runtime.view(plan.schema).properties.get(name)
  const tags = formed(tagsIn(input[sent]), schema, call.runtime)
  return call.resources.change(plan, record, { ...record.value, [name]: tags })
}

export const tellsTags: (runtime: Runtime) => boolean = oncePer(({ api }: Runtime): boolean =>
  api.head.operations.some(({ plan: { tags } }) => tags?.does === 'list'),
)

/** The record of any type that has the key; one whose type the request speaks of goes before others. */
function tagged(
  call: Call,
  name: string,
  value: string,
): { readonly plan: ResourcePlan; readonly record: StoredRecord } | undefined {
  for (const plan of taggable(call.runtime)(name)) {
    const record = call.resources.find(plan, value, {})
    if (record !== undefined) return { plan, record }
  }
  return byWrittenArn(call, value)
}

/** `arn:…:bookrack/name` of a book rack that shows no ARN. */
function byWrittenArn(call: Call, arn: string): ReturnType<typeof tagged> {
  const [, kind = '', own = ''] = /^arn:(?:[^:]*:){4}([\w-]+)[:/](?:.*[:/])?([^:/]+)$/.exec(arn) ?? []
  const plan = namedTypes(call.runtime).called(kind)
  const record = plan === undefined || plan.singleton === true ? undefined : call.resources.find(plan, own, {})
  return plan === undefined || record === undefined ? undefined : { plan, record }
}

const taggable = oncePer((runtime: Runtime) => {
  const made = new Map<string, readonly ResourcePlan[]>()
  return (name: string): readonly ResourcePlan[] => {
    const known = made.get(name)
    if (known !== undefined) return known
    const said = plain(name)
    const rank = ({ type, id }: ResourcePlan): number =>
      id.place.at(-1) === name ? 0 : said.startsWith(plain(type)) ? 1 : 2
    const all = runtime.api.head.resources.filter(({ singleton }) => singleton !== true)
    const found = [...all].sort((a, b) => rank(a) - rank(b))
    made.set(name, found)
    return found
  }
})

type Tags = ReadonlyMap<string, Json>

/** The property of the record that holds them. */
function nameOf(plan: ResourcePlan, { value }: StoredRecord, runtime: Runtime): string {
  const names = [...runtime.view(plan.schema).properties.keys(), ...Object.keys(value)]
  return names.find(isTagsName) ?? 'tags'
}

/** `{a: '1'}`, `[{Key: 'a', Value: '1'}]`. */
function tagsIn(value: unknown): Tags {
  if (!Array.isArray(value)) return new Map(isObject(value) ? (Object.entries(value) as [string, Json][]) : [])
  return new Map(
    value.flatMap((one: unknown): [string, Json][] => {
      if (!isObject(one)) return []
      const key = Object.entries(one).find(([name]) => KEY.test(name))?.[1]
      const said = Object.entries(one).find(([name]) => VALUE.test(name))?.[1]
      return typeof key === 'string' ? [[key, (said ?? '') as Json]] : []
    }),
  )
}

const KEY = /key$/i
const VALUE = /value$/i

function changed(before: Tags, sent: unknown, does: TagsPlan['does']): Tags {
  if (does === 'put' || does === 'change') return new Map([...before, ...tagsIn(sent)])
  const listed: readonly unknown[] = Array.isArray(sent) ? sent : []
  const gone = new Set<unknown>([...listed, ...tagsIn(sent).keys()])
  return new Map([...before].filter(([key]) => !gone.has(key)))
}

/** Tags as the schema has them: a map, or a list of keys with their values. */
function formed(tags: Tags, schema: Schema | undefined, runtime: Runtime): Json {
  const { types, items } = runtime.view(schema)
  if (!types.includes('array')) return Object.fromEntries(tags) as JsonObject
  const names = [...runtime.view(items).properties.keys()]
  const [key, value] = [names.find((one) => KEY.test(one)) ?? 'Key', names.find((one) => VALUE.test(one)) ?? 'Value']
  return [...tags].map(([name, said]) => ({ [key]: name, [value]: said }))
}

function shownAs({ compiled: { success }, runtime }: Call, place: Place): Schema | undefined {
  const [type = ''] = success.mediaTypes
  return schemaAt(runtime.view, mediaOf(success, type)?.schema, place)
}
