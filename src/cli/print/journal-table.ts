import type { JournalEntry } from '../../sandbox/journal/journal.ts'
import { table } from '../../support/table.ts'

/** The journal, newest last: sequence number, method, path, status (`-` where a fault let no answer out), the matched template when it differs, how long it took, and what there is to say of the answer. */
export function journalTable(entries: readonly JournalEntry[]): readonly string[] {
  return table(entries.map(journalRow))
}

export function journalRow(entry: JournalEntry): readonly string[] {
  const { seq, method, path, status, template, duration_ms } = entry
  return [
    String(seq),
    method,
    shortened(path),
    status === 0 ? '-' : String(status),
    template === null || template === path ? '' : template,
    `${Math.round(duration_ms)} ms`,
    shortened(notesOf(entry).join(', '), LONGEST_NOTES),
  ]
}

/** What made the answer what it is, and for whom it was. */
function notesOf({ faults, rule, scope, reason, nearest }: JournalEntry): readonly string[] {
  return [
    ...(faults.length === 0 ? [] : [`fault ${faults.join(' and ')}`]),
    ...(rule === null ? [] : [`rule ${rule}`]),
    ...(scope === null ? [] : [`scope ${scope}`]),
    ...(reason === undefined ? [] : [`refused: ${reason}`]),
    ...(nearest === undefined ? [] : [noSuchOperation(nearest)]),
  ]
}

function noSuchOperation(nearest: readonly string[]): string {
  return nearest.length === 0 ? 'no such operation' : `no such operation (did you mean ${nearest[0]}?)`
}

/** One long path would push every column of the others off the screen; `--json` shows it whole. */
const LONGEST_PATH = 100
const LONGEST_NOTES = 160

function shortened(text: string, most: number = LONGEST_PATH): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

export function journalFooter(count: number, evicted: number): string {
  return evicted === 0 ? `${count} request(s)` : `${count} request(s), ${evicted} older evicted`
}
