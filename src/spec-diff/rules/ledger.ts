/** Takes what rules tell, one finding for one change of one place. */
import { jsonText } from '../../support/exact-json.ts'
import { type Finding, fingerprintOf, type Told } from '../finding.ts'
import type { Severity } from '../severity.ts'
import { findRule } from './registry.ts'

/** Findings kept; what is beyond is counted. */
const MOST = 20_000

/** Characters of a value in a message. */
const LONGEST = 80

export interface Place {
  readonly method: string
  readonly path: string
}

export const EVERYWHERE: Place = { method: '', path: '' }

export class Ledger {
  readonly findings: Finding[] = []
  readonly #severities: ReadonlyMap<string, Severity>
  readonly #seen = new Set<string>()
  /** By severity, of what is not kept. */
  readonly unlisted: Record<Severity, number> = { ERR: 0, WARN: 0, INFO: 0 }

  constructor(severities: ReadonlyMap<string, Severity>) {
    this.#severities = severities
  }

  tell(rule: string, place: Place, location: string, said: { before?: unknown; after?: unknown } = {}): void {
    const { severity, text } = findRule(rule)
    const level = this.#severities.get(rule) ?? severity
    if (this.findings.length >= MOST) {
      this.unlisted[level]++
      return
    }
    const { before, after } = said
    const told: Told = {
      rule,
      ...place,
      location,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }
    const fingerprint = fingerprintOf(told)
    if (this.#seen.has(fingerprint)) return
    this.#seen.add(fingerprint)
    this.findings.push({ ...told, severity: level, message: messageOf(text, told), fingerprint })
  }
}

function messageOf(text: string, { location, before, after }: Told): string {
  const clause = text.replaceAll('{before}', () => shown(before)).replaceAll('{after}', () => shown(after))
  return location === '' ? clause : `${location}: ${clause}`
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : jsonText(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
