import type { PlayedAttempt, PlayedStep, Rehearsal } from '../../sandbox/scenarios/rehearse.ts'
import { table } from '../../support/table.ts'
import { findingLines, inWords, verdictLine } from './verdict-text.ts'

/** A scenario as it was played: each call with its attempts, then what was expected, then the verdict. */
export function rehearsalText(sandbox: string, played: Rehearsal): readonly string[] {
  const { scenario, bind, steps, findings, verdict, elapsed_ms } = played
  return [
    `${scenario} on "${sandbox}" against a fork in virtual time: no real state is touched`,
    ...table(Object.entries(bind).map(([role, target]) => [role, target])),
    '',
    ...steps.flatMap((step, i) => stepLines(step, i + 1)),
    ...findingLines(findings),
    `${verdictLine(verdict)} (${seconds(elapsed_ms)} of virtual time)`,
  ]
}

function stepLines(step: PlayedStep, number: number): readonly string[] {
  const { call, operation, attempts, ends, wanted, verdict } = step
  if (verdict === 'skipped') return [`${number} ${call}: skipped, the role is not bound`, '']
  const should = wanted === 'any' || wanted === ends ? '' : `, should end in ${wanted}`
  return [
    `${number} ${call}: ${operation}`,
    ...table(attempts.map(attemptRow)),
    `  ends in ${ends}${should}${verdict === 'kept' ? '' : ` (${inWords(verdict)})`}`,
    '',
  ]
}

function attemptRow({ at_ms, status, faults, wait_ms }: PlayedAttempt): readonly string[] {
  const answer = status === 0 ? 'no answer' : String(status)
  const wait = wait_ms === undefined ? '' : `waits ${seconds(wait_ms)}`
  return [`  at ${seconds(at_ms)}`, answer, [faults.join(', '), wait].filter((part) => part !== '').join('; ')]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
