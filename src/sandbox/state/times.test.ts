import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'
import { sameForm, touched } from './times.ts'

const all = (): boolean => true
const NOW = Date.UTC(2025, 0, 2, 3, 4, 5)

it.each<[unknown, unknown]>([
  [1700000000, 1735787045],
  [1700000000000, NOW],
  [3, undefined],
  ['2023-01-01', '2025-01-02'],
  ['2023-01-01 10:00:00', '2025-01-02 03:04:05'],
  ['2023-01-01T10:00:00Z', '2025-01-02T03:04:05Z'],
  ['2023-01-01T10:00:00.000Z', '2025-01-02T03:04:05.000Z'],
  ['1700000000', '1735787045'],
  ['1700000000000', String(NOW)],
  ['/Date(1573755038314)/', `/Date(${NOW})/`],
  ['/Date(1573755038314+0000)/', `/Date(${NOW}+0000)/`],
  ['Sun, 1 Jan 2023 10:00:00 GMT', 'Thu, 02 Jan 2025 03:04:05 GMT'],
  ['Sun, 01 Jan 2023 10:00:00 +0000', 'Thu, 02 Jan 2025 03:04:05 +0000'],
  ['soon', undefined],
  ['/Date(x)/', undefined],
])('a time in the form of %j', (old, wanted) => {
  expect(sameForm(old, NOW)).toBe(wanted)
})

const old = '2023-01-01T00:00:00Z'
const now = '2025-01-02T03:04:05Z'

it.each(
  'updated_at updatedAt date_updated dateModified modificationDate update_time lastUpdateTime last_changed timestamp_updated lastmodified'.split(
    ' ',
  ),
)('a change moves %s', (name) => {
  expect(touched({ [name]: old }, { [name]: old }, NOW, all)).toEqual({ [name]: now })
})

it.each('update change edit updated_by update_status price_change last_login edited_at created_at'.split(' '))(
  'a change leaves %s as it is',
  (name) => {
    expect(touched({ [name]: old }, { [name]: old }, NOW, all)).toEqual({ [name]: old })
  },
)

it('what the request says of a time of change stays, and numbers that are no times', () => {
  expect(touched({ updated_at: old }, { updated_at: '2024-01-01T00:00:00Z', changed: 3 }, NOW, all)).toEqual({
    updated_at: '2024-01-01T00:00:00Z',
    changed: 3,
  })
})

it.each(['status_update_time', 'statusChangedAt', 'status_last_updated_at'])(
  'a change of the status moves %s, another does not',
  (name) => {
    const before = { status: 'active', note: 'a', [name]: old }
    expect(touched(before, { ...before, status: 'paused' }, NOW, all)).toEqual({
      ...before,
      status: 'paused',
      [name]: now,
    })
    expect(touched(before, { ...before, note: 'b' }, NOW, all)).toEqual({ ...before, note: 'b' })
  },
)

it('moves times among metadata', () => {
  const value = { sys: { updatedAt: old, version: 1 }, other: { updatedAt: old } }
  expect(touched(value, value, NOW, all)).toEqual({ sys: { updatedAt: now, version: 1 }, other: { updatedAt: old } })
})

const Run = `{type: object, properties: {id: {type: string}, text: {type: string}, status: {type: string, enum: [queued, in-progress, completed, canceled]},
  date_created: {type: string, format: date-time-rfc-2822}, start_time: {type: string, nullable: true, format: date-time}, end_time: {type: string, nullable: true, format: date-time},
  edited_at: {type: string, nullable: true, format: date-time}, modificationDate: {type: string, format: date-time, nullable: true}}}`
const json = `content: {application/json: {schema: ${Run}}}`

it('times of runs: mail dates, begun, edited, over', async () => {
  const { ask } = await sandboxOf(`
openapi: 3.0.3
info: {title: Runs, version: "1"}
paths:
  /runs:
    post: {requestBody: {${json}}, responses: {'201': {description: made, ${json}}}}
  /runs/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: it, ${json}}}}
    patch: {requestBody: {${json}}, responses: {'200': {description: it, ${json}}}}
  /runs/{id}/cancel:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {'200': {description: it, ${json}}}}
`)
  const made = ask('POST /runs', { body: { text: 'a' } }).body as Record<string, unknown>
  expect(made).toMatchObject({
    date_created: 'Wed, 01 Jan 2025 00:00:00 +0000',
    modificationDate: '2025-01-01T00:00:00Z',
    start_time: null,
    end_time: null,
    edited_at: null,
  })
  const at = `/runs/${String(made['id'])}`
  expect(ask(`PATCH ${at}`, { body: { text: 'b' } }).body).toMatchObject({
    edited_at: '2025-01-01T00:00:01Z',
    modificationDate: '2025-01-01T00:00:01Z',
    start_time: null,
  })
  expect(ask(`PATCH ${at}`, { body: { status: 'in-progress' } }).body).toMatchObject({
    start_time: '2025-01-01T00:00:02Z',
    end_time: null,
  })
  expect(ask(`POST ${at}/cancel`).body).toMatchObject({
    status: 'canceled',
    start_time: '2025-01-01T00:00:02Z',
    end_time: '2025-01-01T00:00:03Z',
    edited_at: '2025-01-01T00:00:02Z',
  })
})

it('reads names of any length soon', () => {
  const value = { [`lastupdated${'datetime'.repeat(40)}x`]: 1, [`created${'timestamp'.repeat(40)}x`]: 1 }
  expect(touched(value, value, NOW, all)).toBe(value)
})

it('reads many names of times soon', () => {
  const value = Object.fromEntries(
    Array.from({ length: 8_000 }, (_, i) => [`p${'x'.repeat(i % 30)}${i}_updated_at`, old]),
  )
  expect(Object.keys(touched(value, { ...value, status: 'a' }, NOW, all))).toHaveLength(8_001)
})
