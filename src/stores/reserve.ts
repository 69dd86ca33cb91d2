/**
 * Room that is kept for a full disk: a file of zeros in the data directory. Where a lock or the address of a server finds
 * no room, it gives way, so that a server that was killed starts again and a sandbox can be removed.
 */
import { closeSync, constants, fstatSync, openSync, rmSync, writeSync } from 'node:fs'
import type { DataDirectory } from './data-directory.ts'
import { readRegularFile } from './regular-file.ts'

/** Bytes. */
const SIZE = 64 * 1024
const ZEROS = new Uint8Array(4096)
const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants
const APPEND = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK

/** Makes room as far as there is any. */
export function keepReserve({ reserveFile }: DataDirectory): void {
  try {
    const file = openSync(reserveFile, APPEND, 0o600)
    try {
      for (let size = fstatSync(file).size; size < SIZE; size += ZEROS.length) writeSync(file, ZEROS)
    } finally {
      closeSync(file)
    }
  } catch {
    // There is none, or the directory takes no files: whatever needs it will say so.
  }
}

/** Does the work; on a full disk once more, with the room that was kept. */
export function withReserve<T>({ reserveFile }: DataDirectory, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isFull(error) || !isOurs(reserveFile)) throw error
    rmSync(reserveFile)
    return work()
  }
}

function isOurs(path: string): boolean {
  try {
    const bytes = readRegularFile(path)
    return bytes.length > 0 && bytes.length <= SIZE && bytes.every((byte) => byte === 0)
  } catch {
    return false
  }
}

function isFull(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || (cause !== undefined && isFull(cause))
}
