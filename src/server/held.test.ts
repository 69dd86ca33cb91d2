import { expect, it } from 'vitest'
import { createMemoryStore } from '../sandbox/state/memory-store.ts'
import type { Fork, Store } from '../sandbox/state/store.ts'
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

/** A fork with what it wrote itself. */
function forkOf(base: Store): Fork {
  const fork = base.fork()
  fork.put('k', 'x'.repeat(1000))
  return fork
}

it('counts what a fork wrote that has ended, as long as another one looks through it', () => {
  const gone: string[] = []
  const store = forkOf(createMemoryStore()).fork()
  const kept: Kept[] = [{ store, lastUsed: 1, letGo: () => gone.push('child') }]
  relieve(kept, 1500)
  expect(gone).toEqual([])
  relieve(kept, 500)
  expect(gone).toEqual(['child'])
})

it('lets go of what nothing looks through before that which something does', () => {
  const gone: string[] = []
  const base = createMemoryStore()
  const parent = forkOf(base)
  const named = (name: string, store: Fork, lastUsed: number): Kept => ({
    store,
    lastUsed,
    letGo: () => gone.push(name),
  })
  const kept = [named('parent', parent, 1), named('child', forkOf(parent), 3), named('other', forkOf(base), 2)]
  relieve(kept, 2500)
  expect(gone).toEqual(['other'])
  gone.length = 0
  relieve(kept, 500)
  expect(gone).toEqual(['other', 'child', 'parent'])
})
