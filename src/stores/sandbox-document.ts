/** A JSON document that is kept beside the model of a sandbox: its rules, its webhooks. `what` names it in messages. */
import { ToolError } from '../support/errors.ts'
import { readJson } from '../support/exact-json.ts'
import { readRegularFile } from './regular-file.ts'

/** The value in a file; undefined where there is no file. Throws ToolError. */
export function readSandboxDocument(path: string, what: string): unknown {
  const text = textOf(path, what)
  if (text === undefined) return undefined
  try {
    return readJson(text)
  } catch {
    throw unloadable(path, what, text.trim() === '' ? 'the file is empty' : 'the file is not JSON')
  }
}

function textOf(path: string, what: string): string | undefined {
  try {
    return readRegularFile(path).toString('utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return undefined
    throw new ToolError('unavailable', `Cannot read the ${what} in ${path}: ${code ?? String(error)}`, {
      cause: error,
      outside: `its ${what} cannot be read`,
    })
  }
}

export function unloadable(path: string, what: string, reason: string): ToolError {
  return new ToolError('corrupt', `Cannot load the ${what} in ${path}: ${reason} (mend the file or move it away)`, {
    outside: `its ${what} cannot be loaded: ${reason}`,
  })
}
