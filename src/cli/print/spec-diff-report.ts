/** What `spec-diff` found, for each of its formats. */
import type { Finding } from '../../spec-diff/finding.ts'
import { type Severity, severities } from '../../spec-diff/severity.ts'

export interface SpecDiffReport {
  /** As they may be shown. */
  readonly old: string
  readonly new: string
  readonly findings: readonly Finding[]
  readonly ignored: number
  /** Findings beyond the bound of what is listed. */
  readonly unlisted: number
  /** Lines of operations in the newer description, by `GET /path`. */
  readonly lines: ReadonlyMap<string, number>
  readonly color: boolean
}

/** From the worst. */
export const worstFirst: readonly Severity[] = severities.toReversed()

export function countsOf(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length
  return { ERR: count('ERR'), WARN: count('WARN'), INFO: count('INFO') }
}

/** `3 changes: 1 ERR, 2 INFO (1 ignored)`. */
export function countLine({ findings, ignored, unlisted }: SpecDiffReport): string {
  const counts = countsOf(findings)
  const said = worstFirst
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}`)
  const what = findings.length === 1 ? '1 change' : `${findings.length} changes`
  const more = [
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
    ...(unlisted > 0 ? [`${unlisted} more not listed`] : []),
  ]
  const line = findings.length === 0 ? 'no changes' : `${what}: ${said.join(', ')}`
  return more.length === 0 ? line : `${line} (${more.join(', ')})`
}

/** Findings by operation, in the order of the first of each; '' is the whole description. */
export function byOperation(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const name = operationOf(finding)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [finding])
    else group.push(finding)
  }
  const rank = ({ severity }: Finding): number => worstFirst.indexOf(severity)
  return new Map([...groups].map(([name, group]) => [name, group.toSorted((a, b) => rank(a) - rank(b))]))
}

export function operationOf({ method, path }: Finding): string {
  return `${method} ${path}`.trim()
}
