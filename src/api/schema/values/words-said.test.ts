import { expect, it } from 'vitest'
import { made } from './generate.fixture.ts'
import { choicesSaid, exampleSaid, headSaid } from './words-said.ts'

it.each<[string, string, readonly string[] | undefined]>([
  ['One of `low`, `normal` or `high`.', 'urgency', ['low', 'normal', 'high']],
  ['Can be `email`, `phone`, or `post`', 'via', ['email', 'phone', 'post']],
  ['Possible values: "open" | "shut"', 'door', ['open', 'shut']],
  ["Either 'on' or 'off'.", 'light', ['on', 'off']],
  ['The speed:\n* `core` - usual\n* `premium` - faster', 'speed', ['core', 'premium']],
  ['Made of these components:\n* `city`\n* `state`', 'line', undefined],
  ['Result of the check: `pass`, `fail`, or `none`', 'zip_check', ['pass', 'fail', 'none']],
  ['How urgent it is (low, normal or high).', 'priority', ['low', 'normal', 'high']],
  ['Priority: low, normal or high', 'importance', ['low', 'normal', 'high']],
  ['low | normal | high', 'loudness', ['low', 'normal', 'high']],
  ['Must be UDP, TCP, or SCTP.', 'protocol', ['UDP', 'TCP', 'SCTP']],
  ['The state, one of Open, Shut, Lost. More may follow.', 'state', ['Open', 'Shut', 'Lost']],
  ['Valid policies are Keep (the default), Drop (for all others), and Move.', 'policy', ['Keep', 'Drop', 'Move']],
  ['Status of the check, one of True, False, Unknown.', 'status', ['True', 'False', 'Unknown']],
  ['Valid options are:\n  Slow - as it was.\n  Fast - with a cache.', 'mode', ['Slow', 'Fast']],
  ['The types are supported: * A4: paper * B5: small paper', 'type', ['A4', 'B5']],
  ['The type of owner (user or group) that holds it.', 'owner_type', ['user', 'group']],
  ['Can be Monday or later in the week.', 'day', undefined],
  ['Note - it may change.\nWarning - it may not.', 'mode', undefined],
  ['Made of these fields:\n  Street - of the town.\n  Number - of the house.', 'format', undefined],
  ['Either `name` or `company` is required.', 'company', undefined],
  ['Needed if the kind is one of `a` or `b`.', 'detail', undefined],
  ['The street (or road, lane or avenue).', 'street', undefined],
  ['What it says.', 'text', undefined],
])('%s', (said, name, choices) => {
  expect(choicesSaid(said, name)).toEqual(choices)
})

it.each<[string, string | undefined]>([
  ['The zone, e.g. `eu-1`.', 'eu-1'],
  ['The unit, for example "kg".', 'kg'],
  ['A code (e.g. A-17)', 'A-17'],
  ['Example: blue', 'blue'],
  ['For example the one before.', undefined],
  ['The page, e.g. https://example.org', undefined],
])('%s', (said, example) => {
  expect(exampleSaid(said)).toBe(example)
})

it.each<[string, string | undefined]>([
  ['The email address of the buyer.', 'email_address'],
  ['The name of the bank', 'bank_name'],
  ['Three-letter ISO currency code, in lowercase', 'currency_code'],
  ['Value of the tax ID.', 'tax_id'],
  ['Optional. Human-readable description of it', 'description'],
  ['', undefined],
])('%s', (said, head) => {
  expect(headSaid(said)).toBe(head)
})

it('asks the schema before the words', () => {
  const text = (more: object) => ({
    type: 'object',
    required: ['urgency'],
    properties: { urgency: { type: 'string', description: 'One of `low` or `high`.', ...more } },
  })
  expect(['low', 'high']).toContain((made(text({})) as { urgency: string }).urgency)
  expect(made(text({ example: 'middle' }))).toEqual({ urgency: 'middle' })
  expect(made(text({ enum: ['top'] }))).toEqual({ urgency: 'top' })
  expect(made(text({}), { urgency: 'sent' })).toEqual({ urgency: 'sent' })
})

it('reads long and odd descriptions in bounded time', () => {
  const started = performance.now()
  for (const odd of ['one of `a`, ', 'a, b, c, ', '* `a` ', '(a, ', 'e.g. ', 'the name of the ', '"\'`"', 'can be '])
    for (const read of [choicesSaid, exampleSaid, headSaid]) read(odd.repeat(20_000), 'type')
  expect(performance.now() - started).toBeLessThan(2_000)
})
