import { expect, it } from 'vitest'
import { createMemoryStore } from './memory-store.ts'
import type { DurableStore, Held } from './store.ts'

const MIB = 'x'.repeat(1024 * 1024)

function write(store: DurableStore, from: number, to: number): void {
  for (let i = from; i < to; i++) store.put(`k${i}`, MIB)
  store.commit()
}

function unitsIn(held: readonly Held[]): number {
  return held.reduce((sum, { units }) => sum + units, 0)
}

it('a fork is lost, in words, when its base changes by more than is kept', () => {
  const base = createMemoryStore()
  write(base, 0, 64)
  const early = base.fork()
  base.put('between', '1')
  const late = base.fork()
  for (let i = 0; i < 63; i++) base.put(`k${i}`, '')
  expect([early.isLost, late.isLost]).toEqual([false, false])
  expect(early.get('k1')).toBe(MIB)
  base.put('k63', '')
  for (const fork of [early, late]) {
    expect(fork.isLost).toBe(true)
    expect(() => fork.get('k1')).toThrow(/^This fork is gone: .* more than 64 MiB since$/)
    expect(() => fork.range({ from: '', to: '\uffff' })).toThrow(/gone/)
    expect(() => fork.restoreBase()).toThrow(/gone/)
    expect(unitsIn(fork.held)).toBe(0)
  }
  const next = base.fork()
  base.put('k1', 'later')
  expect([next.isLost, next.get('k1'), early.isLost]).toEqual([false, '', true])
})

it('an early fork is lost with the changes of later epochs, too', () => {
  const base = createMemoryStore()
  write(base, 0, 80)
  const early = base.fork()
  for (let i = 0; i < 40; i++) base.put(`k${i}`, '')
  const late = base.fork()
  for (let i = 40; i < 80; i++) base.put(`k${i}`, '')
  base.fork()
  base.put('k0', '1')
  expect([early.isLost, late.isLost]).toEqual([true, false])
})

it('a full fork refuses what makes it larger, and takes what makes it smaller', () => {
  const fork = createMemoryStore().fork(3 * MIB.length)
  write(fork, 0, 2)
  expect(() => fork.put('k2', MIB)).toThrow(/^This fork is full/)
  fork.rollback()
  expect(fork.get('k2')).toBeUndefined()
  fork.put('k0', 'small')
  fork.put('k2', MIB)
  fork.commit()
  expect(fork.get('k2')).toBe(MIB)
})

it('a full fork can be emptied and gone back with', () => {
  const base = createMemoryStore()
  write(base, 0, 4)
  const fork = base.fork(2 * MIB.length)
  write(fork, 4, 5)
  const snapshot = fork.fork()
  fork.put('k4', 'small')
  write(fork, 5, 6)
  expect(() => fork.put('k6', MIB)).toThrow(/^This fork is full/)
  fork.rollback()
  fork.put('k6', 'x'.repeat(MIB.length - 1000))
  for (let i = 0; i < 7; i++) fork.remove(`k${i}`)
  expect(fork.range({ from: '', to: '\uffff' })).toEqual([])
  fork.rollback()
  snapshot.restoreBase()
  expect([fork.get('k3'), fork.get('k4'), fork.get('k5')]).toEqual([MIB, MIB, undefined])
  for (let i = 0; i < 5; i++) fork.remove(`k${i}`)
  fork.commit()
  expect(fork.own.units).toBeLessThan(1000)
})

it('weighs what it holds; a rollback weighs it back', () => {
  const base = createMemoryStore()
  const fork = base.fork()
  fork.put('a', '12345')
  fork.commit()
  const before = unitsIn(fork.held)
  expect(before).toBeGreaterThanOrEqual(6)
  fork.put('a', MIB)
  fork.put('b', MIB)
  fork.remove('a')
  fork.rollback()
  expect(unitsIn(fork.held)).toBe(before)
  base.put('a', '1')
  expect(unitsIn(fork.held)).toBeGreaterThan(before)
  const above = fork.fork()
  expect(unitsIn(above.held)).toBe(unitsIn([...fork.held, ...above.held.slice(0, 2)]))
  expect(above.own.units).toBe(0)
})

it('forks of one moment share what they hold of it', () => {
  const base = createMemoryStore()
  write(base, 0, 4)
  const forks = Array.from({ length: 10 }, () => base.fork())
  write(base, 0, 2)
  for (let i = 0; i < 3; i++) {
    base.put('k2', String(i))
    base.fork()
  }
  for (const fork of forks) expect(fork.get('k2')).toBe(MIB)
  const held = new Set(forks.flatMap((fork) => fork.held))
  expect(unitsIn([...held])).toBeLessThan(4 * MIB.length)
})
