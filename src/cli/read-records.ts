/** A file of records by resource type, as `--seed-data` and `sandbox seed` take it. */
import { parseDocument } from '../importers/documents.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { isObject, type JsonObject } from '../support/json.ts'
import { problemText } from './print/problem-text.ts'
import type { Terminal } from './terminal.ts'

export async function readRecords(file: string, terminal: Terminal): Promise<JsonObject> {
  const { document } = await openSource({ location: file, cwd: terminal.cwd, stdin: terminal.stdin() })
  const parsed = parseDocument(document)
  if (!parsed.ok) throw unusable(file, parsed.error.message)
  const { value, problems } = parsed.value
  if (value === undefined)
    throw unusable(file, problems[0] ? problemText({ ...problems[0], document: '' }) : 'it is no JSON or YAML')
  if (!isObject(value)) throw unusable(file, 'it must map resource types to lists of records')
  const wrong = Object.entries(value).find(([, records]) => !Array.isArray(records))
  if (wrong) throw unusable(file, `"${wrong[0]}" must be a list of records`)
  return value as JsonObject
}

function unusable(file: string, reason: string): ToolError {
  return new ToolError('bad-input', `Cannot read records from ${file}: ${reason}`)
}
