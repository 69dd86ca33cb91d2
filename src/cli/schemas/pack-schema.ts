/** A pack: a scenario of one's own. */
import { faultFields } from '../../sandbox/faults/read.ts'
import { expectationKinds } from '../../sandbox/scenarios/expectations/index.ts'
import { facts } from '../../sandbox/scenarios/facts.ts'
import {
  endings,
  headFaultMembers,
  type headMembers,
  type packMembers,
  type roleMembers,
  type stepMembers,
} from '../../sandbox/scenarios/read.ts'
import type { JsonObject } from '../../support/json.ts'
import { anyOf, anything, closed, described, listOf, mapOf, ref, truth, words } from './parts.ts'

type Members<T extends readonly string[]> = Record<T[number], JsonObject>

const name: JsonObject = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,62}$' }
const line: JsonObject = { type: 'string' }
const known = listOf(words(...facts.map((fact) => fact.name)))

const role = {
  summary: line,
  event: described('It stands for a declared event, not for an operation', truth),
  needs: described('Facts that all must hold', known),
  prefers: described('Facts that make an operation the better choice, the weightiest first', known),
  same: described('Works on the resource type of this role, which comes before', name),
  optional: described('The scenario does without it', truth),
  operation: described('Always this operation, or event', line),
} satisfies Members<typeof roleMembers>

const head = {
  faults: described('What goes wrong from the start', listOf(ref('fault'))),
  records: described('Records that are there from the start, by role', mapOf(listOf({ type: 'object' }))),
} satisfies Members<typeof headMembers>

const step = {
  call: described('A role', name),
  ends: described('How the call ends for a client that retries as it should', words(...endings)),
} satisfies Members<typeof stepMembers>

const pack = {
  name: described("The file's name where it is left out", name),
  summary: line,
  roles: { ...mapOf(anyOf({ type: 'null' }, ref('role'))), minProperties: 1, maxProperties: 64, propertyNames: name },
  head: { ...closed(head), type: ['object', 'null'] },
  verify: described('What a good client does', list(ref('expectation'))),
  steps: described('What scenario check plays', list(closed(step, 'call'))),
} satisfies Members<typeof packMembers>

function list(items: JsonObject): JsonObject {
  return { type: ['array', 'null'], items, maxItems: 256 }
}

function headFault(): JsonObject {
  const fields = headFaultMembers.map((field): [string, JsonObject] => [field, faultFields[field] ?? anything])
  const { status = anything, ...rest } = Object.fromEntries(fields)
  const statuses = anyOf(status, { type: 'array', items: status, minItems: 1 })
  return closed({ role: described('A role', name), ...rest, status: statuses }, 'role', 'kind')
}

function expectations(): readonly JsonObject[] {
  return expectationKinds.map(({ expect, summary, settings }) => {
    const own = Object.entries(settings).map(([setting, { type, summary }]): [string, JsonObject] => [
      setting,
      described(summary, type === 'role' ? name : { type: 'integer', minimum: 1 }),
    ])
    const required = Object.entries(settings).flatMap(([setting, { required }]) => (required === true ? [setting] : []))
    const said = { expect: { const: expect }, role: name, ...Object.fromEntries(own) }
    return described(summary, closed(said, 'expect', 'role', ...required))
  })
}

export const packSchema: JsonObject = {
  title: 'Scenario of a pack',
  ...closed(pack, 'roles'),
  $defs: { role: closed(role), fault: headFault(), expectation: { oneOf: expectations() } },
}
