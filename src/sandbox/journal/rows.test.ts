import { expect, test } from 'vitest'
import type { JournalEntry } from './journal.ts'
import { Rows } from './rows.ts'

const entry = (seq: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  method: 'POST',
  path: `/pets/${seq}`,
  template: '/pets/{id}',
  status: 201,
  headers: { host: 'a' },
  query: {},
  body: { name: 'Rex' },
  operation: 'addPet',
  at_ms: 1_767_225_600_000.5,
  duration_ms: 12.25,
  violations: ['body.name'],
  rule: null,
  faults: ['latency'],
  scope: 'a',
  retry_after: '3',
  ...more,
})

test('gives what was written, to the last field', () => {
  const rows = new Rows()
  for (let i = 0; i < 300; i++) rows.write(i, entry(i))
  expect(rows.length).toBe(300)
  for (const i of [0, 63, 64, 299]) expect(rows.read(i)).toEqual(entry(i))
})

test('a row is written over, and shown entries stay as they were', () => {
  const rows = new Rows()
  rows.write(0, entry(1))
  const shown = rows.read(0)
  rows.write(0, entry(2, { scope: null, body: null }))
  rows.setStatus(0, 500)
  expect(shown).toEqual(entry(1))
  expect(rows.read(0)).toEqual(entry(2, { scope: null, body: null, status: 500 }))
  expect([rows.length, rows.seq(0)]).toEqual([1, 2])
})

test('a cleared row holds on to nothing and may be written again', () => {
  const rows = new Rows()
  rows.write(0, entry(1))
  rows.clear(0)
  expect(rows.read(0).body).toBeUndefined()
  expect(rows.held).toBe(0)
  rows.write(0, entry(3))
  expect(rows.read(0)).toEqual(entry(3))
})
