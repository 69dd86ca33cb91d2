import fc from 'fast-check'
import { expect, it } from 'vitest'
import { holderOf, holdersOf, putHolder, removeHolder } from './alternate-index.ts'
import { createMemoryStore } from './memory-store.ts'

const at = (key: string, value = 'v') => ({ type: 'book', key, alternates: [['isbn', value]] as const })

it('finds the record that came to a value last, and whoever is left when that goes', () => {
  const store = createMemoryStore()
  for (const key of ['a', 'b', 'c']) putHolder(store, at(key))
  expect(holderOf(store, 'book', 'isbn', 'v')).toBe('c')
  removeHolder(store, at('c'))
  removeHolder(store, at('a'))
  expect(holdersOf(store, 'book', 'isbn', 'v', 10)).toEqual(['b'])
  removeHolder(store, at('b'))
  expect(store.range({ from: '', to: '\uffff' })).toEqual([])
})

const keys = fc.constantFrom('a', 'b', 'c', 'x'.repeat(500))
const values = fc.constantFrom('v', 'w', 'ü\u0001%', '漢'.repeat(400))

it('holds whoever was put in and not taken out', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), keys, values), { maxLength: 60 }), (steps) => {
      const store = createMemoryStore()
      const held = new Map<string, Set<string>>()
      for (const [comes, key, value] of steps) {
        const known = held.get(value) ?? new Set()
        held.set(value, known)
        if (comes) putHolder(store, at(key, value))
        else if (known.has(key)) removeHolder(store, at(key, value))
        if (comes) known.add(key)
        else known.delete(key)
        for (const [one, all] of held)
          expect([...holdersOf(store, 'book', 'isbn', one, 10)].sort()).toEqual([...all].sort())
      }
    }),
  )
})
