import { expect, it } from 'vitest'
import { createMemoryStore } from '../sandbox/state/memory-store.ts'
import { type Kept, relieve } from './held.ts'

it('lets go of what was used longest ago, until the rest fits', () => {
  const base = createMemoryStore()
  const gone: number[] = []
  const kept = [3, 1, 2].map((lastUsed): Kept => {
    const store = base.fork()
    store.put('k', 'x'.repeat(1000))
    return { store, lastUsed, letGo: () => gone.push(lastUsed) }
  })
  relieve(kept, 4000)
  expect(gone).toEqual([])
  relieve(kept, 2500)
  expect(gone).toEqual([1])
})

it('counts once what forks of one moment share', () => {
  const base = createMemoryStore()
  base.put('k', 'x'.repeat(1000))
  const gone: number[] = []
  const kept = [1, 2, 3].map((lastUsed): Kept => ({ store: base.fork(), lastUsed, letGo: () => gone.push(lastUsed) }))
  base.put('k', '')
  relieve(kept, 1500)
  expect(gone).toEqual([])
  relieve(kept, 500)
  expect(gone).toEqual([1, 2, 3])
})
