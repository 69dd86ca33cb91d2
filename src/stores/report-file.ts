/** A file that others read, written in its place: a link stays one, and a new file may be read by all. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { ToolError } from '../support/errors.ts'
import { systemWords } from './system-errors.ts'

/** Throws ToolError `unavailable`; a pipe or a device is left alone. */
export function writeReportFile(path: string, text: string): void {
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)
    const file = openSync(path, flags, 0o644)
    try {
      if (!fstatSync(file).isFile()) throw notAFile(path)
      ftruncateSync(file)
      writeFileSync(file, text)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw explained(path, error)
  }
}

function notAFile(path: string, cause?: unknown): ToolError {
  return new ToolError('unavailable', `Cannot write ${path}: it is a pipe or a device, not a file`, { cause })
}

function explained(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof ToolError || code === undefined) return error
  // A pipe that nobody reads, a socket.
  if (code === 'ENXIO') return notAFile(path, error)
  const why = code === 'ENOENT' ? 'its directory does not exist' : (systemWords(error) ?? code)
  return new ToolError('unavailable', `Cannot write ${path}: ${why}`, { cause: error })
}
