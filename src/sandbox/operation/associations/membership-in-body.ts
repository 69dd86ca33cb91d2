/** Records made elsewhere that a request lists for a parent: `{roles: [{id}]}`, `{label_ids: [1, 2]}`. */
import type { Operation } from '../../../api/description.ts'
import { parentInPath } from '../../../api/model-reader.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, linkOf, scopedTo } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { idsInBody, idsSent, listsNothing } from '../collections/ids-in-request.ts'
import { createOne } from '../create-one.ts'
import { isName } from '../identity/client-chosen-id.ts'
import { inputsOf } from '../input.ts'
import { shelve } from './embedded-children.ts'
import { afterwards, setUnder } from './joins.ts'

/**
 * Records made elsewhere that the body lists, all of them there, and says nothing new of: they are put under the parents
 * of the path, or taken away. What stands under a parent by itself cannot be taken away from it.
 */
export function membersNamed(call: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  const { operation } = call.compiled
  if (!isMadeElsewhere(operation, call.runtime) && !isChoice(operation)) return []
  const parent = parentInPath(operation.plan)?.link ?? ''
  const around = scopedTo(plan, links)
  const inputs = (isChoice(operation) ? idsSent(call) : idsInBody(call)) ?? inputsOf(call)
  const found = inputs.flatMap((input) => {
    const id = isObject(input) ? idText(at(input, plan.id.place)) : idText(input)
    const record = id === undefined ? undefined : (call.resources.find(plan, id, around) ?? unmade(call, plan, id))
    const isOwn = operation.method === 'DELETE' && record?.links[parent] === links[parent]
    const isNew = record !== undefined && isObject(input) && changes(record.value, input as JsonObject)
    return record === undefined || isOwn || isNew ? [] : [record]
  })
  return found.length === inputs.length ? found : []
}

/** True where something is said of a record that is not so. */
function changes(value: JsonObject, said: JsonObject): boolean {
  return Object.entries(said).some(([name, next]) => {
    return typeof next !== 'object' && Object.hasOwn(value, name) && textOf(value[name]) !== textOf(next)
  })
}

/** True for the list of a parent whose records have a collection of their own, where they are made one by one. */
const isMadeElsewhere = oncePer(({ path, plan: { type, parents } }: Operation, runtime: Runtime) => {
  const homes = type === undefined ? [] : runtime.operationsOn(type).filter(({ plan }) => plan.kind === 'create')
  const nested = parents.filter((parent) => parent.in === 'path').length
  return homes.some((home) => home.path !== path && home.plan.parents.length < nested)
})

/** What whoever asks has chosen, by ids: no record is made there. */
function isChoice({ plan }: Operation): boolean {
  return plan.kind === 'bulk' && plan.parents.at(-1)?.always !== undefined
}

/** What nobody can make is there under any id, where somebody chooses it. */
function unmade(call: Call, plan: ResourcePlan, id: string): StoredRecord | undefined {
  return plan.creatable || !isChoice(call.compiled.operation) ? undefined : call.resources.imagine(plan, id, {})
}

/** The records that a create names in an array and says nothing of, by their ids or by what they are called. */
export function membersSent(call: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  if (idsInBody(call) === undefined) return []
  const named = membersNamed(call, plan, links)
  return named.length > 0 ? named : membersCalled(call, plan, links)
}

/** The request names none of those that are made elsewhere: an array of them that is empty. */
export function namesNoMember(call: Call): boolean {
  return listsNothing(call) && isMadeElsewhere(call.compiled.operation, call.runtime)
}

/** The records that the only thing sent names, an array of texts: those of no such name are made, where names are what tells them apart. */
export function membersCalled(call: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  const texts = idsInBody(call)
  if (texts === undefined || !isMadeElsewhere(call.compiled.operation, call.runtime)) return []
  if (!texts.every((text): text is string => typeof text === 'string' && text !== '')) return []
  const found = texts.map((text) => called(call, plan, text, links))
  return found.every((record) => record !== undefined) ? found : []
}

/** The record of that name; a new one where there is none and records are told apart by what they are called. */
function called(call: Call, plan: ResourcePlan, text: string, links: Links): StoredRecord | undefined {
  const around = scopedTo(plan, links)
  const found = call.resources.find(plan, text, around)
  if (found !== undefined || !isName(plan.id.place) || text === '') return found
  const made = createOne(call, plan, { links: around, given: withAt({}, plan.id.place, text), id: text, isAside: true })
  return 'refuse' in made ? undefined : made.record
}

/** What lists the records of another type under those of a type, by the property of the latter that names them. */
interface Listing {
  readonly plan: ResourcePlan
  readonly link: string
  readonly name: string
}

export const listingsOf: (plan: ResourcePlan, runtime: Runtime) => readonly Listing[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Listing[] =>
    runtime.api.head.resources.flatMap((other) => {
      const link = other.links.find(({ type }) => type === plan.type)?.link
      if (link === undefined || other === plan || !isName(other.id.place)) return []
      const list = runtime
        .operationsOn(other.type)
        .find(({ plan: { kind, parents } }) => kind === 'list' && parents.at(-1)?.link === link)
      const literal = plain(list?.path.split('/').at(-1) ?? '')
      const name = [...allProperties(plan.schema, runtime).keys()].find((one) => plain(one) === literal)
      return name === undefined ? [] : [{ plan: other, link, name }]
    }),
)

/**
 * What a create or a change names in an array of texts (`labels: ['bug']`) is listed under the record, and what was
 * listed there is no more; the record as it then shows them.
 */
export function joinCalled(call: Call, plan: ResourcePlan, record: StoredRecord, sent: JsonObject): StoredRecord {
  const id = idText(at(record.value, plan.id.place))
  if (id === undefined) return record
  const around = scopedTo(plan, record.links)
  for (const { plan: other, link, name } of listingsOf(plan, call.runtime)) {
    const texts = sent[name]
    if (!Array.isArray(texts)) continue
    const { resources } = call
    const named = texts
      .slice(0, MOST)
      .flatMap((text) => (typeof text === 'string' ? (called(call, other, text, record.links) ?? []) : []))
    const keep = new Set(named.map(({ key }) => key))
    const under = { link, links: { ...around, [link]: id } }
    for (const one of resources.records.list(other.type, { link: linkOf(link, id), reverse: false, limit: MOST }))
      if (!keep.has(one.key) && one.links[link] !== id) setUnder(call, other, one, under, false)
    for (const one of named) {
      setUnder(call, other, one, under, true)
      // What stood there before may be sent as a text, too.
      shelve(call, other, { value: one.value, links: under.links, joinedBy: link }, 0)
    }
  }
  return afterwards(call, record)
}

/** Names of which a request is heard out. */
const MOST = 100
