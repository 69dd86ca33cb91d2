import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { corpus, credential, importCorpusFile } from './support/simulated.ts'
import { dial, exchange } from './support/sockets.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const files = ['petstore-v3.yaml', 'museum-31.yaml', 'paypal-webhooks-v1.json', 'scalar-galaxy-31.json'] as const
const work = tempDirectory()
let tool: StartedTool
let templates: readonly { name: string; method: string; path: string }[]

beforeAll(async () => {
  for (const file of files) {
    const terminal = captureTerminal({ cwd: work.path })
    const flags = ['--spec', join(corpus, file), '--seed', '5eed', '--credential', credential]
    expect(await run(['sandbox', 'add', nameOf(file), ...flags], terminal), terminal.stderr).toBe(0)
  }
  tool = await startTool({ cwd: work.path })
  const models = await Promise.all(files.map(async (file) => ({ file, model: await importCorpusFile(file) })))
  templates = models.flatMap(({ file, model }) =>
    model.head.operations.map(({ method, path }) => ({ name: nameOf(file), method, path })),
  )
})

afterAll(async () => {
  await tool.stop()
  work[Symbol.dispose]()
})

const port = (): number => Number(new URL(tool.baseUrl).port)
const nameOf = (file: string): string => file.replace(/[-.].*/, '')

const evilTexts = [
  '__proto__',
  'constructor',
  '%00',
  '%ff%fe',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '💥',
  'a'.repeat(4000),
  '{}',
  '[object Object]',
  '-1',
  '1e400',
  '9007199254740993',
  "'; drop table pets; --",
  '\u202e',
] as const
const evil = fc.oneof(fc.constantFrom(...evilTexts), fc.string({ maxLength: 40, unit: 'binary' }))

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth)
const evilBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  deep('[', ']', 100_000),
  deep('{"a":', '}', 50_000),
  `{"name":${JSON.stringify('x'.repeat(300_000))}}`,
  `[${'0,'.repeat(100_000)}0]`,
  '\ufeff{}',
  '{"name":"\\ud800"}',
  'a[b][c]=1&a[__proto__][x]=1&a[]=2&a[b]=3',
  `a${'[a]'.repeat(5_000)}=1`,
  '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
  '--b\r\nContent-Disposition: form-data',
  '<a><b></a>',
  `<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "${'&x;'.repeat(50)}">]><a>${'&y;'.repeat(50)}</a>`,
  deep('<a>', '</a>', 20_000),
] as const
const body = fc.oneof(
  fc.constantFrom(...evilBodies).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)),
  fc.dictionary(evil, fc.jsonValue(), { maxKeys: 6 }).map((value) => Buffer.from(JSON.stringify(value))),
)
const mediaType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'application/xml',
  'text/plain',
  'application/json; charset=utf-16',
  'nonsense',
  '',
)
const requests = fc.record({
  pick: fc.nat(),
  method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PURGE')),
  parameters: fc.array(evil, { maxLength: 4 }),
  tail: fc.option(evil),
  query: fc.array(fc.tuple(evil, evil), { maxLength: 5 }),
  rawQuery: fc.option(evil),
  mediaType,
  body,
  accept: fc.option(fc.constantFrom('application/xml', '*/*;q=nonsense', 'text/html', ',,,', 'a'.repeat(500))),
  prefer: fc.option(fc.constantFrom('code=200', 'code=999', 'code=abc', 'example=__proto__', 'dynamic=true, code=')),
  key: fc.option(evil),
  credential: fc.boolean(),
})
type Hostile = typeof requests extends fc.Arbitrary<infer T> ? T : never

it('answers hostile requests with no 5xx and lives on', async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(requests, async (hostile) => {
      const status = await send(hostile)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 600 },
  )
  // All sorts were met, not one refusal for everything.
  expect([...seen.keys()].length).toBeGreaterThan(3)
  await expectHealth()
})

it('survives bytes that are no HTTP', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      await exchange(port(), Buffer.concat([Buffer.from(bytes), Buffer.from('\r\n\r\n')]), true)
    }),
    { numRuns: 100 },
  )
  const heads = [
    'GET / HTTP/1.1\r\n\r\n',
    'GET /petstore/pet/1 HTTP/9.9\r\nHost: a\r\n\r\n',
    'POST /petstore/pet HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n',
    'POST /petstore/pet HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'POST /petstore/pet HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n',
    `GET /petstore/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `GET /petstore/pet/1 HTTP/1.1\r\nHost: a\r\n${'X-A: b\r\n'.repeat(5000)}\r\n`,
    'CONNECT /petstore HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://elsewhere.example/petstore/pet/1 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /petstore/pet/1 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ]
  for (const head of heads) {
    const answer = await exchange(port(), head, true)
    expect(answer).not.toMatch(/^HTTP\/1\.1 5(?!05)/)
  }
  await expectHealth()
})

it('drops nothing of the next request when one is cut off in the middle', async () => {
  for (const cut of [1, 20, 60, 120]) {
    await using socket = await dial(port())
    socket.write(
      `POST /petstore/pet HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name"`.slice(
        0,
        cut,
      ),
    )
  }
  await expectHealth()
})

async function send(hostile: Hostile): Promise<number> {
  const template = templates[hostile.pick % templates.length]
  if (template === undefined) throw new Error('no operations')
  let next = 0
  const filled = template.path.replace(/\{[^}]+\}/g, () => hostile.parameters[next++] ?? 'x')
  const path = clean(`/${template.name}${filled}${hostile.tail === null ? '' : `/${hostile.tail}`}`)
  const pairs = hostile.query.map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const query = clean([...pairs, ...(hostile.rawQuery === null ? [] : [hostile.rawQuery])].join('&'))
  const method = hostile.method ?? template.method
  const fields = [`Host: 127.0.0.1`, 'Connection: close', `Content-Length: ${hostile.body.length}`]
  if (hostile.mediaType !== '') fields.push(`Content-Type: ${hostile.mediaType}`)
  if (hostile.accept !== null) fields.push(`Accept: ${hostile.accept}`)
  if (hostile.prefer !== null) fields.push(`Prefer: ${hostile.prefer}`)
  if (hostile.key !== null) fields.push(`Idempotency-Key: ${encode(hostile.key)}`)
  if (hostile.credential) fields.push(`Authorization: Bearer ${credential}`, `api_key: ${credential}`)
  const head = `${method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`
  const answer = await exchange(port(), Buffer.concat([Buffer.from(head, 'latin1'), hostile.body]), true)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
}

/** Percent-encoded where that is possible at all: a lone surrogate is not. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '?'))
}

/** What may stand in a request line: everything but blanks and line ends, beyond ASCII as UTF-8. */
function clean(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^!-~\u0080-\u00ff]|[#?]/g, '_')
}

async function expectHealth(): Promise<void> {
  const health = await fetch(`${tool.baseUrl}/_tool/healthz`)
  expect(health.status).toBe(200)
  const metrics = await (await fetch(`${tool.baseUrl}/_tool/metrics`)).text()
  const internal = metrics.split('\n').filter((line) => line.startsWith('tool_internal_errors_total'))
  expect(internal).toEqual(['tool_internal_errors_total 0'])
  expect({}).not.toHaveProperty('polluted')
}
