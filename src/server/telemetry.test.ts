import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startTelemetry, wantsTelemetry } from './telemetry.ts'

it('is wanted only where the standard variables name an endpoint', () => {
  expect(wantsTelemetry({})).toBe(false)
  expect(wantsTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' })).toBe(true)
  expect(wantsTelemetry({ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://localhost:4318/v1/logs' })).toBe(true)
  expect(wantsTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318', OTEL_SDK_DISABLED: 'true' })).toBe(false)
  expect(wantsTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'not an address' })).toBe(false)
})

it('sends counters as sums and findings as log records', async () => {
  const got: { path: string; key: unknown; body: unknown }[] = []
  const server = createServer((request, answer) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ path: request.url ?? '', key: request.headers['api-key'], body: JSON.parse(body) })
      answer.end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const telemetry = startTelemetry({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b',
      OTEL_SERVICE_NAME: 'edge',
    },
    version: '1.2.3',
    counters: () => ({ requests_proxied: 7 }),
    gauges: () => ({ baselines: 2 }),
    log: () => {},
    now: () => 1_700_000_000_000,
  })
  telemetry.tell({
    type: 'incident',
    fingerprint: 'fp_0123456789ab',
    kind: 'upstream_error',
    upstream: 'pay',
    method: 'GET',
    template: '/charges',
    status_class: '5xx',
    field: '',
    before: '',
    after: '503',
    count: 1,
    first_seen: '2026-01-01T00:00:00.000Z',
    last_seen: '2026-01-01T00:00:00.000Z',
  })
  await telemetry.stop()
  server.close()
  expect(got.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/metrics', 'a b'],
    ['/v1/logs', 'a b'],
  ])
  const [metrics, logs] = got.map(({ body }) => body) as [Metrics, Logs]
  const [{ resource, scopeMetrics }] = metrics.resourceMetrics
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'edge' } })
  expect(scopeMetrics[0].metrics).toEqual([
    {
      name: 'tool.agent.requests_proxied',
      sum: {
        dataPoints: [{ startTimeUnixNano: '1700000000000000000', timeUnixNano: '1700000000000000000', asInt: '7' }],
        aggregationTemporality: 2,
        isMonotonic: true,
      },
    },
    {
      name: 'tool.agent.baselines',
      gauge: {
        dataPoints: [{ startTimeUnixNano: '1700000000000000000', timeUnixNano: '1700000000000000000', asInt: '2' }],
      },
    },
  ])
  expect(logs.resourceLogs[0].scopeLogs[0].logRecords[0]).toMatchObject({ severityNumber: 17, severityText: 'ERROR' })
})

interface Metrics {
  readonly resourceMetrics: [
    { readonly resource: { readonly attributes: unknown[] }; readonly scopeMetrics: [{ readonly metrics: unknown[] }] },
  ]
}

interface Logs {
  readonly resourceLogs: [{ readonly scopeLogs: [{ readonly logRecords: unknown[] }] }]
}
