/** Rules, one or a list of them, as `tool rule add` takes them. */
import { stateParts } from '../../sandbox/rules/conditions/state.ts'
import { matcherNames } from '../../sandbox/rules/matchers.ts'
import { type respondMembers, type ruleMembers, whenMembers } from '../../sandbox/rules/read.ts'
import { windowsOf } from '../../sandbox/windows.ts'
import type { JsonObject } from '../../support/json.ts'
import { anyOf, anything, closed, described, listOf, mapOf, ref, status, text, words } from './parts.ts'

type Members<T extends readonly string[]> = Record<T[number], JsonObject>

const ID = '^[\\w.:-]{1,128}$'
const bound = anyOf({ type: 'number' }, { type: 'string' })

/** Of the matchers whose argument is not anything. */
const matcherArguments: Readonly<Record<string, JsonObject>> = {
  exists: { type: 'boolean' },
  absent: { type: 'boolean' },
  exists_in_store: described('A resource type', text),
  not: ref('wish'),
  in: { type: 'array' },
  matches: described('A regular expression', { type: 'string' }),
  gt: bound,
  gte: bound,
  lt: bound,
  lte: bound,
}

const whenArguments: Readonly<Record<string, JsonObject>> = {
  method: described('HTTP method, in any case', { type: 'string', pattern: '^[A-Za-z]+$' }),
  path: described('Path template as the description has it', { type: 'string', pattern: '^/' }),
  state: described('What is asked of stored records, by resource type', mapOf(ref('stored'))),
  times: described('Only the first so many; 0: always', { type: 'integer', minimum: 0, maximum: 1_000_000_000 }),
  per: described('What times is counted for by itself', words(...windowsOf)),
}

const stored: Readonly<Record<string, JsonObject>> = { where: ref('places'), count: ref('wish') }

const respond = {
  status,
  headers: mapOf({ type: 'string' }),
  body: described('Templated', anything),
  example: anyOf(status, closed({ status, name: { type: 'string' } }, 'status')),
} satisfies Members<typeof respondMembers>

const rule = {
  id: { type: 'string', pattern: ID },
  description: anything,
  when: ref('when'),
  respond: { ...closed(respond), anyOf: ['status', 'body', 'example'].map((name) => ({ required: [name] })) },
  set: described('Values for places of the addressed record', { ...mapOf(anything), minProperties: 1 }),
  emit: anyOf(described('A declared event', text), closed({ event: text, data: anything }, 'event')),
  provenance: { type: 'string' },
  version: { type: 'integer', minimum: 0 },
} satisfies Members<typeof ruleMembers>

export const rulesSchema: JsonObject = {
  title: 'Rules of a sandbox',
  type: 'object',
  if: { required: ['rules'] },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: closed({ rules: { ...listOf(ref('rule')), maxItems: 10_000 }, version: { type: 'integer', minimum: 0 } }),
  else: ref('rule'),
  $defs: {
    rule: {
      ...closed(rule, 'id', 'when'),
      anyOf: ['respond', 'set', 'emit'].map((name) => ({ required: [name] })),
    },
    when: closed(
      Object.fromEntries(whenMembers.map((name) => [name, whenArguments[name] ?? ref('places')])),
      'method',
      'path',
    ),
    places: described('What must hold, by dotted path or JSON pointer', mapOf(ref('wish'))),
    stored: {
      ...closed(Object.fromEntries(stateParts.map((name) => [name, stored[name] ?? anything]))),
      minProperties: 1,
    },
    wish: described('Matchers, or a value that must be equal', {
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: {
        ...closed(Object.fromEntries(matcherNames.map((name) => [name, matcherArguments[name] ?? anything]))),
        minProperties: 1,
      },
    }),
  },
}
