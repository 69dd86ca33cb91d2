/** The agent as a whole: the proxy, the observer behind it, alerts, and what is asked of them. */
import { existsSync } from 'node:fs'
import type { Alert, Receiver } from '../agent/alerts/alert.ts'
import type { AgentQuestion, AgentSnapshot } from '../agent/questions.ts'
import type { Upstream } from '../agent/upstream.ts'
import { type AgentHealth, type AgentPort, answerAgent, type SpecWatchHealth } from '../control/agent.ts'
import { hostName, isLoopback } from '../http/loopback.ts'
import { dataDirectory } from '../stores/data-directory.ts'
import { ToolError } from '../support/errors.ts'
import { type AgentListener, type AgentListenerOptions, startAgentListener } from './agent-listener.ts'
import { AlertSender } from './alert-sender.ts'
import type { ObservedUpstream, ObserverStart } from './observer/messages.ts'
import { type Observer, startObserver } from './observer/observer.ts'
import { type SpecWatch, startSpecWatch } from './spec-watch/spec-watch.ts'
import type { Telemetry } from './telemetry.ts'

export interface AgentOptions
  extends Pick<AgentListenerOptions, 'host' | 'port' | 'token' | 'names' | 'log'>,
    Omit<ObserverStart, 'upstreams'> {
  readonly upstreams: readonly ObservedUpstream[]
  readonly receivers: readonly Receiver[]
  /** Variables that receivers and the telemetry name. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Where relative files of watched descriptions start, and git looks for its repository. */
  readonly directory: string
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number
}

export interface RunningAgent {
  readonly url: string
  /** Takes other upstreams from now on. */
  follow(upstreams: readonly ObservedUpstream[]): void
  /** Lets answers under way finish, and writes what was seen. */
  stop(): Promise<void>
}

/** Listens and observes. Throws ToolError when it may or can not. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const agent = new Agent(options)
  try {
    return await agent.start()
  } catch (error) {
    await agent.stop(0)
    throw error
  }
}

class Agent implements AgentPort {
  readonly #options: AgentOptions
  readonly #sender: AlertSender
  readonly #now: () => number
  readonly #started: number
  #upstreams: readonly ObservedUpstream[]
  /** Known once it listens. */
  #routed: readonly Upstream[] = []
  #observer: Observer | undefined
  #listener: AgentListener | undefined
  #telemetry: Telemetry | undefined
  readonly #specs: SpecWatch

  constructor(options: AgentOptions) {
    const { receivers, env, log, upstreams, now = () => performance.now() } = options
    this.#options = options
    this.#now = now
    this.#started = now()
    this.#sender = new AlertSender({ receivers, env, log })
    this.#upstreams = upstreams
    this.#specs = startSpecWatch({
      ...{ dataDirectory: options.dataDirectory, directory: options.directory, env, log },
      tell: async (upstream, changes, at) => this.#observer?.ask({ ask: 'spec', upstream, changes, at }),
    })
  }

  async start(): Promise<RunningAgent> {
    const { host, port, token, names, log, dataDirectory: data } = this.#options
    if (this.#upstreams.length > 0 || existsSync(dataDirectory(data).agentStateFile)) this.#observe()
    const listener = await startAgentListener({
      host,
      port,
      ...(token !== undefined && { token }),
      ...(names !== undefined && { names }),
      upstreams: () => this.#routed,
      offer: (exchange) => this.#observer?.offer(exchange),
      control: (request, { trusted }) => answerAgent(request, trusted, this),
      places: [data, this.#options.directory],
      log,
    })
    this.#listener = listener
    this.#routed = this.#safe(this.#upstreams)
    await this.#startTelemetry()
    this.#specs.follow(this.#routed)
    return { url: listener.url, follow: (upstreams) => this.#follow(upstreams), stop: () => this.stop() }
  }

  async stop(drainMs?: number): Promise<void> {
    await this.#specs.stop()
    await this.#listener?.stop()
    await this.#observer?.stop(drainMs)
    await this.#telemetry?.stop()
    this.#sender.stop()
  }

  /** Its thread costs memory: who has no upstream pays nothing. */
  #observe(): void {
    const { dataDirectory: data, retention, log } = this.#options
    const onAlerts = (alerts: readonly Alert[]): void => this.tell(alerts)
    try {
      const upstreams = this.#upstreams
      this.#observer = startObserver({ dataDirectory: data, retention, upstreams, warn: log, onAlerts })
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      // Traffic goes on: looking on is the lesser good.
      log(`Traffic is passed on, and nothing of it is recorded or learned: ${error.message}`)
    }
  }

  /** One that leads here would be passed on to itself until no connection is left. */
  #safe(upstreams: readonly ObservedUpstream[]): readonly Upstream[] {
    const { port } = this.#listener ?? {}
    const isOwn = ({ target }: Upstream): boolean => {
      const url = new URL(target)
      return Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port && isLoopback(hostName(url.host))
    }
    const own = upstreams.filter(({ upstream }) => isOwn(upstream))
    for (const { upstream } of own)
      this.#options.log(`Upstream ${upstream.name} leads to the agent itself: it is not served`)
    return upstreams.filter((one) => !own.includes(one)).map(({ upstream }) => upstream)
  }

  #follow(upstreams: readonly ObservedUpstream[]): void {
    this.#upstreams = upstreams
    this.#routed = this.#safe(upstreams)
    if (this.#observer !== undefined) this.#observer.upstreams(upstreams)
    else if (upstreams.length > 0) this.#observe()
    this.#specs.follow(this.#routed)
  }

  tell(alerts: readonly Alert[]): void {
    for (const alert of alerts) {
      this.#sender.send(alert)
      this.#telemetry?.tell(alert)
    }
  }

  health(): AgentHealth {
    const { counts } = this.#listener ?? {}
    const observed = this.#observer?.counts
    const { alertsSent, lastDeliveryOk, lastDeliveryErr, deliveriesDropped } = this.#sender.counts
    const watched = this.#specs.health()
    const learned = (this.#observer?.summary ?? NOTHING_LEARNED) as AgentSnapshot
    return {
      status: 'ok',
      uptime_seconds: Math.floor((this.#now() - this.#started) / 1000),
      requests_proxied: counts?.requestsProxied ?? 0,
      upstream_errors: counts?.upstreamErrors ?? 0,
      upstream_body_errors: counts?.upstreamBodyErrors ?? 0,
      interim_answers_dropped: counts?.interimAnswersDropped ?? 0,
      recordings_written: observed?.written ?? 0,
      recordings_dropped: (observed?.dropped ?? 0) + (observed?.failed ?? 0),
      recordings_sampled_out: observed?.sampledOut ?? 0,
      observer_panics: observed?.panics ?? 0,
      events_emitted: learned.events_emitted,
      alerts_sent: alertsSent,
      last_delivery_ok: lastDeliveryOk,
      last_delivery_err: lastDeliveryErr,
      deliveries_dropped: deliveriesDropped,
      saturation_evictions: learned.saturation_evictions,
      tracked_fingerprints: learned.tracked_fingerprints,
      baselines: learned.baselines,
      ...(watched !== undefined && { spec_watch: watched }),
      upstreams: this.#upstreams.map(({ upstream: { name, listen } }) => ({ name, listen })),
    }
  }

  async acknowledge(fingerprint: string): Promise<boolean> {
    return (await this.#ask({ ask: 'ack', fingerprint })) === true
  }

  async accept(fingerprint: string): Promise<number | undefined> {
    const families = await this.#ask({ ask: 'accept', fingerprint })
    return typeof families === 'number' ? families : undefined
  }

  report(): Promise<unknown> {
    return this.#ask({ ask: 'report' })
  }

  incidents(): Promise<unknown> {
    return this.#ask({ ask: 'incidents' })
  }

  volatileSuggestions(): Promise<unknown> {
    return this.#ask({ ask: 'volatile' })
  }

  specs(): readonly SpecWatchHealth[] {
    return this.#specs.health() ?? []
  }

  checkSpec(upstream: string, pins: boolean): Promise<SpecWatchHealth> {
    return this.#specs.check(upstream, pins)
  }

  async resetBaselines(filter: { readonly upstream?: string; readonly endpoint?: string }): Promise<number> {
    return Number(await this.#ask({ ask: 'reset', ...filter }))
  }

  async #ask(question: AgentQuestion): Promise<unknown> {
    if (this.#observer === undefined) return NOTHING_TOLD[question.ask]
    // What was seen before the question counts for its answer.
    await this.#observer.drain(DRAIN_MS)
    return this.#observer.ask(question)
  }

  async #startTelemetry(): Promise<void> {
    const { env, version, log } = this.#options
    // Most have no use for it: it is loaded where the variables ask for it.
    if (!Object.keys(env).some((name) => name.startsWith('OTEL_EXPORTER_OTLP'))) return
    const { startTelemetry, wantsTelemetry } = await import('./telemetry.ts')
    if (!wantsTelemetry(env)) return
    this.#telemetry = startTelemetry({
      env,
      version,
      log,
      counters: () => countersOf(this.health()),
      gauges: () => gaugesOf(this.health()),
    })
  }
}

/** How long a question waits for what was seen before it. */
const DRAIN_MS = 2_000

/** What is answered where nothing was ever observed. */
const NOTHING_TOLD: Readonly<Record<AgentQuestion['ask'], unknown>> = {
  ack: null,
  accept: null,
  report: { findings: [], baselines: [] },
  incidents: { incidents: [] },
  volatile: { suggestions: [] },
  reset: 0,
  spec: 0,
}

const NOTHING_LEARNED: AgentSnapshot = {
  events_emitted: 0,
  saturation_evictions: 0,
  tracked_fingerprints: 0,
  baselines: [],
}

function countersOf(health: AgentHealth): Record<string, number> {
  const { requests_proxied, upstream_errors, upstream_body_errors, recordings_written, recordings_dropped } = health
  const { observer_panics, events_emitted, alerts_sent, deliveries_dropped, recordings_sampled_out } = health
  const { interim_answers_dropped } = health
  return {
    ...{ requests_proxied, upstream_errors, upstream_body_errors, recordings_written, recordings_dropped },
    ...{
      interim_answers_dropped,
      recordings_sampled_out,
      observer_panics,
      events_emitted,
      alerts_sent,
      deliveries_dropped,
    },
  }
}

function gaugesOf({ baselines, tracked_fingerprints }: AgentHealth): Record<string, number> {
  return { baselines: baselines.length, tracked_fingerprints }
}
