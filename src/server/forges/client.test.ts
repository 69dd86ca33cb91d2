import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { ForgeCall } from '../../forges/forge.ts'
import type { Token } from '../../forges/token.ts'
import { ToolError } from '../../support/errors.ts'
import { type ForgeClient, type ForgeClientOptions, makeForgeClient } from './client.ts'
import { statusOf } from './refusal.ts'

const NOW = Date.UTC(2026, 0, 1)
const token: Token = {
  variable: 'GITHUB_TOKEN',
  value: 'tok_secret',
  field: ['Authorization', 'Bearer tok_secret'],
  gitUser: 'x-access-token',
}

interface Served extends AsyncDisposable {
  readonly url: string
  readonly asked: string[]
  readonly waits: number[]
  client(more?: Partial<ForgeClientOptions>): ForgeClient
}

type Serve = (request: IncomingMessage, response: ServerResponse, count: number) => void

async function serving(serve: Serve): Promise<Served> {
  const asked: string[] = []
  const waits: number[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    request.resume()
    serve(request, response, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pause = async (ms: number): Promise<void> => void waits.push(ms)
  return {
    url,
    asked,
    waits,
    client: (more = {}) =>
      makeForgeClient({ api: `${url}/api/v3`, name: 'GitHub', token, now: () => NOW, pause, ...more }),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const get: ForgeCall<unknown> = { method: 'GET', path: '/items?per_page=2', read: (body) => body }
const post: ForgeCall<unknown> = { method: 'POST', path: '/items', body: { a: 1 }, read: (body) => body }
const list: ForgeCall<readonly number[]> = { ...get, read: (body) => body as readonly number[] }

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void response.writeHead(status, headers).end(JSON.stringify(body))

async function failureOf(work: Promise<unknown>): Promise<ToolError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ToolError) return error
  throw new Error(`no ToolError: ${String(error)}`)
}

it('follows Link from page to page', async () => {
  await using served = await serving((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1)
    const link = page < 3 ? { link: `</api/v3/items?page=${page + 1}>; rel="next", </api/v3/items>; rel="first"` } : {}
    json(response, 200, [page * 10, page * 10 + 1], link)
  })
  expect(await served.client().all(list)).toEqual([10, 11, 20, 21, 30, 31])
})

it('sends the token to no other host, neither for a page nor for a redirect', async () => {
  await using other = await serving((_request, response) => json(response, 200, []))
  await using paged = await serving((_request, response) =>
    json(response, 200, [], { link: `<${other.url}/>; rel="next"` }),
  )
  expect((await failureOf(paged.client().all(list))).message).toContain('leads to another host')
  await using moved = await serving((_request, response) => json(response, 302, null, { location: other.url }))
  expect((await failureOf(moved.client().send(get))).message).toContain('it redirects to another host')
  expect(other.asked).toEqual([])
})

it('follows a project that moved, and sends nothing twice that writes', async () => {
  await using served = await serving((request, response) => {
    if (request.url?.includes('items')) json(response, 301, null, { location: '/api/v3/moved' })
    else json(response, 200, 'here')
  })
  expect(await served.client().send(get)).toBe('here')
  expect((await failureOf(served.client().send(post))).message).toContain('the project has moved')
})

it.each([
  ['Retry-After in seconds', 429, { 'retry-after': '7' }, {}, 7_000],
  ['Retry-After as a date', 403, { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, {}, 20_000],
  [
    'a used up limit of GitHub',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 30) },
    {},
    30_000,
  ],
  ['a limit of GitLab', 429, { 'ratelimit-reset': String(NOW / 1000 + 5) }, {}, 5_000],
  ['a secondary limit', 403, {}, { message: 'You have exceeded a secondary rate limit.' }, 60_000],
])('waits as long as %s says, also before what writes', async (_what, status, headers, body, wait) => {
  await using served = await serving((_request, response, count) =>
    count === 1 ? json(response, status, body, headers) : json(response, 201, 'done'),
  )
  expect(await served.client().send(post)).toBe('done')
  expect(served.waits).toEqual([wait])
})

it('gives up on a limit that lasts, and does not take it for a lack of permission', async () => {
  await using served = await serving((_request, response) => json(response, 403, {}, { 'retry-after': '3600' }))
  const error = await failureOf(served.client().send(post))
  expect(error.message).toBe('GitHub limits the rate of requests: try again after 2026-01-01T01:00:00Z (POST /items)')
  expect([statusOf(error), served.asked.length]).toEqual([429, 1])
  await using often = await serving((_request, response) => json(response, 429, {}, { 'retry-after': '1' }))
  expect((await failureOf(often.client().send(get))).message).toContain('limits the rate')
  expect(often.asked).toHaveLength(4)
})

it('tries again what only reads, and nothing that writes', async () => {
  await using served = await serving((request, response, count) => {
    if (count === 1) request.socket.destroy()
    else json(response, count === 2 ? 503 : 200, 'in the end')
  })
  expect(await served.client().send(get)).toBe('in the end')
  expect(served.waits).toEqual([1_000, 2_000])
  await using broken = await serving((_request, response) => json(response, 502, 'Bad Gateway'))
  expect((await failureOf(broken.client().send(post))).message).toBe('GitHub refuses POST /items (502)')
  expect(broken.asked).toHaveLength(1)
})

it('says in words why there was no answer', async () => {
  const gone = await serving(() => {})
  await gone[Symbol.asyncDispose]()
  expect((await failureOf(gone.client().send(post))).message).toBe(
    'Cannot ask GitHub for POST /items: connection refused',
  )
  await using silent = await serving(() => {})
  const late = await failureOf(silent.client({ timeoutMs: 50 }).send(post))
  expect(late.message).toBe('Cannot ask GitHub for POST /items: it did not answer in time')
  await using endless = await serving((_request, response) => {
    response.on('error', () => {})
    const piece = Buffer.alloc(1024 * 1024, 32)
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more)
    more()
  })
  expect((await failureOf(endless.client().send(post))).message).toContain('its answer is larger than 16 MiB')
})

it('quotes a forge in one line, without the token', async () => {
  const message = `bad\u001b[31m\ncredentials tok_secret ${btoa('x-access-token:tok_secret')}`
  await using served = await serving((_request, response) =>
    json(response, 422, { message, errors: [{ message: 'x' }] }),
  )
  const error = await failureOf(served.client().send(post))
  expect(error.message).toBe('GitHub refuses POST /items (422: bad [31m credentials [token] [token]: x)')
  expect(error.code).toBe('conflict')
})

it('stops waiting when it is stopped', async () => {
  const stop = new AbortController()
  await using served = await serving((_request, response) => {
    json(response, 429, {}, { 'retry-after': '80' })
    setImmediate(() => stop.abort())
  })
  const options = { api: served.url, name: 'GitHub', token, signal: stop.signal }
  await expect(makeForgeClient(options).send(get)).rejects.toThrow(ToolError)
})
