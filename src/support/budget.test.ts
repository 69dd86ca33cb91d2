import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Budget, type Holder } from './budget.ts'

class Piece implements Holder {
  held = 0
  isGone = false
  readonly budget: Budget

  constructor(budget: Budget) {
    this.budget = budget
    budget.enter(this)
  }

  letGo(): void {
    this.isGone = true
    this.budget.leave(this)
  }
}

it('lets go of the one that entered first of those above an equal share', () => {
  const budget = new Budget(100)
  const [small, first, second] = [new Piece(budget), new Piece(budget), new Piece(budget)]
  budget.hold(small, 10)
  budget.hold(first, 40)
  budget.hold(second, 50)
  expect([budget.used, budget.letGo]).toEqual([100, 0])
  budget.hold(small, 11)
  expect([small.isGone, first.isGone, second.isGone]).toEqual([false, true, false])
  expect([budget.used, budget.letGo]).toEqual([61, 1])
})

it('takes who enters again for the last', () => {
  const budget = new Budget(100)
  const [first, second] = [new Piece(budget), new Piece(budget)]
  budget.hold(first, 60)
  budget.enter(first)
  budget.hold(second, 60)
  expect([first.isGone, second.isGone]).toEqual([false, true])
})

it('never asks for ever what does not let go', () => {
  const budget = new Budget(10)
  const idle: Holder = { held: 0, letGo() {} }
  budget.enter(idle)
  budget.hold(idle, 11)
  expect([budget.used, idle.held]).toEqual([0, 0])
})

it('holds the limit and counts what is held, whatever comes', () => {
  const step = fc.record({ who: fc.nat(5), bytes: fc.nat(60), leaves: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const budget = new Budget(100)
      const pieces = Array.from({ length: 6 }, () => new Piece(budget))
      for (const { who, bytes, leaves } of steps) {
        const piece = pieces[who]
        if (piece === undefined) continue
        if (leaves) budget.leave(piece)
        else {
          budget.enter(piece)
          budget.hold(piece, bytes)
        }
        expect(budget.used).toBe(pieces.reduce((sum, { held }) => sum + held, 0))
        expect(budget.used).toBeLessThanOrEqual(100)
      }
    }),
  )
})
