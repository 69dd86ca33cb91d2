/**
 * The running server of a data directory. It holds `lock`, which names its
 * process and refuses a second server, and tells in `server.json` where it
 * listens, for the command line. Both are gone, or known to be stale, when the
 * process is.
 */
import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { draftName, removeDeadDrafts, writeFileAtomically } from './atomic-file.ts'
import type { DataDirectory } from './data-directory.ts'

export interface ServerAddresses {
  /** Base URL of the sandbox listener. */
  readonly sandbox: string
}

export interface RunningServer {
  readonly addresses: ServerAddresses
  readonly pid: number
  /** RFC 3339. */
  readonly started: string
}

/** Held by the one server of a data directory. */
export interface ServerLock {
  /** Tells others where the server listens. */
  announce(addresses: ServerAddresses, started: string): void
  release(): void
}

/** Takes the lock of the data directory. Throws ToolError('conflict') naming the process that holds it. */
export function lockServer(data: DataDirectory): ServerLock {
  takeLock(data)
  for (const directory of [data.root, data.sandboxes, data.apis, data.state]) removeDeadDrafts(directory, isAlive)
  rmSync(data.serverFile, { force: true })
  return {
    announce: (addresses, started) => {
      const server: RunningServer = { addresses, pid: process.pid, started }
      writeFileAtomically(data.serverFile, [`${JSON.stringify(server, undefined, 2)}\n`])
    },
    release: () => {
      if (holder(data.lockFile)?.pid !== process.pid) return
      rmSync(data.serverFile, { force: true })
      rmSync(data.lockFile, { force: true })
    },
  }
}

/** The server that runs on this data directory; undefined when none does. */
export function findServer(data: DataDirectory): RunningServer | undefined {
  const value = readJson(data.serverFile)
  const pid = field(value, 'pid')
  const started = field(value, 'started')
  const sandbox = field(field(value, 'addresses'), 'sandbox')
  if (typeof pid !== 'number' || typeof started !== 'string' || typeof sandbox !== 'string') return undefined
  const lock = holder(data.lockFile)
  return lock?.pid === pid && isRunning(lock) ? { addresses: { sandbox }, pid, started } : undefined
}

interface Holder {
  readonly pid: number
  /** When that process started, in the system's own count; '' where the system does not tell. */
  readonly birth: string
}

const ATTEMPTS = 5

/** The lock appears with its content or not at all: a link fails where a file is. */
function takeLock(data: DataDirectory): void {
  const own = draftName(data.lockFile)
  const content: Holder = { pid: process.pid, birth: birthOf(process.pid) }
  try {
    writeFileSync(own, JSON.stringify(content), { mode: 0o600 })
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (tryLink(own, data.lockFile)) return
      const other = holder(data.lockFile)
      if (other !== undefined && isRunning(other)) throw held(data, other.pid)
      removeStale(data.lockFile, `${own}.stale`)
    }
    throw held(data, undefined)
  } catch (error) {
    if (error instanceof ToolError) throw error
    const code = (error as NodeJS.ErrnoException).code
    throw new ToolError('unavailable', `Cannot lock the data directory ${data.root}: ${code ?? error}`, {
      cause: error,
    })
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

/** Of several processes only one can move the file aside; should it be a fresh one by then, it goes back. */
function removeStale(lock: string, aside: string): void {
  try {
    renameSync(lock, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = holder(aside)
  if (moved !== undefined && isRunning(moved)) tryLink(aside, lock)
  rmSync(aside, { recursive: true, force: true })
}

function held(data: DataDirectory, pid: number | undefined): ToolError {
  const who = pid === undefined ? 'other processes are starting there' : `process ${pid} serves it`
  return new ToolError(
    'conflict',
    `Cannot serve ${data.root}: ${who} already (stop it, or choose another directory with --data-dir)`,
  )
}

function holder(path: string): Holder | undefined {
  const value = readJson(path)
  const pid = field(value, 'pid')
  const birth = field(value, 'birth')
  return typeof pid === 'number' && typeof birth === 'string' ? { pid, birth } : undefined
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A number of a process may be given to another one after it: the same number must also have the same birth. */
function isRunning({ pid, birth }: Holder): boolean {
  return isAlive(pid) && (birth === '' || birthOf(pid) === birth)
}

function isAlive(pid: number): boolean {
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
