/** Files that are whole or not there: written beside their place, synced, then renamed into it. */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { ToolError } from '../support/errors.ts'
import { systemWords } from './system-errors.ts'

/** The calls by which a file gets to the disk. */
export interface DiskCalls {
  open(path: string): number
  write(file: number, bytes: Uint8Array, from: number): number
  sync(file: number): void
  close(file: number): void
  rename(from: string, to: string): void
  remove(path: string): void
}

const disk: DiskCalls = {
  open: (path) => openSync(path, 'wx', 0o600),
  write: (file, bytes, from) => writeSync(file, bytes, from),
  sync: fsyncSync,
  close: closeSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
}

/** Threads of one process count apart. */
let drafts = threadId * 1_000_000_000

/** Replaces the file by these parts in one step, mode 0600. When it throws, the file is as it was. */
export function writeFileAtomically(path: string, parts: Iterable<string | Uint8Array>, calls: DiskCalls = disk): void {
  const draft = draftName(path)
  try {
    writeDraft(draft, parts, calls)
    calls.rename(draft, path)
    syncDirectory(dirname(path))
  } catch (error) {
    removeQuietly(draft, calls)
    throw explained(path, error)
  }
}

/** Where a file or directory is made before it gets its name; no other process or thread uses the same. */
export function draftName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}-${drafts++}.draft`)
}

/** Removes drafts that processes now dead have left in a directory. */
export function removeDeadDrafts(directory: string, isAlive: (pid: number) => boolean): void {
  for (const name of readdirSync(directory)) {
    const pid = /^\..+\.(\d+)-\d+\.draft$/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    rmSync(join(directory, name), { recursive: true, force: true })
  }
}

function writeDraft(draft: string, parts: Iterable<string | Uint8Array>, calls: DiskCalls): void {
  const file = calls.open(draft)
  try {
    for (const part of parts) writeAll(file, typeof part === 'string' ? Buffer.from(part) : part, calls)
    calls.sync(file)
  } finally {
    calls.close(file)
  }
}

function writeAll(file: number, bytes: Uint8Array, calls: DiskCalls): void {
  let written = 0
  while (written < bytes.length) written += calls.write(file, bytes, written)
}

/** Makes a rename in this directory outlive the power; not every file system can. */
export function syncDirectory(directory: string): void {
  try {
    const handle = openSync(directory, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {}
}

/** The first failure is the one to tell. */
function removeQuietly(path: string, calls: DiskCalls): void {
  try {
    calls.remove(path)
  } catch {}
}

function explained(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) return error
  const why = code === 'ENOENT' ? 'its directory does not exist' : (systemWords(error) ?? code)
  return new ToolError('unavailable', `Cannot write ${path}: ${why}`, { cause: error })
}
