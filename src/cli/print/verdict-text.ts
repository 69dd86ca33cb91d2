import type { Finding, Verdict } from '../../sandbox/scenarios/verdict.ts'
import { printable } from '../../support/printable.ts'
import { table } from '../../support/table.ts'
import type { ExitCode } from '../command.ts'

/** One row an expectation; what is not kept says why. What cannot be said for one reason is said once. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  const rows: { readonly first: Finding; count: number }[] = []
  for (const finding of findings) {
    const last = rows.at(-1)
    if (last !== undefined && isSame(last.first, finding)) last.count++
    else rows.push({ first: finding, count: 1 })
  }
  return table(
    rows.map(({ first: { verdict, role, expect, message = '' }, count }) => [
      inWords(verdict),
      role,
      count === 1 ? expect : `${count} expectations`,
      message,
    ]),
  )
}

function isSame(a: Finding, b: Finding): boolean {
  return a.verdict === 'cannot-say' && a.role === b.role && a.message === b.message
}

export function inWords(verdict: Verdict | 'skipped'): string {
  return verdict === 'cannot-say' ? 'cannot say' : verdict
}

export function verdictLine(verdict: Verdict): string {
  return printable(`verdict: ${inWords(verdict)}`)
}

export function exitOf(verdict: Verdict): ExitCode {
  return verdict === 'kept' ? 0 : verdict === 'broken' ? 1 : 2
}
