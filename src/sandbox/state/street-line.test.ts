import { expect, it } from 'vitest'
import { apart, streetOf } from './street-line.ts'

it.each([
  ['210 King Street', { number: '210', name: 'King', suffix: 'Street', short: 'ST', unit: '' }],
  [
    '185 N Berry St Ste 6100',
    { number: '185', before: 'N', name: 'Berry', short: 'ST', designator: 'STE', unit: '6100' },
  ],
  ['2261 Market St. # 5', { number: '2261', name: 'Market', designator: '#', unit: '5' }],
  ['100 Lake Shore Drive West', { number: '100', name: 'Lake Shore', short: 'DR', after: 'W' }],
  ['Hauptstr. 12a', { number: '12a', name: 'Hauptstr.', suffix: '' }],
  ['deliverable', { number: '', name: 'deliverable', suffix: '' }],
  ['12', { number: '', name: '12' }],
])('takes %s apart', (line, parts) => {
  expect(streetOf(line)).toMatchObject(parts)
})

it.each([
  ['185 Berry St, Oakland CA 94607', '185 Berry St', { city: 'Oakland', state: 'CA', zip: '94607' }],
  [
    '185 Berry St, Oakland, CA 94607-1702',
    '185 Berry St',
    { city: 'Oakland', state: 'CA', zip: '94607', plus: '1702' },
  ],
  ['210 King Street 94107', '210 King Street', { zip: '94107' }],
  ['210 King Street', '210 King Street', {}],
])('finds the town behind the line of %s', (address, line, town) => {
  expect(apart(address)).toEqual([line, town])
})

it('reads a line of many gaps in linear time', () => {
  const begin = performance.now()
  const gap = ' '.repeat(100_000)
  expect(apart(`1 A${gap}b`)).toEqual([`1 A${gap}b`, {}])
  expect(apart(`1 A,${gap}b, 94107`)).toEqual([`1 A,${gap}b`, { zip: '94107' }])
  expect(apart(`1 A,${gap}94107`)).toEqual(['1 A', { zip: '94107' }])
  expect(performance.now() - begin).toBeLessThan(5000)
})
