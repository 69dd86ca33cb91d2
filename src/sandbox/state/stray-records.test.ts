import { expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import { recordsOf } from './records.ts'
import { strayRecords } from './stray-records.ts'

it('counts the records of types that the description no longer has', () => {
  const store = createMemoryStore()
  const records = recordsOf(store)
  for (const [type, key] of [
    ['customer', '1'],
    ['charge', '1'],
    ['charge', '2'],
    ['refund', '1'],
  ] as const)
    records.insert({ type, key, value: { id: key }, links: {} })
  records.remove('refund', '1')
  expect(strayRecords(store, ['customer'])).toEqual([{ type: 'charge', count: 2 }])
  expect(strayRecords(store, ['customer', 'charge'])).toEqual([])
})
