/**
 * The files of a sandbox, moved and deleted. What tool has not written is never
 * deleted nor written over: it is refused by its path.
 */
import { lstatSync, readdirSync, renameSync, rmdirSync, type Stats, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ToolError } from '../support/errors.ts'
import { syncDirectory, writeFileAtomically } from './atomic-file.ts'
import { systemWords } from './system-errors.ts'

/** The calls by which files are changed, each of which a kill may precede. */
export interface FileCalls {
  write(path: string, text: string): void
  rename(from: string, to: string): void
  unlink(path: string): void
  rmdir(path: string): void
}

export const fileCalls: FileCalls = {
  write: (path, text) => writeFileAtomically(path, [text]),
  rename: renameSync,
  unlink: unlinkSync,
  rmdir: rmdirSync,
}

/** What an LMDB environment consists of. */
const STATE_FILES = ['data.mdb', 'lock.mdb']

/** Throws ToolError `conflict` unless nothing is there or what can be a file of tool's. */
export function refuseStrangeFile(path: string): void {
  const stat = statOf(path)
  if (stat === undefined || stat.isFile() || stat.isSymbolicLink()) return
  throw strange(path, 'a file is expected there')
}

/** As `refuseStrangeFile`, for the records of a sandbox. */
export function refuseStrangeState(directory: string): void {
  const stat = statOf(directory)
  if (stat === undefined) return
  if (!stat.isDirectory()) throw strange(directory, 'a directory is expected there')
  for (const name of attempt(directory, () => readdirSync(directory))) {
    if (!STATE_FILES.includes(name)) throw strange(join(directory, name), 'tool did not write it')
    refuseStrangeFile(join(directory, name))
  }
}

/** Throws ToolError `conflict` where anything is: whoever put it there, no registered sandbox has it. */
export function refuseTakenPath(path: string): void {
  if (statOf(path) !== undefined) throw strange(path, 'it belongs to no registered sandbox')
}

export function isThere(path: string): boolean {
  return statOf(path) !== undefined
}

export function deleteFile(path: string, calls: FileCalls): void {
  refuseStrangeFile(path)
  if (!isThere(path)) return
  attempt(path, () => calls.unlink(path))
  syncDirectory(dirname(path))
}

export function deleteState(directory: string, calls: FileCalls): void {
  refuseStrangeState(directory)
  if (!isThere(directory)) return
  for (const name of STATE_FILES) deleteFile(join(directory, name), calls)
  attempt(directory, () => calls.rmdir(directory))
  syncDirectory(dirname(directory))
}

/** Moves what is there, over nothing. */
export function move(from: string, to: string, calls: FileCalls): void {
  if (!isThere(from)) return
  refuseTakenPath(to)
  attempt(from, () => calls.rename(from, to))
  syncDirectory(dirname(to))
}

/** Does something with a path; a failure of the system is told in words. */
export function attempt<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof ToolError ? error : unusable(path, error)
  }
}

export function unusable(path: string, error: unknown): ToolError {
  return new ToolError(
    'unavailable',
    `Cannot use ${path}: ${systemWords(error) ?? (error as NodeJS.ErrnoException).code ?? error}`,
    {
      cause: error,
    },
  )
}

export function strange(path: string, why: string): ToolError {
  return new ToolError('conflict', `Cannot use ${path}: ${why} (move it away)`)
}

/** Of the path itself, also where it is a link. */
function statOf(path: string): Stats | undefined {
  return attempt(path, () => lstatSync(path, { throwIfNoEntry: false }))
}
