import type { ImportProblem } from '../../api/description.ts'

/** A problem of a document with its place in it, on one line. */
export function problemText({ document, pointer, line, column, message }: ImportProblem): string {
  return [document, positionText(line, column), pointer, message].filter((part) => part !== '').join(': ')
}

function positionText(line: number | undefined, column: number | undefined): string {
  if (line === undefined) return ''
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`
}
