/** A file that a command is given, JSON or YAML. */
import { parseDocument } from '../importers/documents.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { problemText } from './print/problem-text.ts'
import type { Terminal } from './terminal.ts'

/** What the file says. `what` is read from it, as the message says where nothing can be. */
export async function readDocument(
  file: string,
  what: string,
  { cwd, stdin }: Pick<Terminal, 'cwd' | 'stdin'>,
): Promise<unknown> {
  const { document } = await openSource({ location: file, cwd, stdin: stdin() })
  const parsed = parseDocument(document)
  if (!parsed.ok) throw unusable(file, what, parsed.error.message)
  const { value, problems } = parsed.value
  if (value !== undefined) return value
  throw unusable(file, what, problems[0] ? problemText({ ...problems[0], document: '' }) : 'it is no JSON or YAML')
}

export function unusable(file: string, what: string, reason: string): ToolError {
  return new ToolError('bad-input', `Cannot read ${what} from ${file}: ${reason}`)
}
