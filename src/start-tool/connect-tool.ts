/** The face over a server that runs, wherever it does. */
import { type ControlClient, controlClient } from '../cli/control-client.ts'
import { ToolError } from '../support/errors.ts'
import { hintAmong } from '../support/nearest.ts'
import { disposedBy } from './disposable.ts'
import { checkConnectOptions } from './options.ts'
import { type Address, headersOf, makeFork, type Reach, sandboxHandle, withoutSlash } from './sandbox-handle.ts'
import type { ConnectTool, Tool } from './types.ts'

export const connectTool: ConnectTool = async (url, options = {}) => {
  checkConnectOptions(url, options)
  const base = withoutSlash(url)
  return toolAt({ base, token: options.token, dataDir: '', close: () => Promise.resolve(), isClosed: () => false })
}

export interface Served {
  /** Without trailing slash. */
  readonly base: string
  readonly token: string | undefined
  readonly dataDir: string
  close(): Promise<void>
  /** The server has been stopped by this process. */
  isClosed(): boolean
}

/** Asks the server once what it serves. */
export async function toolAt({ base, token, dataDir, close, isClosed }: Served): Promise<Tool> {
  const reach: Reach = { client: openOnly(controlClient(base, token), isClosed), token, isClosed }
  const served = await sandboxesOf(reach.client)
  const find = (name: string): Address => {
    const found = served.get(name)
    if (found !== undefined) return found
    const hint = served.size === 0 ? 'none is served' : hintAmong(name, served.keys())
    throw new ToolError('not-found', `Unknown sandbox "${name}" (${hint})`)
  }
  return {
    names: [...served.keys()],
    dataDir,
    url: (name) => (name === undefined ? base : find(name).url),
    credential: (name) => find(name).credential,
    headers: (name) => headersOf(find(name), token),
    sandbox: (name) => sandboxHandle(find(name), reach),
    fork: async (name, options) => makeFork(find(name).name, options, reach),
    close,
    ...disposedBy(close),
  }
}

/** What asks a server that was closed is told so. */
function openOnly(client: ControlClient, isClosed: () => boolean): ControlClient {
  const open = async (): Promise<ControlClient> => {
    if (isClosed()) throw new ToolError('unavailable', 'The tool was closed: nothing of it can be used any more')
    return client
  }
  return {
    get: async (path) => (await open()).get(path),
    getWith: async (path, field) => (await open()).getWith(path, field),
    post: async (path, body, silence) => (await open()).post(path, body, silence),
    remove: async (path) => (await open()).remove(path),
    follow: async (path, lastSeen, onEvent, signal) => (await open()).follow(path, lastSeen, onEvent, signal),
  }
}

async function sandboxesOf(client: ControlClient): Promise<ReadonlyMap<string, Address>> {
  const { sandboxes } = (await client.get('/_tool/sandboxes')) as { readonly sandboxes: readonly Listed[] }
  const served = sandboxes.filter(({ served }) => served)
  return new Map(served.map(({ name, url, credential }) => [name, { name, url: withoutSlash(url), credential }]))
}

interface Listed extends Address {
  readonly served: boolean
}
