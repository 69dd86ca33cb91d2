import { expect, it } from 'vitest'
import { SortedMap } from './sorted-map.ts'

it('keeps thousands of keys in order through insertions and deletions', () => {
  const map = new SortedMap<number>()
  const model = new Map<string, number>()
  let state = 1
  const next = (bound: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
  for (let i = 0; i < 20_000; i++) {
    const key = String(next(6000))
    if (next(3) === 0) expect(map.delete(key)).toBe(model.delete(key))
    else {
      map.set(key, i)
      model.set(key, i)
    }
  }
  const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1))
  expect([...map.entries('', '\uffff')]).toEqual(sorted)
  expect([...map.entries('', '\uffff', true)]).toEqual(sorted.reverse())
  expect(map.size).toBe(model.size)
  const inside = [...model.keys()].filter((key) => key >= '2' && key < '45').sort()
  expect([...map.entries('2', '45')].map(([key]) => key)).toEqual(inside)
})

it('takes keys that come in order, and gives them up from either end', () => {
  const map = new SortedMap<string>()
  const keys = Array.from({ length: 3000 }, (_, i) => String(i).padStart(5, '0'))
  for (const key of keys) map.set(key, key)
  for (const key of keys.slice(0, 1000)) map.delete(key)
  for (const key of keys.slice(2000)) map.delete(key)
  expect([...map.entries('', '\uffff')].map(([key]) => key)).toEqual(keys.slice(1000, 2000))
  map.clear()
  expect([...map.entries('', '\uffff')]).toEqual([])
  map.set('a', 'a')
  expect([...map.entries('a', 'b')]).toEqual([['a', 'a']])
})
