import type { JournalEntry } from '../../sandbox/journal/journal.ts'
import { table } from '../../support/table.ts'

/** The journal, newest last: sequence number, method, path, status (`-` where a fault let no answer out), and the matched template when it differs. */
export function journalTable(entries: readonly JournalEntry[]): readonly string[] {
  return table(entries.map(journalRow))
}

export function journalRow({ seq, method, path, status, template }: JournalEntry): readonly string[] {
  return [
    String(seq),
    method,
    shortened(path),
    status === 0 ? '-' : String(status),
    template === null || template === path ? '' : template,
  ]
}

/** One long path would push every column of the others off the screen; `--json` shows it whole. */
const LONGEST_PATH = 100

function shortened(path: string): string {
  return path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH - 1)}…`
}

export function journalFooter(count: number, evicted: number): string {
  return evicted === 0 ? `${count} request(s)` : `${count} request(s), ${evicted} older evicted`
}
