import { expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import { describe as described } from '../../api/model.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const order = "{$ref: '#/components/schemas/Order'}"
const ok = `'200': {description: ok, content: {application/json: {schema: ${order}}}}`
const id = '{name: id, in: path, required: true, schema: {type: string}}'
const description = (more = '') => `
paths:
  /orders:
    post: {operationId: createOrder, requestBody: {content: {application/json: {schema: ${order}}}}, responses: {${ok}}}
  /orders/{id}:
    get: {parameters: [${id}], responses: {${ok}}}
  /orders/{id}/cancel:
    post: {operationId: cancelOrder, parameters: [${id}], responses: {${ok}, '409': {description: no}}}
  /orders/{id}/ship:
    post: {operationId: shipOrder, parameters: [${id}], responses: {${ok}}}
components:
  schemas:
    Order:
      type: object
      required: [id]${more}
      properties: {id: {type: string, readOnly: true}, gift: {type: boolean}, status: {type: string, enum: [open, 'on hold', shipped, cancelled]}}
`

async function facts(yaml: string): Promise<readonly string[]> {
  return sandboxFacts(described(await modelOf(yaml)))
}

function diagram(lines: readonly string[]): readonly string[] {
  const from = lines.indexOf('state diagrams (Mermaid)')
  return from < 0 ? [] : lines.slice(from + 1, lines.indexOf('', from + 1))
}

it('draws the changes of state that are concluded, from the states that do not refuse them', async () => {
  const lines = await facts(description())
  expect(lines.filter((line) => line.includes(' -> '))).toEqual([
    '      open or on hold or shipped -> cancelled on cancelOrder (cancelled is the result of cancel)',
    '      any -> shipped on shipOrder (shipped is the result of ship)',
  ])
  expect(diagram(lines)).toEqual([
    '  order',
    '    stateDiagram-v2',
    '      state "on hold" as s1_on_hold',
    '      [*] --> open',
    '      open --> cancelled: cancelOrder',
    '      s1_on_hold --> cancelled: cancelOrder',
    '      shipped --> cancelled: cancelOrder',
    '      open --> shipped: shipOrder',
    '      s1_on_hold --> shipped: shipOrder',
    '      cancelled --> shipped: shipOrder',
  ])
})

it('draws the changes of state that are stated in place of them', async () => {
  const stated = `
      x-tool-lifecycle:
        edges: [{on: createOrder, to: on hold, when: {gift: true}}, {on: shipOrder, from: open, to: shipped}, {on: cancelOrder, from: [open, on hold], to: cancelled}]`
  expect(diagram(await facts(description(stated)))).toEqual([
    '  order',
    '    stateDiagram-v2',
    '      state "on hold" as s1_on_hold',
    '      [*] --> open',
    '      [*] --> s1_on_hold: createOrder, gift is true',
    '      open --> cancelled: cancelOrder',
    '      s1_on_hold --> cancelled: cancelOrder',
    '      open --> shipped: shipOrder',
  ])
})

it('draws nothing where nothing changes a state, and names the fields that nothing is known of', async () => {
  const lines = await facts(
    `paths: {/notes: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}}}
components: {schemas: {Note: {type: object, properties: {blurb: {type: string}, size: {type: string, enum: [s, m]}}}}}`,
  )
  expect(diagram(lines)).toEqual([])
  expect(lines).toContain(
    '  an example, enum, format or pattern would help Note.blurb, in the description or an overlay',
  )
})
