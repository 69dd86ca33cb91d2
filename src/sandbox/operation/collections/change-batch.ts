/** Each of several records made, changed or deleted, as the request says of it in a word: all of them, or none. */
import type { ChangesPlan, ResourcePlan } from '../../../api/plan.ts'
import { canonical, isEqual } from '../../../api/schema/equal.ts'
import { at, field, isObject, type JsonObject, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { completed, type Refused } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Links } from '../../state/links.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { words } from '../answers/refusal-wording.ts'
import { changeOne, storeChange } from '../change-one.ts'
import { createOne } from '../create-one.ts'
import { deleteOne } from '../delete-one.ts'
import { renamed } from '../input.ts'
import type { Refusal } from '../kind.ts'

interface Change {
  readonly does: 'make' | 'put' | 'change' | 'delete'
  /** Nothing is wrong where there is none to delete. */
  readonly isLenient: boolean
  readonly value: JsonObject
}

/** Where one change is refused, none is done. */
export function changedEach(
  call: Call,
  plan: ResourcePlan,
  { place, action, record }: ChangesPlan,
  links: Links,
): Refused | undefined {
  const listed = at(call.body, place)
  const changes = (Array.isArray(listed) ? listed : []).flatMap((one) => {
    const value = field(one, record)
    return isObject(value) ? [changeOf(textOf(field(one, action)), renamed(call, value as JsonObject, plan))] : []
  })
  if (call.trace.on) call.trace.note('store', `${changes.length} change(s) of ${plan.type} records`)
  return done(call, plan, changes, links)
}

/** What is made must not be there yet, what is changed or deleted must. */
function done(call: Call, plan: ResourcePlan, changes: readonly Change[], links: Links): Refused | undefined {
  const present = new Map(recordsOf(call, plan, links).map((one) => [nameOf(call, plan, one.value), one]))
  for (const { does, isLenient, value } of changes) {
    const name = nameOf(call, plan, value)
    const known = present.get(name)
    if (known !== undefined ? does === 'make' : does !== 'make' && does !== 'put' && !isLenient)
      return { refuse: refusal(call, plan, value, known !== undefined) }
    if (does === 'delete') {
      const refused =
        known === undefined ? undefined : deleteOne(call, plan, known, { input: value, isOneOfSeveral: true })
      if (refused !== undefined) return refused
      present.delete(name)
      continue
    }
    const whole = known === undefined ? made(call, plan, value, links) : put(call, plan, known, value)
    if ('refuse' in whole) return whole
    present.set(name, whole.record)
  }
  return undefined
}

/** A new record, and nothing of it that is not sent or comes of what is sent. */
function made(call: Call, plan: ResourcePlan, value: JsonObject, links: Links): ReturnType<typeof createOne> {
  const one = createOne(call, plan, { links, given: value })
  if ('refuse' in one) return one
  const own = completed(call, call.runtime.hooks(call.compiled, plan), plan, value, value)
  return { record: storeChange(call, plan, one.record, own, () => value) }
}

/** The record as it is sent, and nothing besides: each change says the whole of it. */
function put(call: Call, plan: ResourcePlan, known: StoredRecord, value: JsonObject): ReturnType<typeof changeOne> {
  if (isEqual(known.value, value)) return { record: known }
  return changeOne(call, plan, known, { input: value, becomes: () => ({ value }), isOneOfSeveral: true })
}

function changeOf(word: string, value: JsonObject): Change {
  const isLenient = /if_?exists/i.test(word)
  if (/^(delete|remove)/i.test(word)) return { does: 'delete', isLenient, value }
  if (/^(upsert|put|set|save)|_or_(update|replace)/i.test(word)) return { does: 'put', isLenient, value }
  return { does: /^(update|change|modify|replace)/i.test(word) ? 'change' : 'make', isLenient, value }
}

function refusal(call: Call, plan: ResourcePlan, value: JsonObject, isThere: boolean): Refusal {
  const name = keysOf(plan, call.runtime)
    .flatMap((key) => textOf(value[key]) || [])
    .join(' ')
  const message = `Invalid change batch: the ${words(plan)} ${name} ${isThere ? 'already exists' : 'was not found'}`
  return { status: 400, message, code: isThere ? 'already_exists' : 'not_found' }
}

function recordsOf(call: Call, plan: ResourcePlan, links: Links): readonly StoredRecord[] {
  call.resources.populate(plan, links)
  const { link, filter } = call.resources.indexFor(links)
  const wanted = Object.entries(filter)
  return call.resources.records
    .list(plan.type, { link, reverse: false })
    .filter((one) => wanted.every(([own, value]) => one.links[own] === value))
}

/** What tells a record from others: the texts that it must have, and what is called an identifier. */
function nameOf(call: Call, plan: ResourcePlan, value: JsonObject): string {
  const keys = keysOf(plan, call.runtime)
  return canonical(keys.length === 0 ? value : keys.map((name) => value[name] ?? null))
}

const keysOf = oncePer((plan: ResourcePlan, runtime: Runtime): readonly string[] => {
  const { properties, required } = runtime.view(plan.schema)
  return [...properties].flatMap(([name, schema]) => {
    const isText = runtime.view(schema).types.includes('string')
    return isText && (required.has(name) || /identifier$/i.test(name)) ? [name] : []
  })
})
