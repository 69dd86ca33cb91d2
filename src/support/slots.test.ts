import { expect, it } from 'vitest'
import { type Leave, Slots } from './slots.ts'

/** Takes places and tells which of them were given. */
function desk(most: number) {
  const slots = new Slots(most)
  const begun: string[] = []
  const leaves: Leave[] = []
  return {
    slots,
    begun,
    leaves,
    async take(by: string, on: string, count = 1): Promise<void> {
      for (let i = 0; i < count; i++)
        void slots.take({ by, on: on === '*' ? `${by}-${i}` : on }).then((leave) => {
          begun.push(leave === undefined ? `${by} gave up` : by)
          if (leave !== undefined) leaves.push(leave)
        })
      await settled()
    },
  }
}

const settled = () => new Promise((done) => setImmediate(done))

it('leaves room for others, however much one asks for', async () => {
  const { take, begun } = desk(100)
  await take('greedy', '*', 1_000)
  expect(begun).toHaveLength(80)
  await take('second', '*', 1_000)
  const left = 100 - begun.length
  expect(left).toBeGreaterThan(2)
  await take('modest', 'here')
  expect(begun.at(-1)).toBe('modest')
})

it('leaves room for other targets where many wait on one', async () => {
  const { take, begun } = desk(100)
  for (let i = 0; i < 200; i++) await take(`sandbox ${i}`, 'hangs:80')
  expect(begun).toHaveLength(80)
  await take('sandbox 1', 'answers:80')
  expect(begun).toHaveLength(81)
})

it('serves those who wait in turn, whoever waits for most', async () => {
  const { take, begun, leaves } = desk(5)
  await take('first', 'a', 4)
  await take('many', 'b', 100)
  await take('few', 'c', 1)
  begun.length = 0
  for (let i = 0; i < 3; i++) {
    leaves.shift()?.()
    await settled()
  }
  expect(begun.slice(0, 2).sort()).toEqual(['few', 'many'])
})

it('gives up what waits of one who leaves, and nothing of others', async () => {
  const { slots, take, begun, leaves } = desk(1)
  await take('first', 'a')
  await take('second', 'b')
  await take('third', 'c')
  slots.giveUp('second')
  await settled()
  for (const leave of leaves) {
    leave()
    leave()
  }
  await settled()
  expect(begun).toEqual(['first', 'second gave up', 'third'])
})
