/** Lists that clients fill with records made elsewhere, by ids or URIs: what is put in and taken out. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { type Event, type Refused, settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import { type EntryPlan, entryOf, type Holding, holdingsOf } from '../../state/entries.ts'
import type { Links } from '../../state/links.ts'
import { idText, without } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { idsSent, saysIds } from '../collections/ids-in-request.ts'
import { createOne } from '../create-one.ts'
import { deleteOne } from '../delete-one.ts'
import type { Refusal, Result } from '../kind.ts'
import { echoed } from '../kinds/passthrough.ts'
import { entriesUnder, namesOf } from './list-contains.ts'

/** Entries up to which a list is kept. */
const MOST = 10_000

/**
 * What a request does to a list of entries: POST adds, PUT adds what is not there, or puts other entries in the place of
 * all where POST adds, DELETE takes out. Undefined where the type is no entry, or no ids are said.
 */
export function entriesChanged(call: Call, plan: ResourcePlan, links: Links): Result | undefined {
  const entry = entryOf(plan, call.runtime)
  const ids = entry === undefined ? undefined : idsSent(call)
  if (entry === undefined) return undefined
  if (ids === undefined) return saysIds(call) ? { refuse: unreadable() } : undefined
  const { method, path } = call.compiled.operation
  const before = entriesUnder(call, plan, links)
  if (method === 'DELETE') {
    const gone = new Set(ids)
    const out = before.filter((record) => namesOf(record, entry).some((one) => gone.has(one)))
    return takenOut(call, plan, out) ?? done(call)
  }
  const adds = method !== 'PUT'
  const replaces =
    !adds && call.runtime.operationsOn(plan.type).some((one) => one.path === path && one.method === 'POST')
  const known = new Set(adds || replaces ? [] : before.flatMap((record) => namesOf(record, entry)))
  const room = MOST - (replaces ? 0 : before.length)
  const fresh = ids.filter((id) => !known.has(id))
  if (fresh.length > room) return { refuse: full() }
  const position = adds ? positionSaid(call) : undefined
  const after = replaces ? before : position === undefined ? [] : before.slice(position)
  const again = replaces ? [] : after.map(({ value }) => without(value, plan.id.place))
  const entries = [...fresh.map((id) => ({ [entry.name]: held(call, entry, id) }) as JsonObject), ...again]
  return takenOut(call, plan, after) ?? putIn(call, plan, links, entries) ?? done(call)
}

function takenOut(call: Call, plan: ResourcePlan, records: readonly StoredRecord[]): Refused | undefined {
  for (const record of records) {
    const refused = deleteOne(call, plan, record, { isOneOfSeveral: true })
    if (refused !== undefined) return refused
  }
  return undefined
}

function putIn(call: Call, plan: ResourcePlan, links: Links, entries: readonly JsonObject[]): Refused | undefined {
  for (const given of entries) {
    const made = createOne(call, plan, { links, given, isAside: true })
    if ('refuse' in made) return made
  }
  return undefined
}

function unreadable(): Refusal {
  return { status: 400, message: 'The ids cannot be read: each must be a text or a number', code: 'invalid_request' }
}

function full(): Refusal {
  return { status: 400, message: `The list would hold more than ${MOST} entries`, code: 'invalid_request' }
}

function done(call: Call): Result {
  return { show: 'value', sources: echoed(call), key: `entries/${call.request.path}` }
}

/** What becomes of a record becomes of the entries that hold it: they show it as it is then, and go with it. */
export function followEntries(call: Call, event: Event): void {
  const { plan, record, what } = event
  if (what === 'came' || record.joinedBy !== undefined) return
  const id = idText(at(record.value, plan.id.place))
  if (id === undefined) return
  for (const holding of holdingsOf(plan, call.runtime)) {
    const place = [holding.name, ...plan.id.place].join('.')
    for (const entry of call.resources.records.alike(holding.plan.type, place, id, MOST))
      if (what === 'went') deleteOne(call, holding.plan, entry, { isOneOfSeveral: true })
      else showAnew(call, holding, entry, record.value)
  }
}

function showAnew(call: Call, { plan, name, schema }: Holding, entry: StoredRecord, value: JsonObject): void {
  const [before, shown] = [entry.value[name], project(value, schema, call.runtime)]
  if (!isObject(shown)) return
  // By its URI the entry says what it was put there as.
  const isUri = isObject(before) && Object.hasOwn(before, 'uri') && Object.hasOwn(shown, 'uri')
  const next = { ...entry.value, [name]: isUri ? { ...shown, uri: before['uri'] } : shown } as JsonObject
  if (!call.runtime.accepts(plan.schema, next)) return
  const changed = call.resources.change(plan, entry, next)
  settled(call, { plan, record: changed, what: 'changed', before: entry })
}

/** The record as an entry shows it: what nobody can make is there under any id. */
function held(call: Call, { plans, schema }: EntryPlan, said: string): unknown {
  const steps = said.split(/[:/]/)
  const id = steps.at(-1) || said
  const plan = plans.find(({ type }) => steps.slice(0, -1).includes(type)) ?? plans[0]
  if (plan === undefined) return undefined
  const found = call.resources.find(plan, id, {})
  const record = found ?? call.resources.imagine(plan, id, {})
  const shown = project(record.value, schema, call.runtime)
  const isUri = steps.length > 1 && isObject(shown) && Object.hasOwn(shown, 'uri')
  return isUri ? { ...shown, uri: said } : shown
}

function positionSaid(call: Call): number | undefined {
  const said = call.parameters.get('query:position') ?? (isObject(call.body) ? call.body['position'] : undefined)
  return typeof said === 'number' && Number.isInteger(said) && said >= 0 ? said : undefined
}
