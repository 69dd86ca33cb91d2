/** `tool up`: takes the data directory, listens, tells what is served, and stops in order. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { settingNames, settings } from '../config/settings.ts'
import type { AddedSandbox } from '../control/host.ts'
import { isLoopback } from '../http/loopback.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { type RecordedLibrary, recordedLibrary } from '../server/recorded.ts'
import { sandboxFiles } from '../server/sandbox-files.ts'
import { type SandboxListener, startSandboxListener } from '../server/sandbox-listener.ts'
import { keyOf } from '../server/webhooks.ts'
import { type DataDirectory, makeDataDirectory } from '../stores/data-directory.ts'
import { openSandboxes } from '../stores/sandboxes.ts'
import { findChange, lockServer, touchedElsewhere } from '../stores/server-file.ts'
import { messageOf, ToolError } from '../support/errors.ts'
import type { Call, ExitCode } from './command.ts'
import type { ListedLine, LookedAt } from './listed-sandboxes.ts'
import { patiently } from './place.ts'
import { agentLines, quoted, type Served, servedLines } from './print/served.ts'
import { renewModels } from './renew-models.ts'
import { restWell } from './rest.ts'
import type { ThreadPlace } from './sandbox-thread.ts'
import { SandboxThreads } from './sandbox-threads.ts'
import { NO_AGENT, type ServedAgent, serveAgent, specDirectory, withPortFlag } from './serve-agent.ts'
import { type ResolvedSettings, resolveSettings } from './settings.ts'
import { asksToStop, type Terminal } from './terminal.ts'
import { upstreamsOf } from './upstreams.ts'
import { version } from './version.ts'

export interface Serving {
  /** The data directory ends with the process: nothing but what is in it is served. */
  readonly isTemporary?: boolean
}

export async function serveSandboxes(call: Call, { isTemporary = false }: Serving = {}): Promise<ExitCode> {
  const { terminal } = call
  const settings = await resolveSettings(call)
  const data = makeDataDirectory(settings.config.dataDir)
  // A command that is changing records finishes first.
  await patiently(() => (findChange(data) === undefined ? true : undefined))
  // One in another container says that it lives, or is known to be dead after a while.
  const touched = touchedElsewhere(data)
  await patiently(
    () => (touched !== undefined && touchedElsewhere(data) === touched ? undefined : true),
    () => terminal.err(`checking whether the server of another container that uses ${data.root} is still running`),
  )
  // Before anything is made: of two that start, one alone makes what is listed.
  const lock = lockServer(data)
  try {
    const listed = isTemporary ? NOTHING_LISTED : await makeListedFirst(call, settings, data)
    const say = (line: string): void => terminal.err(line)
    await renewModels({ settings, data, sandboxes: openSandboxes(data), isHolder: true, say }, terminal)
    const stopping = asksToStop(terminal)
    const library = recordedLibrary(
      data,
      () => upstreamsOf(settings, data),
      (line) => terminal.err(line),
    )
    // First the agent: who finds the sandboxes answering finds it, too.
    const agent = isTemporary ? NO_AGENT : await serveAgent(settings, data, terminal)
    const threads = new SandboxThreads()
    let listener: SandboxListener | undefined
    let unfollow: (() => Promise<void>) | undefined
    try {
      listener = await listenBeside(agent, () => startListener(call, settings, library, threads), terminal)
      if (listener !== undefined) refuseWithoutKeys(listener, terminal)
      await library.ready()
      restWell()
      const addresses = { sandbox: listener?.url ?? '', ...(agent.url !== undefined && { agent: agent.url }) }
      lock.announce(addresses, new Date().toISOString())
      const showsCredentials = terminal.interactive || call.flags.has('show-credentials')
      if (listener === undefined) terminal.out(agentLines(agent).join('\n'))
      else await tell({ ...servedBy(listener, settings), showsCredentials, agent }, terminal)
      if (isTemporary)
        terminal.out(`${terminal.interactive ? '  ' : ''}for other commands: --data-dir ${quoted(data.root)}`)
      const base = listener?.url.replace(/\/$/, '') ?? ''
      // Where they are has just been said.
      for (const { text } of listed.lines) terminal.out(text)
      if (listed.looked !== undefined && call.flags.has('watch'))
        unfollow = await followListed({ place: threadPlace(call, settings), looked: listed.looked, base, terminal })
      await stopping
    } finally {
      threads.stop()
      await unfollow?.()
      await Promise.all([listener?.stop(), agent.stop()])
    }
    terminal.out('stopped')
    return 0
  } finally {
    lock.release()
  }
}

interface ListedFirst {
  /** What is to be said once the address is known. */
  readonly lines: readonly ListedLine[]
  /** Undefined where nothing is listed and nothing is followed. */
  readonly looked: LookedAt | undefined
}

const NOTHING_LISTED: ListedFirst = { lines: [], looked: undefined }

/** Makes the sandboxes that `tool.yaml` lists before anything is served. A signal ends it at once, and the next start goes on. */
async function makeListedFirst(call: Call, { config }: ResolvedSettings, data: DataDirectory): Promise<ListedFirst> {
  const isListed = Object.keys(config.sandboxes).length > 0 || existsSync(data.listedFile)
  if (!isListed && !call.flags.has('watch')) return NOTHING_LISTED
  const { makeListed } = await import('./listed-sandboxes.ts')
  const lines: ListedLine[] = []
  const say = (line: ListedLine): void => {
    if (line.isError) call.terminal.err(line.text)
    else lines.push(line)
  }
  const looked = await makeListed(call, { say, isHolder: true })
  call.terminal.progress('')
  return { lines, looked }
}

function listedText({ text, sandbox }: ListedLine, base: string): string {
  return sandbox === undefined || base === '' ? text : `${text}, ${base}/${sandbox}/`
}

/** Where a thread finds what this process was started with. */
function threadPlace({ flags, terminal }: Call, { config }: ResolvedSettings): ThreadPlace {
  const names = ['config', ...settingNames.flatMap((name) => settings[name].flag ?? [])]
  const given = names.flatMap((name) => {
    const value = flags.text(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    cwd: terminal.cwd,
    env: terminal.env,
    flags: { ...Object.fromEntries(given), 'data-dir': config.dataDir },
  }
}

interface Following {
  readonly place: ThreadPlace
  readonly looked: LookedAt
  readonly base: string
  readonly terminal: Terminal
}

async function followListed({ place, looked, base, terminal }: Following): Promise<() => Promise<void>> {
  const { startFollowing } = await import('./follow-listed.ts')
  return startFollowing({
    place,
    looked,
    say: (line) => (line.isError ? terminal.err(line.text) : terminal.out(listedText(line, base))),
  })
}

/** Where the agent stands in front of something, sandboxes that cannot be served keep it from nothing. */
async function listenBeside(
  { url, upstreams }: ServedAgent,
  start: () => Promise<SandboxListener>,
  terminal: Terminal,
): Promise<SandboxListener | undefined> {
  try {
    return await start()
  } catch (error) {
    if (url === undefined || upstreams.length === 0 || !(error instanceof ToolError)) throw error
    terminal.err(`No sandbox is served: ${error.message}`)
    return undefined
  }
}

/** What is sent unsigned, or signed with another key than meant, fails at the receiver for reasons that nobody sees. */
function refuseWithoutKeys({ hosts }: SandboxListener, { env }: Terminal): void {
  for (const { name, live } of hosts.served()) {
    const { webhooks } = live
    if (webhooks === undefined || webhooks.sinks.length === 0) continue
    try {
      keyOf(name, live.settings.seed, webhooks, env)
    } catch (error) {
      throw new ToolError(
        'usage',
        `Cannot sign the webhooks of sandbox "${name}": ${messageOf(error)} (set it, or remove its sinks)`,
      )
    }
  }
}

function startListener(
  call: Call,
  settings: ResolvedSettings,
  library: RecordedLibrary,
  threads: SandboxThreads,
): Promise<SandboxListener> {
  const { terminal } = call
  const { config, token } = settings
  const data = makeDataDirectory(config.dataDir)
  const place = threadPlace(call, settings)
  return startSandboxListener({
    host: config.listen,
    port: config.sandboxPort,
    ...(token === undefined ? {} : { token, tokenScope: config.tokenScope }),
    names: config.hosts,
    ...(config.cors === 'any' && { cors: 'any' as const }),
    files: sandboxFiles(data, config.durability, library),
    makeJournal: (budget) => makeJournal(config.journalCapacity, randomUUID(), budget),
    bodyLimit: config.bodyLimit,
    webhooks: {
      allowed: config.webhooks.allow,
      environment: terminal.env,
      userAgent: `tool/${version}`,
    },
    packs: async () => (await import('./packs.ts')).readPacks(data),
    add: async (body) => (await threads.run({ task: 'sent', place, body })) as AddedSandbox,
    places: [data.root, terminal.cwd, specDirectory(settings.sources.sandboxes, terminal.cwd)],
    log: (line) => terminal.err(line),
  }).catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error
    throw new ToolError(error.code, withPortFlag(error.message, '--port'), { cause: error })
  })
}

function servedBy(
  { url, hosts }: SandboxListener,
  { config, token }: ResolvedSettings,
): Omit<Served, 'showsCredentials' | 'agent'> {
  const sandboxes = [...hosts.served()].map(({ live: { settings, api } }) => ({ settings, api }))
  const needsToken = token !== undefined && config.tokenScope === 'all'
  const unserved = hosts.names().filter((name) => hosts.find(name) === undefined)
  const open = isLoopback(config.listen) ? {} : { open: config.listen }
  return { url: url.replace(/\/$/, ''), dataDir: config.dataDir, ...open, needsToken, sandboxes, unserved }
}

async function tell(served: Served, terminal: Terminal): Promise<void> {
  if (!terminal.interactive) return terminal.out(servedLines(served).join('\n'))
  const { servedSummary } = await import('./print/served-summary.ts')
  terminal.painted(servedSummary(served, terminal.color).join('\n'))
}
