/**
 * When something that was never or seldom seen is a change and not chance. Two
 * rates are compared, that of what was seen since it first appeared and that of
 * all before: the log-likelihood that they are two, over that they are one
 * (a G-test), has to pass a bound. So a rate that few samples told is not
 * trusted more than they allow. For what was never seen in fifty samples, three
 * times in a row are enough, or six of ten; four in a row where fields come and
 * go anyway.
 */
import type { Chances } from '../drift/kind.ts'

export interface Evidence {
  /** Times that it was seen since the count began, and counter of opportunities at the first of them. */
  hits: number
  from: number
  /** What came before: opportunities, and times that it was seen among them. */
  before: number
  seldom: number
  /** What `before` counts as at least. */
  readonly floor: number
}

/** What all samples of a warm family showed counts as so many: what is warm is known. */
const FEWEST_BEFORE = 50
const NEVER_SEEN = 11.4
const OFTEN_VARIED = 14.2
const SELDOM_SEEN = 18
/** In a row, and with others between. */
const FEWEST_HITS = 3
const FEWEST_SCATTERED = 5
/** Opportunities after which what stayed as rare as it was is taken for normal. */
const PATIENCE = 60
const UNREMARKABLE = 4

/** At the first hit; `samples` are those of the family. */
export function beginEvidence({ opportunities, seldom }: Chances, samples: number): Evidence {
  const before = Math.max(0, opportunities - 1)
  const floor = samples < 1 ? FEWEST_BEFORE : FEWEST_BEFORE * Math.min(1, opportunities / samples)
  return { hits: 0, from: opportunities, before, seldom, floor }
}

/** Counts one more hit; true when it is beyond chance. */
export function addHit(evidence: Evidence, { opportunities, strict, cautious }: Chances): boolean {
  evidence.hits++
  const { hits, seldom } = evidence
  const trials = Math.max(hits, opportunities - evidence.from + 1)
  const before = Math.max(evidence.before, seldom, evidence.floor)
  const isMore = hits * before > seldom * trials
  const weight = isMore ? likelihoodOfTwo(hits, trials, seldom, before) : 0
  if (trials > PATIENCE && weight < UNREMARKABLE) {
    evidence.before = evidence.before + trials
    evidence.seldom += hits
    evidence.hits = 0
    evidence.from = opportunities + 1
    return false
  }
  const bound = strict === true || seldom > 0 ? SELDOM_SEEN : cautious === true ? OFTEN_VARIED : NEVER_SEEN
  return hits >= (hits === trials ? FEWEST_HITS : FEWEST_SCATTERED) && weight >= bound
}

/** How much likelier two coins are than one, in nats. */
function likelihoodOfTwo(hits: number, trials: number, others: number, before: number): number {
  const rate = (hits + others) / (trials + before)
  return trials * divergence(hits / trials, rate) + before * divergence(others / before, rate)
}

/** Kullback-Leibler divergence of two coins, in nats. */
function divergence(p: number, q: number): number {
  const hit = p === 0 ? 0 : p * Math.log(p / q)
  return p === 1 ? hit : hit + (1 - p) * Math.log((1 - p) / (1 - q))
}
