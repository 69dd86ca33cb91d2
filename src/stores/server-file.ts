/**
 * The running server of a data directory. It holds `lock`, which names its
 * process and refuses a second server, and tells in `server.json` where it
 * listens, for the command line. A command that changes the directory without a
 * server holds the lock meanwhile. Both are gone, or known to be stale, when the
 * process is.
 */
import { rmSync } from 'node:fs'
import { ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { removeDeadDrafts, writeFileAtomically } from './atomic-file.ts'
import type { DataDirectory } from './data-directory.ts'
import { intendedNames } from './intention.ts'
import {
  isAlive,
  isElsewhere,
  isRunning,
  type LockOptions,
  readHolder,
  readJson,
  type Taken,
  TOUCH_MS,
  takeLockFile,
  touchLockFile,
} from './lock-file.ts'
import { attempt, isThere, refuseStrangeFile, strange } from './own-files.ts'
import { readRegularFile } from './regular-file.ts'
import { keepReserve, withReserve } from './reserve.ts'
import { openSandboxes } from './sandboxes.ts'
import { systemWords } from './system-errors.ts'

export interface ServerAddresses {
  /** Base URL of the sandbox listener. */
  readonly sandbox: string
  /** Base URL of the agent listener; absent where it could not listen. */
  readonly agent?: string
}

export interface RunningServer {
  /** Without trailing slashes. */
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
  refuseForeign(data.serverFile)
  takeLock(data)
  openSandboxes(data).settle()
  for (const directory of [data.root, data.sandboxes, data.apis, data.state]) removeDeadDrafts(directory, isAlive)
  rmSync(data.serverFile, { force: true })
  const touching = setInterval(() => touchLockFile(data.lockFile), TOUCH_MS).unref()
  return {
    announce: (addresses, started) => {
      const server: RunningServer = { addresses, pid: process.pid, started }
      withReserve(data, () => writeFileAtomically(data.serverFile, [`${JSON.stringify(server, undefined, 2)}\n`]))
      keepReserve(data)
    },
    release: () => {
      clearInterval(touching)
      const holder = readHolder(data.lockFile)
      if (holder?.pid !== process.pid || isElsewhere(holder)) return
      rmSync(data.serverFile, { force: true })
      rmSync(data.lockFile, { force: true })
    },
  }
}

/**
 * Takes the same lock for one change that a command makes by itself, so that no
 * server starts meanwhile. Undefined while another process holds it: a server
 * that runs or is about to, or a command.
 */
export function lockChange(data: DataDirectory): Pick<ServerLock, 'release'> | undefined {
  if (tryLock(data, { brief: true }) !== 'taken') return undefined
  openSandboxes(data).settle()
  return {
    release() {
      rmSync(data.lockFile, { force: true })
      keepReserve(data)
    },
  }
}

/** Finishes or undoes what killed processes have begun, unless a process holds the data directory. Gives what is in the way. */
export function settleLeftovers(data: DataDirectory): readonly ToolError[] {
  if (intendedNames(data).length === 0 || tryLock(data, { brief: true }) !== 'taken') return []
  try {
    return openSandboxes(data).settle()
  } finally {
    rmSync(data.lockFile, { force: true })
  }
}

const BEGINNING = '{\n  "addresses": '

/** What another program may have put in the place of `server.json` is not ours to delete; ours may be cut off or damaged. */
function refuseForeign(path: string): void {
  refuseStrangeFile(path)
  if (!isThere(path)) return
  const text = attempt(path, () => readRegularFile(path).toString('utf8'))
  if (/^\0*$/.test(text) || text.startsWith(BEGINNING) || BEGINNING.startsWith(text)) return
  if (field(readJson(path), 'pid') === undefined) throw strange(path, 'tool did not write it')
}

/** When a server in another container has last said that it lives, in milliseconds since the epoch; undefined where none holds the directory, or it is surely dead. */
export function touchedElsewhere(data: DataDirectory): number | undefined {
  const holder = readHolder(data.lockFile)
  if (holder === undefined || !isElsewhere(holder) || !isRunning(holder)) return undefined
  return holder.touched
}

/** The process that changes the data directory just now; undefined when none does. */
export function findChange(data: DataDirectory): number | undefined {
  const lock = readHolder(data.lockFile)
  return lock?.brief === true && isRunning(lock) ? lock.pid : undefined
}

/** The process that holds the data directory; undefined when none does. */
export function findHolder(data: DataDirectory): number | undefined {
  const lock = readHolder(data.lockFile)
  return lock !== undefined && isRunning(lock) ? lock.pid : undefined
}

export interface ServerProcess {
  readonly pid: number
  /** It is in another container, where its number is that of another process. */
  readonly isElsewhere: boolean
  /** No other process can have its number: the system tells when it started. */
  readonly isSure: boolean
}

/** The process of the server, be it serving, starting or stopping; undefined where there is none. */
export function findServerProcess(data: DataDirectory): ServerProcess | undefined {
  const lock = readHolder(data.lockFile)
  if (lock === undefined || lock.brief === true || !isRunning(lock)) return undefined
  return { pid: lock.pid, isElsewhere: isElsewhere(lock), isSure: lock.birth !== '' }
}

/** The server that runs on this data directory; undefined when none does. */
export function findServer(data: DataDirectory): RunningServer | undefined {
  const value = readJson(data.serverFile)
  const pid = field(value, 'pid')
  const started = field(value, 'started')
  const sandbox = field(field(value, 'addresses'), 'sandbox')
  const agent = field(field(value, 'addresses'), 'agent')
  if (typeof pid !== 'number' || typeof started !== 'string' || typeof sandbox !== 'string') return undefined
  const lock = readHolder(data.lockFile)
  return lock?.pid === pid && lock.brief !== true && isRunning(lock)
    ? { addresses: { sandbox: bare(sandbox), ...(typeof agent === 'string' && { agent: bare(agent) }) }, pid, started }
    : undefined
}

/** A path is put behind it. */
function bare(address: string): string {
  return address.replace(/\/$/, '')
}

/** Throws ToolError('conflict') naming the process that serves already. */
function takeLock(data: DataDirectory): void {
  const taken = tryLock(data, {})
  if (taken !== 'taken') throw alreadyServed(data, taken.heldBy)
}

function tryLock(data: DataDirectory, options: LockOptions): Taken {
  try {
    return withReserve(data, () => takeLockFile(data.lockFile, options))
  } catch (error) {
    if (error instanceof ToolError) throw error
    const why = systemWords(error) ?? (error as NodeJS.ErrnoException).code ?? error
    throw new ToolError('unavailable', `Cannot lock the data directory ${data.root}: ${why}`, {
      cause: error,
    })
  }
}

/** What is said to who would serve a directory that is served. */
function alreadyServed(data: DataDirectory, pid: number | undefined): ToolError {
  const holder = readHolder(data.lockFile)
  const where = holder !== undefined && isElsewhere(holder) ? ' of another container' : ''
  const who = pid === undefined ? 'other processes are starting there' : `process ${pid}${where} serves it`
  const stop = pid === undefined || where !== '' ? '' : ' with "tool down"'
  return new ToolError(
    'conflict',
    `Cannot serve ${data.root}: ${who} already (stop it${stop}, or choose another directory with --data-dir)`,
  )
}
