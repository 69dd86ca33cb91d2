/** A file of records by resource type, as `--seed-data` and `sandbox seed` take it. */
import { isObject, type JsonObject } from '../support/json.ts'
import { readDocument, unusable } from './read-document.ts'
import type { Terminal } from './terminal.ts'

export async function readRecords(file: string, terminal: Pick<Terminal, 'cwd' | 'stdin'>): Promise<JsonObject> {
  return asRecords(await readDocument(file, 'records', terminal), file)
}

/** Records by resource type, from wherever they came. */
export function asRecords(value: unknown, file: string): JsonObject {
  if (!isObject(value)) throw unusable(file, 'records', 'it must map resource types to lists of records')
  const wrong = Object.entries(value).find(([, records]) => !Array.isArray(records))
  if (wrong) throw unusable(file, 'records', `"${wrong[0]}" must be a list of records`)
  return value as JsonObject
}
