import type { ImportProblem } from '../../api/description.ts'

/** A problem of a document with its place in it, on one line. */
export function problemText({ document, pointer, line, column, message }: ImportProblem): string {
  const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`
  const where = `${document}${position}`
  return [where === '' ? '' : `${where} `, pointer === '' ? '' : `${pointer}: `, message].join('')
}
