/** What a change adds to arrays of its record and takes out of them: `add_events`, `removeLabelIds`. */
import type { ResourcePlan } from '../../api/plan.ts'
import { canonical } from '../../api/schema/equal.ts'
import { type JsonObject, setOwn } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { plain } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'

const CHANGES = /^(add|remove)(?=[_A-Z])_?(.+)$/

/** What was sent, with such names said as the whole arrays that the record has from then on. */
export function withAdded(call: Call, plan: ResourcePlan, before: JsonObject, sent: JsonObject): JsonObject {
  let copy: Record<string, unknown> | undefined
  for (const [name, values] of Object.entries(sent)) {
    const [, verb, rest] = CHANGES.exec(name) ?? []
    if (rest === undefined || !Array.isArray(values)) continue
    const own = arrayCalled(call, plan, name, rest)
    if (own === undefined) continue
    copy ??= { ...sent }
    delete copy[name]
    const said = copy[own] ?? before[own]
    const held: readonly unknown[] = Array.isArray(said) ? said : []
    setOwn(copy, own, verb === 'add' ? joined(held, values) : apart(held, values))
  }
  return (copy as JsonObject | undefined) ?? sent
}

function joined(held: readonly unknown[], values: readonly unknown[]): readonly unknown[] {
  const known = new Set(held.map(canonical))
  const added = values.filter((one) => {
    const isNew = !known.has(canonical(one))
    known.add(canonical(one))
    return isNew
  })
  return [...held, ...added]
}

function apart(held: readonly unknown[], values: readonly unknown[]): readonly unknown[] {
  const gone = new Set(values.map(canonical))
  return held.filter((one) => !gone.has(canonical(one)))
}

/** The record's array of that name; undefined where the record has the sent name itself. */
function arrayCalled({ runtime }: Call, plan: ResourcePlan, sent: string, rest: string): string | undefined {
  const properties = allProperties(plan.schema, runtime)
  if (properties.has(sent)) return undefined
  const found = [...properties].find(([name]) => plain(name) === plain(rest))
  return found !== undefined && runtime.view(found[1]).types.includes('array') ? found[0] : undefined
}
