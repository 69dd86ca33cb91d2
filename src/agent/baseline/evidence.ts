/**
 * When something that was never or seldom seen is a change and not chance. What
 * was seen since it first appeared is held against the rate that chance allows:
 * trials × KL(observed rate ‖ allowed rate) has to pass a bound. For what was
 * never seen before, three times in a row are enough, or seven of fifteen.
 */

export interface Evidence {
  /** Times that it was seen since the count began, and counter of opportunities at the first of them. */
  hits: number
  from: number
  /** What came before: opportunities, and times that it was seen among them. */
  before: number
  seldom: number
}

/** Rates below this are not told apart: a baseline is never that sure. */
const MOST_SURE = 0.06
const NEVER_SEEN = 8.4
const SELDOM_SEEN = 18
/** Opportunities after which what stayed rare is taken for rare. */
const PATIENCE = 60

/** `opportunities` is the counter now, `before` and `seldom` what it and the hits were before this one. */
export function beginEvidence(opportunities: number, before: number, seldom: number): Evidence {
  return { hits: 0, from: opportunities, before, seldom }
}

/** Counts one more hit; true when it is beyond chance. `strict`: for what comes in bursts. */
export function addHit(evidence: Evidence, opportunities: number, strict = false): boolean {
  evidence.hits++
  const trials = Math.max(evidence.hits, opportunities - evidence.from + 1)
  const allowed = allowedRate(evidence)
  const rate = evidence.hits / trials
  if (trials > PATIENCE && rate <= 1.5 * allowed) {
    evidence.before += trials
    evidence.seldom += evidence.hits
    evidence.hits = 0
    evidence.from = opportunities + 1
    return false
  }
  const bound = strict || evidence.seldom > 0 ? SELDOM_SEEN : NEVER_SEEN
  return evidence.hits >= 3 && rate > allowed && trials * divergence(rate, allowed) >= bound
}

/** The rate that chance may have hidden: never smaller than what so many samples can tell. */
function allowedRate({ before, seldom }: Evidence): number {
  if (seldom === 0) return Math.min(MOST_SURE, 3 / (before + 2))
  return Math.min(0.98, (seldom + 3) / (before + 4))
}

/** Kullback-Leibler divergence of two coins, in nats. */
function divergence(p: number, q: number): number {
  const hit = p * Math.log(p / q)
  return p === 1 ? hit : hit + (1 - p) * Math.log((1 - p) / (1 - q))
}
