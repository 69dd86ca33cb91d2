import { expect, it } from 'vitest'
import type { StoredRecord } from '../../state/stored-record.ts'
import { expressionIn } from './filter-expression.ts'

const properties = new Set(['name', 'status', 'amount', 'profile', 'tags', 'note', 'trashed', 'labels', 'size', 'made'])
const test = (text: string) => expressionIn(text, (name) => (properties.has(name) ? name : undefined))
const record = {
  value: {
    name: 'Ann "A"',
    status: 'ACTIVE',
    amount: 12,
    profile: { login: 'ann@x.y' },
    tags: ['a', 'b'],
    note: null,
    labels: { env: 'prod' },
    size: '1000',
    made: '2024-01-01T00:00:00Z',
  },
} as unknown as StoredRecord

it.each([
  ['status eq "ACTIVE"', true],
  ['status ne "ACTIVE"', false],
  ['tags ne "a"', false],
  ['tags ne "c"', true],
  ['size gt 999', true],
  ['size eq "01000"', false],
  ['made ge "2024-01-01T01:00:00+02:00"', true],
  ['made lt "2024-01-01T01:00:00+02:00"', false],
  ['made eq "2024-01-01T00:00:00.000Z"', true],
  ['profile.login eq "ANN@x.y"', true],
  ['profile.login sw "ann" and amount gt 9', true],
  ['profile.login ew "@z"', false],
  ['amount ge 13 or name co "ann"', true],
  ['amount lt 9 and status eq "ACTIVE" or amount le 12', true],
  ['status=="ACTIVE" && amount>9', true],
  ["status != 'ACTIVE' || amount < 9", false],
  ['name eq "Ann \\"A\\""', true],
  ['tags eq "b"', true],
  ['profile.login pr', true],
  ['note pr', false],
  ['note eq null', true],
  ['name:eq:ann "a"', true],
  ['amount:gte:13', false],
  ['profile.login:startsWith:ann', true],
  ["'b' in tags and trashed = false", true],
  ["'c' in tags", false],
  ['status:active', true],
  ['tags:a status:active', true],
  ['tags:a tags:c', false],
  ['tags:c OR profile.login:*', true],
  ['name:"ann \\"a\\""', true],
  ['labels.env', true],
  ['labels.env:prod labels.old', false],
])('%s is %s', (text, expected) => {
  expect(test(text)?.(record)).toBe(expected)
})

it.each([
  'ann',
  'two words',
  'note.pdf',
  'https://a.b/c',
  '12:30',
  'colour eq "red"',
  'status is "x"',
  'status eq',
  'status:is:x',
  'https://example.com',
  'status eq "a" but',
  '(status eq "a")',
  "'a' in colours",
  "'a' of tags",
  '"open',
  'status eq "a" and',
])('%s is no expression', (text) => {
  expect(test(text)).toBeUndefined()
})
