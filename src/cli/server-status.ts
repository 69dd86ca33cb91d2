/** What runs on a data directory: the process by its lock, whether it answers by its control plane. */
import { findServer } from '../stores/server-file.ts'
import { ToolError } from '../support/errors.ts'
import { field } from '../support/json.ts'
import { type ControlClient, controlClient } from './control-client.ts'
import { deadlineIn } from './deadline.ts'
import type { Place } from './place.ts'

export type ServerStatus =
  | { readonly running: false }
  | {
      readonly running: true
      readonly pid: number
      /** RFC 3339. */
      readonly started: string
      /** Without trailing slashes; each absent where it does not listen. */
      readonly addresses: { readonly sandbox?: string; readonly agent?: string }
      /** The server has answered. */
      readonly answers: boolean
      /** Undefined where they are not told; `problem` says why. */
      readonly sandboxes: readonly StatusSandbox[] | undefined
      readonly problem?: string
    }

export interface StatusSandbox {
  readonly name: string
  readonly url: string
  readonly served: boolean
  /** Why it is not served. */
  readonly problem?: string
}

const PATIENCE_MS = 2_000
/** A server that is well answers sooner, however little time is left. */
const LEAST_MS = 200

/** `most`: how long it may take, in milliseconds. */
export async function statusOf({ data, settings }: Place, most: number = PATIENCE_MS): Promise<ServerStatus> {
  const server = findServer(data)
  if (server === undefined) return { running: false }
  const { pid, started } = server
  const { sandbox, agent } = server.addresses
  const addresses = { ...(sandbox !== '' && { sandbox }), ...(agent !== undefined && { agent }) }
  const known = { running: true as const, pid, started, addresses }
  const deadline = deadlineIn(Math.min(PATIENCE_MS, most))
  const client = (): ControlClient =>
    controlClient(sandbox || (agent ?? ''), settings.token, Math.max(LEAST_MS, deadline.left()))
  try {
    await client().get(sandbox === '' ? '/healthz' : '/_tool/healthz')
    if (sandbox === '') return { ...known, answers: true, sandboxes: [] }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { ...known, answers: false, sandboxes: undefined, problem: error.message }
  }
  try {
    const listed = field(await client().get('/_tool/sandboxes'), 'sandboxes')
    return { ...known, answers: true, sandboxes: Array.isArray(listed) ? listed.map(asSandbox) : [] }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { ...known, answers: true, sandboxes: undefined, problem: error.message }
  }
}

function asSandbox(raw: unknown): StatusSandbox {
  const problem = field(raw, 'problem')
  return {
    name: String(field(raw, 'name')),
    url: String(field(raw, 'url')),
    served: field(raw, 'served') === true,
    ...(typeof problem === 'string' && { problem }),
  }
}
