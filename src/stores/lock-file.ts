/**
 * A file that one living process holds. It names the process, so that what a
 * killed one left behind is known to be stale. Processes of other containers
 * cannot be seen: whether they live is told by how lately they touched the file.
 */
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { field } from '../support/json.ts'
import { draftName } from './atomic-file.ts'
import { refuseStrangeFile, strange } from './own-files.ts'
import { readRegularFile } from './regular-file.ts'

export interface Holder {
  readonly pid: number
  /** When that process started, in the system's own count; '' where the system does not tell. */
  readonly birth: string
  /** Held for one change only: waiting for it is worth while. Absent: held as long as the process lives. */
  readonly brief?: true
  /** The PID namespace of that process, where the system has such. */
  readonly namespace?: string
  /** When the file was touched last, milliseconds since the epoch; where the process is elsewhere. */
  readonly touched?: number
}

/** A holder in another container touches its file as often, and is taken for dead after some time without. */
export const TOUCH_MS: number = 1_000
const DEAD_AFTER_MS: number = 8_000

/** Says that the holder lives. A file that is gone is left alone. */
export function touchLockFile(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Who removed it has reasons of their own; the next look tells.
  }
}

const ATTEMPTS = 5

/** `taken`, or by whom it is held: undefined where several processes are trying at the same moment. */
export type Taken = 'taken' | { readonly heldBy: number | undefined }

export type LockOptions = Pick<Holder, 'brief'>

/** The lock appears with its content or not at all: a link fails where a file is. Throws ToolError where there is what no process of ours has left. */
export function takeLockFile(path: string, options: LockOptions = {}): Taken {
  const own = draftName(path)
  const namespace = ownNamespace()
  const content: Holder = {
    pid: process.pid,
    birth: birthOf(process.pid),
    ...options,
    ...(namespace !== '' && { namespace }),
  }
  try {
    writeFileSync(own, JSON.stringify(content), { mode: 0o600 })
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (tryLink(own, path)) return 'taken'
      const seen = readText(path)
      const other = withTouch(holderOf(seen), path)
      if (other !== undefined && isRunning(other)) return { heldBy: other.pid }
      if (seen !== undefined) {
        refuseForeign(path, seen)
        removeStale(path, seen)
      }
    }
    return { heldBy: undefined }
  } finally {
    rmSync(own, { force: true })
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    return tryCopy(from, to)
  }
}

/** For file systems without links. */
function tryCopy(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const BEGINNING = '{"pid":'

/** A lock of ours may be cut off, empty or all zeros after the power was lost. */
function refuseForeign(path: string, text: string): void {
  refuseStrangeFile(path)
  if (/^\0*$/.test(text) || text.startsWith(BEGINNING) || BEGINNING.startsWith(text)) return
  throw strange(path, 'tool did not write it')
}

/**
 * A stale lock is removed by who holds the lock on that, and only while it says
 * what it said: of several processes one alone gets there, and none removes the
 * fresh lock of another.
 */
function removeStale(lock: string, seen: string): void {
  const right = `${lock}.${holderOf(seen)?.pid ?? 'damaged'}`
  if (takeLockFile(right, { brief: true }) !== 'taken') return
  try {
    if (readText(lock) === seen) rmSync(lock, { force: true })
  } finally {
    rmSync(right, { force: true })
  }
}

/** Who a lock file names; undefined when it is absent or damaged. */
export function readHolder(path: string): Holder | undefined {
  return withTouch(holderOf(readText(path)), path)
}

/** The times of files in other containers are those of the same clock. */
function withTouch(holder: Holder | undefined, path: string): Holder | undefined {
  if (holder === undefined || !isElsewhere(holder)) return holder
  try {
    return { ...holder, touched: statSync(path).mtimeMs }
  } catch {
    return holder
  }
}

/** It runs where its number means nothing here. */
export function isElsewhere({ namespace }: Holder): boolean {
  const own = ownNamespace()
  return namespace !== undefined && own !== '' && namespace !== own
}

let known: string | undefined

function ownNamespace(): string {
  try {
    known ??= readlinkSync('/proc/self/ns/pid')
  } catch {
    known = ''
  }
  return known
}

function holderOf(text: string | undefined): Holder | undefined {
  const value = parseJson(text)
  const pid = field(value, 'pid')
  const birth = field(value, 'birth')
  if (typeof pid !== 'number' || typeof birth !== 'string') return undefined
  const namespace = field(value, 'namespace')
  return {
    pid,
    birth,
    ...(field(value, 'brief') === true && { brief: true }),
    ...(typeof namespace === 'string' && { namespace }),
  }
}

/** The value of a JSON file; undefined when it is absent or damaged. */
export function readJson(path: string): unknown {
  return parseJson(readText(path))
}

/** What a file says; undefined when nothing is there, '' when it is no file that can be read. */
function readText(path: string): string | undefined {
  try {
    return readRegularFile(path).toString('utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A number of a process may be given to another one after it: the same number must also have the same birth. */
export function isRunning(holder: Holder): boolean {
  const { pid, birth, touched = 0 } = holder
  if (isElsewhere(holder)) return Date.now() - touched < DEAD_AFTER_MS
  return isAlive(pid) && (birth === '' || birthOf(pid) === birth)
}

export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A killed process keeps its number until its parent asks for it; in a container that may be never. */
function hasEnded(pid: number): boolean {
  return /^[ZX]/.test(statOf(pid)[0] ?? '')
}

function birthOf(pid: number): string {
  return statOf(pid)[19] ?? ''
}

/** What Linux tells of a process after its name: state first; [] elsewhere. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
