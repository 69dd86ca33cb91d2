/** From odd things to findings: gathers evidence until chance is ruled out. */

import { driftKinds } from '../drift/index.ts'
import type { Change, DriftKind } from '../drift/kind.ts'
import type { FindingBook, KeptFinding } from '../finding-book.ts'
import { addHit, beginEvidence } from './evidence.ts'
import { type Candidate, type Family, MOST_CANDIDATES } from './family.ts'
import type { Odd } from './odd.ts'

export interface Judged {
  /** Findings that the exchange showed. */
  readonly findings: readonly KeptFinding[]
  /** Something is odd, sure or not. */
  readonly isOdd: boolean
}

export interface Judging {
  readonly at: number
  readonly book: FindingBook
  /** Kinds and endpoints that are not told. */
  readonly isMuted: (kind: string) => boolean
}

export function judge(odds: readonly Odd[], family: Family, judging: Judging): Judged {
  const findings: KeptFinding[] = []
  for (const odd of odds)
    for (const kind of driftKinds) {
      const change = kind.sort === odd.sort && !judging.isMuted(kind.kind) ? kind.change(odd, family) : undefined
      const finding = change === undefined ? undefined : weigh(kind, change, odd.contradicts, family, judging)
      if (finding !== undefined && !findings.includes(finding)) findings.push(finding)
    }
  return { findings, isOdd: odds.length > 0 }
}

function weigh(
  kind: DriftKind,
  change: Change,
  contradicts: boolean,
  family: Family,
  { at, book }: Judging,
): KeptFinding | undefined {
  const key = `${kind.kind}\0${change.field}\0${change.after}`
  const known = family.candidates.get(key)
  if (known?.finding !== undefined) {
    known.count++
    known.lastSeen = at
    return book.again(known.finding, at)
  }
  const candidate = known ?? begin(key, change, family, at)
  candidate.count++
  candidate.lastSeen = at
  const { chances } = change
  const isSure = chances === 'sure' || addHit(candidate.evidence, chances) || contradicts
  if (!isSure) return undefined
  const { method, template, upstream } = family.endpoint
  const { field, before, after } = change
  const subject = {
    kind: kind.kind,
    upstream,
    method,
    template,
    status_class: family.statusClass,
    field,
    before,
    after,
  }
  const { count, firstSeen, sample } = candidate
  candidate.finding = book.note(subject, { count, firstSeen, at, contradicts, isIncident: false, sample })
  return candidate.finding
}

function begin(key: string, { chances }: Change, family: Family, at: number): Candidate {
  if (family.candidates.size >= MOST_CANDIDATES) dropOldest(family)
  const evidence = beginEvidence(chances === 'sure' ? { opportunities: 1, seldom: 0 } : chances, family.samples)
  const candidate = {
    evidence,
    count: 0,
    firstSeen: at,
    lastSeen: at,
    sample: Math.max(1, family.samples),
    finding: undefined,
  }
  family.candidates.set(key, candidate)
  return candidate
}

function dropOldest({ candidates }: Family): void {
  let oldest: string | undefined
  let last = Number.POSITIVE_INFINITY
  for (const [key, { finding, lastSeen }] of candidates)
    if (finding === undefined && lastSeen < last) [oldest, last] = [key, lastSeen]
  candidates.delete(oldest ?? candidates.keys().next().value ?? '')
}
