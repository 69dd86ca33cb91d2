import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterEach, expect, it } from 'vitest'
import type { Alert, Receiver } from '../agent/alerts/alert.ts'
import { AlertSender } from './alert-sender.ts'

const alert: Alert = {
  type: 'finding',
  fingerprint: 'fp_0123456789ab',
  kind: 'field_removed',
  upstream: 'pay',
  method: 'GET',
  template: '/charges/{id}',
  status_class: '2xx',
  field: '/receipt_url',
  before: 'string',
  after: '',
  count: 3,
  first_seen: '2026-01-01T00:00:00.000Z',
  last_seen: '2026-01-01T00:05:00.000Z',
}

interface Got {
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Answers with these statuses in turn, then 200; collects what came. */
async function receiver(
  ...statuses: number[]
): Promise<{ url: string; got: Got[]; until(count: number): Promise<void> }> {
  const got: Got[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, answer) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      answer.writeHead(statuses.shift() ?? 200).end()
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const until = (count: number) =>
    new Promise<void>((done) => {
      const look = (): void => void (got.length >= count && done())
      waiting.push(look)
      look()
    })
  return { url: `http://127.0.0.1:${port}/hook`, got, until }
}

function sender(receivers: readonly Receiver[], env: Record<string, string> = {}, lines: string[] = []): AlertSender {
  const made = new AlertSender({
    receivers,
    env,
    log: (line) => lines.push(line),
    now: () => 1_700_000_000_000,
    waits: [1, 1],
  })
  closing.push(() => made.stop())
  return made
}

/** Counts are changed once the answer was read. */
async function settled(one: AlertSender): Promise<AlertSender['counts']> {
  while (one.counts.alertsSent + one.counts.deliveriesDropped === 0) await new Promise((done) => setImmediate(done))
  return one.counts
}

it('signs webhooks by the Standard Webhooks scheme, under the fingerprint as id', async () => {
  const { url, got, until } = await receiver()
  const secret = `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`
  sender([{ kind: 'webhook', url, secretEnv: 'KEY', only: [] }], { KEY: secret }).send(alert)
  await until(1)
  const [{ headers, body }] = got as [Got]
  expect(headers['webhook-id']).toBe('fp_0123456789ab')
  const signed = `fp_0123456789ab.1700000000.${body}`
  const expected = createHmac('sha256', '0123456789abcdef').update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  expect(JSON.parse(body)).toEqual({
    version: 1,
    type: 'agent.finding',
    timestamp: '2023-11-14T22:13:20.000Z',
    data: Object.fromEntries(Object.entries(alert).filter(([key]) => key !== 'type')),
  })
})

it('says that what it sends is a delivery, so that no server of its kind is steered by it', async () => {
  const { url, got, until } = await receiver()
  sender([{ kind: 'webhook', url, only: [] }]).send(alert)
  await until(1)
  expect(got[0]?.headers['x-tool-hops']).toBe('1')
})

it('tells others at once while many receivers hang', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  closing.push(() => {
    silent.close()
    silent.closeAllConnections()
  })
  const { port } = silent.address() as AddressInfo
  const { url, until } = await receiver()
  const hanging = Array.from({ length: 100 }, (_, i) => `http://127.0.0.1:${port}/${i}`)
  const one = sender([...hanging, url].map((to) => ({ kind: 'webhook', url: to, only: [] })))
  one.send(alert)
  await until(1)
  expect((await settled(one)).alertsSent).toBe(1)
})

it('sends webhooks that its published schema describes', async () => {
  const { url, got, until } = await receiver()
  const one = sender([{ kind: 'webhook', url, only: [] }])
  one.send(alert)
  one.send({ ...alert, type: 'summary', status_class: '', before: null, after: null })
  await until(2)
  const schema = readFileSync(new URL('../../schemas/agent-alert.schema.json', import.meta.url), 'utf8')
  const validate = addFormats.default(new Ajv2020()).compile(JSON.parse(schema))
  for (const { body } of got) expect([validate(JSON.parse(body)), validate.errors]).toEqual([true, null])
})

it('writes Slack and PagerDuty in their formats', async () => {
  const { url, got, until } = await receiver()
  const to = sender(
    [
      { kind: 'slack', urlEnv: 'SLACK', only: [] },
      { kind: 'pagerduty', url, secretEnv: 'ROUTING', only: [] },
    ],
    { SLACK: url, ROUTING: 'R0' },
  )
  to.send({ ...alert, before: '<b>' })
  await until(2)
  const bodies = got.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  const slack = bodies.find((body) => 'blocks' in body)
  expect(JSON.stringify(slack)).toContain('&lt;b&gt;')
  expect(bodies.find((body) => 'routing_key' in body)).toMatchObject({
    routing_key: 'R0',
    event_action: 'trigger',
    dedup_key: 'fp_0123456789ab',
    payload: { severity: 'warning', source: 'pay', class: 'field_removed' },
  })
})

it('tries again after failures that may pass, and counts what was delivered', async () => {
  const { url, until } = await receiver(503, 429)
  const one = sender([{ kind: 'webhook', url, only: [] }])
  one.send(alert)
  await until(3)
  expect(await settled(one)).toEqual({ alertsSent: 1, lastDeliveryOk: true, lastDeliveryErr: '', deliveriesDropped: 0 })
})

it('gives up what is refused, says so without the secrets of the address, and goes on', async () => {
  const { url, until } = await receiver(403)
  const lines: string[] = []
  const one = sender([{ kind: 'webhook', url: `${url}?token=s3cret`, only: [] }], {}, lines)
  one.send(alert)
  await until(1)
  expect(await settled(one)).toMatchObject({ alertsSent: 0, lastDeliveryOk: false, deliveriesDropped: 1 })
  expect(lines.join()).toContain('answered 403')
  expect(lines.join()).not.toContain('s3cret')
})

it('says which variable is missing', async () => {
  const one = sender([{ kind: 'pagerduty', secretEnv: 'ROUTING', only: [] }])
  one.send(alert)
  expect((await settled(one)).lastDeliveryErr).toBe('pagerduty: ROUTING is not set')
})

it('sends a receiver only the kinds that it wants', () => {
  const lines: string[] = []
  const one = sender([{ kind: 'stdout', only: ['upstream_error'] }], {}, lines)
  one.send(alert)
  one.send({ ...alert, kind: 'upstream_error', type: 'incident' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^upstream_error pay GET/)
})
