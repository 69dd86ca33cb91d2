import type { Finding, Verdict } from '../../sandbox/scenarios/verdict.ts'
import { printable, table } from '../../support/table.ts'
import type { ExitCode } from '../command.ts'

/** One row an expectation; what is not kept says why. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  return table(findings.map(({ verdict, role, expect, message = '' }) => [inWords(verdict), role, expect, message]))
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
