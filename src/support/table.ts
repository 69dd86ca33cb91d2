/** Rows as aligned columns, two blanks between them; the last column is never padded. Control characters in cells are shown as blanks. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const clean = rows.map((row) => row.map(printable))
  const widths: number[] = []
  for (const row of clean)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  return clean.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Text that cannot move the cursor or start a new line: what came from a request must not draw on a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
}
