import stringWidth from 'string-width'
import { printable } from './printable.ts'

/**
 * Rows as aligned columns, two blanks between them; the last column is never padded. Widths are those of a terminal, where
 * a CJK character takes two cells. Control characters in cells are shown as blanks.
 */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const clean = rows.map((row) => row.map(printable))
  const widths: number[] = []
  for (const row of clean)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell))
    })
  return clean.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : padded(cell, widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - stringWidth(cell))
}

/** The text, cut to what so many cells of a terminal hold. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let [shown, cells] = ['', 0]
  for (const character of text) {
    cells += stringWidth(character)
    if (cells > width - 1) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}
