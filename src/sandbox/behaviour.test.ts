/** What explanations tell of behaviours, phase by phase, and that what is off does nothing outside its hooks either. */
import { expect, it } from 'vitest'
import { type Inline, requestOf, sandboxOf } from '../../test/support/inline.ts'
import { example as lineTotals } from '../behaviours/money/line-totals/example.fixture.ts'
import { example as partialAmounts } from '../behaviours/money/partial-amounts/example.fixture.ts'
import { implying } from '../behaviours/of-requests.fixture.ts'
import { explain } from './explain.ts'

/** The lines of an explanation that name behaviours, without the ids of records. */
function told({ live }: Inline, line: string, body?: unknown): readonly string[] {
  const { steps } = explain(requestOf(line, { body }), live)
  return steps.flatMap(({ step, decision }) =>
    /^(refused by )?[a-z]+(-[a-z]+)*: /.test(decision) ? [`${step} ${decision.replace(/ [\w-]{12,}$/, ' …')}`] : [],
  )
}

const implied = (name: string, overlays: readonly string[] = []): Promise<Inline> =>
  sandboxOf(implying[name] ?? '', {}, overlays)

const off = (name: string, target = '$'): string =>
  `overlay: 1.0.0\ninfo: {title: Off, version: "1"}\nactions: [{target: "${target}", update: {x-tool-behaviours: {${name}: off}}}]`

it('tells what was granted, and what followed from it', async () => {
  const shop = await sandboxOf(partialAmounts.implied)
  const { id: charge } = shop.ask('POST /charges', { body: { amount: 1000 } }).body as { id: string }
  expect(told(shop, 'POST /refunds', { charge })).toEqual([
    'synth partial-amounts: amount',
    'store partial-amounts: amount_refunded of charge …',
  ])
  expect(told(shop, 'POST /refunds', { charge, amount: 2000 })).toEqual([
    'operation refused by partial-amounts: Cannot refund 2000 of this charge: 1000 is left',
  ])
})

it('tells what was completed', async () => {
  const shop = await sandboxOf(lineTotals.implied)
  expect(told(shop, 'POST /invoices', { lines: [{ quantity: 2, unit_price: 5 }] })).toEqual([
    'synth line-totals: total',
  ])
})

it('tells only of offers that the record took', async () => {
  const lab = await implied('declared-default')
  expect(told(lab, 'POST /things', {})).toEqual(['synth declared-default: colour'])
  expect(told(lab, 'POST /things', { colour: 'blue' })).toEqual([])
})

it('tells whose doing changes of other records are', async () => {
  const shop = await implied('embedded-children')
  const { id } = shop.ask('POST /shelves', { body: {} }).body as { id: string }
  expect(told(shop, `POST /shelves/${id}/parts`, { name: 'One' })).toEqual([
    expect.stringMatching(/^store embedded-children: parts of shelf /),
  ])
})

it('tells that a record is answered and none is made', async () => {
  const shelf = `{type: object, required: [name], properties: {name: {type: string}, rows: {type: integer}}}`
  const media = `content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}`
  const shop = await sandboxOf(`
paths:
  /shelves: {post: {operationId: addOrUpdateShelf, requestBody: {${media}}, responses: {'200': {description: ok, ${media}}}}}
  /shelves/{name}: {get: {parameters: [{name: name, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${media}}}}}
components: {schemas: {Shelf: ${shelf}}}
`)
  shop.ask('POST /shelves', { body: { name: 'a', rows: 1 } })
  expect(told(shop, 'POST /shelves', { name: 'a', rows: 2 })).toEqual([
    'operation client-chosen-id: shelf a is answered, and none is made',
  ])
})

it('chooses the name of a record itself where clients may not', async () => {
  const yaml = `
paths:
  /shelves:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}, responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}, '409': {description: taken}}}
components: {schemas: {Shelf: {type: object, required: [id], properties: {id: {type: string}}}}}
`
  const ids = async (overlays: readonly string[]): Promise<readonly unknown[]> => {
    const { ask } = await sandboxOf(yaml, {}, overlays)
    return [1, 2].map(() => ask('POST /shelves', { body: { id: 'one' } })).map(({ status }) => status)
  }
  expect(await ids([])).toEqual([201, 409])
  expect(await ids([off('client-chosen-id')])).toEqual([201, 201])
})

it.each(['$', '$.paths.*.post', '$.components.schemas.Shelf', '$.components.schemas.Part'])(
  'shows no children where that is off at %s',
  async (target) => {
    const shop = await implied('embedded-children', [off('embedded-children', target)])
    const { id } = shop.ask('POST /shelves', { body: {} }).body as { id: string }
    shop.ask(`POST /shelves/${id}/parts`, { body: { name: 'One' } })
    const { parts = [] } = shop.ask(`GET /shelves/${id}`).body as { parts?: readonly unknown[] }
    // What stands on the parent is about the parent alone.
    expect(parts).toHaveLength(target.endsWith('Shelf') ? 1 : 0)
  },
)
