/**
 * What a change adds to arrays of its record and takes out of them: `add_events`, `removeLabelIds`, and
 * `POST /firewalls/{id}/rules` beside `DELETE /firewalls/{id}/rules`.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import { canonical } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { requestSchema } from '../../../derive/schemas/requests.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import { declaredOperation } from '../../declared.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import type { CompiledOperation } from '../compiled.ts'

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

/** The record with the arrays that are sent to a path of their own added or taken out; undefined for another operation. */
export function withArraysAt(call: Call, before: JsonObject): JsonObject | undefined {
  const names = arraysAt(call.compiled, call.runtime)
  if (names.size === 0 || !isObject(call.body)) return undefined
  const copy: Record<string, unknown> = { ...before }
  for (const [name, values] of Object.entries(call.body)) {
    const own = names.get(name)
    if (own === undefined || !Array.isArray(values)) continue
    const held: readonly unknown[] = Array.isArray(before[own]) ? before[own] : []
    setOwn(copy, own, call.compiled.operation.method === 'DELETE' ? apart(held, values) : joined(held, values))
  }
  return copy as JsonObject
}

/** Members of the body with the arrays of the record that they are; empty unless all of them are such. */
const arraysAt = oncePer(
  ({ operation, resource }: CompiledOperation, runtime: Runtime): ReadonlyMap<string, string> => {
    const { path, method, plan } = operation
    const other = method === 'POST' ? 'DELETE' : method === 'DELETE' ? 'POST' : undefined
    const isPair = other !== undefined && declaredOperation(other, path, runtime) !== undefined
    const body = requestSchema(operation)
    if (!isPair || plan.target?.in !== 'path' || resource === undefined || body === undefined) return NONE
    const own = new Map(
      [...allProperties(resource.schema, runtime)].map(([name, schema]) => [plain(name), { name, schema }]),
    )
    const found = new Map<string, string>()
    for (const [name, schema] of allProperties(body, runtime)) {
      const property = own.get(plain(name))
      const isArray = (one: Schema | undefined): boolean => runtime.view(one).types.includes('array')
      if (property === undefined || !isArray(schema) || !isArray(property.schema)) return NONE
      found.set(name, property.name)
    }
    return found
  },
)

const NONE: ReadonlyMap<string, string> = new Map()
