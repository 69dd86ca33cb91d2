/** An upstream as a user writes it, in `tool.yaml` or with `tool upstream add`, and what may be wrong with it. */
import { ToolError } from '../support/errors.ts'
import { isObject } from '../support/json.ts'
import { hintAmong } from '../support/nearest.ts'
import { shownAddress } from '../support/shown-address.ts'
import {
  CONNECT_TIMEOUT_MS,
  type RecordOptions,
  type TlsOptions,
  type Upstream,
  USUAL_WARMUP,
  type Warmup,
} from './upstream.ts'

/** More than one agent has any use for. */
const MOST_UPSTREAMS = 1_000

/** Routes that the agent answers itself. */
const RESERVED = new Set(['_tool', 'healthz', 'metrics', 'ack', 'accept', 'report', 'incidents'])

export const upstreamKeys = [
  'target',
  'listen',
  'preserve_host',
  'forwarded',
  'tls',
  'connect_timeout',
  'record',
  'mute',
  'volatile_fields',
  'spec_source',
  'spec_poll_minutes',
  'sandbox',
  'warmup',
  'client_error_rate',
] as const

export const tlsKeys = ['ca', 'cert', 'key', 'servername'] as const
export const recordKeys = ['include', 'exclude', 'sample'] as const
export const warmupKeys = ['min_samples', 'min_hours'] as const

/** Those in the order of their names. Throws ToolError `usage` that names the upstream and what is wrong with it. `where` leads the message. */
export function readUpstreams(
  raw: Readonly<Record<string, unknown>>,
  warmup: Warmup = USUAL_WARMUP,
  where = '',
): readonly Upstream[] {
  const count = Object.keys(raw).length
  if (count > MOST_UPSTREAMS)
    throw new ToolError('usage', `${where}there are ${count} upstreams: at most ${MOST_UPSTREAMS} are served`)
  const upstreams = Object.entries(raw)
    .map(([name, value]) => readUpstream(name, value, warmup, where))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const [i, one] of upstreams.entries())
    for (const other of upstreams.slice(i + 1)) refuseOverlap(one, other, where)
  return upstreams
}

/** The same of one; a text is its target. */
export function readUpstream(name: string, raw: unknown, usual: Warmup = USUAL_WARMUP, where = ''): Upstream {
  const fail = (problem: string): never => {
    throw new ToolError('usage', `${where}upstream ${JSON.stringify(shownAddress(name).slice(0, 80))}: ${problem}`)
  }
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(name)) fail('a name starts with a-z or a digit, then a-z, 0-9, "_" and "-"')
  const value = typeof raw === 'string' ? { target: raw } : raw
  if (!isObject(value)) return fail('it must be a mapping with a target, or the target alone')
  refuseStrangers(value, upstreamKeys, fail)
  const read = new Reader(value, fail)
  const specSource = read.text('spec_source')
  const specPollMinutes = read.number('spec_poll_minutes', 1, 10_080)
  const sandbox = read.text('sandbox')
  const clientErrorRate = read.share('client_error_rate')
  return {
    name,
    target: targetOf(read.text('target') ?? fail('target is missing: the base URL of the provider'), fail),
    listen: routeOf(read.text('listen') ?? `/${name}`, fail),
    preserveHost: read.truth('preserve_host'),
    forwarded: read.truth('forwarded'),
    tls: tlsOf(read.mapping('tls'), fail),
    connectTimeoutMs: Math.round((read.number('connect_timeout', 0.01, 600) ?? CONNECT_TIMEOUT_MS / 1000) * 1000),
    record: recordOf(read.mapping('record'), fail),
    mute: read.texts('mute'),
    volatileFields: read.texts('volatile_fields'),
    ...(specSource !== undefined && { specSource }),
    ...(specPollMinutes !== undefined && { specPollMinutes }),
    ...(sandbox !== undefined && { sandbox }),
    warmup: readWarmup(read.mapping('warmup'), usual, fail),
    ...(clientErrorRate !== undefined && { clientErrorRate }),
  }
}

type Fail = (problem: string) => never

/** `{min_samples, min_hours}`, what is not said as `usual`. */
export function readWarmup(value: Readonly<Record<string, unknown>>, usual: Warmup, fail: Fail): Warmup {
  refuseStrangers(value, warmupKeys, (problem) => fail(`warmup: ${problem}`))
  const read = new Reader(value, (problem) => fail(`warmup: ${problem}`))
  const minSamples = read.number('min_samples', 0, 1_000_000) ?? usual.minSamples
  if (!Number.isInteger(minSamples)) fail('warmup: min_samples must be a whole number')
  return { minSamples, minHours: read.number('min_hours', 0, 8760) ?? usual.minHours }
}

function refuseStrangers(value: Readonly<Record<string, unknown>>, known: readonly string[], fail: Fail): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key))
  if (stranger !== undefined)
    fail(`unknown key ${JSON.stringify(stranger.slice(0, 80))} (${hintAmong(stranger, known, 'it has')})`)
}

function targetOf(text: string, fail: Fail): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return fail('target must be an http or https URL such as https://api.example.com')
  if (url.username !== '' || url.password !== '') fail('target must hold no credential: the clients send their own')
  if (url.search !== '' || url.hash !== '') fail('target must end with its path, without "?" and "#"')
  return text.replace(/\/+$/, '')
}

function routeOf(text: string, fail: Fail): string {
  const route = text.replace(/\/+$/, '')
  if (!/^(\/[A-Za-z0-9._~-]+){1,8}$/.test(route) || /(^|\/)\.\.?(\/|$)/.test(route))
    return fail('listen must be a path such as /stripe')
  const first = route.split('/')[1] ?? ''
  if (RESERVED.has(first)) fail(`listen /${first} is taken by the agent itself (choose another with listen)`)
  return route
}

function refuseOverlap(one: Upstream, other: Upstream, where: string): void {
  const [a, b] = [`${one.listen}/`, `${other.listen}/`]
  if (!a.startsWith(b) && !b.startsWith(a)) return
  throw new ToolError(
    'usage',
    `${where}upstreams "${one.name}" and "${other.name}" overlap: ${one.listen} and ${other.listen} (give one another listen)`,
  )
}

function tlsOf(value: Readonly<Record<string, unknown>>, fail: Fail): TlsOptions {
  refuseStrangers(value, tlsKeys, (problem) => fail(`tls: ${problem}`))
  const read = new Reader(value, (problem) => fail(`tls: ${problem}`))
  const found = tlsKeys.map((key) => [key, read.text(key)] as const).filter(([, text]) => text !== undefined)
  const tls = Object.fromEntries(found) as TlsOptions
  if ((tls.cert === undefined) !== (tls.key === undefined)) fail('tls: cert and key go together')
  return tls
}

function recordOf(value: Readonly<Record<string, unknown>>, fail: Fail): RecordOptions {
  const inside: Fail = (problem) => fail(`record: ${problem}`)
  refuseStrangers(value, recordKeys, inside)
  const read = new Reader(value, inside)
  return { include: read.texts('include'), exclude: read.texts('exclude'), sample: read.share('sample') ?? 1 }
}

const MOST_TEXTS = 1_000

/** Reads members of a mapping, and says what was wanted. */
class Reader {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #fail: Fail

  constructor(value: Readonly<Record<string, unknown>>, fail: Fail) {
    this.#value = value
    this.#fail = fail
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.#value, key) ? (this.#value[key] ?? undefined) : undefined
  }

  text(key: string): string | undefined {
    const value = this.#get(key)
    if (value === undefined) return undefined
    return typeof value === 'string' && value !== '' ? value : this.#fail(`${key} must be a text`)
  }

  truth(key: string): boolean {
    const value = this.#get(key)
    return value === undefined || typeof value === 'boolean'
      ? value === true
      : this.#fail(`${key} must be true or false`)
  }

  number(key: string, least: number, most: number): number | undefined {
    const value = this.#get(key)
    if (value === undefined) return undefined
    const fits = typeof value === 'number' && value >= least && value <= most
    return fits ? value : this.#fail(`${key} must be a number from ${least} to ${most}`)
  }

  share(key: string): number | undefined {
    return this.number(key, 0, 1)
  }

  texts(key: string): readonly string[] {
    const value = this.#get(key)
    if (value === undefined) return []
    const fits = (one: unknown): one is string => typeof one === 'string' && one !== ''
    const isList = Array.isArray(value) && value.length <= MOST_TEXTS && value.every(fits)
    return isList ? (value as readonly string[]) : this.#fail(`${key} must be a list of texts`)
  }

  mapping(key: string): Readonly<Record<string, unknown>> {
    const value = this.#get(key)
    if (value === undefined) return {}
    return isObject(value) ? value : this.#fail(`${key} must be a mapping`)
  }
}
