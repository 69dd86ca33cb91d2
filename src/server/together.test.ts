import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { Together } from './together.ts'

const nextTurn = () => new Promise((done) => setImmediate(done))

test('does what came up in one turn at its end, in the order it came', async () => {
  const together = new Together()
  const seen: number[] = []
  for (const n of [1, 2, 3]) together.add(() => seen.push(n))
  expect(seen).toEqual([])
  await nextTurn()
  expect(seen).toEqual([1, 2, 3])
})

test('lets the event loop go round between tasks that take long, and keeps their order', async () => {
  const together = new Together()
  const seen: string[] = []
  const slow = (name: string) => () => {
    const until = performance.now() + 15
    while (performance.now() < until);
    seen.push(name)
  }
  together.add(slow('first'))
  together.add(slow('second'))
  await nextTurn()
  expect(seen).toEqual(['first'])
  together.add(slow('third'))
  await nextTurn()
  await nextTurn()
  expect(seen).toEqual(['first', 'second', 'third'])
})

test('does what a task adds in the next turn', async () => {
  const together = new Together()
  const seen: string[] = []
  together.add(() => {
    seen.push('outer')
    together.add(() => seen.push('inner'))
  })
  await nextTurn()
  expect(seen).toEqual(['outer'])
  await nextTurn()
  expect(seen).toEqual(['outer', 'inner'])
})
