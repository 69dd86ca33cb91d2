import { afterEach, expect, it } from 'vitest'
import {
  type Receiver,
  scaledTimers,
  serveWebhooks,
  startReceiver,
  type WebhookServer,
} from '../../test/support/webhooks.ts'
import type { Files } from '../importers/import.fixture.ts'
import { openApi } from '../importers/import.fixture.ts'
import type { LiveSandbox } from '../sandbox/serve.ts'
import { emission } from '../sandbox/webhooks/emit.ts'
import { readWebhookFile } from '../stores/webhook-files.ts'
import { listen, usualLimits } from './listen.ts'
import { realTimers } from './webhook-sender.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const order = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string' },
    note: { type: 'string' },
    status: { type: 'string', enum: ['open', 'paid'], readOnly: true },
  },
  required: ['name'],
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const Order = { $ref: '#/components/schemas/Order' }
const Hook = { $ref: '#/components/schemas/WebhookEndpoint' }
const sent = (schema: object) => ({ post: { requestBody: json(schema), responses: { 200: { description: 'ok' } } } })
const shop: Files = openApi({
  components: {
    schemas: {
      Order: order,
      WebhookEndpoint: {
        type: 'object',
        properties: {
          id: { type: 'string', readOnly: true },
          url: { type: 'string', format: 'uri' },
          enabled_events: { type: 'array', items: { type: 'string' } },
          secret: { type: 'string', readOnly: true },
        },
        required: ['url'],
      },
    },
  },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: json(Order),
        responses: { 201: { description: 'ok', ...json(Order) } },
      },
      get: {
        operationId: 'listOrders',
        responses: { 200: { description: 'ok', ...json({ type: 'array', items: Order }) } },
      },
    },
    '/orders/{id}': {
      parameters: [id],
      get: { operationId: 'getOrder', responses: { 200: { description: 'ok', ...json(Order) } } },
      patch: {
        operationId: 'updateOrder',
        requestBody: json(Order),
        responses: { 200: { description: 'ok', ...json(Order) } },
      },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'gone' } } },
    },
    '/webhook_endpoints': {
      post: {
        operationId: 'createHook',
        requestBody: json(Hook),
        responses: { 201: { description: 'ok', ...json(Hook) } },
      },
    },
    '/webhook_endpoints/{id}': {
      parameters: [id],
      get: { operationId: 'getHook', responses: { 200: { description: 'ok', ...json(Hook) } } },
      delete: { operationId: 'deleteHook', responses: { 204: { description: 'gone' } } },
    },
    '/reports': {
      post: {
        operationId: 'startReport',
        requestBody: json({
          type: 'object',
          properties: { callbackUrl: { type: 'string' } },
          required: ['callbackUrl'],
        }),
        responses: {
          202: { description: 'ok', ...json({ type: 'object', properties: { state: { type: 'string' } } }) },
        },
        callbacks: {
          reportReady: {
            '{$request.body#/callbackUrl}': {
              put: sent({ type: 'object', properties: { ready: { type: 'boolean' } } }).post,
            },
          },
        },
      },
    },
  },
  webhooks: {
    'order.created': sent({
      type: 'object',
      properties: { type: { const: 'order.created' }, id: { type: 'string' }, data: Order },
      required: ['type', 'data'],
    }),
    'order.updated': sent({
      type: 'object',
      properties: {
        type: { type: 'string' },
        data: { type: 'object', properties: { object: Order, previous_attributes: { type: 'object' } } },
      },
    }),
    'order.deleted': sent(Order),
    'payout.arrived': sent({ type: 'object', properties: { amount: { type: 'integer' } } }),
  },
})

async function serve(
  webhooks: Parameters<typeof serveWebhooks>[1] = {},
): Promise<{ server: WebhookServer; receiver: Receiver }> {
  const server = await serveWebhooks(shop, { timers: scaledTimers(1000), ...webhooks })
  cleanups.push(() => server.stop())
  const receiver = await startReceiver()
  cleanups.push(() => receiver.close())
  return { server, receiver }
}

/** What the ordinary envelope adds is not what is sent of a record. */
function unsigned({ signature, ...payload }: Record<string, unknown> = {}): Record<string, unknown> {
  expect(signature).toMatch(/^[0-9a-f]{64}$/)
  return payload
}

const control = '/_tool/sandboxes/pay'

async function sink(server: WebhookServer, url: string): Promise<void> {
  expect((await server.call('POST', `${control}/webhooks/sinks`, { url })).status).toBe(201)
}

async function deliveries(server: WebhookServer): Promise<readonly Record<string, unknown>[]> {
  return (await server.call('GET', `${control}/webhooks`)).json['deliveries'] as never
}

function eventually<T>(look: () => T) {
  return expect.poll(look, { timeout: 20_000 })
}

it('delivers what an operation made, changed and removed, with the record as it is then', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  const made = (await server.call('POST', '/pay/orders', { name: 'one' })).json
  await server.call('PATCH', `/pay/orders/${made['id']}`, { name: 'two' })
  await server.call('DELETE', `/pay/orders/${made['id']}`)
  await eventually(() => receiver.received.length).toBe(3)
  const [created, updated, deleted] = receiver.received.map((one) => unsigned(one.json))
  expect(created).toMatchObject({ type: 'order.created', data: made })
  expect(created?.['id']).toMatch(/^evt_[A-Za-z0-9]{24}$/)
  expect(updated).toEqual({
    type: 'order.updated',
    data: { object: { ...made, name: 'two' }, previous_attributes: { name: 'one' } },
  })
  expect(deleted).toEqual({ ...made, name: 'two' })
  expect(await deliveries(server)).toMatchObject([
    { event: 'order.created', seq: 1, status: 'delivered', attempts: 1, response_status: 204, target: receiver.url },
    { event: 'order.updated', seq: 2, status: 'delivered' },
    { event: 'order.deleted', seq: 3, status: 'delivered' },
  ])
})

it('fires nothing for what was refused, and tells an event that nobody takes', async () => {
  const { server } = await serve()
  expect((await server.call('POST', '/pay/orders', {})).status).toBeGreaterThanOrEqual(400)
  expect((await server.call('DELETE', '/pay/orders/none')).status).toBe(404)
  await server.call('POST', '/pay/orders', { name: 'one' })
  const { json: listing } = await server.call('GET', `${control}/webhooks`)
  expect(listing).toMatchObject({
    deliveries: [{ event: 'order.created', status: 'dropped', target: '', payload: { data: { name: 'one' } } }],
    sink: { delivered: 0, failed: 0, dropped: 1, lastError: '' },
  })
})

it('tries again after 1 s, 5 s, 30 s, 2 min and 10 min, then gives up; redelivery uses the same id', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  let fails = true
  receiver.answer = (_, response) => response.writeHead(fails ? 503 : 200).end()
  await server.call('POST', '/pay/orders', { name: 'one' })
  await eventually(async () => (await deliveries(server))[0]?.['status']).toBe('failed')
  expect(receiver.received).toHaveLength(6)
  const [failed] = await deliveries(server)
  expect(failed).toMatchObject({ attempts: 6, error: 'answered 503', response_status: 503 })
  fails = false
  expect((await server.call('POST', `${control}/webhooks/${failed?.['id']}/redeliver`)).status).toBe(202)
  await eventually(async () => (await deliveries(server))[0]?.['status']).toBe('delivered')
  expect(new Set(receiver.received.map((one) => one.json['id'])).size).toBe(1)
  const { json: listing } = await server.call('GET', `${control}/webhooks`)
  expect(listing['sink']).toEqual({ delivered: 1, failed: 1, dropped: 0, lastError: 'answered 503' })
  expect((await server.call('POST', `${control}/webhooks/evt_none/redeliver`)).status).toBe(404)
})

it('keeps the order of a target while its first delivery fails', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  let left = 3
  receiver.answer = (_, response) => response.writeHead(left-- > 0 ? 500 : 204).end()
  for (const name of ['a', 'b', 'c']) await server.call('POST', '/pay/orders', { name })
  await eventually(async () => (await deliveries(server)).every((one) => one['status'] === 'delivered')).toBe(true)
  const names = receiver.received.map((one) => (one.json['data'] as Record<string, unknown>)['name'])
  expect(names).toEqual(['a', 'a', 'a', 'a', 'b', 'c'])
})

it('sends to endpoints that the API registers, what they want, and forgets one that answers 410', async () => {
  const { server, receiver } = await serve()
  const hook = { url: receiver.url, enabled_events: ['order.deleted', 'order.up*', 'order.updated'] }
  const { json: registered } = await server.call('POST', '/pay/webhook_endpoints', hook)
  const { json: made } = await server.call('POST', '/pay/orders', { name: 'one' })
  await server.call('PATCH', `/pay/orders/${made['id']}`, { name: 'two' })
  await eventually(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]?.json['type']).toBe('order.updated')
  receiver.answer = (_, response) => response.writeHead(410).end()
  await server.call('DELETE', `/pay/orders/${made['id']}`)
  await eventually(async () => (await server.call('GET', `/pay/webhook_endpoints/${registered['id']}`)).status).toBe(
    404,
  )
})

it('sends a callback where its request says, by its method', async () => {
  const { server, receiver } = await serve()
  await server.call('POST', '/pay/reports', { callbackUrl: `${receiver.url}/ready?x=1` })
  await eventually(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]).toMatchObject({ method: 'PUT', path: '/hook/ready?x=1' })
})

it('emits by hand what is declared, and nothing else', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  const emit = `${control}/webhooks/emit`
  expect(await server.call('POST', emit, { event: 'payout.arrived', data: { amount: 7 } })).toMatchObject({
    status: 201,
    json: { emitted: 'payout.arrived' },
  })
  await eventually(() => receiver.received.length).toBe(1)
  expect(unsigned(receiver.received[0]?.json)).toEqual({ amount: 7 })
  expect(await server.call('POST', emit, { event: 'payout.arived' })).toMatchObject({ status: 400 })
  expect(await server.call('POST', emit, {})).toMatchObject({ status: 400 })
  expect(await server.call('GET', emit)).toMatchObject({ status: 405 })
  expect(await server.call('GET', '/_tool/sandboxes/none/webhooks')).toMatchObject({
    status: 404,
    json: { message: 'unknown sandbox none' },
  })
})

it('goes on after a restart with what was accepted', async () => {
  const first = await serveWebhooks(shop, {})
  const receiver = await startReceiver()
  cleanups.push(() => receiver.close())
  await sink(first, receiver.url)
  receiver.answer = (_, response) => response.writeHead(500).end()
  await first.call('POST', '/pay/orders', { name: 'one' })
  await eventually(() => receiver.received.length).toBe(1)
  await first.listener.stop()
  receiver.answer = (_, response) => response.writeHead(204).end()
  const second = await serveWebhooks(shop, {}, first.data)
  cleanups.push(() => first.stop())
  cleanups.push(() => second.stop())
  await eventually(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.json['id']).toBe(receiver.received[0]?.json['id'])
  await second.call('POST', '/pay/orders', { name: 'two' })
  await eventually(() => receiver.received.length).toBe(3)
})

it('gives a fork targets of its own, and none of its sandbox', async () => {
  const { server, receiver } = await serve()
  const other = await startReceiver()
  cleanups.push(() => other.close())
  await sink(server, receiver.url)
  const { json: plain } = await server.call('POST', `${control}/fork`)
  const { json: fork } = await server.call('POST', `${control}/fork`, { webhook_url: other.url })
  await server.call('POST', `/${plain['name']}/orders`, { name: 'x' })
  await server.call('POST', `/${fork['name']}/orders`, { name: 'y' })
  await eventually(() => other.received.length).toBe(1)
  const { json: listing } = await server.call('GET', `/_tool/sandboxes/${fork['name']}/webhooks`)
  expect(listing).toMatchObject({ deliveries: [{ seq: 1, target: other.url }], sink: { delivered: 1 } })
  expect(receiver.received).toEqual([])
  expect(await deliveries(server)).toEqual([])
})

it('waits for the end of a delivery, at most so long', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  const waiting = server.call('GET', `${control}/webhooks?wait=order.created&timeout_ms=20000`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await server.call('POST', '/pay/orders', { name: 'one' })
  expect((await waiting).json).toMatchObject({ deliveries: [{ event: 'order.created', status: 'delivered', seq: 1 }] })
  expect((await server.call('GET', `${control}/webhooks?wait=order.created&after=0`)).json).toMatchObject({
    deliveries: [{ seq: 1 }],
  })
  const none = await server.call('GET', `${control}/webhooks?wait=order.created&after=1&timeout_ms=30`)
  expect(none).toMatchObject({ status: 200, json: { deliveries: [] } })
  expect((await server.call('GET', `${control}/webhooks?wait=nothing`)).status).toBe(400)
})

function namesOf({ received }: Receiver): readonly unknown[] {
  return received.map((one) => (one.json['data'] as Record<string, unknown>)['name'])
}

it('lets faults drop, repeat, delay and reorder deliveries', async () => {
  const { server, receiver } = await serve({ timers: scaledTimers(1) })
  await sink(server, receiver.url)
  const arm = (kind: string) => server.call('POST', `${control}/faults`, { kind, event: 'order.created', times: 1 })
  await arm('drop_webhook')
  await server.call('POST', '/pay/orders', { name: 'dropped' })
  await arm('duplicate_webhook')
  await server.call('POST', '/pay/orders', { name: 'twice' })
  await eventually(() => receiver.received.length).toBe(2)
  await arm('reorder_webhook')
  await server.call('POST', '/pay/orders', { name: 'late' })
  await server.call('POST', '/pay/orders', { name: 'early' })
  await eventually(() => receiver.received.length).toBe(4)
  expect(namesOf(receiver)).toEqual(['twice', 'twice', 'early', 'late'])
  expect(receiver.received[0]?.json['id']).toBe(receiver.received[1]?.json['id'])
  const listed = await deliveries(server)
  expect(listed.map((one) => [one['status'], one['faults']])).toEqual([
    ['dropped', ['drop_webhook']],
    ['delivered', ['duplicate_webhook']],
    ['delivered', ['reorder_webhook']],
    ['delivered', []],
  ])
})

it('sends nothing to addresses that are not allowed', async () => {
  const { server } = await serve({
    resolve: (name) => Promise.resolve(name === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1', '93.184.216.34']),
  })
  for (const url of [
    'http://10.0.0.1/x',
    'http://inside.test/',
    'http://mixed.test/',
    'http://0.0.0.0:1/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
  ])
    await sink(server, url)
  await server.call('POST', '/pay/orders', { name: 'one' })
  await eventually(async () => (await deliveries(server)).map((one) => one['status'])).toEqual(Array(6).fill('failed'))
  for (const one of await deliveries(server))
    expect(one).toMatchObject({ attempts: 1, response_status: null, error: expect.stringContaining('not sent') })
})

it('gives the same ids and bodies for the same seed and requests', async () => {
  const all = await Promise.all(
    [0, 1].map(async () => {
      const { server, receiver } = await serve()
      await sink(server, receiver.url)
      for (const name of ['a', 'b', 'c']) await server.call('POST', '/pay/orders', { name })
      await eventually(() => receiver.received.length).toBe(3)
      return receiver.received.map(({ body }) => body)
    }),
  )
  expect(all[0]).toEqual(all[1])
})

it('goes on over a reload without sending twice, and still tells what was not sent', async () => {
  const { server, receiver } = await serve()
  await server.call('POST', '/pay/orders', { name: 'untaken' })
  await sink(server, receiver.url)
  receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 300)
  await server.call('POST', '/pay/orders', { name: 'one' })
  await eventually(() => receiver.received.length).toBe(1)
  expect((await server.call('POST', `${control}/reload`)).status).toBe(200)
  await eventually(async () => (await deliveries(server)).map((one) => one['status'])).toEqual(['dropped', 'delivered'])
  expect(receiver.received).toHaveLength(1)
  expect((await deliveries(server))[0]?.['payload']).toMatchObject({ data: { name: 'untaken' } })
})

it('keeps what cannot be signed until it can', async () => {
  const keyed = {
    signature: {
      keyEnv: 'SHOP_KEY',
      algorithm: 'hmac-sha256',
      content: '{{body}}',
      keyEncoding: 'utf8',
      output: 'hex',
      in: 'header',
      name: 'X-Signature',
      format: '{{signature}}',
    },
  }
  const first = await serveWebhooks(shop, { environment: {} })
  cleanups.push(() => first.stop())
  const receiver = await startReceiver()
  cleanups.push(() => receiver.close())
  const envelope = { headers: {}, signClock: 'real', ...keyed }
  first.listener.hosts.saveWebhooks('pay', {
    sidecar: { envelope, events: {} },
    sinks: [{ url: receiver.url }],
  } as never)
  await first.call('POST', '/pay/orders', { name: 'one' })
  await eventually(async () => (await deliveries(first))[0]?.['error']).toContain('SHOP_KEY')
  await first.listener.stop()
  const second = await serveWebhooks(shop, { environment: { SHOP_KEY: 'k' } }, first.data)
  cleanups.push(() => second.stop())
  await eventually(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]?.headers['x-signature']).toMatch(/^[0-9a-f]{64}$/)
})

it('ends though a receiver leaves its answer open, and answers whoever waits', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  receiver.answer = (_, response) => void response.writeHead(200).write('x')
  await server.call('POST', '/pay/orders', { name: 'one' })
  await eventually(() => receiver.received.length).toBe(1)
  const waiting = server.call('GET', `${control}/webhooks?wait=order.deleted&timeout_ms=60000`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const began = performance.now()
  await server.listener.stop()
  expect((await waiting).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(20_000)
})

it('sends no callback where the request names no address', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  expect((await server.call('POST', '/pay/reports', { callbackUrl: '' })).status).toBeLessThan(300)
  expect(await deliveries(server)).toEqual([])
})

it('waits for deliveries that end from now on, unless it is told after which', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  await server.call('POST', '/pay/orders', { name: 'one' })
  await eventually(async () => (await deliveries(server))[0]).toMatchObject({ status: 'delivered' })
  const none = await server.call('GET', `${control}/webhooks?wait=order.created&timeout_ms=30`)
  expect(none.json).toMatchObject({ deliveries: [] })
  const waiting = server.call('GET', `${control}/webhooks?wait=order.created&timeout_ms=20000`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await server.call('POST', '/pay/orders', { name: 'two' })
  expect((await waiting).json['deliveries']).toMatchObject([{ seq: 2, status: 'delivered' }])
})

it('sends nothing to itself unless its name is allowed', async () => {
  const { server } = await serve()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2'])
    await sink(server, `http://${host}:${server.listener.port}/pay/orders`)
  await server.call('POST', '/pay/orders', { name: 'one' })
  await eventually(async () => (await deliveries(server)).map(({ status }) => status)).toEqual(Array(4).fill('failed'))
  for (const { error } of await deliveries(server))
    expect(error).toMatch(/^not sent: \S+ is this server itself: allow it/)
  const { server: other } = await serve({ allowed: ['localhost'] })
  await sink(other, `http://localhost:${other.listener.port}/pay/nothing`)
  await other.call('POST', '/pay/orders', { name: 'one' })
  await eventually(async () => (await deliveries(other))[0]).toMatchObject({ response_status: 404 })
})

it('sends nothing to what else listens in its process, under no name and through no redirect', async () => {
  const { server, receiver } = await serve()
  const asked: string[] = []
  const second = await listen({ host: '127.0.0.1', port: 0 }, usualLimits, (message, answer) => {
    asked.push(message.url ?? '')
    answer.writeHead(204).end()
  })
  cleanups.push(() => second.stop())
  receiver.answer = (_, response) => response.writeHead(307, { location: second.url }).end()
  for (const url of [`${second.url}/baselines/reset`, `http://0x7f.1:${second.port}/`, receiver.url])
    await sink(server, url)
  await server.call('POST', '/pay/reports', { callbackUrl: `${second.url}/callback` })
  await server.call('POST', '/pay/orders', { name: 'one' })
  const told = async () => (await deliveries(server)).map(({ error }) => String(error).replace(/:\d+/, ''))
  const own = 'not sent: 127.0.0.1 is this server itself: allow it by its name with webhooks.allow in the configuration'
  await eventually(told).toEqual([own, own, own, 'answered 307: redirects are not followed'])
  expect(asked).toEqual([])
})

it('ends events that deliveries cause one through another, and says why', async () => {
  const { server, receiver } = await serve()
  await sink(server, receiver.url)
  receiver.answer = async ({ headers }, response) => {
    await fetch(`${server.url}/pay/orders`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sk_1',
        'content-type': 'application/json',
        'x-tool-hops': String(headers['x-tool-hops']),
      },
      body: '{"name":"again"}',
    })
    response.writeHead(204).end()
  }
  const made = (await server.call('POST', '/pay/orders', { name: 'one' })).json
  expect(made['name']).toBe('one')
  await eventually(async () => (await deliveries(server)).map(({ status }) => status)).toEqual([
    ...Array(10).fill('delivered'),
    'dropped',
  ])
  const hops = receiver.received.map(({ headers }) => String(headers['x-tool-hops']))
  expect(hops.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(new Set(hops.map((text) => text.replace(/^\d+/, ''))).size).toBe(1)
  const last = (await deliveries(server)).at(-1)
  expect(last).toMatchObject({ attempts: 0, target: receiver.url, error: expect.stringMatching(/looks like a loop$/) })
})

it('slows down events that depend on deliveries, until the sandbox is reset', async () => {
  const waits: number[] = []
  const after: typeof realTimers.after = (ms, then) => {
    waits.push(ms)
    return realTimers.after(0, then)
  }
  const { server, receiver } = await serve({ timers: { now: () => 1_000_000, after } })
  await sink(server, receiver.url)
  const serially = async (count: number): Promise<readonly number[]> => {
    waits.length = 0
    for (let i = 0; i < count; i++) {
      const arrived = new Promise<void>((done) => {
        receiver.answer = (_, response) => {
          response.writeHead(204).end()
          done()
        }
      })
      await server.call('POST', '/pay/orders', { name: 'one' })
      await arrived
    }
    return [...new Set(waits)]
  }
  expect(await serially(510)).toEqual([100, 50])
  expect((await server.call('POST', '/_tool/sandboxes/pay/reset')).status).toBe(200)
  expect(await serially(20)).toEqual([])
}, 60_000)

it('is not steered by what a server of this kind has sent', async () => {
  const { server } = await serve()
  for (const path of ['/_tool/sandboxes/pay/reset', '/_tool/healthz']) {
    const answer = await fetch(server.url + path, { method: 'POST', headers: { 'X-Tool-Hops': '1' } })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('a webhook may not use control paths')
  }
})

it('refuses in words to send once more to an endpoint that is gone, and sends to a sink that was', async () => {
  const { server, receiver } = await serve()
  const other = await startReceiver()
  cleanups.push(() => other.close())
  await sink(server, other.url)
  const hook = await server.call('POST', '/pay/webhook_endpoints', { url: receiver.url })
  await server.call('POST', '/pay/orders', { name: 'one' })
  const ends = async () => (await deliveries(server)).map(({ status }) => status)
  await eventually(ends).toEqual(['delivered', 'delivered'])
  const [first] = await deliveries(server)
  const again = (url: string) =>
    server.call('POST', `${control}/webhooks/${first?.['id']}/redeliver?target=${encodeURIComponent(url)}`)
  expect((await again(receiver.url)).status).toBe(202)
  await eventually(ends).toEqual(['delivered', 'delivered'])
  await server.call('DELETE', `/pay/webhook_endpoints/${hook.json['id']}`)
  await server.call('DELETE', `${control}/webhooks/sinks?url=${encodeURIComponent(other.url)}`)
  expect(await again(receiver.url)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('its endpoint is no longer registered') },
  })
  expect((await again(other.url)).status).toBe(202)
  await eventually(() => other.received.length).toBe(2)
  expect(receiver.received.length).toBe(2)
})

it('lets a leased sink go that is not added again, and keeps none on disk', async () => {
  const { server } = await serve()
  const url = 'http://127.0.0.1:9/leased'
  const sinks = async () => (await server.call('GET', `${control}/webhooks/sinks`)).json['sinks']
  const lease = (lease_ms: number) => server.call('POST', `${control}/webhooks/sinks`, { url, lease_ms })
  await sink(server, 'http://127.0.0.1:9/kept')
  for (const wrong of [0, -1, 1.5, 3_600_001, '5']) expect((await lease(wrong as number)).status).toBe(400)
  await lease(300)
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await lease(300)).status).toBe(201)
  }
  expect(await sinks()).toEqual([{ url: 'http://127.0.0.1:9/kept' }, { url, lease_ms: 300 }])
  expect(readWebhookFile(server.data.webhooksFile('pay')).sinks).toEqual([{ url: 'http://127.0.0.1:9/kept' }])
  await eventually(sinks).toEqual([{ url: 'http://127.0.0.1:9/kept' }])
  await lease(50)
  await sink(server, url)
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(await sinks()).toEqual([{ url: 'http://127.0.0.1:9/kept' }, { url }])
})

it('sends what was overtaken before it tries once more what went before it', async () => {
  const { server, receiver } = await serve({ timers: scaledTimers(5) })
  await sink(server, receiver.url)
  receiver.answer = (_, response) => response.writeHead(receiver.received.length === 1 ? 500 : 204).end()
  await server.call('POST', `${control}/faults`, { kind: 'reorder_webhook', event: 'order.created', times: 1 })
  for (const name of ['late', 'early', 'last']) await server.call('POST', '/pay/orders', { name })
  await eventually(() => receiver.received.length).toBe(4)
  expect(namesOf(receiver)).toEqual(['early', 'late', 'early', 'last'])
  await eventually(async () => (await deliveries(server)).map((one) => [one['status'], one['attempts']])).toEqual([
    ['delivered', 1],
    ['delivered', 2],
    ['delivered', 1],
  ])
})

it.each([undefined, 'http://127.0.0.1:9/'])('lists nothing that was not stored (target %s)', async (url) => {
  const { server } = await serve()
  if (url !== undefined) await sink(server, url)
  const add = (live: LiveSandbox): void => {
    live.outbox?.add(live, [emission(live, 'order.created', { name: 'one' })], 0, 0)
  }
  const host = server.listener.hosts.find('pay')
  expect(() =>
    host?.change((live) => {
      add(live)
      throw new Error('not stored')
    }),
  ).toThrow('not stored')
  expect((await server.call('GET', `${control}/webhooks`)).json).toEqual({
    deliveries: [],
    sink: { delivered: 0, failed: 0, dropped: 0, lastError: '' },
  })
  host?.change(add)
  expect(await deliveries(server)).toMatchObject([{ seq: 1 }])
})
