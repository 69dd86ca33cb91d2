/** What the commands of `pr` are told: flags, the variables of CI, the event of a workflow, the handoff. */
import { resolve } from 'node:path'
import type { Forge, ForgeCall } from '../forges/forge.ts'
import { type Handoff, readHandoff } from '../forges/handoff.ts'
import { forgeOf, type Place, readPlace } from '../forges/place.ts'
import type { RemoteAddress } from '../forges/remote-address.ts'
import { findToken, type Token, tokenVariables } from '../forges/token.ts'
import { type ForgeClient, makeForgeClient, urlOf } from '../server/forges/client.ts'
import { readRegularFile } from '../stores/regular-file.ts'
import { openSource } from '../stores/source-documents.ts'
import { ToolError } from '../support/errors.ts'
import { type Call, type Flag, jsonFlag } from './command.ts'
import { type PlannedRequest, planned } from './print/planned-request.ts'

export const handoffFlag: Flag = {
  name: 'handoff',
  value: '<file>',
  summary: 'file from "tool spec-update --handoff"; - reads standard input',
}

export const placeFlags: readonly Flag[] = [
  { name: 'platform', value: '<name>', choices: ['github', 'gitlab'], summary: 'the forge (default: from CI)' },
  { name: 'repo', value: '<owner/name>', summary: 'the repository (default: from CI)' },
  { name: 'api', value: '<url>', summary: 'base URL of the API of a self-hosted forge (default: from CI)' },
  { name: 'dry-run', summary: 'print what would be sent, but send nothing' },
  jsonFlag,
]

const MOST_BYTES = 16 * 1024 * 1024

/** Throws a ToolError where the flag is missing, or the file is none. */
export async function readHandoffFile({ flags, terminal }: Call): Promise<Handoff> {
  const location = flags.text('handoff')
  if (location === undefined)
    throw new ToolError('usage', 'Name the handoff with --handoff: the file that tool spec-update --handoff wrote')
  const { document } = await openSource({ location, cwd: terminal.cwd, stdin: terminal.stdin() })
  if (document.bytes.length > MOST_BYTES) throw new ToolError('too-large', `${location} is larger than 16 MiB`)
  return readHandoff(parsed(document.bytes), location)
}

/** undefined for what is no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

export interface Addressed extends Place {
  readonly forge: Forge
  readonly token: Token | undefined
  /** This is a run of GitHub Actions. */
  readonly isWorkflow: boolean
}

export function findPlace({ flags, terminal: { env, cwd } }: Call, remote?: RemoteAddress): Addressed {
  const wish = {
    platform: flags.text('platform'),
    repo: flags.text('repo'),
    number: flags.text('number'),
    sha: flags.text('sha'),
    api: flags.text('api'),
  }
  const place = readPlace({ wish, env, event: readEvent(env['GITHUB_EVENT_PATH'], cwd), remote })
  const token = findToken(place.platform, env)
  return { ...place, forge: forgeOf(place), token, isWorkflow: env['GITHUB_ACTIONS'] === 'true' }
}

/** undefined where there is none that can be read: then it tells nothing. */
function readEvent(path: string | undefined, cwd: string): unknown {
  if (path === undefined || path === '') return undefined
  try {
    const bytes = readRegularFile(resolve(cwd, path))
    return bytes.length > MOST_BYTES ? undefined : parsed(bytes)
  } catch {
    return undefined
  }
}

export function getToken({ platform, token }: Addressed): Token {
  if (token !== undefined) return token
  throw new ToolError('unauthenticated', `There is no token: set ${tokenVariables(platform)}`)
}

export function clientOf({ api, forge, token }: Addressed, signal?: AbortSignal): ForgeClient {
  return makeForgeClient({ api, name: forge.name, token, ...(signal !== undefined && { signal }) })
}

export function plannedOf({ api }: Place, calls: readonly ForgeCall<unknown>[]): readonly PlannedRequest[] {
  return calls.map((call) => planned(call, urlOf(api, call.path)))
}
