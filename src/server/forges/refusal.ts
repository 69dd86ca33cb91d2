/** What a forge refused, in words, and whether it is for a time only. */
import type { ForgeRequest } from '../../forges/forge.ts'
import { type Token, tokenVariables } from '../../forges/token.ts'
import { waitIn } from '../../http/retry-after.ts'
import { type ErrorCode, messageOf, ToolError } from '../../support/errors.ts'
import { field } from '../../support/json.ts'
import { printable } from '../../support/printable.ts'

export interface Refused {
  /** 0 where there was no answer. */
  readonly status: number
  readonly headers?: Headers
  readonly body?: unknown
  /** Why there was no answer. */
  readonly problem: string
}

/** GitHub asks for at least a minute where a secondary limit says nothing else. */
const SECONDARY_WAIT_MS = 60_000
const MOST_QUOTED = 300
/** The last one that is written with four digits of a year. */
const LAST_MOMENT = Date.UTC(9999, 11, 31)

/** The milliseconds until a limit of rate lets go; undefined where none refused. */
export function limitedFor({ status, headers, body }: Refused, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined
  const told = waitIn(headers?.get('retry-after') ?? undefined, now)
  if (told !== undefined) return told
  const isUsedUp = ['x-ratelimit-remaining', 'ratelimit-remaining'].some((name) => headers?.get(name) === '0')
  const reset = Number(headers?.get('x-ratelimit-reset') ?? headers?.get('ratelimit-reset') ?? Number.NaN)
  if ((isUsedUp || status === 429) && Number.isFinite(reset)) return Math.max(0, reset * 1000 - now)
  const isSecondary = /secondary rate limit|abuse detection/i.test(saidBy(body))
  return status === 429 || isUsedUp || isSecondary ? SECONDARY_WAIT_MS : undefined
}

export interface Asked {
  readonly name: string
  readonly token: Token | undefined
  readonly now: number
}

export function refusal(came: Refused, { method, path }: ForgeRequest, { name, token, now }: Asked): ToolError {
  const what = `${method} ${path.split('?', 1)[0]}`
  const limited = limitedFor(came, now)
  if (limited !== undefined) {
    const until = new Date(Math.min(now + limited, LAST_MOMENT)).toISOString().replace(/\.\d+Z$/, 'Z')
    return new ToolError('unavailable', `${name} limits the rate of requests: try again after ${until} (${what})`)
  }
  if (came.status === 0) return new ToolError('unavailable', `Cannot ask ${name} for ${what}: ${came.problem}`)
  const quoted = saidBy(came.body)
  const answered = `${came.status}${quoted === '' ? '' : `: ${quoted}`}`
  const held = token === undefined ? 'no token' : token.variable
  return new ToolError(
    codeOf(came.status),
    wordsFor(came.status, { name, what, answered, held, hasToken: token !== undefined }),
  )
}

interface Words {
  readonly name: string
  readonly what: string
  readonly answered: string
  readonly held: string
  readonly hasToken: boolean
}

function wordsFor(status: number, { name, what, answered, held, hasToken }: Words): string {
  const platform = name === 'GitHub' ? 'github' : 'gitlab'
  if (status === 401 && hasToken) return `${name} refuses ${held} (${answered}): it is wrong or has expired`
  if (status === 401) return `${name} requires a token for ${what}: set ${tokenVariables(platform)}`
  if (status === 403) return `${name} does not allow ${what} with ${held} (${answered})`
  if (status === 404) return `${name} does not know ${what}, or does not show it with ${held} (${answered})`
  return `${name} refuses ${what} (${answered})`
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  return status >= 500 ? 'unavailable' : 'conflict'
}

/** The status of the answer that an error of the client is about; undefined for another error. */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof ToolError ? field(error.cause, 'status') : undefined
  return typeof status === 'number' ? status : undefined
}

/** What the forge says for itself: `message` and `errors` of GitHub; `message` (text, list or lists by field) and `error` of GitLab. */
function saidBy(body: unknown): string {
  const parts = [field(body, 'message'), field(body, 'error'), field(body, 'error_description'), field(body, 'errors')]
  const said = parts.flatMap((part) => textsIn(part, 0)).filter((text) => text !== '')
  return printable([...new Set(said)].join(': ')).slice(0, MOST_QUOTED)
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > 3 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.slice(0, 10).flatMap((one) => textsIn(one, depth + 1))
  const message = field(value, 'message')
  if (message !== undefined) return textsIn(message, depth + 1)
  return Object.entries(value)
    .slice(0, 10)
    .map(([key, one]) => `${key} ${textsIn(one, depth + 1).join(' ')}`.trim())
}

/** Why nothing was answered. */
export function unreachable(error: unknown, isLate: boolean): string {
  if (isLate) return 'it did not answer in time'
  const { cause } = error as Error
  const { code = '' } = (cause ?? error) as NodeJS.ErrnoException
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection reset',
    UND_ERR_SOCKET: 'connection closed',
    ENOTFOUND: 'its name is not known',
    EAI_AGAIN: 'its name cannot be looked up now',
    ETIMEDOUT: 'connection timed out',
    UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  }
  if ((error as Error).name === 'AbortError') return 'it was stopped'
  return words[code] ?? messageOf(cause ?? error).split('\n', 1)[0] ?? code
}
