/** Sandboxes registered and removed over the control plane of a running server. */
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { Flags } from '../src/cli/flags.ts'
import { registerSent } from '../src/cli/register-sent.ts'
import { sentKeys } from '../src/config/sandbox-keys.ts'
import { ToolError } from '../src/support/errors.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { runCommand } from './support/run-command.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const dogs = {
  openapi: '3.0.3',
  info: { title: 'Dogs', version: '1' },
  paths: {
    '/dogs': {
      get: { operationId: 'listDogs', responses: { 200: { description: 'ok' } } },
      post: {
        operationId: 'addDog',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } } },
        responses: {
          201: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } },
          },
        },
      },
    },
    '/dogs/{id}': {
      get: {
        operationId: 'getDog',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Dog' } } } },
        },
      },
    },
  },
  components: {
    schemas: { Dog: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } } },
  },
}

const PATH = '/_tool/sandboxes'

async function post(
  tool: StartedTool,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<[number, unknown]> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(tool.baseUrl + PATH, { method: 'POST', body: text, headers })
  return [answer.status, await answer.json()]
}

async function serving(documents: Readonly<Record<string, string>>): Promise<{ server: Server; base: string }> {
  const server = createServer((request, answer) => {
    const text = documents[request.url ?? '']
    if (text === undefined) answer.writeHead(404).end()
    else if (text.startsWith('http')) answer.writeHead(302, { location: text }).end()
    else answer.end(text)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('registers what is sent and serves it at once, with all that it says; a DELETE takes it away', async () => {
  using temp = tempDirectory()
  const tool = await startTool({ cwd: temp.path })
  const [status, body] = await post(tool, {
    name: 'dogs',
    spec: dogs,
    seed: '5eed',
    credential: 'sk_dogs',
    clock: 'real',
    seed_data: { dog: [{ id: 'rex', name: 'Rex' }] },
    rules: [
      { id: 'gone', when: { method: 'GET', path: '/dogs/{id}', params: { id: 'old' } }, respond: { status: 410 } },
    ],
    faults: [{ id: 'one', kind: 'error', method: 'GET', path: '/dogs', status: 503, times: 1 }],
    mode: 'flapping',
    sinks: [{ url: 'http://127.0.0.1:9/hook' }],
  })
  expect([status, body]).toMatchObject([
    201,
    {
      sandbox: { name: 'dogs', seed: '5eed', credential: 'sk_dogs', url: `${tool.baseUrl}/dogs/`, served: true },
      problems: [expect.stringContaining('No security scheme is declared')],
    },
  ])
  expect(JSON.stringify(body)).not.toContain(temp.path)
  const headers = { authorization: 'Bearer sk_dogs' }
  const ask = (path: string) => fetch(`${tool.baseUrl}/dogs${path}`, { headers })
  expect((await ask('/dogs')).status).toBe(503)
  expect(await (await ask('/dogs/rex')).json()).toEqual({ id: 'rex', name: 'Rex' })
  expect((await ask('/dogs/old')).status).toBe(410)
  expect(await (await fetch(`${tool.baseUrl}${PATH}/dogs/mode`)).json()).toMatchObject({ mode: { name: 'flapping' } })
  expect(await (await fetch(`${tool.baseUrl}${PATH}/dogs/webhooks/sinks`)).json()).toMatchObject({ sinks: [{}] })
  expect((await runCommand(temp.path, ['sandbox', 'list', '--names'])).stdout).toBe('dogs\n')
  const remove = () => fetch(`${tool.baseUrl}${PATH}/dogs`, { method: 'DELETE' })
  expect(await (await remove()).json()).toEqual({ removed: 'dogs' })
  const gone = await remove()
  expect([gone.status, await gone.json()]).toEqual([404, { message: 'unknown sandbox dogs' }])
  expect((await ask('/dogs')).status).toBe(404)
  for (const folder of ['apis', 'state', 'sandboxes'])
    expect(readdirSync(join(temp.path, 'tool-data', folder))).toEqual([])
  expect((await post(tool, { name: 'dogs', spec: JSON.stringify(dogs) }))[0]).toBe(201)
  await tool.stop()
})

it('takes a description as YAML text, or from a URL, and follows that to its own origin only', async () => {
  using temp = tempDirectory()
  const yaml = "openapi: 3.0.3\ninfo: {title: Y, version: '1'}\npaths: {/a: {$ref: 'a.yaml'}}\n"
  const part = "get: {operationId: a, responses: {'200': {description: ok}}}\n"
  const { server, base } = await serving({
    '/own.yaml': yaml,
    '/a.yaml': part,
    '/away.yaml': yaml.replace('a.yaml', 'http://127.0.0.1:1/a.yaml'),
    '/file.yaml': yaml.replace('a.yaml', 'file:///etc/passwd'),
    '/moved.yaml': 'http://localhost:1/private.yaml',
  })
  const tool = await startTool({ cwd: temp.path })
  const operations = async (body: unknown): Promise<unknown> => {
    const [, answer] = await post(tool, body)
    return (
      (answer as { sandbox?: { operations: number } }).sandbox?.operations ?? (answer as { message: string }).message
    )
  }
  expect(await operations({ name: 'own', url: `${base}/own.yaml` })).toBe(1)
  expect(await operations({ name: 'away', url: `${base}/away.yaml` })).toBe(0)
  expect(await operations({ name: 'file', url: `${base}/file.yaml` })).toBe(0)
  expect(await operations({ name: 'moved', url: `${base}/moved.yaml` })).toMatch(/redirects to the private address/)
  expect(await operations({ name: 'text', spec: yaml })).toBe(0)
  expect(await operations({ name: 'text2', spec: yaml.replace('a.yaml', join(temp.path, 'secret.yaml')) })).toBe(0)
  server.close()
  await tool.stop()
})

it.each<[string, unknown, number, string | RegExp]>([
  ['nothing', '', 400, 'The request has no body; a JSON object is wanted'],
  ['no JSON', '{', 400, /^The request body is not JSON: /],
  ['a list', [], 400, 'The request body must be a JSON object'],
  ['no name', { spec: dogs }, 400, 'name is required: the path segment that the sandbox is served at'],
  ['no description', { name: 'a' }, 400, /^spec or url is required/],
  ['two descriptions', { name: 'a', spec: dogs, url: 'http://a' }, 400, 'Either spec or url, not both'],
  ['a mistyped member', { name: 'a', spec: dogs, sed: '1' }, 400, 'A sandbox has no "sed" (did you mean seed?)'],
  ['a path', { name: 'a', url: '/etc/passwd' }, 400, 'url must be an http or https address'],
  ['a file', { name: 'a', url: 'file:///etc/passwd' }, 400, 'url must be an http or https address'],
  ['another scheme', { name: 'a', url: 'ftp://h/x' }, 400, 'url must be an http or https address'],
  [
    'a file behind a scheme without slashes',
    { name: 'a', url: 'http:x/../../tool-data/victim.yaml' },
    400,
    'url must be an http or https address',
  ],
  ['a path behind a scheme', { name: 'a', url: 'https:/etc/passwd' }, 400, 'url must be an http or https address'],
  ['standard input', { name: 'a', url: '-' }, 400, 'url must be an http or https address'],
  ['a path as description', { name: 'a', spec: '/etc/passwd' }, 400, /^Cannot import the description that was sent: /],
  ['no description at all', { name: 'a', spec: {} }, 400, /^Cannot import the description that was sent: /],
  ['a file of overlays', { name: 'a', spec: dogs, overlays: ['/etc/passwd'] }, 400, /^A sandbox has no "overlays"/],
  ['a file of records', { name: 'a', spec: dogs, seed_data: '/etc/passwd' }, 400, /^seed_data must be an object of/],
  [
    'a file of rules',
    { name: 'a', spec: dogs, rules: '/etc/passwd' },
    400,
    'rules must be a list of rules, not "/etc/passwd"',
  ],
  [
    'a file of webhooks',
    { name: 'a', spec: dogs, webhooks: '/etc/passwd' },
    400,
    'webhooks must be a sidecar, as an object, not "/etc/passwd"',
  ],
  ['AsyncAPI', { name: 'a', spec: dogs, webhooks: { asyncapi: '3.0.0' } }, 400, /^webhooks: an AsyncAPI document/],
  ['a name of files', { name: '../a', spec: dogs }, 400, /^Cannot use "..\/a" as a sandbox name/],
  ['the control plane', { name: '_tool', spec: dogs }, 400, /^Cannot use "_tool" as a sandbox name/],
  ['a name of forks', { name: 'a--1', spec: dogs }, 400, /^Cannot use "a--1" as a sandbox name/],
  [
    'a fault of nothing',
    { name: 'a', spec: dogs, faults: [{ kind: 'error', method: 'GET', path: '/cats' }] },
    400,
    /^faults\[0\]: GET \/cats is not a declared operation/,
  ],
  [
    'a rule of nothing',
    { name: 'a', spec: dogs, rules: [{ id: 'x', when: { method: 'GET', path: '/cats' }, respond: { status: 1 } }] },
    400,
    /^rules: Cannot add rule "x"/,
  ],
  ['records of nothing', { name: 'a', spec: dogs, seed_data: { cat: [{}] } }, 400, /^Seed data names "cat"/],
  ['a mode of nothing', { name: 'a', spec: dogs, mode: 'flaping' }, 400, /^mode: Unknown scenario "flaping"/],
  ['a sink of nothing', { name: 'a', spec: dogs, sinks: ['ftp://x'] }, 400, /^sinks: A sink must be/],
  ['a name that is taken', { name: 'taken', spec: dogs }, 409, /^Sandbox "taken" already exists/],
])('refuses %s, and nothing is there then', async (_what, body, status, message) => {
  const { tool, data } = await shared
  const before = readdirSync(join(data, 'apis'))
  const [got, answer] = await post(tool, body)
  expect(got).toBe(status)
  const text = (answer as { message: string }).message
  if (typeof message === 'string') expect(text).toBe(message)
  else expect(text).toMatch(message)
  for (const folder of ['apis', 'sandboxes']) expect(readdirSync(join(data, folder)).length).toBe(before.length)
})

/** One server for what leaves nothing behind. */
const shared = (async () => {
  const temp = tempDirectory()
  await runCommand(temp.path, ['sandbox', 'add', 'taken', '--spec', '-'], JSON.stringify(dogs))
  return { temp, tool: await startTool({ cwd: temp.path }), data: join(temp.path, 'tool-data') }
})()

afterAll(async () => {
  const { tool, temp } = await shared
  await tool.stop()
  temp[Symbol.dispose]()
})

it('takes 16 MiB, and answers more with 413; what is large elsewhere stays 1 MiB', async () => {
  const { tool } = await shared
  const padded = (size: number): string => JSON.stringify({ name: 'large', spec: dogs }).padEnd(size, ' ')
  expect(await post(tool, padded(16 * 1024 * 1024 + 1))).toEqual([
    413,
    { message: 'The request body is larger than 16777216 bytes' },
  ])
  expect((await post(tool, padded(3 * 1024 * 1024)))[0]).toBe(201)
  const faults = await fetch(`${tool.baseUrl}${PATH}/large/faults`, { method: 'POST', body: padded(3 * 1024 * 1024) })
  expect(faults.status).toBe(413)
  await fetch(`${tool.baseUrl}${PATH}/large`, { method: 'DELETE' })
})

it('lets one of several that want a name have it', async () => {
  const { tool } = await shared
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(tool, { name: 'race', spec: dogs })))
  expect(answers.map(([status]) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  expect((await fetch(`${tool.baseUrl}/race/dogs`)).status).toBe(401)
  await fetch(`${tool.baseUrl}${PATH}/race`, { method: 'DELETE' })
})

it('says that it is busy when too many want to be added at once, and goes on answering meanwhile', async () => {
  const { tool } = await shared
  const many = Array.from({ length: 24 }, (_, index) => post(tool, { name: `many${index}`, spec: dogs }))
  expect((await fetch(`${tool.baseUrl}/taken/dogs`)).status).toBe(401)
  const answers = await Promise.all(many)
  const statuses = new Set(answers.map(([status]) => status))
  expect([...statuses].sort()).toEqual([201, 503])
  for (const [status, body] of answers)
    if (status === 503) expect(body).toEqual({ message: 'Too many sandboxes are being added: try again in a moment' })
  const added = answers.flatMap(([status], index) => (status === 201 ? [`many${index}`] : []))
  for (const name of added) await fetch(`${tool.baseUrl}${PATH}/${name}`, { method: 'DELETE' })
})

it('wants the token and a Host of this machine, as every control request', async () => {
  using temp = tempDirectory()
  const tool = await startTool({ cwd: temp.path, env: { TOOL_TOKEN: 'secret' } })
  const body = { name: 'dogs', spec: dogs, faults: [{ kind: 'error', method: 'GET', path: '/dogs' }] }
  expect((await post(tool, body))[0]).toBe(401)
  expect((await post(tool, body, { 'x-tool-token': 'wrong' }))[0]).toBe(401)
  const token = { 'x-tool-token': 'secret' }
  expect((await post(tool, body, { ...token, origin: 'http://evil.example' }))[0]).toBe(403)
  expect((await post(tool, body, token))[0]).toBe(201)
  await tool.stop()
})

it('has released the state of what was removed, so that the name can be had again and again', async () => {
  const { tool } = await shared
  for (let round = 0; round < 5; round++) {
    expect((await post(tool, { name: 'again', spec: dogs, credential: 'sk_a' }))[0]).toBe(201)
    const headers = { authorization: 'Bearer sk_a', 'content-type': 'application/json' }
    await fetch(`${tool.baseUrl}/again/dogs`, { method: 'POST', headers, body: '{"name":"Rex"}' })
    expect(await (await fetch(`${tool.baseUrl}/again/dogs`, { headers })).json()).toHaveLength(1)
    const removed = await fetch(`${tool.baseUrl}${PATH}/again`, { method: 'DELETE' })
    expect(removed.status).toBe(200)
  }
})

it('gives the memory of a removed sandbox back, also while the files of another are bad', async () => {
  using temp = tempDirectory()
  await runCommand(temp.path, ['sandbox', 'add', 'bad', '--spec', '-'], JSON.stringify(dogs))
  writeFileSync(join(temp.path, 'tool-data/sandboxes/bad.json'), '{')
  const tool = await startTool({ cwd: temp.path })
  const held = async (): Promise<number> => {
    const text = await (await fetch(`${tool.baseUrl}/_tool/metrics`)).text()
    return Number(/^tool_held_bytes\{of="journals"\} (\d+)$/m.exec(text)?.[1])
  }
  expect(await held()).toBe(0)
  expect((await post(tool, { name: 'dogs', spec: dogs }))[0]).toBe(201)
  await fetch(`${tool.baseUrl}/dogs/dogs`)
  expect(await held()).toBeGreaterThan(0)
  await fetch(`${tool.baseUrl}${PATH}/dogs`, { method: 'DELETE' })
  expect(await held()).toBe(0)
  await tool.stop()
})

it('answers whatever is sent with a sandbox or one line, and leaves nothing behind', async () => {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'secret.yaml'), 'secret: 1')
  const terminal = captureTerminal({ cwd: temp.path })
  const odd = fc.oneof(
    fc.constantFrom<unknown>(dogs, '', '-', 'secret.yaml', './secret.yaml', 'http://127.0.0.1:1/', 'pay', null, [], {}),
    fc.constantFrom<unknown>('openapi: 3.0.0', '&a [*a]', { $ref: 'secret.yaml' }, { openapi: '3.0.0', paths: [] }),
    fc.jsonValue(),
    fc.string(),
  )
  const keys = fc.constantFrom(...Object.keys(sentKeys), '__proto__', 'constructor', 'overlays')
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.dictionary(keys, odd).map((value) => new TextEncoder().encode(JSON.stringify({ name: 'a', ...value }))),
    fc
      .dictionary(keys, odd)
      .map((value) => new TextEncoder().encode(JSON.stringify({ ...value, name: 'a', spec: dogs, url: null }))),
  )
  await fc.assert(
    fc.asyncProperty(body, async (bytes) => {
      try {
        const { name } = await registerSent({ args: [], flags: new Flags([]), terminal }, bytes)
        const { exit } = await runCommand(temp.path, ['sandbox', 'remove', name])
        expect(exit).toBe(0)
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError)
        expect((error as Error).message).not.toContain('secret: 1')
      }
      const { stdout } = await runCommand(temp.path, ['sandbox', 'list', '--names'])
      expect(stdout).toBe('')
    }),
    { numRuns: 150 },
  )
}, 60_000)
