/** The control plane of the agent listener: health, acknowledging, accepting, reports, metrics. A request as a value in, an answer as a value out. */
import type { Baseline } from '../agent/learner.ts'
import { type HttpRequest, type HttpResponse, json } from '../http/message.ts'
import { errorCodes, ToolError } from '../support/errors.ts'
import { prometheusFamily, type Sample } from './prometheus.ts'

/** The health payload of the interface (2.7), with additive members. */
export interface AgentHealth {
  readonly status: 'ok'
  readonly uptime_seconds: number
  readonly requests_proxied: number
  readonly upstream_errors: number
  readonly upstream_body_errors: number
  /** Additive: interim answers (1xx) that were too many for a request, or for its client. */
  readonly interim_answers_dropped: number
  readonly recordings_written: number
  readonly recordings_dropped: number
  readonly recordings_sampled_out: number
  readonly observer_panics: number
  readonly events_emitted: number
  readonly alerts_sent: number
  readonly last_delivery_ok: boolean
  readonly last_delivery_err: string
  readonly deliveries_dropped: number
  readonly saturation_evictions: number
  readonly tracked_fingerprints: number
  readonly baselines: readonly Baseline[]
  /** Present only while a description is watched. */
  readonly spec_watch?: readonly SpecWatchHealth[]
  /** Additive: the upstreams with their routes. */
  readonly upstreams: readonly { readonly name: string; readonly listen: string }[]
}

/** What is known of a description that is watched. */
export interface SpecWatchHealth {
  readonly upstream: string
  /** Where it is, as it may be shown. */
  readonly source: string
  /** RFC 3339; null before the first look. */
  readonly checked_at: string | null
  /** The last look succeeded, or none was taken yet. */
  readonly ok: boolean
  /** Why the last look failed; '' where it did not. */
  readonly error: string
  /** Since the pin, as the last look that succeeded found them. */
  readonly changes: Readonly<Record<'ERR' | 'WARN' | 'INFO', number>>
  /** Null before the first look that succeeded. */
  readonly pinned_sha256: string | null
  readonly current_sha256: string | null
  /** Looks that failed since the start. */
  readonly failures: number
}

/** What is asked of whoever observes the traffic; that may be busy or have died. */
export interface AgentPort {
  health(): AgentHealth
  /** False where the fingerprint is unknown. */
  acknowledge(fingerprint: string): Promise<boolean>
  /** How many families were refrozen; undefined where the fingerprint is unknown. */
  accept(fingerprint: string): Promise<number | undefined>
  report(): Promise<unknown>
  incidents(): Promise<unknown>
  volatileSuggestions(): Promise<unknown>
  /** What is known of the descriptions that are watched. */
  specs(): readonly SpecWatchHealth[]
  /** Looks at the description of an upstream now; `pins` takes it as the pin. Rejects with ToolError. */
  checkSpec(upstream: string, pins: boolean): Promise<SpecWatchHealth>
  /** Forgets what is normal; gives how many families went. */
  resetBaselines(filter: { readonly upstream?: string; readonly endpoint?: string }): Promise<number>
}

interface AgentRoute {
  readonly method: 'GET' | 'POST'
  readonly run: (query: URLSearchParams, agent: AgentPort) => HttpResponse | Promise<HttpResponse>
  /** Names of the query parameters that are taken. */
  readonly takes: readonly string[]
}

const PREFIX = '/_tool/agent'

const routes: ReadonlyMap<string, AgentRoute> = new Map<string, AgentRoute>([
  ['/healthz', { method: 'GET', takes: [], run: (_, agent) => json(200, agent.health()) }],
  ['/metrics', { method: 'GET', takes: [], run: (_, agent) => metricsOf(agent.health()) }],
  ['/ack', { method: 'POST', takes: ['fp'], run: acknowledge }],
  ['/accept', { method: 'POST', takes: ['fp'], run: accept }],
  [`${PREFIX}/report`, { method: 'GET', takes: [], run: async (_, agent) => json(200, await agent.report()) }],
  [`${PREFIX}/incidents`, { method: 'GET', takes: [], run: async (_, agent) => json(200, await agent.incidents()) }],
  [
    `${PREFIX}/volatile`,
    { method: 'GET', takes: [], run: async (_, agent) => json(200, await agent.volatileSuggestions()) },
  ],
  [`${PREFIX}/spec`, { method: 'GET', takes: [], run: (_, agent) => json(200, { specs: agent.specs() }) }],
  [
    `${PREFIX}/spec/check`,
    { method: 'POST', takes: ['upstream'], run: (query, agent) => checkSpec(query, agent, false) },
  ],
  [`${PREFIX}/spec/pin`, { method: 'POST', takes: ['upstream'], run: (query, agent) => checkSpec(query, agent, true) }],
  [`${PREFIX}/baselines/reset`, { method: 'POST', takes: ['upstream', 'endpoint'], run: resetBaselines }],
])

/** Undefined where the path is none of ours. `trusted`: no token is configured, or it was sent. */
export function answerAgent(
  request: HttpRequest,
  trusted: boolean,
  agent: AgentPort,
): HttpResponse | Promise<HttpResponse> | undefined {
  const route = routes.get(request.path)
  if (route === undefined) return undefined
  const { method } = request
  const fits = method === route.method || (method === 'HEAD' && route.method === 'GET')
  if (!fits) return json(405, { message: 'Method Not Allowed' }, ['Allow', allowed(route)])
  // Public also where a token is configured, so it says nothing else.
  if (!trusted && request.path === '/healthz') return json(200, { status: 'ok' })
  try {
    const query = new URLSearchParams(request.search)
    refuseStrangers(query, route)
    const answer = route.run(query, agent)
    return answer instanceof Promise ? answer.catch(refusal) : answer
  } catch (error) {
    return refusal(error)
  }
}

function allowed({ method }: AgentRoute): string {
  return method === 'GET' ? 'GET, HEAD' : method
}

function refuseStrangers(query: URLSearchParams, { takes, method }: AgentRoute): void {
  const stranger = [...query.keys()].find((name) => !takes.includes(name))
  if (stranger === undefined || method === 'GET') return
  const known = takes.length === 0 ? 'none is taken' : `there is ${takes.join(', ')}`
  throw new ToolError('bad-input', `Unknown query parameter ${JSON.stringify(stranger.slice(0, 80))} (${known})`)
}

function refusal(error: unknown): HttpResponse {
  if (!(error instanceof ToolError)) throw error
  return json(errorCodes[error.code].status, { message: error.message })
}

function fingerprintIn(query: URLSearchParams): string {
  const fingerprint = query.get('fp')
  if (fingerprint === null || fingerprint === '') throw new ToolError('bad-input', 'fp is required: a fingerprint')
  return fingerprint
}

async function acknowledge(query: URLSearchParams, agent: AgentPort): Promise<HttpResponse> {
  const fingerprint = fingerprintIn(query)
  if (!(await agent.acknowledge(fingerprint))) return unknownFingerprint(fingerprint)
  return json(200, { acked: fingerprint })
}

async function accept(query: URLSearchParams, agent: AgentPort): Promise<HttpResponse> {
  const fingerprint = fingerprintIn(query)
  const families = await agent.accept(fingerprint)
  if (families === undefined) return unknownFingerprint(fingerprint)
  return json(200, { accepted: fingerprint, refrozen_families: families })
}

function unknownFingerprint(fingerprint: string): HttpResponse {
  return json(404, { message: `unknown fingerprint ${fingerprint.slice(0, 80)}` })
}

async function resetBaselines(query: URLSearchParams, agent: AgentPort): Promise<HttpResponse> {
  const [upstream, endpoint] = [query.get('upstream'), query.get('endpoint')]
  const filter = { ...(upstream !== null && { upstream }), ...(endpoint !== null && { endpoint }) }
  return json(200, { reset_families: await agent.resetBaselines(filter) })
}

async function checkSpec(query: URLSearchParams, agent: AgentPort, pins: boolean): Promise<HttpResponse> {
  const upstream = query.get('upstream')
  if (upstream === null || upstream === '') throw new ToolError('bad-input', 'upstream is required: a name')
  return json(200, await agent.checkSpec(upstream, pins))
}

const COUNTERS: readonly (readonly [keyof AgentHealth, help: string])[] = [
  ['requests_proxied', 'Requests that were sent on to an upstream'],
  ['upstream_errors', 'Requests that no answer came to'],
  ['upstream_body_errors', 'Answers that the upstream broke off'],
  ['interim_answers_dropped', 'Interim answers (1xx) that were too many to be passed on'],
  ['recordings_written', 'Exchanges that were written to disk'],
  ['recordings_dropped', 'Exchanges that found no room in the queue or on the disk'],
  ['recordings_sampled_out', 'Exchanges that sampling left out'],
  ['observer_panics', 'Failures of the observer, which never reach traffic'],
  ['events_emitted', 'Findings and incidents that were told'],
  ['alerts_sent', 'Alerts that were delivered'],
  ['deliveries_dropped', 'Alerts that were given up'],
  ['saturation_evictions', 'What was let go for want of room in the state'],
]

function metricsOf(health: AgentHealth): HttpResponse {
  const value = (key: keyof AgentHealth): Sample[] => [['', {}, Number(health[key])]]
  const families = [
    ...COUNTERS.map(([key, help]) => prometheusFamily(`tool_agent_${key}_total`, 'counter', help, value(key))),
    prometheusFamily('tool_agent_tracked_fingerprints', 'gauge', 'Fingerprints kept', value('tracked_fingerprints')),
    prometheusFamily('tool_agent_baselines', 'gauge', 'Families with a baseline', [
      ['', { warmed_up: 'true' }, health.baselines.filter((one) => one.warmed_up).length],
      ['', { warmed_up: 'false' }, health.baselines.filter((one) => !one.warmed_up).length],
    ]),
    prometheusFamily('tool_agent_uptime_seconds', 'gauge', 'Seconds since the start', value('uptime_seconds')),
  ]
  return {
    status: 200,
    fields: ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8'],
    body: families.join(''),
  }
}
