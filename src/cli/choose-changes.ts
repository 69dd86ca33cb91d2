/** Asks a person about each change: taken or left. */
import { createInterface } from 'node:readline/promises'
import { lineOf } from '../spec-update/report.ts'
import type { SpecUpdate } from '../spec-update/update.ts'
import { jsonText } from '../support/exact-json.ts'
import { printable } from '../support/printable.ts'
import type { Terminal } from './terminal.ts'

/** Suggestions to apply, and additive changes to leave out. */
export interface Chosen {
  readonly apply: readonly string[]
  readonly leave: readonly string[]
}

/** Nothing more is asked after `q`: what was not asked is left. */
export async function chooseChanges({ changes }: SpecUpdate, terminal: Terminal): Promise<Chosen> {
  const chosen = { apply: [] as string[], leave: [] as string[] }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  let isOver = false
  try {
    for (const [i, change] of changes.entries()) {
      const isAdditive = change.disposition === 'APPLIED'
      if (!isOver) {
        terminal.err(`${i + 1} of ${changes.length}: ${lineOf(change.disposition, change).trim()}`)
        for (const op of change.ops) terminal.err(printable(`    ${signOf(op.op)} ${op.path}  ${valueText(op)}`))
        const answer = (await lines.question(`  take it? [${isAdditive ? 'Y/n' : 'y/N'}/q] `)).trim().toLowerCase()
        if (answer.startsWith('q')) isOver = true
        else {
          const isTaken = answer === '' ? isAdditive : answer.startsWith('y')
          if (isTaken && !isAdditive) chosen.apply.push(change.id)
          if (!isTaken && isAdditive) chosen.leave.push(change.id)
        }
      }
      if (isOver && isAdditive) chosen.leave.push(change.id)
    }
  } finally {
    lines.close()
  }
  return chosen
}

function signOf(op: string): string {
  return op === 'add' ? '+' : op === 'remove' ? '-' : '~'
}

const MOST_SHOWN = 400

function valueText(op: object): string {
  if (!('value' in op)) return ''
  const text = jsonText(op.value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
