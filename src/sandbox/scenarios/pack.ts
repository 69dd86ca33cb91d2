/** A scenario in the form of a pack, as `read.ts` reads it. */
import type { Json, JsonObject } from '../../support/json.ts'
import type { Role, Scenario } from './scenario.ts'

/** What is empty is left out. */
export function packOf({ name, summary, roles, head, verify, steps }: Scenario): JsonObject {
  const faults = head.faults.map(({ role, rule }) => ({ role, ...rule }))
  const records = Object.fromEntries(head.records.map(({ role, values }) => [role, values]))
  return filled({
    name,
    summary,
    roles: Object.fromEntries(roles.map((role) => [role.name, packedRole(role)])),
    head: filled({ faults, records }),
    verify: verify.map(({ expect, role, settings }) => ({ expect, role, ...settings })),
    steps: steps.map(({ call, ends }) => ({ call, ends })),
  })
}

function packedRole({ summary, event, needs, prefers, same, optional, operation }: Role): JsonObject {
  return filled({ summary, event, needs, prefers, same, optional, operation })
}

function filled(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const isEmpty = (value: Json | undefined): boolean =>
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined || isEmpty(value) ? [] : [[name, value]])),
  )
}
