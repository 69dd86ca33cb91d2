import { expect, it } from 'vitest'
import { MOST_SEEN } from '../../traffic/exchange.ts'
import { SeenBody } from './seen.ts'

const kept = (limit = 1e9): { bytes: number; limit: number } => ({ bytes: 0, limit })

it('pieces are kept as they are, in order', () => {
  const seen = new SeenBody(kept())
  const piece = Buffer.alloc(5_000, 'a')
  seen.add(piece)
  const { body, length, truncated } = seen.take([], true)
  expect(body[0]).toBe(piece)
  expect([length, truncated]).toEqual([5_000, false])
})

it('a small piece of a large buffer does not pin it', () => {
  const seen = new SeenBody(kept())
  seen.add(Buffer.alloc(64 * 1024, 'a').subarray(0, 100))
  const { body } = seen.take([], true)
  expect(body[0]?.buffer.byteLength).toBe(100)
})

it('many small pieces become few', () => {
  const seen = new SeenBody(kept())
  for (let i = 0; i < 10_000; i++) seen.add(Buffer.from(String(i % 10)))
  const { body } = seen.take([], true)
  expect(Buffer.concat(body).toString()).toBe('0123456789'.repeat(1_000))
  expect(body.length).toBeLessThan(30)
})

it('no more is kept than a body may, nor than all may together', () => {
  const all = kept(MOST_SEEN + 10)
  const one = new SeenBody(all)
  one.add(Buffer.alloc(3 * MOST_SEEN))
  const other = new SeenBody(all)
  other.add(Buffer.alloc(100))
  other.add(Buffer.alloc(100))
  expect(one.take([], true)).toMatchObject({ length: 3 * MOST_SEEN, truncated: true })
  const second = other.take([], true)
  expect([Buffer.concat(second.body).length, second.length, second.truncated]).toEqual([10, 200, true])
  expect(all.bytes).toBe(0)
})

it('the token is no field of it', () => {
  expect(new SeenBody(kept()).take(['A', '1', 'x-tOOl-token', 's', 'B', '2'], true).fields).toEqual([
    'A',
    '1',
    'B',
    '2',
  ])
})
