/** From evidence to changes: what the document does not say, taken together by place, judged by the thresholds. */

import { sha256 } from '../support/digest.ts'
import { jsonText } from '../support/exact-json.ts'
import type { Candidate, Change, ChangeKind, SchemaVisit, Skipped } from './changes/change.ts'
import { changeKinds } from './changes/index.ts'
import type { Evidence, OperationEvidence } from './evidence.ts'
import type { Shape } from './shape.ts'
import { together } from './sightings.ts'
import { placeText, type Sources } from './sources.ts'
import type { Thresholds } from './thresholds.ts'

export interface FoundChanges {
  /** In the order of their classes and places. */
  readonly changes: readonly Change[]
  /** For which no edit can be said. */
  readonly skipped: readonly Skipped[]
}

export function findChanges(evidence: Evidence, sources: Sources, thresholds: Thresholds): FoundChanges {
  const changes: Change[] = []
  const skipped: Skipped[] = []
  for (const kind of changeKinds) {
    const found = new Map<string, Candidate[]>()
    for (const candidate of candidatesOf(kind, evidence, sources)) {
      const key = `${placeText(candidate.anchor)} ${candidate.name}`
      const known = found.get(key)
      if (known === undefined) found.set(key, [candidate])
      else known.push(candidate)
    }
    const ordered = [...found].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    for (const [, candidates] of ordered) {
      const candidate = judged(kind, candidates, thresholds)
      if (candidate === undefined) continue
      const change = changeOf(kind, candidate, sources)
      if ('reason' in change) skipped.push(change)
      else changes.push(change)
    }
  }
  return { changes, skipped }
}

/** What the documents do not say, each once for each operation that shows it. */
export function candidatesOf(kind: ChangeKind, evidence: Evidence, sources: Sources): readonly Candidate[] {
  const found: Candidate[] = [...(kind.ofEvidence?.(evidence, sources) ?? [])]
  for (const operation of evidence.operations) {
    if (operation.at === undefined) continue
    found.push(...(kind.ofOperation?.(operation, operation.at, sources) ?? []))
    if (kind.ofSchema === undefined) continue
    for (const visit of visitsOf(operation, sources)) found.push(...kind.ofSchema(visit))
  }
  return found
}

/** Every schema that something was seen of. */
function visitsOf(operation: OperationEvidence, sources: Sources): readonly SchemaVisit[] {
  const visits: SchemaVisit[] = []
  const walk = (shape: Shape | undefined, isRequest: boolean, among: string): void => {
    if (shape?.site === undefined) return
    visits.push({ site: shape.site, shape, operation, isRequest, among, sources })
    for (const inner of [...shape.properties.values(), ...shape.variants.values(), shape.items, shape.additional])
      walk(inner, isRequest, among)
  }
  for (const { shape, status } of operation.answers.values()) walk(shape, false, `answers with ${status}`)
  for (const shape of operation.requests.values()) walk(shape, true, 'requests')
  return visits
}

/**
 * What several operations show of one place, as one; undefined where it is no more than chance. What answers show
 * counts for more than what requests do.
 */
function judged(kind: ChangeKind, candidates: readonly Candidate[], thresholds: Thresholds): Candidate | undefined {
  const answers = candidates.filter(({ isRequest }) => !isRequest)
  for (const some of answers.length > 0 && answers.length < candidates.length ? [answers, candidates] : [candidates]) {
    const [first] = some
    if (first === undefined) continue
    const whole: Candidate = {
      ...first,
      isRequest: some.every(({ isRequest }) => isRequest),
      among: [...new Set(some.map(({ among }) => among))].join(' and '),
      seen: together(some.map(({ seen }) => seen)),
      samples: some.reduce((sum, { samples }) => sum + samples, 0),
      shapes: some.flatMap(({ shapes }) => shapes),
      answers: some.flatMap(({ answers: own }) => own ?? []),
    }
    if (kind.holds(whole, thresholds) || some.some((one) => kind.holds(one, thresholds))) return whole
  }
  return undefined
}

function changeOf(kind: ChangeKind, candidate: Candidate, sources: Sources): Change | Skipped {
  const { anchor, name, operation, seen, samples, among } = candidate
  const plan = kind.plan(candidate, sources)
  const { location } = anchor.document
  const said =
    typeof plan === 'string'
      ? { disposition: 'SUGGESTION' as const, pointer: anchor.pointer, ops: [], reason: plan }
      : {
          disposition: plan.disposition,
          pointer: plan.pointer,
          ops: plan.ops,
          ...('value' in plan && { value: plan.value }),
        }
  return {
    id: `chg_${sha256(jsonText([kind.class, location, anchor.pointer, name])).slice(0, 12)}`,
    class: kind.class,
    operation,
    location,
    evidence: {
      text: `${kind.class === 'required' ? 'missing' : 'seen'} in ${seen.count} of ${samples} ${among}`,
      count: seen.count,
      samples,
      first_seen: new Date(seen.first).toISOString(),
      last_seen: new Date(seen.last).toISOString(),
    },
    ...said,
  }
}
