/** Where a command works: its settings, the data directory, the sandboxes in it, and the server that may be running there. */
import { setTimeout } from 'node:timers/promises'
import { urlHost } from '../http/loopback.ts'
import { isForkName } from '../sandbox/sandbox.ts'
import type { DataDirectory } from '../stores/data-directory.ts'
import { usableDataDirectory } from '../stores/data-directory.ts'
import type { StoredDescription } from '../stores/descriptions.ts'
import { openRegisteredModel } from '../stores/registered-model.ts'
import { openSandboxes, type RegisteredSandbox, type Sandboxes } from '../stores/sandboxes.ts'
import { findHolder, findServer, lockChange, settleLeftovers } from '../stores/server-file.ts'
import { ToolError } from '../support/errors.ts'
import { nearest as nearestOf } from '../support/nearest.ts'
import type { Call } from './command.ts'
import { type ControlClient, controlClient } from './control-client.ts'
import { type ResolvedSettings, resolveSettings } from './settings.ts'

export interface Place {
  readonly settings: ResolvedSettings
  readonly data: DataDirectory
  readonly sandboxes: Sandboxes
  /** This process is the server of the data directory: no other is waited for. */
  readonly isHolder?: boolean
  /** Tells the user why a command takes its time. */
  readonly say: (line: string) => void
}

export async function openPlace(call: Call): Promise<Place> {
  const settings = await resolveSettings(call)
  const data = usableDataDirectory(settings.config.dataDir)
  const say = (line: string): void => call.terminal.err(line)
  for (const { message } of leftovers(data)) say(message)
  return { settings, data, sandboxes: openSandboxes(data), say }
}

/** What cannot be settled, for whatever reason, keeps no command from its work. */
function leftovers(data: DataDirectory): readonly ToolError[] {
  try {
    return settleLeftovers(data)
  } catch (error) {
    if (error instanceof ToolError) return [error]
    throw error
  }
}

/** The sandbox of this name; an error that names the nearest when there is none. */
export function getSandbox({ sandboxes, data }: Place, name: string): RegisteredSandbox {
  const found = sandboxes.find(name)
  if (found) return found
  const known = sandboxes.list().sandboxes.map(({ settings }) => settings.name)
  const nearest = nearestOf(name, known)
  const advice = nearest ?? (known.length === 0 ? undefined : known.slice(0, 5).join(', '))
  const hint = nearest ? `did you mean ${nearest}?` : advice ? `there is ${advice}` : 'none is registered'
  throw new ToolError('not-found', `No sandbox "${name}" in ${data.root} (${hint})`)
}

/** The name of a sandbox that is registered, be its files readable or damaged. */
export function knownName(place: Place, name: string): string {
  try {
    return getSandbox(place, name).settings.name
  } catch (error) {
    if (error instanceof ToolError && error.code === 'corrupt') return name
    throw error
  }
}

export function openApi({ data, sandboxes }: Place, name: string): StoredDescription {
  return openRegisteredModel(data, name, (one) => sandboxes.get(one)).api
}

/** The control plane of the server that runs on this data directory; undefined when none does. */
export function runningServer({ data, settings }: Place): ControlClient | undefined {
  const server = findServer(data)
  // A server whose sandboxes could not be served has no control plane for them.
  return server && server.addresses.sandbox !== '' ? controlClient(server.addresses.sandbox, settings.token) : undefined
}

/** As `runningServer`, once it has taken our token: what a command then writes will be served. */
export async function reachedServer(place: Place): Promise<ControlClient | undefined> {
  const server = runningServer(place)
  await server?.get('/_tool/sandboxes')
  return server
}

/** How often, and how long, a process that holds the data directory for a moment is waited for. */
const LOOK_AGAIN_MS = 20
const PATIENCE_MS = 10_000

/** A wait that is over sooner needs no words. */
const SILENCE_MS = 500

/** What `attempt` gives, as soon as it gives anything; undefined when it does not in a while. `onWait` is told once of a long wait. */
export async function patiently<T>(attempt: () => T | undefined, onWait?: () => void): Promise<T | undefined> {
  for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    const found = attempt()
    if (found !== undefined) return found
    if (waited === SILENCE_MS) onWait?.()
    await setTimeout(LOOK_AGAIN_MS)
  }
  return undefined
}

/** Does something with what a sandbox keeps: `told` by the server that runs on this data directory, else `here`, where no server starts meanwhile. */
export async function change<T>(
  place: Place,
  told: (server: ControlClient) => Promise<T>,
  here: () => T | Promise<T>,
): Promise<T> {
  const { data, say, isHolder = false } = place
  if (isHolder) return here()
  const way = await patiently(
    () => runningServer(place) ?? lockChange(data),
    () => say(`waiting for ${holderText(data)}, which holds ${data.root}`),
  )
  if (way === undefined)
    throw new ToolError(
      'conflict',
      `Cannot use ${data.root}: ${holderText(data)} holds it and does not say where it listens (try again, or stop it)`,
    )
  if (!('release' in way)) return told(way)
  try {
    return await here()
  } finally {
    way.release()
  }
}

function holderText(data: DataDirectory): string {
  const pid = findHolder(data)
  return pid === undefined ? 'another process' : `process ${pid}`
}

/** The sandbox that a name is of, or of whose forks it is one. */
export function registeredName(name: string): string {
  return name.split('--')[0] ?? name
}

/** Takes a sandbox away with all that is kept of it; a running server stops serving it at once. */
export async function unregisterSandbox(place: Place, name: string): Promise<void> {
  await change<unknown>(
    place,
    (server) => server.remove(controlPath(name)),
    () => place.sandboxes.remove(name),
  )
}

/** The control path of a sandbox. */
export function controlPath(name: string, rest = ''): string {
  return `/_tool/sandboxes/${encodeURIComponent(name)}${rest}`
}

/** Where a sandbox is served, by the server that runs or by the one that the settings let start; its route alone where that takes any free port. */
export function addressOf({ data, settings: { config } }: Place, name: string): string {
  const running = findServer(data)?.addresses.sandbox
  const usual = config.sandboxPort === 0 ? '' : `http://${urlHost(config.listen)}:${config.sandboxPort}`
  return `${running || usual}/${name}/`
}

/** As `runningServer`; an error that says what lives only there when none runs. */
export function getServer(place: Place, what: string): ControlClient {
  const server = runningServer(place)
  if (server) return server
  throw new ToolError(
    'unavailable',
    `No server runs on ${place.data.root}, and ${what} in a running server: start one with "tool up"`,
  )
}

/** The name of a registered sandbox, or of a fork, of which only the running server knows. */
export function servedName(place: Place, name: string): string {
  if (!isForkName(name)) return getSandbox(place, name).settings.name
  getServer(place, 'a fork lives')
  return name
}
