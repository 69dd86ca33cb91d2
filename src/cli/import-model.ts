/** From `--spec` to the model that is kept. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportProblem } from '../api/description.ts'
import type { ApiModel } from '../api/model.ts'
import { ToolError } from '../support/errors.ts'
import type { Call } from './command.ts'
import { problemText } from './print/problem-text.ts'

export interface ImportedModel {
  readonly model: ApiModel
  /** Where it can be read again: an absolute path, a URL, or '-'. */
  readonly location: string
}

export async function importModel(spec: string, { terminal }: Call): Promise<ImportedModel> {
  const { importDescription } = await import('../importers/import.ts')
  const { deriveModel } = await import('../derive/derive.ts')
  const location = spec === '-' ? spec : resolve(terminal.cwd, spec)
  const read = async (path: string) => ({ location: path, bytes: readFileSync(path) })
  const document = { ...(await read(location)), location }
  const result = await importDescription(document, read)
  if (!result.ok) throw refused(spec, result.error)
  return { model: deriveModel(result.value), location }
}

function refused(spec: string, problems: readonly ImportProblem[]): ToolError {
  const [first, ...rest] = problems
  const what = first === undefined ? 'it is no description' : problemText(first)
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`
  return new ToolError('bad-input', `Cannot import ${spec}: ${what}${more}`)
}
