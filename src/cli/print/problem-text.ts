import type { ImportProblem } from '../../api/description.ts'

/** A problem of a document with its place in it, on one line. */
export function problemText({ document, pointer, line, column, message }: ImportProblem): string {
  return [document, positionText(line, column), pointer, message].filter((part) => part !== '').join(': ')
}

/** The first of them; where there are more, the last text says so. */
export function problemTexts(problems: readonly ImportProblem[], most: number): readonly string[] {
  const rest = problems.length - most
  const more = rest > 0 ? [`and ${rest} more (see tool sandbox show --full)`] : []
  return [...problems.slice(0, most).map(problemText), ...more]
}

function positionText(line: number | undefined, column: number | undefined): string {
  if (line === undefined) return ''
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`
}
