import { expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import { removeRange } from './remove-range.ts'
import type { RangeQuery, Store } from './store.ts'

it('goes on behind what it has removed, and leaves what lies around', () => {
  const store = createMemoryStore()
  for (let i = 0; i < 2_500; i++) store.put(`b${String(i).padStart(4, '0')}`, '')
  store.put('a', '')
  store.put('c', '')
  const asked: string[] = []
  const watched: Store = Object.assign(Object.create(store) as Store, {
    range(query: RangeQuery) {
      asked.push(query.from)
      return store.range(query)
    },
    remove: (key: string) => store.remove(key),
  })
  removeRange(watched, { from: 'b', to: 'c' })
  expect(asked).toEqual(['b', 'b0999\0', 'b1999\0'])
  expect(store.range({ from: '', to: 'z' }).map(([key]) => key)).toEqual(['a', 'c'])
})
