/** The `x-tool-*` words, as an object of a description carries them: a schema, an operation, a path item, the document. */
import { extensions } from '../../api/extensions.ts'
import { catalogue } from '../../behaviours/catalogue.ts'
import { alphabets, choosers, formats, type idFields } from '../../derive/identity/stated-id.ts'
import type { edgeFields, lifecycleFields } from '../../derive/lifecycle/stated-lifecycle.ts'
import { listStyles } from '../../derive/lists/index.ts'
import {
  headerSettings,
  inputSettings,
  listOrders,
  numberSettings,
  ownSettings,
  placeSettings,
} from '../../derive/lists/stated-list.ts'
import type { JsonObject } from '../../support/json.ts'
import { anyOf, anything, closed, described, listOf, mapOf, ref, text, truth, words } from './parts.ts'

type Members<T extends readonly string[]> = Record<T[number], JsonObject>

const whole: JsonObject = { type: 'integer', minimum: 1 }
/** Also where YAML made a number of it. */
const word = { type: ['string', 'number'] } satisfies JsonObject
const wordOrWords = anyOf(word, listOf(word))

const id = {
  property: described('The property that is the id', text),
  prefix: { type: 'string', maxLength: 64 },
  length: { ...whole, maximum: 128 },
  alphabet: words(...alphabets),
  format: words(...formats),
  start: described('With format integer: the first', whole),
  pattern: described('A regular expression that ids match', text),
  chosen_by: words(...choosers),
} satisfies Members<typeof idFields>

const lifecycle = {
  property: described('The status property', text),
  initial: described('The state in which a record begins', word),
  edges: listOf(ref('edgeOfType')),
  refuse: ref('refusal'),
} satisfies Members<typeof lifecycleFields>

const edge = {
  on: described('operationId, or METHOD /path; a list names several', wordOrWords),
  from: described('Left out: any', wordOrWords),
  to: described('Left out: the state stays', word),
  when: described('Values by property that the request sends, or the record holds', mapOf(anything)),
  set: described('Values by property that the record gets', mapOf(anything)),
  refuse: ref('refusal'),
} satisfies Members<typeof edgeFields>

const own: Readonly<Record<string, JsonObject>> = {
  style: words(...listStyles.map(({ name }) => name)),
  order: words(...listOrders),
  default_size: whole,
  max_size: whole,
}

function listSettings(): Readonly<Record<string, JsonObject>> {
  const each = (names: readonly string[], schema: JsonObject) =>
    names.map((name): [string, JsonObject] => [name, schema])
  return Object.fromEntries([
    ...ownSettings.map((name): [string, JsonObject] => [name, own[name] ?? anything]),
    ...each(inputSettings, { type: 'string' }),
    ['in', words('query', 'body')],
    ...each(numberSettings, words(0, 1)),
    ...each(placeSettings, anyOf({ type: 'string' }, listOf({ type: 'string' }))),
    ...each(headerSettings, { type: 'string' }),
    ['linkHeader', truth],
  ])
}

const states: Record<keyof typeof extensions, JsonObject> = {
  id: described('What ids look like; a text is the prefix', anyOf({ type: 'string' }, closed(id))),
  initial: described('The state in which a record begins', word),
  lifecycle: described(
    'Which operation leads from which state to which: on a schema or a status property the whole, on an operation its edges',
    anyOf(closed(lifecycle), listOf(anyOf(ref('edgeOfType'), ref('edge'))), ref('edge')),
  ),
  list: described(
    'How a list is asked for and answered; a text is the style',
    anyOf(own['style'] ?? {}, closed(listSettings())),
  ),
  error: described('By status: the code, or values by name', {
    type: 'object',
    patternProperties: { '^([45]\\d\\d|[45][xX][xX]|default)$': anyOf({ type: 'string' }, { type: 'object' }) },
    additionalProperties: false,
  }),
  trigger: described(
    'On an event the operationId that fires it, or emit-only; on an operation the event, or a list of them',
    anyOf(text, listOf(text)),
  ),
  behaviours: described(
    'Behaviours that are off',
    closed(Object.fromEntries(catalogue.map(({ name, concludes }) => [name, described(concludes, ref('switch'))]))),
  ),
  overlay: described('Written by the import: what of the schema an overlay wrote', anything),
}

const all = (Object.keys(extensions) as (keyof typeof extensions)[]).map(
  (key) => [extensions[key], states[key]] as const,
)

export const extensionsSchema: JsonObject = {
  title: 'The x-tool-* words of a schema, an operation, a path item or a document',
  type: 'object',
  properties: Object.fromEntries(all),
  patternProperties: { [`^x-tool-(?!(${all.map(([name]) => name.slice('x-tool-'.length)).join('|')})$)`]: false },
  $defs: {
    edge: closed(edge),
    edgeOfType: closed(edge, 'on'),
    refusal: described(
      'A status, or an object with status, message, and values by name for the error body',
      anyOf(
        { type: 'integer' },
        { type: 'object', properties: { status: { type: 'integer' }, message: { type: 'string' } } },
      ),
    ),
    switch: words('on', 'off', true, false),
  },
}
