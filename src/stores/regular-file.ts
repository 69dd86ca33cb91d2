/** Opening what must be a file: a pipe or a device would hold up whoever reads it, or never end (POSIX open). */
import type { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** The code of the error for a pipe, a socket or a device. */
export const NOT_REGULAR = 'NOT_REGULAR'

/** The code of the error for a file that holds more than is read of it. */
export const TOO_LARGE = 'TOO_LARGE'

/** A descriptor to read from. Throws as openSync does, and NOT_REGULAR; a directory is EISDIR. Never waits for a writer. */
export function openRegularFile(path: string): number {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(file)
    if (stat.isFile()) return file
    if (stat.isDirectory()) throw Object.assign(new Error(`${path} is a directory`), { code: 'EISDIR' })
    throw Object.assign(new Error(`${path} is a pipe or a device, not a file`), { code: NOT_REGULAR })
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** All of it. Throws as openRegularFile does, and TOO_LARGE beyond `most` bytes. */
export function readRegularFile(path: string, most: number = Number.POSITIVE_INFINITY): Buffer {
  const file = openRegularFile(path)
  try {
    if (fstatSync(file).size > most)
      throw Object.assign(new Error(`${path} is larger than ${most} bytes`), { code: TOO_LARGE })
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}
