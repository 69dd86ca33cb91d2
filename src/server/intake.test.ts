import { expect, it } from 'vitest'
import { Intake } from './intake.ts'

const KIB = 1024

class Message {
  destroyed = false
  #paused = false
  resumed = 0
  isPaused = (): boolean => this.#paused
  pause = (): void => {
    this.#paused = true
  }
  resume = (): void => {
    this.#paused = false
    this.resumed += 1
  }
}

it('lets messages wait beyond two mebibytes of a turn, and go on some at a time, in their order', async () => {
  const intake = new Intake()
  const messages = Array.from({ length: 100 }, () => new Message())
  for (const message of messages) intake.add(message as never, 64 * KIB)
  const paused = messages.map((message) => message.isPaused())
  expect(paused.indexOf(true)).toBe(31)
  expect(paused.lastIndexOf(false)).toBe(30)
  const waiting = messages.slice(31)
  await new Promise(setImmediate)
  expect(waiting.map(({ resumed }) => resumed)).toEqual(waiting.map((_, i) => (i < 32 ? 1 : 0)))
  await new Promise((done) => setTimeout(done, 20))
  expect(waiting.every((message) => !message.isPaused() && message.resumed === 1)).toBe(true)
})
