/** The secret of a data directory with which stand-ins are drawn: without it a recording cannot be tried for values. */
import { randomBytes } from 'node:crypto'
import { linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ToolError } from '../support/errors.ts'
import { draftName, syncDirectory, writeFileAtomically } from './atomic-file.ts'
import { makeDirectory } from './data-directory.ts'
import { attempt } from './own-files.ts'
import { readRegularFile } from './regular-file.ts'

const SIZE = 32

/** The 32 bytes of the file, which is made where it is not there. Throws ToolError `corrupt` where it holds something else. */
export function readOrMakeSalt(path: string): Uint8Array {
  return attempt(path, () => readSalt(path) ?? makeSalt(path))
}

function readSalt(path: string): Uint8Array | undefined {
  let bytes: Uint8Array
  try {
    bytes = readRegularFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (bytes.length === SIZE) return bytes
  throw new ToolError(
    'corrupt',
    `Cannot use ${path}: it has ${bytes.length} bytes instead of ${SIZE} (restore it, or remove it: ids in new recordings will then differ from those in old ones)`,
  )
}

/** Whole or not there; of several processes one makes it. */
function makeSalt(path: string): Uint8Array {
  makeDirectory(dirname(path))
  const draft = draftName(path)
  const bytes = randomBytes(SIZE)
  try {
    writeFileAtomically(draft, [bytes])
    try {
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readSalt(path) ?? bytes
      // A file system without links.
      renameSync(draft, path)
    }
    syncDirectory(dirname(path))
    return bytes
  } finally {
    rmSync(draft, { force: true })
  }
}
