/** A server in this process, for tests: it takes its data directory, listens, makes what it is to serve, and closing takes all of it away. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { version } from '../cli/version.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { sandboxFiles } from '../server/sandbox-files.ts'
import { startSandboxListener } from '../server/sandbox-listener.ts'
import { type DataDirectory, makeDataDirectory } from '../stores/data-directory.ts'
import { lockServer, type ServerLock } from '../stores/server-file.ts'
import { ToolError } from '../support/errors.ts'
import { once } from '../support/once.ts'
import { visible } from '../support/printable.ts'
import { toolAt } from './connect-tool.ts'
import { makeSandboxes } from './make-sandboxes.ts'
import { checkStartOptions } from './options.ts'
import { withoutSlash } from './sandbox-handle.ts'
import type { StartOptions, StartTool, Tool } from './types.ts'

export const startTool: StartTool = async (options = {}) => {
  checkStartOptions(options)
  const { dataDir } = options
  const isTemporary = dataDir === undefined
  const root = isTemporary ? mkdtempSync(join(tmpdir(), 'tool-')) : resolve(dataDir)
  const sweep = (): void => {
    if (isTemporary) rmSync(root, { recursive: true, force: true })
  }
  try {
    return await serve(makeDataDirectory(root), options, sweep)
  } catch (error) {
    sweep()
    throw error
  }
}

/** Nothing is changed in a directory that another process serves. */
async function serve(data: DataDirectory, options: StartOptions, sweep: () => void): Promise<Tool> {
  const server = await listen(data, options)
  let isClosed = false
  const close = once(async () => {
    isClosed = true
    await server.stop()
    sweep()
  })
  try {
    await makeSandboxes(data, options)
    const { token } = options
    return await toolAt({ base: server.url, token, dataDir: data.root, close, isClosed: () => isClosed })
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(data: DataDirectory, { port = 0, token, log = () => {} }: StartOptions) {
  const lock = lockHere(data)
  try {
    const listener = await startSandboxListener({
      host: '127.0.0.1',
      port,
      ...(token !== undefined && { token }),
      files: sandboxFiles(data, 'os'),
      makeJournal: (budget) => makeJournal(1024, randomUUID(), budget),
      webhooks: { allowed: [], environment: process.env, userAgent: `tool/${version}` },
      packs: async () => (await import('../cli/packs.ts')).readPacks(data),
      places: [data.root],
      log: (line) => log(visible(line)),
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

function lockHere(data: DataDirectory): ServerLock {
  try {
    return lockServer(data)
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'conflict') throw error
    const what = error.message.replace(/ \([^()]*\)$/, '')
    throw new ToolError('conflict', `${what} (use connectTool with its address, or another dataDir)`, { cause: error })
  }
}
