import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const of = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `{description: ok, ${of(schema)}}`
const at = 'parameters: [{name: desk_id, in: path, required: true, schema: {type: string}}]'
const map = '{type: object, additionalProperties: {type: integer}}'

const api = (path: string, summary: string, schema: string) => `
paths:
  /desks: {post: {requestBody: {${of(ref('Desk'))}}, responses: {'201': ${ok(ref('Desk'))}}}}
  /desks/{desk_id}: {get: {${at}, responses: {'200': ${ok(ref('Desk'))}}}}
  /desks/{desk_id}/tickets:
    post: {${at}, requestBody: {${of(ref('Ticket'))}}, responses: {'201': ${ok(ref('Ticket'))}}}
    get: {${at}, responses: {'200': ${ok(`{type: array, items: ${ref('Ticket')}}`)}}}
  ${path}: {get: {${path.includes('{') ? `${at}, ` : ''}summary: ${summary}, responses: {'200': ${ok(schema)}}}}
components:
  schemas:
    Desk: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Ticket: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}, priority: {type: string}, urgent: {type: boolean}, hours: {type: integer}, status: {type: string, enum: [open, closed], default: open}}}
`

/** One desk with three tickets, one with one; then what the path answers. */
async function filled(path: string, summary: string, schema = map) {
  const { ask } = await sandboxOf(api(path, summary, schema))
  const read = () => ask(`GET ${path.replace('{desk_id}', one)}`).body
  const desk = () => (ask('POST /desks', { body: { name: 'a' } }).body as { id: string }).id
  const [one, two] = [desk(), desk()]
  const empty = read()
  for (const [under, priority, status] of [
    [one, 'high', 'open'],
    [one, 'low', 'open'],
    [one, 'high', 'closed'],
    [two, 'low', 'open'],
  ])
    ask(`POST /desks/${under}/tickets`, {
      body: { title: 'A', priority, status, urgent: priority === 'high', hours: 3 },
    })
  return { empty, full: read() }
}

it.each([
  ['/workload', 'Returns ticket inventories by status', { open: 3, closed: 1 }],
  ['/workload', 'Tickets per state.', { open: 3, closed: 1 }],
  ['/workload', 'The number of tickets grouped by priority', { high: 2, low: 2 }],
  ['/workload', 'Get ticket counts by ticket priority and return them', { high: 2, low: 2 }],
  ['/workload', 'How many tickets by urgent', { true: 2, false: 2 }],
  ['/tickets/workload', 'Count of all tickets by status', { open: 3, closed: 1 }],
  ['/desks/{desk_id}/workload', 'Number of tickets per priority', { high: 2, low: 1 }],
])('counts records by what they say: %s, %s', async (path, summary, expected) => {
  expect(await filled(path, summary)).toEqual({ empty: {}, full: expected })
})

it('counts in a map inside the answer, by its name and by its words', async () => {
  const schema = `{type: object, required: [tickets_by_status, load], properties: {tickets_by_status: ${map}, load: {type: object, description: Tickets by priority, additionalProperties: {type: integer}}}}`
  const { full } = await filled('/overview', 'All there is', schema)
  expect(full).toEqual({ tickets_by_status: { open: 3, closed: 1 }, load: { high: 2, low: 2 } })
  const stats = `{type: object, required: [by_status], properties: {by_status: ${map}}}`
  expect((await filled('/tickets/stats', 'Statistics', stats)).full).toEqual({ by_status: { open: 3, closed: 1 } })
})

it.each([
  'Late tickets by status',
  'Sum of hours of tickets by status',
  'The latest ticket ids by status',
  'Maximum number of tickets by status',
  'Number of tickets by status and priority',
  'Number of tickets by agent',
  'Number of invoices by status',
  'Number of tickets by id',
  'A ticket by status',
  'Points earned for tickets by status',
  'Map of delays of tickets by status',
])('counts nothing where words say something else: %s', async (summary) => {
  const { empty, full } = await filled('/workload', summary)
  expect(full).toEqual(empty)
})
