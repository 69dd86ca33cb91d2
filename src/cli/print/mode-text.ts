import type { Mode } from '../../sandbox/scenarios/mode.ts'
import { block } from './block.ts'
import { faultTable } from './fault-table.ts'

/** A mode: what it is bound to, what it armed, what it expects. */
export function modeText(sandbox: string, mode: Mode): readonly string[] {
  const { name, source, seed, bind, faults, verify, revision } = mode
  const facts = [
    ['mode', `${name} on "${sandbox}"`],
    ['source', source],
    ['seed', seed === '' ? '-' : seed],
    ['revision', String(revision)],
    ...Object.entries(bind).map(([role, target]) => [role, target] as const),
    ['expects', [...new Set(verify.map(({ expect }) => expect))].join(', ')],
  ] as const
  return [...block(facts.map(([key, value]) => [key, value])), ...(faults.length === 0 ? [] : faultTable(faults))]
}
