/** The agent's part of `tool up`: it listens, follows the upstreams, and stops in order. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readReceivers } from '../agent/alerts/read-receivers.ts'
import type { Upstream } from '../agent/upstream.ts'
import { sourceText } from '../config/config.ts'
import type { RunningAgent } from '../server/agent.ts'
import { watchDirectories } from '../server/watch.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import type { ResolvedSettings } from './settings.ts'
import type { Terminal } from './terminal.ts'
import { upstreamsOf } from './upstreams.ts'
import { version } from './version.ts'

export interface ServedAgent {
  /** Without trailing slash; undefined where it could not listen. */
  readonly url: string | undefined
  readonly upstreams: readonly Upstream[]
  stop(): Promise<void>
}

const DAY_MS = 24 * 3_600_000
export const NO_AGENT: ServedAgent = { url: undefined, upstreams: [], stop: () => Promise.resolve() }

/** What keeps the agent from listening, a damaged file too, is told, and keeps the sandboxes from nothing. Throws ToolError where the configuration is wrong. */
export async function serveAgent(
  settings: ResolvedSettings,
  data: DataDirectory,
  terminal: Terminal,
): Promise<ServedAgent> {
  const upstreams = upstreamsUnlessDamaged(settings, data, terminal)
  if (upstreams === undefined) return NO_AGENT
  for (const upstream of upstreams) refuseMissingFiles(upstream)
  const receivers = readReceivers(settings.config.alerts, (problem) => {
    throw new ToolError('usage', `${sourceText(settings.sources.alerts)}: ${problem}`)
  })
  try {
    const agent = await start(settings, data, upstreams, receivers, terminal)
    const unfollow = follow(agent, upstreams, settings, data, terminal)
    return {
      url: agent.url.replace(/\/$/, ''),
      upstreams,
      async stop() {
        unfollow()
        await agent.stop()
      },
    }
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'usage') throw error
    const why = withPortFlag(error.message, '--agent-port')
    const say = (): void => terminal.err(`The agent is not running: ${why}`)
    if (upstreams.length > 0) {
      say()
      return NO_AGENT
    }
    return { ...NO_AGENT, stop: sayOnceWanted(say, () => upstreamsOf(settings, data).length > 0, data) }
  }
}

/** Undefined, and told, where the file in the data directory is what is wrong. */
function upstreamsUnlessDamaged(
  settings: ResolvedSettings,
  data: DataDirectory,
  terminal: Terminal,
): readonly Upstream[] | undefined {
  try {
    return upstreamsOf(settings, data)
  } catch (error) {
    const isWritten = Object.keys(settings.config.upstreams).length > 0
    if (!(error instanceof ToolError) || (error.code === 'usage' && isWritten)) throw error
    terminal.err(`The agent is not running: ${error.message}`)
    return undefined
  }
}

/** The sockets know of ports, not of flags. */
export function withPortFlag(message: string, flag: '--port' | '--agent-port'): string {
  return message.replace(/choose another port$/, `choose another with ${flag}`)
}

/** Where there is no upstream, nobody misses the agent until there is one. */
function sayOnceWanted(say: () => void, isWanted: () => boolean, data: DataDirectory): () => Promise<void> {
  const unfollow = watchDirectories([data.root], () => {
    try {
      if (!isWanted()) return
      unfollow()
      say()
    } catch {
      // What is wrong with the upstreams is told by the command that wrote them.
    }
  })
  return async () => unfollow()
}

/** What would make each request fail is said at once. */
function refuseMissingFiles({ name, tls: { servername: _, ...files } }: Upstream): void {
  for (const [key, path] of Object.entries(files))
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      throw new ToolError('usage', `upstream "${name}": tls: ${key}: there is no file ${path}`)
}

async function start(
  { config, sources, token }: ResolvedSettings,
  data: DataDirectory,
  upstreams: readonly Upstream[],
  receivers: ReturnType<typeof readReceivers>,
  terminal: Terminal,
): Promise<RunningAgent> {
  const { startAgent } = await import('../server/agent.ts')
  // Who takes a free port for the sandboxes wants none that is taken for the agent.
  const anyPort = config.sandboxPort === 0 && sources.agentPort.kind === 'default'
  return startAgent({
    host: config.listen,
    port: anyPort ? 0 : config.agentPort,
    ...(token !== undefined && { token }),
    names: config.hosts,
    dataDirectory: data.root,
    retention: { ageMs: config.recordings.days * DAY_MS, bytes: config.recordings.size },
    upstreams: upstreams.map((upstream) => ({ upstream })),
    receivers,
    env: terminal.env,
    version,
    directory: specDirectory(sources.upstreams, terminal.cwd),
    log: (line) => terminal.err(line),
  })
}

/** Relative sources of descriptions start at the file that names them. */
export function specDirectory(source: ResolvedSettings['sources']['upstreams'], cwd: string): string {
  return source.kind === 'file' ? dirname(resolve(cwd, source.path)) : cwd
}

/** Takes other upstreams as soon as they, or the descriptions of their sandboxes, are others. */
function follow(
  agent: RunningAgent,
  first: readonly Upstream[],
  settings: ResolvedSettings,
  data: DataDirectory,
  terminal: Terminal,
): () => void {
  let known = revision(first, data)
  return watchDirectories([data.root, data.sandboxes], () => {
    try {
      const upstreams = upstreamsOf(settings, data)
      const now = revision(upstreams, data)
      if (now === known) return
      known = now
      agent.follow(upstreams.map((upstream) => ({ upstream })))
    } catch (error) {
      terminal.err(`The agent continues with its previous upstreams: ${messageOf(error)}`)
    }
  })
}

function revision(upstreams: readonly Upstream[], data: DataDirectory): string {
  const models = upstreams.map(({ sandbox }) => (sandbox === undefined ? 0 : changedAt(data.modelFile(sandbox))))
  return JSON.stringify([upstreams, models])
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
