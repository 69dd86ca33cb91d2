/**
 * What one request may cost. Work that grows with what is sent and described
 * together is counted, in steps of about two nanoseconds; a request that needs
 * more than its budget ends, and nothing of it is kept.
 */
import { ToolError } from './errors.ts'

/** Steps of one request: about half a second. */
const STEPS = 250_000_000
/** Steps beside them for what could take so many and hardly ever does. */
const DOUBTFUL = 50_000_000

interface Budget {
  left: number
  doubtful: number
}

let budget: Budget = { left: Number.POSITIVE_INFINITY, doubtful: Number.POSITIVE_INFINITY }

/** Does what one request asks for. */
export function withinBudget<T>(answer: () => T): T {
  const before = budget
  budget = { left: STEPS, doubtful: DOUBTFUL }
  try {
    return answer()
  } finally {
    budget = before
  }
}

/** Counts work that is about to be done. */
export function spend(steps: number): void {
  budget.left -= steps
  if (budget.left < 0)
    throw new ToolError('too-large', 'The request takes more work to judge than one request may: send less at once')
}

/** What is left to spend. */
export function room(): number {
  return budget.left
}

/** Counts work that is likely to be far less; false when there is no room for the worst, and another way is to be taken. */
export function maySpend(steps: number): boolean {
  if (budget.doubtful < steps) return false
  budget.doubtful -= steps
  return true
}
