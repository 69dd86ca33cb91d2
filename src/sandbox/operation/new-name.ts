/** `new_name` beside a record's `name`: what the record is called from then on. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { at, type JsonObject, setOwn } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { idText, plain } from '../state/place.ts'
import type { StoredRecord } from '../state/records.ts'

type Properties = ReadonlyMap<string, Schema>

/** The property that a sent name gives a new value, where the record has none of that name. */
function newlyNamed(sent: string, properties: Properties): string | undefined {
  const rest = NEW.exec(plain(sent))?.[1]
  if (rest === undefined || properties.has(sent)) return undefined
  return [...properties.keys()].find((name) => plain(name) === rest)
}

const NEW = /^new([a-z]*(?:name|label|title|slug))$/

/** What was sent, with the new names under the record's own. */
export function withNewNames(call: Call, sent: JsonObject, properties: Properties): JsonObject {
  if (!/^(update|replace|action)$/.test(call.compiled.operation.plan.kind)) return sent
  let copy: Record<string, JsonObject[string]> | undefined
  for (const [name, value] of Object.entries(sent)) {
    const own = newlyNamed(name, properties)
    if (own === undefined) continue
    copy ??= { ...sent }
    delete copy[name]
    setOwn(copy, own, value)
  }
  return copy ?? sent
}

/** The record under its new name, where requests find it by that; it stays what it was where another has the name. */
export function underNewName(call: Call, plan: ResourcePlan, record: StoredRecord, wanted: JsonObject): StoredRecord {
  const [place, ...deeper] = plan.id.place
  const name = idText(at(wanted, plan.id.place))
  if (place === undefined || deeper.length > 0 || name === undefined || !NEW.test(`new${plain(place)}`)) return record
  const isNew = name !== idText(at(record.value, plan.id.place)) && saysNew(call, place)
  return isNew ? call.resources.rename(plan, record, name) : record
}

function saysNew({ query, body }: Call, place: string): boolean {
  const sent = [...query.map(([name]) => name), ...(typeof body === 'object' && body !== null ? Object.keys(body) : [])]
  return sent.some((name) => plain(name) === `new${plain(place)}`)
}
