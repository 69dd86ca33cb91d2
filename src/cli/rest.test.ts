import { expect, it } from 'vitest'
import { whenResting } from './rest.ts'

it('collects three times after work, when the work is over, and not for what collecting itself took', () => {
  let used = 1000
  let collections = 0
  const look = whenResting(
    () => used,
    () => {
      collections++
      used += 300
    },
  )
  const after = (worked: number): number => {
    used += worked
    look()
    return collections
  }
  // At rest from the start; much work, still at it; then at rest.
  expect([1, 2000, 500, 3, 3, 3, 3, 3].map(after)).toEqual([0, 0, 0, 1, 2, 3, 3, 3])
  // Work between the collections; little by little it comes together as well.
  expect([900, 3, 900, 3, 3, 3, 3].map(after)).toEqual([3, 4, 4, 5, 6, 7, 7])
  expect([15, 15, 15, 15, 0].map(after)).toEqual([7, 7, 7, 8, 9])
})
