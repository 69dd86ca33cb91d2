/** From `--spec` to the model that is kept. */
import { resolve } from 'node:path'
import type { ImportProblem } from '../api/description.ts'
import type { ApiModel } from '../api/model.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { problemText } from './print/problem-text.ts'

export interface ImportedModel {
  readonly model: ApiModel
  /** Where it can be read again from any directory: an absolute path, a URL, or '-'. */
  readonly location: string
}

export interface ImportRequest {
  /** File path, URL or '-'. */
  readonly spec: string
  /** For fetching. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly cwd: string
  readonly stdin: AsyncIterable<Uint8Array>
  /** Told what is being done. */
  readonly progress?: (text: string) => void
}

/** Reads, imports and concludes. Throws ToolError with the first problem when the document cannot be taken. */
export async function importModel(request: ImportRequest): Promise<ImportedModel> {
  const { spec, headers = [], cwd, stdin, progress = () => {} } = request
  progress(`reading ${spec} ...`)
  const { document, readDocument } = await openSource({ location: spec, headers, cwd, stdin })
  const { importDescription } = await import('../importers/import.ts')
  const { deriveModel } = await import('../derive/derive.ts')
  progress(`importing ${spec} ...`)
  const result = await importDescription(document, readDocument)
  if (!result.ok) throw refused(spec, result.error)
  progress(`drawing conclusions from ${result.value.operations.length} operations ...`)
  const model = deriveModel(result.value)
  progress('')
  return { model, location: isElsewhere(document.location) ? document.location : resolve(cwd, spec) }
}

function isElsewhere(location: string): boolean {
  return location === '-' || /^https?:/i.test(location)
}

function refused(spec: string, problems: readonly ImportProblem[]): ToolError {
  const [first, ...rest] = problems
  const what = first === undefined ? 'it is no description' : problemText(first)
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`
  const name = spec === '-' ? 'the description from standard input' : spec
  return new ToolError('bad-input', `Cannot import ${name}: ${what}${more}`)
}
