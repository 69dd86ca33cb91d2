/**
 * OpenTelemetry export: counters as metrics, findings and incidents as log
 * records, by OTLP over HTTP in JSON (opentelemetry.io/docs/specs/otlp). Loaded
 * only where the standard variables name an endpoint.
 */
import type { Alert } from '../agent/alerts/alert.ts'
import { alertLine } from '../agent/alerts/alert.ts'
import { hostName } from '../http/loopback.ts'
import { decodePercent } from '../http/percent.ts'
import { attempt } from './webhook-request.ts'

export interface TelemetryOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Counters by name; they only grow. */
  readonly counters: () => Readonly<Record<string, number>>
  /** What goes up and down. */
  readonly gauges: () => Readonly<Record<string, number>>
  readonly log: (line: string) => void
  readonly now?: () => number
}

export interface Telemetry {
  tell(alert: Alert): void
  /** Sends what is left. */
  stop(): Promise<void>
}

const TIMEOUT_MS = 10_000
const INTERVAL_MS = 60_000
/** Log records that wait for the next export. */
const MOST_RECORDS = 2_000

/** True where the variables ask for an export in a protocol that is spoken here. */
export function wantsTelemetry(env: TelemetryOptions['env']): boolean {
  return env['OTEL_SDK_DISABLED'] !== 'true' && ['metrics', 'logs'].some((what) => endpointOf(what, env) !== undefined)
}

/** The address of one signal, by the variables of the OTLP exporter. */
function endpointOf(signal: string, env: TelemetryOptions['env']): string | undefined {
  const own = env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`]
  const all = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const chosen = env[`OTEL_${signal.toUpperCase()}_EXPORTER`]
  if (chosen !== undefined && chosen !== '' && chosen !== 'otlp') return undefined
  const address = own || (all && `${all.replace(/\/+$/, '')}/v1/${signal}`) || undefined
  return address !== undefined && URL.canParse(address) && /^https?:/.test(address) ? address : undefined
}

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { env, log, now = Date.now } = options
  const started = now()
  const stopping = new AbortController()
  const pending: unknown[] = []
  let failed = ''
  const send = async (signal: 'metrics' | 'logs', payload: unknown): Promise<void> => {
    const url = endpointOf(signal, env)
    if (url === undefined) return
    const headers: [string, string][] = [['Content-Type', 'application/json'], ...headersOf(signal, env)]
    const message = { url, method: 'POST', headers, body: JSON.stringify(payload) }
    // A user named it in the environment: that allows it.
    const allowed = [hostName(new URL(url).host)]
    const { error } = await attempt(message, { allowed, timeoutMs: TIMEOUT_MS, signal: stopping.signal })
    if (error !== '' && error !== failed) log(`OpenTelemetry export failed: ${error}`)
    failed = error
  }
  const flush = async (): Promise<void> => {
    const records = pending.splice(0)
    await send('metrics', metricsPayload(options, started, now()))
    if (records.length > 0) await send('logs', logsPayload(options, records))
  }
  const interval = Number(env['OTEL_METRIC_EXPORT_INTERVAL'] ?? INTERVAL_MS)
  const timer = setInterval(() => void flush(), interval > 0 ? interval : INTERVAL_MS).unref()
  return {
    tell(alert) {
      if (pending.length < MOST_RECORDS) pending.push(logRecord(alert, now()))
    },
    async stop() {
      clearInterval(timer)
      await flush()
      stopping.abort()
    },
  }
}

/** `OTEL_EXPORTER_OTLP_HEADERS`: pairs as in W3C Baggage, percent-encoded. */
function headersOf(signal: string, env: TelemetryOptions['env']): [string, string][] {
  const text = env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_HEADERS`] ?? env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''
  return text.split(',').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), decodePercent(value.join('=').trim())]]
  })
}

function resourceOf({ env, version }: TelemetryOptions): unknown {
  const said = (env['OTEL_RESOURCE_ATTRIBUTES'] ?? '').split(',').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), decodePercent(value.join('=').trim())]]
  })
  const attributes = { 'service.name': 'tool-agent', 'service.version': version, ...Object.fromEntries(said) }
  const named = env['OTEL_SERVICE_NAME']
  return { attributes: attributesOf(named ? { ...attributes, 'service.name': named } : attributes) }
}

function attributesOf(values: Readonly<Record<string, string | number>>): unknown[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

const SCOPE = { name: 'tool.agent' }

function metricsPayload(options: TelemetryOptions, started: number, now: number): unknown {
  const point = (value: number): unknown => ({
    startTimeUnixNano: nanoseconds(started),
    timeUnixNano: nanoseconds(now),
    asInt: String(value),
  })
  const sums = Object.entries(options.counters()).map(([name, value]) => ({
    name: `tool.agent.${name}`,
    // Cumulative.
    sum: { dataPoints: [point(value)], aggregationTemporality: 2, isMonotonic: true },
  }))
  const gauges = Object.entries(options.gauges()).map(([name, value]) => ({
    name: `tool.agent.${name}`,
    gauge: { dataPoints: [point(value)] },
  }))
  return {
    resourceMetrics: [
      { resource: resourceOf(options), scopeMetrics: [{ scope: SCOPE, metrics: [...sums, ...gauges] }] },
    ],
  }
}

function logsPayload(options: TelemetryOptions, records: readonly unknown[]): unknown {
  return { resourceLogs: [{ resource: resourceOf(options), scopeLogs: [{ scope: SCOPE, logRecords: records }] }] }
}

/** Severity numbers of the log data model: WARN is 13, ERROR 17. */
function logRecord(alert: Alert, now: number): unknown {
  const isIncident = alert.type === 'incident'
  return {
    timeUnixNano: nanoseconds(now),
    severityNumber: isIncident ? 17 : 13,
    severityText: isIncident ? 'ERROR' : 'WARN',
    body: { stringValue: alertLine(alert) },
    attributes: attributesOf({ ...alert, before: alert.before ?? '', after: alert.after ?? '' }),
  }
}

function nanoseconds(milliseconds: number): string {
  return `${Math.floor(milliseconds)}000000`
}
