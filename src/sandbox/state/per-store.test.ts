import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import { forgetStore, perStore } from './per-store.ts'

it('forgets a store wherever it is remembered, and no other', () => {
  const [one, other] = [createMemoryStore(), createMemoryStore()]
  const [first, second] = [perStore<number>(), perStore<string>()]
  for (const store of [one, other]) {
    first.set(store, 1)
    second.set(store, 'a')
  }
  forgetStore(one)
  expect([first.has(one), second.has(one), first.has(other), second.has(other)]).toEqual([false, false, true, true])
})

it('is the only way in which the simulator remembers something of a store', () => {
  const folder = resolve(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const others = files.filter((file) =>
    /new (Weak)?Map<(Durable)?Store,/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(others).toEqual([join('state', 'per-store.ts')])
})
