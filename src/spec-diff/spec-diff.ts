/** Compares two descriptions: what changed, and whether a client of the older one can fail under the newer. */
import { Comparer } from './compare/comparer.ts'
import { readContract } from './contract/read-contract.ts'
import type { Documents } from './documents.ts'
import type { Finding } from './finding.ts'
import { compareWebhooks } from './rules/events.ts'
import { Ledger } from './rules/ledger.ts'
import { compareOperations } from './rules/operations.ts'
import { compareSchemes } from './rules/security.ts'
import type { Severity } from './severity.ts'

export interface SpecDiffOptions {
  /** The day, as YYYY-MM-DD: what was deprecated may be gone from its sunset on. Absent: no sunset is over. */
  readonly today?: string
  /** By rule, in place of its own. */
  readonly severities?: ReadonlyMap<string, Severity>
}

export interface SpecDiff {
  /** In the order of the older description. */
  readonly findings: readonly Finding[]
  /** How many findings are beyond the bound of what is listed, by severity. */
  readonly unlisted: Readonly<Record<Severity, number>>
}

export function specDiff(older: Documents, newer: Documents, options: SpecDiffOptions = {}): SpecDiff {
  const before = readContract(older)
  const after = readContract(newer)
  const ledger = new Ledger(options.severities ?? new Map())
  const comparer = new Comparer(before.nodes, after.nodes)
  const comparison = { ledger, comparer, before: before.contract, after: after.contract, options }
  compareSchemes(ledger, before.contract, after.contract)
  compareOperations(comparison)
  compareWebhooks(comparison)
  return { findings: ledger.findings, unlisted: ledger.unlisted }
}
