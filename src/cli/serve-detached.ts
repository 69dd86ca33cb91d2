/** `tool up --detach`: starts a server of its own process, which goes on when this one ends, and waits until it answers. */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeDataDirectory } from '../stores/data-directory.ts'
import { alreadyServed, findHolder } from '../stores/server-file.ts'
import { ToolError } from '../support/errors.ts'
import { printable } from '../support/printable.ts'
import type { Call, ExitCode } from './command.ts'
import type { FlagValue } from './flags.ts'
import { openPlace } from './place.ts'
import { statusOf } from './server-status.ts'

/** How long a server may take to answer, in seconds. */
const PATIENCE_S = 60
const LOOK_AGAIN_MS = 50

export async function serveDetached(call: Call): Promise<ExitCode> {
  const { flags, terminal } = call
  const patience = flags.count('timeout', PATIENCE_S)
  const place = await openPlace(call)
  const data = makeDataDirectory(place.settings.config.dataDir)
  const holder = findHolder(data)
  if (holder !== undefined) throw alreadyServed(data, holder)
  const log = freshLog(data.logFile)
  const child = spawn(process.execPath, [...process.execArgv, executable(), 'up', ...passedOn(flags.record())], {
    cwd: terminal.cwd,
    env: { ...terminal.env },
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended: string | undefined
  child.once('exit', (code, signal) => {
    ended = `it ended with ${code ?? signal}`
  })
  child.once('error', (error) => {
    ended = error.message
  })
  for (let waited = 0; ended === undefined && waited <= patience * 1000; waited += LOOK_AGAIN_MS) {
    const status = await statusOf(place)
    if (status.running && status.pid === child.pid && status.answers) {
      child.unref()
      const { sandbox = '', agent = '' } = status.addresses
      terminal.out(`serving ${sandbox || agent} from ${data.root} (pid ${status.pid})`)
      terminal.out(`log ${data.logFile}; "tool status" tells what is served, "tool down" stops it`)
      return 0
    }
    await sleep(LOOK_AGAIN_MS)
  }
  child.unref()
  const last = lastLine(data.logFile)
  // What the server itself said is all there is to say.
  const said = /^error: (.+)$/.exec(last)?.[1]
  if (ended !== undefined && said !== undefined) throw new ToolError('unavailable', said)
  const why = ended ?? `it has not answered for ${patience} s, and goes on starting ("tool down" stops it)`
  throw new ToolError('unavailable', `The server does not serve: ${why}: ${last}`)
}

/** The log before is kept beside it. */
function freshLog(path: string): number {
  try {
    if (existsSync(path)) renameSync(path, `${path}.1`)
    return openSync(path, 'wx', 0o600)
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
