import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { run } from '../../src/cli/run.ts'
import { captureTerminal } from './capture-terminal.ts'

export interface StartedTool {
  readonly baseUrl: string
  /** What it printed so far. */
  readonly stdout: string
  /** Asks it to stop and waits until it has; gives the exit code. */
  stop(): Promise<number | null>
}

export interface StartOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

/** With what follows it: a part of a line may have come. */
const address = /http:\/\/[\w.[\]:]+(?=\s)/

/** `tool up` in this process, on a free port. */
export async function startTool({ cwd, env = {}, flags = [] }: StartOptions): Promise<StartedTool> {
  const terminal = captureTerminal({ cwd, env })
  const ended = run(['up', '--port', '0', ...flags], terminal)
  const stopped = ended.then((exit) => Promise.reject(new Error(`tool up ended with ${exit}: ${terminal.stderr}`)))
  const text = await Promise.race([terminal.until(address), stopped])
  stopped.catch(() => {})
  return {
    baseUrl: address.exec(text)?.[0] ?? '',
    get stdout() {
      return terminal.stdout
    },
    stop() {
      terminal.interrupt()
      return ended
    },
  }
}

const executable = resolve(import.meta.dirname, '../../bin/tool.js')

/** `tool up` as users start it: the built executable in a process of its own. */
export async function spawnTool({ cwd, env = {}, flags = [] }: StartOptions): Promise<StartedTool> {
  const child = spawn(process.execPath, [executable, 'up', '--port', '0', ...flags], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: join(cwd, 'home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  const baseUrl = await firstAddress(child, output)
  return {
    baseUrl,
    get stdout() {
      return output.stdout
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

function firstAddress(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output.stderr += chunk.toString()
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString()
      const found = address.exec(output.stdout)
      if (found) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`tool up ended with ${code}: ${output.stderr}`)))
  })
}
