import type { Learner } from '../agent/learner.ts'
import { ToolError } from '../support/errors.ts'
import { bracketedHint } from '../support/nearest.ts'

/** Names the nearest that there is. */
export function unknownFingerprint(fingerprint: string, learner: Learner): ToolError {
  const known = [...learner.report().findings, ...learner.incidents()].map((one) => one.fingerprint)
  return new ToolError(
    'not-found',
    `unknown fingerprint ${fingerprint.slice(0, 80)}${bracketedHint(fingerprint, known)}`,
  )
}
