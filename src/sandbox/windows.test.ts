import { expect, it } from 'vitest'
import { createMemoryStore } from './state/memory-store.ts'
import { clearCounts, countOf, MOST_WINDOWS, nextNumber, putCount } from './windows.ts'

it('keeps a bounded number of windows for each owner, and forgets the one begun longest ago', () => {
  const store = createMemoryStore()
  const size = () => store.range({ from: '', to: '\uffff' }).length
  const count = { matches: 1, firings: 1, start: 0 }
  putCount(store, 'f1', '', count)
  putCount(store, 'f2', 'key 0', count)
  expect([nextNumber(store, 'f1'), nextNumber(store, 'f1')]).toEqual([0, 1])
  for (let i = 0; i < MOST_WINDOWS; i++) putCount(store, 'f1', `key ${i}`, count)
  putCount(store, 'f1', 'key 1', { ...count, matches: 7 })
  const full = size()
  for (let i = 0; i < 2; i++) putCount(store, 'f1', `late ${i}`, count)
  expect(size()).toBe(full)
  expect(['', 'key 0', 'key 1', 'key 2', 'late 1'].map((whose) => countOf(store, 'f1', whose).matches)).toEqual([
    1, 0, 0, 1, 1,
  ])
  expect([countOf(store, 'f2', 'key 0').matches, nextNumber(store, 'f1')]).toEqual([1, 2])
  clearCounts(store, 'f1')
  clearCounts(store, 'f2')
  expect(size()).toBe(0)
})
