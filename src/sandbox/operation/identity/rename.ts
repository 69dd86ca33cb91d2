/**
 * What a record is called from then on: `new_name` beside its `name`, another `name` where the change takes one, or the
 * hash of what was changed.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { keepTokens } from '../../auth/tokens.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { carryBeside } from '../../state/beside.ts'
import { linkOf, sharesScope } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { propertyOf } from '../creation/input-coercion.ts'
import { hashedId } from './hashed-id.ts'

type Properties = ReadonlyMap<string, Schema>

/** The property that a sent name gives a new value, where the record has none of that name. */
function newlyNamed(sent: string, properties: Properties): string | undefined {
  const rest = NEW.exec(plain(sent))?.[1]
  if (rest === undefined || properties.has(sent)) return undefined
  return propertyOf([rest], properties)
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
export function underNewName(
  call: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  wanted: JsonObject,
  takesName: (call: Call, name: string) => boolean,
): StoredRecord {
  const old = idText(at(record.value, plan.id.place))
  const name = hashedId(plan, record.value) ?? wantedName(call, plan, wanted, takesName)
  if (name === undefined || name === '' || name === old) return record
  const next = call.resources.rename(plan, record, name)
  if (next.key === record.key) return record
  carryBeside(call.sandbox.store, record, next.key)
  keepTokens(call.sandbox, record, next.key)
  if (old !== undefined) leadThere(call, plan, record, { old, name })
  return next
}

/** The name that a change gives a record; undefined where it says none. */
export function wantedName(
  call: Call,
  plan: ResourcePlan,
  wanted: JsonObject,
  takesName: (call: Call, name: string) => boolean,
): string | undefined {
  const [place, ...deeper] = plan.id.place
  if (place === undefined || deeper.length > 0 || !NEW.test(`new${plain(place)}`)) return undefined
  return saysNew(call, place) || takesName(call, place) ? idText(at(wanted, plan.id.place)) : undefined
}

/** What stands under the record stands under its new name. */
function leadThere(
  { resources, runtime }: Call,
  plan: ResourcePlan,
  record: StoredRecord,
  { old, name }: { readonly old: string; readonly name: string },
): void {
  for (const { child, link, property } of namersOf(plan, runtime))
    for (const inner of resources.records.list(child.type, { link: linkOf(link, old), reverse: false })) {
      if (!sharesScope(inner, record)) continue
      if (inner.links[link] === old) {
        const moved = resources.move(child, inner, link, name)
        if (property !== undefined && idText(at(moved.value, property)) === old)
          resources.change(child, moved, withAt(moved.value, property, name))
        resources.rejoin(moved, link, old, name)
      } else resources.rejoin(inner, link, old, name)
    }
}

/** The types whose records say under which of this type they stand. */
const namersOf = oncePer((plan: ResourcePlan, runtime: Runtime) =>
  runtime.api.head.resources.flatMap((child) =>
    child.links.flatMap(({ link, type, property }) => (type === plan.type ? [{ child, link, property }] : [])),
  ),
)

function saysNew({ query, body }: Call, place: string): boolean {
  const sent = [...query.map(([name]) => name), ...(typeof body === 'object' && body !== null ? Object.keys(body) : [])]
  return sent.some((name) => plain(name) === `new${plain(place)}`)
}
