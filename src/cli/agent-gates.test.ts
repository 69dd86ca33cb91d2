/** A provider behind the agent, its description, and the commands that judge: over real sockets. */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { type StartedTool, startTool } from '../../test/support/start-tool.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'

const temp = tempDirectory()
let provider: Server
let tool: StartedTool
let agent: string
let extra: Record<string, unknown> = {}

const spec = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewOrder' } } },
        },
        responses: { 201: { description: 'Made', content: orderContent() } },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'One', content: orderContent() } },
      },
    },
  },
  components: {
    schemas: {
      NewOrder: { type: 'object', properties: { amount: { type: 'integer' } } },
      Order: {
        type: 'object',
        required: ['id', 'amount'],
        properties: {
          id: { type: 'string' },
          amount: { type: 'integer' },
          status: { type: 'string', enum: ['open', 'paid'] },
        },
      },
    },
  },
}

function orderContent(): unknown {
  return { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } }
}

beforeAll(async () => {
  let made = 0
  provider = createServer((request, answer) => {
    request.resume()
    const isNew = request.method === 'POST'
    if (isNew) made++
    answer.writeHead(isNew ? 201 : 200, { 'Content-Type': 'application/json' })
    answer.end(JSON.stringify({ id: `ord_8f3a1c2d4${made}`, amount: 5, status: 'open', ...extra }))
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const { port } = provider.address() as AddressInfo
  writeSpec(spec)
  const shop = { target: `http://127.0.0.1:${port}`, sandbox: 'shop', spec_source: 'orders.json' }
  writeFileSync(join(temp.path, 'tool.yaml'), JSON.stringify({ upstreams: { shop } }))
  expect((await runCommand(temp.path, ['sandbox', 'add', 'shop', '--spec', 'orders.json'])).exit).toBe(0)
  tool = await startTool({ cwd: temp.path, flags: ['--agent-port', '0'] })
  agent = /agent (http:\S+)\/ in front of shop/.exec(tool.stdout)?.[1] ?? ''
})

afterAll(async () => {
  await tool.stop()
  provider.close()
  temp[Symbol.dispose]()
})

function writeSpec(value: unknown): void {
  writeFileSync(join(temp.path, 'orders.json'), JSON.stringify(value, undefined, 2))
}

/** An order is made and read, through the agent. */
async function order(): Promise<void> {
  const made = await fetch(`${agent}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 5 }),
  })
  const { id } = (await made.json()) as { id: string }
  await (await fetch(`${agent}/orders/${id}`)).text()
  // A question waits until what was seen before it is written.
  await runCommand(temp.path, ['agent', 'report'])
}

it('holds recordings against the description, and gates on it', async () => {
  const judge = (...words: string[]) => runCommand(temp.path, [...['agent', 'conformance'], 'shop', ...words])
  const nothing = await judge()
  expect(nothing).toMatchObject({ exit: 2, stdout: '' })
  expect(nothing.stderr).toContain('no answer of it is recorded')
  await order()
  expect(await judge()).toMatchObject({
    exit: 0,
    stdout: 'shop against orders.json: 2 exchanges of 2 operations, no violations\n',
  })
  extra = { status: 'late', note: 1 }
  await order()
  const text = await judge()
  expect(text.exit).toBe(1)
  expect(text.stdout).toMatch(
    /error +value "late" is not in the enumeration, in 1 of 2 answers with 201 \(orders\.json#/,
  )
  extra = {}
  const relaxed = structuredClone(spec)
  relaxed.components.schemas.Order.properties.status.enum.push('late')
  writeFileSync(join(temp.path, 'relaxed.json'), JSON.stringify(relaxed))
  const warned = await judge('--spec', 'relaxed.json', '--json')
  expect(warned.exit).toBe(0)
  expect(JSON.parse(warned.stdout)).toMatchObject({
    upstream: 'shop',
    recordings: 4,
    counts: { errors: 0, warnings: 2 },
  })
  const any = await judge('--spec', 'relaxed.json', '--fail-on', 'any', '--format', 'markdown')
  expect(any.exit).toBe(1)
  expect(any.stdout).toContain('| warning | answer | field "note" is not declared')
})

it('replays what was recorded to the sandbox, with the ids that it makes', async () => {
  const replay = (...words: string[]) => runCommand(temp.path, [...['replay', 'shop'], ...words])
  const same = await replay('--ci')
  expect(same).toMatchObject({ exit: 0, stdout: 'replayed 4 requests to "shop": no differences\n' })
  const { target } = JSON.parse((await runCommand(temp.path, ['upstream', 'show', 'shop', '--json'])).stdout)
  const content = (body: unknown): object => ({ mimeType: 'application/json', text: JSON.stringify(body) })
  const made = { id: 'ord_made_by_the_provider', amount: '5', tier: 'gold' }
  const entry = (method: string, path: string, status: number, body: unknown, sent?: object): object => ({
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 1,
    request: { method, url: target + path, headers: [], ...(sent && { postData: content(sent) }) },
    response: { status, headers: [], content: content(body) },
  })
  const entries = [
    entry('POST', '/orders', 201, made, { amount: 5 }),
    entry('GET', '/orders/ord_made_by_the_provider', 200, { id: made.id, amount: 5 }),
    entry('GET', '/orders/ord_never_made', 200, { id: 'ord_never_made', amount: 5 }),
    entry('GET', '/orders/ord_1', 503, {}),
  ]
  writeFileSync(join(temp.path, 'capture.har'), JSON.stringify({ log: { version: '1.2', entries } }))
  const told = await replay('--from', 'capture.har')
  expect(told).toMatchObject({ exit: 0, stderr: '' })
  expect(told.stdout.split('\n')).toEqual([
    '#1 POST /orders: amount: number in place of string',
    '#1 POST /orders: tier is missing',
    '#3 GET /orders/ord_never_made: status 404 in place of 200',
    'replayed 3 requests to "shop": 3 differences in 2 (left out: 1 failed at the provider)',
    '',
  ])
  const gated = await replay('--from', 'capture.har', '--ci', '--json')
  expect(gated.exit).toBe(1)
  expect(JSON.parse(gated.stdout)).toMatchObject({
    sandbox: 'shop',
    replayed: 3,
    ids: 1,
    differing: 2,
    count: 3,
    same: false,
  })
  expect((await replay('--upstream', 'none')).stderr).toContain('Unknown upstream "none"')
})

it('tells changes of the watched description, joined with what was observed, until they are pinned', async () => {
  const look = (action: string, ...words: string[]) => runCommand(temp.path, [...['agent', 'spec'], action, ...words])
  expect((await look('show')).stdout).toMatch(
    /^shop: orders\.json\n {2}looked at: 20\S+\n {2}pinned: +\w{64}\n {2}now: +the same\n/,
  )
  const { paths, components } = structuredClone(spec)
  const { status: _, ...rest } = components.schemas.Order.properties
  const changed = {
    ...spec,
    paths,
    components: { schemas: { ...components.schemas, Order: { ...components.schemas.Order, properties: rest } } },
  }
  writeSpec(changed)
  expect((await look('check', 'shop')).stdout).toMatch(/changes: +\d+ ERR, \d+ WARN, \d+ INFO\n$/)
  const told = await runCommand(temp.path, ['agent', 'report'])
  expect(told.stdout).toMatch(
    /spec_changed +shop GET \/orders\/\{id\} +response\.200\.body\.status .*removed in the document, still on your wire/,
  )
  expect((await runCommand(temp.path, ['agent', 'status'])).stdout).toMatch(
    /spec: +shop at orders\.json, \d+ ERR, \d+ WARN, \d+ INFO since the pin\n/,
  )
  const health = await (await fetch(`${agent.replace(/\/shop$/, '')}/healthz`)).json()
  expect(health).toMatchObject({ spec_watch: [{ upstream: 'shop', source: 'orders.json', ok: true, error: '' }] })
  expect((await look('pin', 'shop')).exit).toBe(0)
  expect((await runCommand(temp.path, ['agent', 'report'])).stdout).not.toContain('spec_changed')
  writeFileSync(join(temp.path, 'orders.json'), '{')
  const broken = await look('check', 'shop', '--json')
  expect(broken.exit).toBe(1)
  expect(JSON.parse(broken.stdout)).toMatchObject({
    ok: false,
    failures: 1,
    error: expect.stringContaining('Cannot read orders.json'),
  })
  expect((await look('pin', 'shop')).stderr).toContain('Nothing is pinned')
  expect(await (await fetch(`${agent}/orders/1`)).json()).toMatchObject({ amount: 5 })
  writeSpec(spec)
})

it('looks at the description while no agent runs', async () => {
  await tool.stop()
  const checked = await runCommand(temp.path, ['agent', 'spec', 'check', 'shop', '--json'])
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, upstream: 'shop' })
  expect((await runCommand(temp.path, ['agent', 'report'])).stdout).toContain('spec_changed')
  expect((await runCommand(temp.path, ['replay', 'shop'])).stderr).toContain(
    'and a replay needs the sandbox in a running server',
  )
  expect((await runCommand(temp.path, ['agent', 'spec', 'pin', 'shop'])).exit).toBe(0)
  expect((await runCommand(temp.path, ['agent', 'report'])).stdout).not.toContain('spec_changed')
})
