/** A server in this process, for tests: what it is to serve is registered, it listens, and closing takes all of it away. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { controlClient } from '../cli/control-client.ts'
import { controlPath } from '../cli/place.ts'
import { readDocument } from '../cli/read-document.ts'
import { register } from '../cli/register.ts'
import type { Terminal } from '../cli/terminal.ts'
import { version } from '../cli/version.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { sandboxFiles } from '../server/sandbox-files.ts'
import { startSandboxListener } from '../server/sandbox-listener.ts'
import { type DataDirectory, makeDataDirectory } from '../stores/data-directory.ts'
import { lockServer } from '../stores/server-file.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import { type Served, toolAt } from './connect-tool.ts'
import { absolute, checkStartOptions, sandboxFlags } from './options.ts'
import { modeBody, rulesBody, withoutSlash } from './sandbox-handle.ts'
import type { SandboxOptions, StartOptions, StartTool } from './types.ts'

export const startTool: StartTool = async (options = {}) => {
  checkStartOptions(options)
  const { sandboxes = {}, dataDir } = options
  const isTemporary = dataDir === undefined
  const root = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'tool-')) : resolve(dataDir)
  const sweep = (): void => {
    if (isTemporary) rmSync(root, { recursive: true, force: true })
  }
  try {
    const data = makeDataDirectory(root)
    const terminal = silentTerminal(data, options)
    for (const [name, wish] of Object.entries(sandboxes)) {
      const flags = sandboxFlags(name, wish, process.cwd())
      await register({ args: [name], flags, terminal })
    }
    return await serve(data, options, sweep)
  } catch (error) {
    sweep()
    throw error
  }
}

async function serve(data: DataDirectory, options: StartOptions, sweep: () => void) {
  const { sandboxes = {} } = options
  const server = await listen(data, options)
  const served: Served = {
    base: server.url,
    token: options.token,
    dataDir: data.root,
    close: once(async () => {
      await server.stop()
      sweep()
    }),
  }
  try {
    for (const [name, wish] of Object.entries(sandboxes)) await prepare(name, wish, served)
    return await toolAt(served)
  } catch (error) {
    await served.close()
    throw error
  }
}

async function listen(data: DataDirectory, { port = 0, token, log = () => {} }: StartOptions) {
  const lock = lockServer(data)
  try {
    const listener = await startSandboxListener({
      host: '127.0.0.1',
      port,
      ...(token !== undefined && { token }),
      files: sandboxFiles(data, 'os'),
      makeJournal: (budget) => makeJournal(1024, randomUUID(), budget),
      webhooks: { allowed: [], environment: process.env, userAgent: `tool/${version}` },
      packs: async () => (await import('../cli/packs.ts')).readPacks(data),
      log,
    })
    const url = withoutSlash(listener.url)
    lock.announce({ sandbox: url }, new Date().toISOString())
    const stop = async (): Promise<void> => {
      await listener.stop()
      lock.release()
    }
    return { url, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** What `sandbox add` does not take, over the control plane, which judges it. */
async function prepare(name: string, wish: SandboxOptions, { base, token }: Served): Promise<void> {
  const client = controlClient(base, token)
  const post = (rest: string, body: unknown): Promise<unknown> => client.post(controlPath(name, rest), body)
  const { seedData, rules, faults = [], mode } = wish
  try {
    if (isObject(seedData)) await post('/seed', seedData)
    if (typeof rules === 'string') await post('/rules', await readRules(rules))
    else if (rules !== undefined && rules.length > 0) await post('/rules', rulesBody(rules))
    for (const fault of faults) await post('/faults', fault)
    if (mode !== undefined) await post('/mode', modeBody(mode))
  } catch (error) {
    throw new ToolError('bad-input', `Cannot prepare sandbox "${name}": ${messageOf(error)}`, { cause: error })
  }
}

function readRules(file: string): Promise<unknown> {
  const cwd = process.cwd()
  return readDocument(absolute(file, cwd), 'rules', { ...NO_INPUT, cwd })
}

const NO_INPUT = { async *stdin() {} }

/** Its working directory is the data directory, so that no tool.yaml and no environment of the caller has a say. */
function silentTerminal({ root }: DataDirectory, { log = () => {} }: StartOptions): Terminal {
  return {
    ...NO_INPUT,
    out() {},
    write() {},
    err: log,
    progress() {},
    env: { TOOL_DATA_DIR: root },
    cwd: root,
    interactive: false,
    color: false,
    interrupted: () => new AbortController().signal,
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
