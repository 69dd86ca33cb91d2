import { expect, it } from 'vitest'
import { hopsText, Loops, nextHops, readHops } from './hops.ts'

it('reads back what a delivery says of where it comes from', () => {
  const hops = { count: 3, root: 'evt_abc.1700000000000' }
  expect(readHops(hopsText(hops))).toEqual(hops)
})

it('believes the farthest of several, and nothing that is no count', () => {
  expect(readHops('2; root=a, 7; root=b, 3')).toEqual({ count: 7, root: 'b' })
  expect(readHops('4')).toEqual({ count: 4, root: '' })
  for (const text of [undefined, '', '0', '-3', 'x', '1.5', '9'.repeat(40)]) expect(readHops(text)).toBeUndefined()
})

it('goes on counting where nothing names the event at the start, and names its own', () => {
  expect(readHops('9; root=')).toEqual({ count: 9, root: '' })
  for (const said of ['9', '9; root=', '9; root=""'])
    expect(nextHops(said, 'evt_own.1')).toEqual({ count: 10, root: 'evt_own.1' })
  expect(nextHops('9; root=evt_first.1', 'evt_own.1')).toEqual({ count: 10, root: 'evt_first.1' })
  expect(nextHops(undefined, 'evt_own.1')).toEqual({ count: 1, root: 'evt_own.1' })
})

it('ends a row of deliveries that cause one another after ten', () => {
  const loops = new Loops()
  const sent = Array.from({ length: 20 }, (_, i) => loops.objection({ count: i + 1, root: 'a' }, 0))
  expect(sent.findIndex((why) => why !== undefined)).toBe(10)
  expect(sent[10]).toContain('10 deliveries have caused one another')
})

it('ends what one event causes after a thousand deliveries, whatever others caused', () => {
  const loops = new Loops()
  const sent = Array.from({ length: 1_002 }, () => loops.objection({ count: 2, root: 'a' }, 0))
  expect(sent.filter((why) => why === undefined)).toHaveLength(1_000)
  expect(loops.objection({ count: 2, root: 'b' }, 0)).toBeUndefined()
  expect(loops.objection({ count: 2, root: 'a' }, 600_000)).toBeUndefined()
})

it('counts nothing against what no delivery caused', () => {
  const loops = new Loops()
  const sent = Array.from({ length: 2_000 }, () => loops.objection({ count: 1, root: 'a' }, 0))
  expect(sent.every((why) => why === undefined)).toBe(true)
})
