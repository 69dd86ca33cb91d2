/**
 * Holds recordings against the documents of a description: what `update.ts` would change is what was violated.
 * No thresholds: one exchange is enough, and each operation is told of by itself.
 */
import { jsonText } from '../support/exact-json.ts'
import type { Recording } from '../traffic/recording.ts'
import type { Candidate, ChangeClass } from './changes/change.ts'
import { changeKinds } from './changes/index.ts'
import { type Evidence, EvidenceCollector } from './evidence.ts'
import { candidatesOf } from './find-changes.ts'
import { scalarAt } from './schema-site.ts'
import { together } from './sightings.ts'
import { placeText, Sources } from './sources.ts'
import type { SpecUpdateInput } from './update.ts'

/** `error`: the description says that this does not happen. `warning`: it says nothing of it. */
export type ViolationSeverity = 'error' | 'warning'

export interface Violation {
  readonly class: ChangeClass
  readonly severity: ViolationSeverity
  readonly method: string
  /** The template; of a path that is not described, one made of what was seen. */
  readonly path: string
  readonly side: 'request' | 'answer'
  /** The document and the pointer to what is violated, or to what should name what is undeclared. */
  readonly location: string
  readonly pointer: string
  /** Name of a field, header or parameter, a status, the types seen, the value; 'null' where null came. */
  readonly name: string
  /** What was seen, for people. */
  readonly message: string
  /** Exchanges that show it, of those that could have. */
  readonly count: number
  readonly samples: number
  /** RFC 3339 with milliseconds. */
  readonly first_seen: string
  readonly last_seen: string
}

export interface OperationConformance {
  readonly method: string
  readonly path: string
  readonly exchanges: number
  readonly errors: number
  readonly warnings: number
}

export interface Conformance {
  /** Recordings that were looked at: whole ones with an answer. */
  readonly recordings: number
  /** Operations that were seen, and paths that are not described. */
  readonly operations: readonly OperationConformance[]
  /** By operation, errors first. */
  readonly violations: readonly Violation[]
}

export interface ConformanceRun {
  add(recording: Recording): void
  finish(): Conformance
}

/** Throws ToolError where the root document cannot be read. */
export function startConformance({ documents, root, description }: SpecUpdateInput): ConformanceRun {
  const sources = new Sources(documents, root)
  const collector = new EvidenceCollector(sources, description)
  return {
    add: (recording) => collector.add(recording),
    finish: () => judged(collector.finish(), sources),
  }
}

function judged(evidence: Evidence, sources: Sources): Conformance {
  const found = new Map<string, Candidate[]>()
  for (const kind of changeKinds)
    for (const candidate of candidatesOf(kind, evidence, sources)) {
      const { anchor, name, operation, isRequest } = candidate
      const key = jsonText([operation.method, operation.path, kind.class, placeText(anchor), name, isRequest])
      const known = found.get(key)
      if (known === undefined) found.set(key, [candidate])
      else known.push(candidate)
    }
  const violations = [...found.values()].map(violationOf).sort(inOrder)
  return { recordings: evidence.recordings, operations: operationsOf(evidence, violations), violations }
}

function violationOf(candidates: readonly Candidate[]): Violation {
  const [first] = candidates as readonly [Candidate, ...Candidate[]]
  const { anchor, name, operation, isRequest } = first
  const seen = together(candidates.map((one) => one.seen))
  const samples = candidates.reduce((sum, one) => sum + one.samples, 0)
  const among = [...new Set(candidates.map((one) => one.among))].join(' and ')
  return {
    class: first.class,
    severity: severityOf(first),
    ...operation,
    side: isRequest ? 'request' : 'answer',
    location: anchor.document.location,
    pointer: anchor.pointer,
    name,
    message: `${messageOf(first)}, in ${seen.count} of ${samples} ${among}`,
    count: seen.count,
    samples,
    first_seen: new Date(seen.first).toISOString(),
    last_seen: new Date(seen.last).toISOString(),
  }
}

function severityOf({ class: kind, site }: Candidate): ViolationSeverity {
  switch (kind) {
    case 'status':
    case 'type':
    case 'required':
    case 'enum':
    case 'nullable':
    case 'endpoint':
      return 'error'
    case 'field':
      return site?.parts.some((part) => scalarAt(part, 'additionalProperties') === false) === true ? 'error' : 'warning'
    case 'parameter':
    case 'header':
      return 'warning'
    default:
      return kind satisfies never
  }
}

function messageOf({ class: kind, name, value, site }: Candidate): string {
  switch (kind) {
    case 'status':
      return `status ${name} is not declared`
    case 'field':
      return `field ${jsonText(name)} is not declared`
    case 'type':
      return `${name} in place of ${site?.types.join(' or ') ?? 'the declared type'}`
    case 'required':
      return `required field ${jsonText(name)} is missing`
    case 'enum':
      return `value ${jsonText(value)} is not in the enumeration`
    case 'nullable':
      return 'null where it is not allowed'
    case 'endpoint':
      return 'the operation is not described'
    case 'parameter':
      return `query parameter ${jsonText(name)} is not declared`
    case 'header':
      return `header field ${name} is not declared`
    default:
      return kind satisfies never
  }
}

function inOrder(a: Violation, b: Violation): number {
  const keyOf = ({ method, path, severity, pointer, name, side }: Violation): readonly string[] => [
    ...[path, method, severity, side, pointer, name],
  ]
  const [left, right] = [keyOf(a), keyOf(b)]
  for (const [i, one] of left.entries()) {
    const other = right[i] ?? ''
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function operationsOf({ operations, unknown }: Evidence, violations: readonly Violation[]): OperationConformance[] {
  const rows = [
    ...operations.map(({ method, path, seen }) => ({ method, path, exchanges: seen.count })),
    ...unknown.map(({ method, path, answers }) => ({
      ...{ method, path, exchanges: together([...answers.values()].map(({ seen }) => seen)).count },
    })),
  ]
  const countOf = (method: string, path: string, severity: ViolationSeverity): number =>
    violations.filter((one) => one.method === method && one.path === path && one.severity === severity).length
  return rows
    .map((row) => ({
      ...row,
      errors: countOf(row.method, row.path, 'error'),
      warnings: countOf(row.method, row.path, 'warning'),
    }))
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
}
