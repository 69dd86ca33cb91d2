/** Deleted records that a verb brings back: `restore` of what is said to be only put aside, `undelete`, `untrash`. */
import type { Operation } from '../../../api/description.ts'
import type { ResourcePlan } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import type { JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { settled } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { Join } from '../../state/joins.ts'
import { entryKey } from '../../state/keys.ts'
import type { Links } from '../../state/links.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { afterwards, setUnder } from '../associations/joins.ts'
import { retold } from '../associations/told-by-children.ts'

/** What is kept of a deleted record, which of those that were put aside it is, and what it was joined to. */
type Kept = readonly [
  value: JsonObject,
  links: Links,
  alternates: readonly (readonly [string, string])[],
  number: number,
  joins?: readonly Join[],
]

/** Records of a type that are kept; the oldest go. */
const MOST = 1_000

const CERTAIN = /^(undelete|untrash|undestroy)$/
const LIKELY = /^(restore|recover)$/
/** Words of the verb that speak of what was deleted, and not of a copy that something else is restored from. */
const FROM_DELETED = /\b(soft[- ])?(deleted|trashed|removed)\b|\btrash\b|recycle bin/i
const FROM_COPY = /\b(backup|snapshot|point in time|archived? (file|copy))/i
/** Words of the DELETE that promise a way back. */
const PUT_ASIDE = /\bsoft[- ]?delet|\b(be|then) (restored|recovered|undeleted)\b|\bto (the )?(trash|recycle bin)\b/i
/** Query parameters that ask for more than putting aside. */
const FOR_GOOD = /^(purge|permanent(ly)?|force|hard(delete)?|forever|skiptrash)$/

/** True when a verb of the type brings back what its DELETE took out. */
const comesBack = oncePer((plan: ResourcePlan, runtime: Runtime): boolean => {
  const heads = runtime.operationsOn(plan.type)
  const deletes = heads.filter((one) => one.plan.kind === 'delete')
  const isAside = deletes.some((one) => PUT_ASIDE.test(wordsOf(runtime.operation(one.id).operation)))
  return heads.some(({ id, plan: { kind, verb = '', target } }) => {
    if (target?.in !== 'path') return false
    const { operation } = runtime.operation(id)
    if (saysRestores(operation)) return true
    if (kind !== 'action') return false
    if (CERTAIN.test(verb)) return true
    const words = wordsOf(operation)
    return LIKELY.test(verb) && !FROM_COPY.test(words) && (isAside || FROM_DELETED.test(words))
  })
})

/** POST to a record's own path that "restores a folder that has been moved to the trash". */
function saysRestores(operation: Operation): boolean {
  const words = wordsOf(operation)
  return (
    operation.method === 'POST' &&
    /^(undelete|restore|recover)s?\b/i.test(words) &&
    FROM_DELETED.test(words.slice(0, 300))
  )
}

function wordsOf({ summary = '', description = '' }: Operation): string {
  return `${summary} ${description}`
}

/** Remembers a record that is deleted, where a verb may bring it back and the request does not want it gone for good. */
export function putAside(call: Call, plan: ResourcePlan, record: StoredRecord): void {
  const { key, value, links, alternates } = record
  if (!comesBack(plan, call.runtime)) return
  if (call.query.some(([name, said]) => FOR_GOOD.test(plain(name)) && !/^(false|0|no)$/i.test(said))) return
  const { store } = call.sandbox
  const counter = entryKey('b', plan.type)
  const number = Number(store.get(counter) ?? 0) + 1
  store.put(counter, String(number))
  const slot = entryKey('b', plan.type, '', String(number % MOST))
  const oldest = entryKey('b', plan.type, store.get(slot) ?? '')
  const raw = store.get(oldest)
  if (raw !== undefined && (JSON.parse(raw) as Kept)[3] === number - MOST) store.remove(oldest)
  const kept: Kept = [value, links, alternates, number, call.resources.records.joinsOf(record)]
  store.put(slot, key)
  store.put(entryKey('b', plan.type, key), JSON.stringify(kept))
}

/** The deleted record that the verb brings back, in again; what the verb then does to it is a change. */
export function broughtBack(
  call: Call,
  plan: ResourcePlan,
  { id, links }: { readonly id?: string; readonly links?: Links },
): StoredRecord | undefined {
  const { operation } = call.compiled
  const { verb = '' } = operation.plan
  const restores = CERTAIN.test(verb) || LIKELY.test(verb) || saysRestores(operation)
  if (id === undefined || links === undefined || !restores) return undefined
  const key = call.resources.keyOf(plan, id, links)
  const entry = entryKey('b', plan.type, key)
  const raw = call.sandbox.store.get(entry)
  if (raw === undefined || call.resources.records.get(plan.type, key) !== undefined) return undefined
  const [value, under, alternates, , joins = []] = JSON.parse(raw) as Kept
  call.sandbox.store.remove(entry)
  if (call.trace.on) call.trace.note('store', `${plan.type} ${key} brought back`)
  const now = retold(call, plan, value)
  const record = call.resources.records.insert({ type: plan.type, key, value: now, links: under, alternates })
  settled(call, { plan, record, what: 'came' })
  call.resources.records.setJoins(
    record,
    joins.filter((one) => typeof one === 'string'),
  )
  for (const one of joins) if (typeof one !== 'string') setUnder(call, plan, record, one, true)
  return afterwards(call, record)
}
