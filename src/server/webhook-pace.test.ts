import { expect, it } from 'vitest'
import { Pace } from './webhook-pace.ts'

/** Sends events one after the other, each taking a millisecond; gives how long nothing was sent before each. */
function play(count: number, happensAlone: (now: number) => boolean): readonly number[] {
  const pace = new Pace()
  let now = 1_000_000
  return Array.from({ length: count }, (_, i) => {
    const seq = i + 1
    pace.happened()
    now += 1
    const wait = pace.before(seq, now)
    if (wait === 0) return 0
    // What the last delivery caused has happened in the first half.
    pace.happened()
    pace.listen()
    now += wait
    if (happensAlone(now)) pace.happened()
    pace.judge(seq, now)
    return wait
  })
}

it('slows down events that happen only when one is delivered, to ten a second', () => {
  const waits = play(2_000, () => false)
  expect(waits.slice(0, 499).every((wait) => wait === 0)).toBe(true)
  expect(waits[499]).toBe(200)
  expect(waits.slice(500).every((wait) => wait === 100)).toBe(true)
})

it('leaves events alone that happen by themselves, but for a look now and then', () => {
  const waits = play(20_000, () => true)
  expect(waits.filter((wait) => wait > 0)).toEqual([200, 200, 200])
})

it('goes on as fast as ever once events happen by themselves again', () => {
  const waits = play(900, (now) => now > 1_002_000)
  expect(waits.filter((wait) => wait === 100).length).toBeGreaterThan(5)
  expect(waits.slice(-300).every((wait) => wait === 0)).toBe(true)
})

it('sends what had happened before without waiting', () => {
  const pace = new Pace()
  for (let seq = 1; seq < 500; seq++) pace.before(seq, 1_000_000)
  expect(pace.before(500, 1_000_000)).toBe(200)
  pace.listen()
  pace.judge(1_400, 1_000_200)
  expect(pace.before(1_400, 1_000_200)).toBe(0)
  expect(pace.before(1_401, 1_000_200)).toBe(100)
})

it('forgets what was long ago, and lets slow events be', () => {
  const pace = new Pace()
  for (let seq = 1; seq < 500; seq++) pace.before(seq, 1_000_000)
  expect(pace.before(500, 1_040_000)).toBe(0)
  const slow = new Pace()
  const waits = Array.from({ length: 2_000 }, (_, i) => slow.before(i + 1, 1_000_000 + i * 150))
  expect(waits.every((wait) => wait === 0)).toBe(true)
})

it('ends the slowdown with the first pause, and not before', () => {
  const pace = new Pace()
  for (let seq = 1; seq < 500; seq++) pace.before(seq, 1_000_000)
  expect(pace.before(500, 1_000_000)).toBe(200)
  pace.judge(500, 1_000_200)
  expect(pace.before(501, 1_001_600)).toBe(100)
  pace.judge(501, 1_001_700)
  expect(pace.before(502, 1_003_300)).toBe(0)
})
