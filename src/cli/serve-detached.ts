/** `tool up --detach`: starts a server of its own process, which goes on when this one ends, and waits until it answers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DataDirectory, makeDataDirectory } from '../stores/data-directory.ts'
import { findServerProcess } from '../stores/server-file.ts'
import { ToolError } from '../support/errors.ts'
import { printable } from '../support/printable.ts'
import type { Call, ExitCode } from './command.ts'
import { deadlineIn } from './deadline.ts'
import type { FlagValue } from './flags.ts'
import { openPlace, type Place } from './place.ts'
import { sandboxLines } from './print/sandbox-lines.ts'
import { quoted } from './print/served.ts'
import { type ServerStatus, statusOf } from './server-status.ts'

/** How long a server may take to answer, in seconds. */
const PATIENCE_S = 60
const LOOK_AGAIN_MS = 50
/** How long a process may take from its start until it holds the data directory: from then on `tool down` finds it. */
const TAKING_MS = 10_000

export async function serveDetached(call: Call): Promise<ExitCode> {
  const { flags } = call
  const patience = flags.count('timeout', PATIENCE_S)
  const place = await openPlace(call)
  const data = makeDataDirectory(place.settings.config.dataDir)
  const deadline = deadlineIn(patience * 1000)
  const started = findServerProcess(data) === undefined ? new Started(call, data) : undefined
  for (;;) {
    const status = await statusOf(place, deadline.left())
    const holder = findServerProcess(data)
    started?.settle(holder?.pid)
    if (status.running && status.answers) {
      if (status.pid !== started?.pid) refuseOther(call, status)
      started?.release()
      tell(call, place, status, started?.pid === status.pid ? started.log : undefined)
      return 0
    }
    if (started?.ended !== undefined && holder === undefined) throw failed(started.ended, started)
    if (deadline.left() === 0) break
    await sleep(Math.min(LOOK_AGAIN_MS, deadline.left()))
  }
  const late = `it has not answered for ${patience} s`
  if (started === undefined || started.ended !== undefined)
    throw new ToolError('unavailable', `The server on ${data.root} runs already, and does not answer: ${late}`)
  const holds = await started.holds(data)
  started.release()
  if (started.ended !== undefined) throw failed(started.ended, started)
  const stop = holds ? `"tool down${atData(place)}" stops it` : `end process ${started.pid} to stop it`
  throw failed(`${late}, and goes on starting (${stop})`, started)
}

type Running = Extract<ServerStatus, { running: true }>

/** A server that was asked for elsewhere is not the one that runs. */
function refuseOther({ flags }: Call, { pid, addresses: { sandbox = '' } }: Running): void {
  const port = flags.text('port')
  if (port === undefined || Number(port) === 0 || sandbox === '' || new URL(sandbox).port === port) return
  throw new ToolError(
    'conflict',
    `Cannot serve at port ${port}: process ${pid} serves the data directory at ${sandbox} already ("tool down" stops it)`,
  )
}

/** `log` is absent where the server ran already. */
function tell({ terminal }: Call, place: Place, status: Running, log: string | undefined): void {
  const { addresses, sandboxes, pid } = status
  const { sandbox = '', agent = '' } = addresses
  const at = atData(place)
  const lines = [
    `${log === undefined ? 'already serving' : 'serving'} ${sandbox || agent} from ${place.data.root} (pid ${pid})`,
    ...(sandboxes === undefined ? [] : sandboxLines(sandboxes)),
    ...(sandboxes !== undefined && sandboxes.length > 0 ? [`credentials: "tool sandbox list${at}" shows them`] : []),
    ...(status.problem === undefined ? [] : [status.problem]),
    `${log === undefined ? '' : `log ${log}; `}"tool status${at}" tells what is served, "tool down${at}" stops it`,
  ]
  terminal.out(lines.map(printable).join('\n'))
}

/** How other commands find the same data directory. */
function atData({ data, settings: { sources } }: Place): string {
  return sources.dataDir.kind === 'flag' ? ` --data-dir ${quoted(data.root)}` : ''
}

function failed(why: string, { log, ended }: Started): ToolError {
  // What the server itself said is all there is to say.
  const said = /^error: (.+)$/.exec(lastLine(log))?.[1]
  if (ended !== undefined && said !== undefined) return new ToolError('unavailable', said)
  return new ToolError('unavailable', `The server does not serve: ${why}: ${lastLine(log)}`)
}

/** A server in a process of its own. Its log is known by its name only once it holds the data directory: of two that start, one alone does. */
class Started {
  readonly #child: ChildProcess
  readonly #own: string
  readonly #usual: string
  #log: string
  #ended: string | undefined

  constructor({ flags, terminal }: Call, { logFile }: DataDirectory) {
    this.#usual = logFile
    this.#own = `${logFile}.${process.pid}`
    this.#log = this.#own
    const log = openLog(this.#own)
    this.#child = spawn(process.execPath, [...process.execArgv, executable(), 'up', ...passedOn(flags.record())], {
      cwd: terminal.cwd,
      env: { ...terminal.env },
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#child.once('exit', (code, signal) => {
      this.#ended = `it ended with ${code ?? signal}`
    })
    this.#child.once('error', (error) => {
      this.#ended = error.message
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Why it runs no more. */
  get ended(): string | undefined {
    return this.#ended
  }

  get log(): string {
    return this.#log
  }

  /** Gives the log its name, or takes it away, as soon as it is known who holds the data directory. */
  settle(holder: number | undefined): void {
    if (this.#log !== this.#own) return
    if (holder === this.pid || (holder === undefined && this.#ended !== undefined)) this.#name()
    else if (this.#ended !== undefined) rmSync(this.#own, { force: true })
  }

  /** The log before is kept beside it. A system that does not rename what is written to leaves the log where it is. */
  #name(): void {
    try {
      if (existsSync(this.#usual)) renameSync(this.#usual, `${this.#usual}.1`)
      renameSync(this.#own, this.#usual)
      this.#log = this.#usual
    } catch {
      this.#log = this.#own
    }
  }

  /** True as soon as it holds the data directory. */
  async holds(data: DataDirectory): Promise<boolean> {
    for (const deadline = deadlineIn(TAKING_MS); deadline.left() > 0 && this.#ended === undefined; ) {
      const holder = findServerProcess(data)
      this.settle(holder?.pid)
      if (holder?.pid === this.pid) return true
      await sleep(LOOK_AGAIN_MS)
    }
    this.settle(findServerProcess(data)?.pid)
    return false
  }

  /** It goes on when this process ends. */
  release(): void {
    this.#child.unref()
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, 'w', 0o600)
  } catch (error) {
    throw new ToolError('unavailable', `Cannot write the log ${path}: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    })
  }
}

function lastLine(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    return printable((lines.at(-1) ?? '').slice(0, 500)) || `its log ${path} is empty`
  } catch {
    return `its log is ${path}`
  }
}

/** The flags of the server itself. */
function passedOn(flags: Readonly<Record<string, FlagValue>>): readonly string[] {
  const own = ['detach', 'wait', 'timeout']
  return Object.entries(flags)
    .filter(([name]) => !own.includes(name))
    .flatMap(([name, value]) => {
      if (value === true) return [`--${name}`]
      return (typeof value === 'string' ? [value] : value).map((one) => `--${name}=${one}`)
    })
}

/** As seen from a chunk or an entry of the bundle, and from the sources. */
const PLACES = ['../../bin/tool.js', '../bin/tool.js']

function executable(): string {
  const found = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path))
  if (found === undefined) throw new Error('bin/tool.js is not beside this program')
  return found
}
