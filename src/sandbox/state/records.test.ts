import { expect, it } from 'vitest'
import { linkOf } from './links.ts'
import { createMemoryStore } from './memory-store.ts'
import { forgetStore } from './per-store.ts'
import { Records, recordsOf } from './records.ts'
import type { NewRecord } from './stored-record.ts'

const open = () => new Records(createMemoryStore())

function add(records: Records, key: string, more: Partial<NewRecord> = {}) {
  return records.insert({ type: 'pet', key, value: { id: key }, links: {}, ...more })
}

const keys = (records: Records, link = '', reverse = false) =>
  records.list('pet', { link, reverse }).map((record) => record.key)

it('lists records in the order of their making, and in reverse', () => {
  const records = open()
  for (const key of ['b', 'c', 'a']) add(records, key)
  expect(keys(records)).toEqual(['b', 'c', 'a'])
  expect(keys(records, '', true)).toEqual(['a', 'c', 'b'])
  expect(records.count('pet', '')).toBe(3)
})

it('goes on after a position, also when that record is gone', () => {
  const records = open()
  const [first] = ['a', 'b', 'c'].map((key) => add(records, key))
  records.remove('pet', 'a')
  const after = records.list('pet', { link: '', after: first?.position ?? '', reverse: false })
  expect(after.map((r) => r.key)).toEqual(['b', 'c'])
  expect(records.list('pet', { link: '', after: first?.position ?? '', reverse: true })).toEqual([])
})

it('finds records under a link and moves them when the link changes', () => {
  const records = open()
  const a = add(records, 'a', { links: { owner: '1' } })
  add(records, 'b', { links: { owner: '2' } })
  expect(keys(records, linkOf('owner', '1'))).toEqual(['a'])
  records.update(a, { type: 'pet', key: 'a', value: { id: 'a', owner: 2 }, links: { owner: '2' } })
  expect(keys(records, linkOf('owner', '1'))).toEqual([])
  expect(keys(records, linkOf('owner', '2'))).toEqual(['a', 'b'])
  expect(records.count('pet', linkOf('owner', '2'))).toBe(2)
})

it('keeps the place in the list when a record is replaced', () => {
  const records = open()
  add(records, 'a')
  add(records, 'b')
  add(records, 'a', { value: { id: 'a', again: true } })
  expect(keys(records)).toEqual(['a', 'b'])
  expect(records.get('pet', 'a')?.value).toEqual({ id: 'a', again: true })
})

it('gives another etag for another value, and the same for the same', () => {
  const records = open()
  const a = add(records, 'a')
  const b = records.update(a, { type: 'pet', key: 'a', value: { id: 'a', x: 1 }, links: {} })
  const c = records.update(b, { type: 'pet', key: 'a', value: { id: 'a' }, links: {} })
  expect(b.etag).not.toBe(a.etag)
  expect(c.etag).toBe(a.etag)
})

it('finds a record by an alternate key until it is gone', () => {
  const records = open()
  add(records, 'a', { alternates: [['slug', 'rex']] })
  expect(records.findAlternate('pet', 'slug', 'rex')).toBe('a')
  records.remove('pet', 'a')
  expect(records.findAlternate('pet', 'slug', 'rex')).toBeUndefined()
  expect(records.wasDeleted('pet', 'a')).toBe(true)
})

it('puts the seeded population before everything that is made', () => {
  const records = open()
  add(records, 'made')
  records.insert({ type: 'pet', key: 'seeded', value: {}, links: {}, seeded: 1 })
  expect(keys(records)).toEqual(['seeded', 'made'])
})

it('takes any text as id and type', () => {
  const records = open()
  for (const key of ['__proto__', 'a\u0001b', '%', '', 'x'.repeat(5000), '\ud800', '🐈']) {
    add(records, key)
    expect(records.get('pet', key)?.value).toEqual({ id: key })
  }
  expect(records.get('pet', 'a')).toBeUndefined()
  expect(records.count('pet', '')).toBe(7)
})

it('shows the value that stands in the store, not one it remembers', () => {
  const store = createMemoryStore()
  const one = new Records(store)
  const other = new Records(store)
  const a = add(one, 'a')
  expect(other.get('pet', 'a')?.value).toEqual({ id: 'a' })
  one.update(a, { type: 'pet', key: 'a', value: { id: 'a', n: 2 }, links: {} })
  expect(other.get('pet', 'a')?.value).toEqual({ id: 'a', n: 2 })
})

it('shares what is made of records with forks, as long as neither side has changed the type', () => {
  const base = createMemoryStore()
  const records = recordsOf(base)
  add(records, 'a')
  base.commit()
  const fork = base.fork()
  const forked = recordsOf(fork)
  forked.keepMade('pet', 'list', 'of both', 1)
  expect([records.made('pet', 'list'), forked.made('pet', 'list')]).toEqual(['of both', 'of both'])
  expect(forked.get('pet', 'a')).toBe(records.get('pet', 'a'))

  // The base goes on: the fork does not see what is made of it then, even at the same count of changes.
  const early = base.fork()
  add(records, 'b')
  base.commit()
  records.keepMade('pet', 'list', 'of the base', 1)
  add(forked, 'c')
  fork.commit()
  expect([records.version('pet'), forked.version('pet')]).toEqual([2, 2])
  expect(forked.made('pet', 'list')).toBeUndefined()
  forked.keepMade('pet', 'list', 'of the fork', 1)
  expect([records.made('pet', 'list'), forked.made('pet', 'list')]).toEqual(['of the base', 'of the fork'])

  // It goes back and on again: what was made after is not shown to forks of before.
  early.restoreBase()
  forgetStore(base)
  const again = recordsOf(base)
  add(again, 'd')
  base.commit()
  again.keepMade('pet', 'list', 'of the base again', 1)
  expect([forked.made('pet', 'list'), recordsOf(early).made('pet', 'list')]).toEqual(['of the fork', undefined])
  expect(keys(recordsOf(early))).toEqual(['a'])
})

it('counts a record once under a parent that it was joined to and then moved to', () => {
  const records = open()
  const joined = records.insert({ type: 'pet', key: 'a', value: { id: 'a' }, links: {} })
  records.join(joined, 'owner', '1')
  const moved = records.update(joined, { type: 'pet', key: 'a', value: { id: 'a' }, links: { owner: '1' } })
  const link = linkOf('owner', '1')
  expect(records.count('pet', link)).toBe(1)
  expect(records.part(moved, 'owner', '1')).toBe(false)
  expect(records.list('pet', { link, reverse: false })).toHaveLength(1)
})
