import type { Finding } from '../agent/finding.ts'
import type { Learner } from '../agent/learner.ts'
import { ToolError } from '../support/errors.ts'
import { bracketedHint } from '../support/nearest.ts'

/** Incidents and findings. */
export function toldBy(learner: Learner): readonly Finding[] {
  return [...learner.incidents(), ...learner.report().findings]
}

/** Names the nearest that there is. */
export function unknownFingerprint(fingerprint: string, known: readonly Finding[]): ToolError {
  const near = bracketedHint(
    fingerprint,
    known.map((one) => one.fingerprint),
  )
  return new ToolError('not-found', `unknown fingerprint ${fingerprint.slice(0, 80)}${near}`)
}
