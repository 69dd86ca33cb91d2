/** A sandbox or a fork, through its control paths. */
import type { ControlClient } from '../cli/control-client.ts'
import { controlPath } from '../cli/place.ts'
import { ToolError } from '../support/errors.ts'
import { disposedBy } from './disposable.ts'
import { checkKind } from './options.ts'
import type {
  ArmedFault,
  Delivery,
  Fork,
  ForkOptions,
  JournalEntry,
  Judgement,
  Mode,
  ModeWish,
  Sandbox,
} from './types.ts'

/** Where something is served, and what lets a request in. */
export interface Address {
  readonly name: string
  readonly url: string
  readonly credential: string
}

/** The way to the server. */
export interface Reach {
  readonly client: ControlClient
  readonly token: string | undefined
  /** Everything has ended with the server. */
  isClosed(): boolean
}

/** Every scheme takes the credential in this field; the token is the server's. */
export function headersOf(
  { credential }: Pick<Address, 'credential'>,
  token: string | undefined,
): Record<string, string> {
  const authorization = { Authorization: `Bearer ${credential}` }
  return token === undefined ? authorization : { ...authorization, 'X-Tool-Token': token }
}

export function sandboxHandle({ name, url, credential }: Address, reach: Reach): Sandbox {
  const at = (rest: string): string => controlPath(name, rest)
  const get = async <T>(rest: string): Promise<T> => (await reach.client.get(at(rest))) as T
  const post = async <T>(rest: string, body?: unknown): Promise<T> => (await reach.client.post(at(rest), body)) as T
  const remove = async <T>(rest: string): Promise<T> => (await reach.client.remove(at(rest))) as T
  return {
    name,
    url,
    credential,
    headers: headersOf({ credential }, reach.token),
    fork: (options) => makeFork(name, options, reach),
    reset: async () => void (await post('/reset')),
    seed: async (records) => (await post<{ added: Record<string, number> }>('/seed', records)).added,
    advanceClock: async (seconds) => (await post<{ now: string }>('/clock', { advance_seconds: seconds })).now,
    snapshot: async () => (await post<{ token: string }>('/snapshot')).token,
    restore: async (token) => void (await post('/restore', { token })),
    async armFault(fault) {
      checkKind(fault)
      return (await post<{ armed: ArmedFault }>('/faults', fault)).armed
    },
    faults: async () => (await get<{ faults: readonly ArmedFault[] }>('/faults')).faults,
    clearFaults: async (filter = {}) => (await remove<{ cleared: number }>(`/faults${query(filter)}`)).cleared,
    addRules: async (...rules) => (await post<{ added: readonly string[] }>('/rules', { rules })).added,
    journal: async (options = {}) =>
      (await get<{ requests: readonly JournalEntry[] }>(`/requests${query(options)}`)).requests,
    clearJournal: async (options = {}) => void (await remove(`/requests${query(options)}`)),
    setMode: async (mode) => (await post<{ mode: Mode }>('/mode', modeBody(mode))).mode,
    clearMode: async () => void (await remove('/mode')),
    async verdict(options = {}) {
      try {
        return await get<Judgement>(`/mode/verify${query(options)}`)
      } catch (error) {
        throw inMethods(error)
      }
    },
    emit: async (event, data) => (await post<{ id: string }>('/webhooks/emit', { event, ...(data && { data }) })).id,
    deliveries: async () => (await get<{ deliveries: readonly Delivery[] }>('/webhooks')).deliveries,
    async waitForEvent(event, { after = 0, timeoutMs = 5_000 } = {}) {
      const wait = query({ wait: event, after, timeout_ms: timeoutMs })
      const { deliveries } = await get<{ deliveries: readonly Delivery[] }>(`/webhooks${wait}`)
      const ended = deliveries.find(({ status }) => status !== 'pending')
      if (ended !== undefined) return ended
      throw new ToolError('unavailable', `No delivery of "${event}" from "${name}" has ended within ${timeoutMs} ms`)
    },
  }
}

export async function makeFork(of: string, { webhookUrl }: ForkOptions = {}, reach: Reach): Promise<Fork> {
  const body = webhookUrl === undefined ? undefined : { webhook_url: webhookUrl }
  const address = (await reach.client.post(controlPath(of, '/fork'), body)) as Address
  const end = (): Promise<void> => endFork(address.name, reach)
  const url = withoutSlash(address.url)
  return { ...sandboxHandle({ ...address, url }, reach), end, ...disposedBy(end) }
}

/** The command line's advice, in our words. */
function inMethods(error: unknown): unknown {
  const [what] = (error instanceof ToolError && /^No mode is set on "[^"]*"/.exec(error.message)) || []
  if (what === undefined) return error
  return new ToolError('not-found', `${what}: call setMode('lost_response') first, or with another scenario`, {
    cause: error,
  })
}

/** One that has ended already, by itself say, is as wanted. */
async function endFork(name: string, { client, isClosed }: Reach): Promise<void> {
  if (isClosed()) return
  try {
    await client.remove(controlPath(name, '/fork'))
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'not-found') throw error
  }
}

export function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

function modeBody(mode: string | ModeWish): ModeWish {
  return typeof mode === 'string' ? { name: mode } : mode
}

function query(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
