import type { ServerResponse } from 'node:http'
import { setImmediate as turned } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { json, type Pieces } from '../http/message.ts'
import { type Committing, Turn } from './turn.ts'

class Store implements Committing {
  dirty = false
  commits = 0
  full = false

  commit(): void {
    if (this.full) {
      this.dirty = false
      throw new Error('the disk is full')
    }
    this.commits++
    this.dirty = false
  }
}

function start() {
  const store = new Store()
  const left: number[] = []
  const refused: [number, number][] = []
  const turn = new Turn(store, (_, { status }) => left.push(status), {
    committed: () => {},
    failed: () => {},
    refused: (count, status) => refused.push([count, status]),
  })
  const answer = (status: number) => turn.answer({} as ServerResponse, json(status, {}), performance.now())
  return { store, left, refused, turn, answer }
}

async function until(look: () => boolean): Promise<void> {
  for (let i = 0; i < 1000 && !look(); i++) await turned()
}

it('lets answers leave in the order they came, after the commit', async () => {
  const { store, left, answer } = start()
  answer(200)
  store.dirty = true
  answer(201)
  answer(204)
  expect(left).toEqual([])
  await until(() => left.length > 0)
  expect([left, store.commits]).toEqual([[200, 201, 204], 1])
})

it('commits once for busy turns, and does not wait without end', async () => {
  const { store, left, answer } = start()
  for (let i = 0; i < 500; i++) {
    store.dirty = true
    answer(201)
    await turned()
  }
  await until(() => !store.dirty)
  expect(left).toHaveLength(500)
  expect(store.commits).toBeGreaterThanOrEqual(Math.floor(500 / 64))
  expect(store.commits).toBeLessThan(500)
})

it('refuses only what rests on writes that were not stored', async () => {
  const { store, left, refused, answer } = start()
  store.full = true
  answer(200)
  store.dirty = true
  answer(201)
  answer(200)
  await until(() => left.length > 0)
  expect([left, refused]).toEqual([[200, 503, 503], [[2, 503]]])
})

const pieces: Pieces = { at: () => undefined, weigh: () => 0, forget: () => {}, hold: () => {}, release: () => {} }

it('lets long answers go in the turn after that of short ones', async () => {
  const { left, turn, answer } = start()
  turn.answer({} as ServerResponse, { ...json(206, {}), pieces }, performance.now())
  answer(200)
  turn.finish()
  expect(left).toEqual([200])
  await until(() => left.length > 1)
  expect(left).toEqual([200, 206])
})

it('lets long answers go before it closes, and each once', async () => {
  const { left, turn } = start()
  for (const status of [200, 206]) turn.answer({} as ServerResponse, { ...json(status, {}), pieces }, performance.now())
  turn.close()
  expect(left).toEqual([200, 206])
  for (let i = 0; i < 5; i++) await turned()
  expect(left).toEqual([200, 206])
})
