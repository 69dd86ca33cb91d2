import { expect, it } from 'vitest'
import { recording } from '../spec-update/update.fixture.ts'
import { ReplayIds } from './replay-ids.ts'
import { whyNotSent } from './replay-request.ts'
import { RecordedShapes } from './replay-shape.ts'

function learned(...made: readonly (readonly [path: string, recorded: unknown, answered: unknown])[]): ReplayIds {
  const ids = new ReplayIds()
  for (const [path, recorded, answered] of made) ids.learn(path, recorded, answered)
  return ids
}

it('puts the ids of the sandbox into paths, queries and bodies', () => {
  const ids = learned([
    '/orders',
    { id: 'ord_recorded', line: { sku_id: 'sku_9' } },
    { id: 'ord/made', line: { sku_id: 'sku_1' } },
  ])
  expect(ids.path('/orders/ord_recorded/pay')).toBe('/orders/ord%2Fmade/pay')
  expect(
    ids.query([
      ['order_id', 'ord_recorded'],
      ['q', 'ord_recorded'],
    ]),
  ).toEqual([
    ['order_id', 'ord/made'],
    ['q', 'ord_recorded'],
  ])
  expect(ids.body({ lines: [{ order_id: 'ord_recorded', skuId: 'sku_9' }], note: 'ord_recorded' })).toEqual({
    lines: [{ order_id: 'ord/made', skuId: 'sku_1' }],
    note: 'ord_recorded',
  })
})

it('tells apart numbers that count in two collections, and other numbers', () => {
  const ids = learned(['/orders', { id: 1 }, { id: 71 }], ['/customers/1/cards', { id: 1 }, { id: 82 }])
  expect(ids.path('/orders/1')).toBe('/orders/71')
  expect(ids.path('/cards/1')).toBe('/cards/82')
  expect(ids.body({ order_id: 1, card_id: 1, amount: 1, ids: '1' })).toEqual({
    order_id: 71,
    card_id: 82,
    amount: 1,
    ids: '82',
  })
})

it('puts long identifiers in place under any name, and tags into header fields', () => {
  const ids = learned(['/orders', { ref: '8f3a1c2d4e5f6071' }, { ref: '1111222233334444' }])
  ids.learnText('"v1"', '"w1"')
  expect(ids.body({ parent: '8f3a1c2d4e5f6071' })).toEqual({ parent: '1111222233334444' })
  expect(ids.text('"v1"')).toBe('"w1"')
})

function differences(recorded: readonly unknown[], answered: unknown): string[] {
  const shapes = new RecordedShapes()
  for (const body of recorded) shapes.add('GET /x 2', body)
  return shapes.differences('GET /x 2', answered).map(({ message }) => message)
}

it.each([
  ['another type', [{ a: 1 }], { a: 'x' }, ['a: string in place of number']],
  ['a member that is always there', [{ a: 1, b: 1 }, { a: 1 }], {}, ['a is missing']],
  ['inside of lists, once', [{ l: [{ a: 1 }, { a: 2, b: 1 }] }], { l: [{}, {}] }, ['l[].a is missing']],
  ['the body itself', [[1]], { a: 1 }, ['the body: object in place of array']],
  ['no other value, fraction, order, member or null', [{ a: 1, b: 'x' }], { b: null, c: 1, a: 2.5 }, []],
  ['nothing where it was null or redacted', [{ a: null, b: '<redacted:ab>' }], { a: {}, b: 4 }, []],
  ['no keys that are ids', [{ m: { '8f3a1c2d4e5f6071': 1 } }], { m: {} }, []],
  ['one of several types', [{ a: 1 }, { a: 'x' }], { a: 'y' }, []],
])('compares shapes: %s', (_, recorded, answered, expected) => {
  expect(differences(recorded, answered)).toEqual(expected)
})

it('leaves out what cannot be sent again', () => {
  const plain = recording({ path: '/x', body: {} })
  expect(whyNotSent(plain)).toBeUndefined()
  expect(whyNotSent({ ...plain, status: 503 })).toBe('failed at the provider')
  expect(whyNotSent({ ...plain, status: 304 })).toBe('was answered from a cache')
  expect(whyNotSent({ ...plain, ending: 'client-aborted' })).toBe('had no whole answer')
  expect(whyNotSent({ ...plain, request: { ...plain.request, media: 'multipart/form-data' } })).toBe(
    'had a body that was not kept',
  )
})
