/**
 * What one request may cost. Work that grows with what is sent and described
 * together is counted, in steps of about two nanoseconds; a request that needs
 * more than its budget ends, and nothing of it is kept.
 */
import { ToolError } from './errors.ts'

/** Steps of one request: some 80 ms. */
const STEPS = 40_000_000
/** Steps beside them for what could take so many and hardly ever does. */
const DOUBTFUL = 10_000_000
/** The same for regular expressions in linear time, which take a tenth of the worst with ordinary patterns. */
const RARE = 60_000_000

/** Steps that the values made up for one request may take together, beside those of what was sent. */
const MAKING = 20_000_000

/** What is left of each. Outside of requests nothing is counted. */
let left = Number.POSITIVE_INFINITY
let doubtful = Number.POSITIVE_INFINITY
let rare = Number.POSITIVE_INFINITY
let making = Number.POSITIVE_INFINITY
/** While a value is made: what is left of the request. */
let sent: number | undefined

/** Does what one request asks for. */
export function withinBudget<T>(answer: () => T): T {
  const [leftBefore, doubtfulBefore, rareBefore, makingBefore] = [left, doubtful, rare, making]
  left = STEPS
  doubtful = DOUBTFUL
  rare = RARE
  making = MAKING
  try {
    return answer()
  } finally {
    left = leftBefore
    doubtful = doubtfulBefore
    rare = rareBefore
    making = makingBefore
  }
}

/** Makes a value of so many steps at most, with a part of what its request may make up: no value takes all from the rest. */
export function withinMaking<T>(steps: number, make: () => T): T {
  if (sent !== undefined) return make()
  const doubtfulBefore = doubtful
  const most = Math.min(steps, making / PART)
  sent = left
  left = most
  doubtful = Math.min(doubtful, most / PART)
  try {
    return make()
  } finally {
    making -= Math.max(most - Math.max(left, 0), 0)
    left = sent
    doubtful = doubtfulBefore
    sent = undefined
    // Whoever makes values goes on without what takes too much; where that was sent, the request ends all the same.
    spend(0)
  }
}

/** Judges what was sent while a value is made of it: that is paid for by the request, which ends where it takes too much. */
export function ofRequest<A, B, T>(judge: (a: A, b: B) => T, a: A, b: B): T {
  if (sent === undefined) return judge(a, b)
  const making = left
  left = sent
  sent = undefined
  try {
    return judge(a, b)
  } finally {
    sent = left
    left = making
  }
}

const PART = 8

/** Work that there is no room for. */
export class TooMuchWork extends ToolError {}

/** Counts work that is about to be done. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0)
    throw new TooMuchWork('too-large', 'The request takes more work to judge than one request may: send less at once')
}

/** Counts work that takes `usual` steps, and `worst` in the rarest case: what is between them is counted apart. */
export function spendRarely(usual: number, worst: number): void {
  const beyond = worst - usual
  if (rare < beyond) {
    spend(worst)
    return
  }
  rare -= beyond
  spend(usual)
}

/** What is left to spend. */
export function room(): number {
  return left
}

/** Counts work that is likely to be far less; false when there is no room for the worst, and another way is to be taken. */
export function maySpend(steps: number): boolean {
  if (doubtful < steps) return false
  doubtful -= steps
  return true
}
