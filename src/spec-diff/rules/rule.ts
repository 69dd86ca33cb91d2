/** What a rule says of itself. */
import type { Severity } from '../severity.ts'

export interface Rule {
  readonly id: string
  readonly severity: Severity
  /** A clause; `{before}` and `{after}` stand for what was and what is. */
  readonly text: string
}

/** The rules of one subject, by lines of id, severity and text. */
export function rulesOf(lines: readonly (readonly [id: string, severity: Severity, text: string])[]): readonly Rule[] {
  return lines.map(([id, severity, text]) => ({ id, severity, text }))
}
