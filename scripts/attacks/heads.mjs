/** Response heads: whatever a client or a description makes long, the whole head stays within 8 KiB and is valid HTTP. */
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { makeInstallation } from '../support/tool.mjs'

const MOST = 8 * 1024
const credential = 'head-credential'
const LONG = 200_000

export async function longHeads({ tool, folder, small }) {
  const size = small ? LONG : 5 * LONG
  const spec = join(folder, 'long.json')
  writeFileSync(spec, JSON.stringify(description(size)))
  const installation = await makeInstallation({ toolFile: tool, dataDir: join(folder, 'data') })
  const added = await installation.command(['sandbox', 'add', 'long', '--spec', spec, '--credential', credential])
  if (added.code !== 0) return [`sandbox add failed: ${added.stderr.slice(0, 300)}`]
  const server = await installation.up()
  const problems = []
  let longest = 0
  try {
    for (const { name, ...request } of await requests(server.base, size)) {
      const answer = await ask(server.base, request)
      if (answer === undefined) problems.push(`${name}: no answer`)
      else {
        longest = Math.max(longest, answer.head.length)
        if (answer.head.length > MOST) problems.push(`${name}: a head of ${answer.head.length} bytes`)
        if (!isHttp(answer.head)) problems.push(`${name}: the head is no HTTP`)
        if (answer.status >= 500 && answer.status !== 503) problems.push(`${name}: answered ${answer.status}`)
        if (answer.status === 401 && !/^www-authenticate: \S/im.test(answer.head))
          problems.push(`${name}: 401 without a challenge`)
      }
    }
    const rule = join(folder, 'rule.json')
    const respond = { status: 200, headers: { 'X-Long': 'x'.repeat(40_000) }, body: {} }
    writeFileSync(rule, JSON.stringify({ id: 'long', when: { method: 'GET', path: '/things' }, respond }))
    const refused = await installation.command(['rule', 'add', 'long', rule])
    if (refused.code !== 2) problems.push(`a rule with a header of 40,000 characters was taken (exit ${refused.code})`)
  } finally {
    await server.stop()
  }
  console.log(`longest head ${longest} bytes`)
  return problems
}

const text = { type: 'string' }

function description(size) {
  const long = 'v'.repeat(size)
  const header = (example) => ({ schema: text, example })
  const answer = (headers) => ({
    200: { description: 'ok', headers, content: { 'application/json': { schema: { type: 'object' } } } },
  })
  const thing = { type: 'object', required: ['id'], properties: { id: text, name: text } }
  const body = { content: { 'application/json': { schema: thing } } }
  const get = (path, headers, more = {}) => [
    path,
    { get: { operationId: path.slice(1), responses: answer(headers), ...more } },
  ]
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`X-Many-${i}`, header(`value ${i}`)]))
  const list = { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: thing } } } }
  const page = { name: 'page', in: 'query', schema: { type: 'integer' } }
  const search = { name: 'name', in: 'query', schema: text }
  return {
    openapi: '3.1.0',
    info: { title: 'Long heads', version: '1' },
    security: [{ bearer: [] }],
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          parameters: [page, { name: 'per_page', in: 'query', schema: { type: 'integer' } }, search],
          responses: { 200: { ...list, headers: { Link: { schema: text } } } },
        },
        post: { operationId: 'addThing', requestBody: body, responses: { 201: { description: 'made', ...body } } },
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'getThing', responses: { 200: { description: 'ok', ...body } } },
        put: {
          operationId: 'putThing',
          requestBody: body,
          responses: {
            200: { description: 'ok', ...body },
            201: { description: 'made', headers: { Location: { schema: text } }, ...body },
          },
        },
      },
      ...Object.fromEntries([
        get('/location', { Location: header(`https://example.com/${long}`) }),
        get('/link', { Link: header(`<https://example.com/${long}>; rel="next"`) }),
        get('/etag', { ETag: header(`"${long}"`) }),
        get('/cookie', { 'Set-Cookie': header(`sid=${long}; Path=/`) }),
        get('/retry', { 'Retry-After': header(long) }),
        get('/disposition', { 'Content-Disposition': header(`attachment; filename="${long}"`) }),
        get('/custom', { 'X-Custom': header(long) }),
        get('/unicode', { 'X-Custom': header('\u00e9\u4e2d'.repeat(size / 2)) }),
        get('/challenge', { 'WWW-Authenticate': header(`Bearer realm="${long}"`) }),
        get('/default', { 'X-Default': { schema: { type: 'string', minLength: Math.min(size, 50_000) } } }),
        get('/many', many),
        get('/operation', {}, { operationId: `op-${long}` }),
        get('/scoped', {}, { security: [{ oauth: [`scope:${long}`] }] }),
        get(`/named`, { [`X-${'n'.repeat(size)}`]: header('value') }),
        get(
          '/rejecting',
          {},
          {
            parameters: Array.from({ length: 200 }, (_, i) => ({
              name: `${i}${'q'.repeat(500)}`,
              in: 'query',
              required: true,
              schema: text,
            })),
          },
        ),
        get('/moved', { Location: header('/things') }),
      ]),
      '/media': {
        get: {
          operationId: 'media',
          responses: { 200: { description: 'ok', content: { [`text/${long}`]: { schema: text } } } },
        },
      },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { [`scope:${long}`]: 'all' } } },
        },
      },
    },
  }
}

/** What is asked: each of these made a head as long as what it names. */
async function requests(base, size) {
  const json = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const control = { 'content-type': 'application/json' }
  const sandbox = '/_tool/sandboxes/long'
  const id = 'i'.repeat(size)
  const get = (path, headers = {}) => ({
    name: `GET ${path.slice(0, 40)}`,
    method: 'GET',
    path,
    headers: { ...json, ...headers },
  })
  const plain = [
    'location',
    'link',
    'etag',
    'cookie',
    'retry',
    'disposition',
    'custom',
    'unicode',
    'challenge',
    'default',
    'many',
    'operation',
    'scoped',
    'named',
    'rejecting',
    'media',
    'moved',
  ]
  const form = { grant_type: 'client_credentials', client_id: 'a', client_secret: credential, scope: 'little' }
  const issued = await fetch(`${base}/long/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token = credential } = issued.ok ? await issued.json() : {}
  return [
    { name: 'an id of the client', method: 'POST', path: '/long/things', headers: json, body: JSON.stringify({ id }) },
    {
      name: 'an id of characters that are escaped',
      method: 'POST',
      path: '/long/things',
      headers: json,
      body: JSON.stringify({ id: '\u4e2d'.repeat(20_000) }),
    },
    {
      name: 'an id of 4 KiB',
      method: 'POST',
      path: '/long/things',
      headers: json,
      body: JSON.stringify({ id: '%'.repeat(4_000) }),
    },
    ...plain.map((name) => get(`/long/${name}`)),
    get(`/long/things?name=${'n'.repeat(12_000)}&per_page=1&page=1`),
    get(`/long/things/${'p'.repeat(12_000)}`),
    {
      name: 'PUT to a long path',
      method: 'PUT',
      path: `/long/things/${'u'.repeat(12_000)}`,
      headers: json,
      body: '{"id":"x"}',
    },
    { name: 'without a scope', ...get('/long/scoped', { authorization: `Bearer ${token}` }) },
    get('/long/things', { origin: `http://${'o'.repeat(12_000)}.example` }),
    {
      name: 'a preflight',
      method: 'OPTIONS',
      path: '/long/things',
      headers: {
        origin: 'http://localhost',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-a,'.repeat(3_500),
      },
    },
    {
      name: 'a preflight for a long method',
      method: 'OPTIONS',
      path: '/long/things',
      headers: { origin: 'http://localhost', 'access-control-request-method': 'M'.repeat(12_000) },
    },
    {
      name: 'a preflight of a long origin',
      method: 'OPTIONS',
      path: '/long/many',
      headers: { origin: `http://${'o'.repeat(12_000)}`, 'access-control-request-method': 'GET' },
    },
    {
      name: 'unknown members',
      method: 'POST',
      path: '/long/things',
      headers: json,
      body: JSON.stringify({
        id: 1,
        ...Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'k'.repeat(150)}`, 1])),
      }),
    },
    { name: 'without a credential', method: 'GET', path: '/long/scoped', headers: {} },
    {
      name: 'a fault with long headers',
      method: 'POST',
      path: `${sandbox}/faults`,
      headers: control,
      body: JSON.stringify({
        kind: 'error',
        method: 'GET',
        path: '/moved',
        times: 1,
        headers: { 'X-Fault': 'f'.repeat(40_000) },
      }),
    },
    get('/long/moved'),
    ...rules.flatMap(([name, respond, headers]) => [
      {
        name: `PUT rule ${name}`,
        method: 'POST',
        path: `${sandbox}/rules`,
        headers: control,
        body: JSON.stringify({ id: `r${name}`, when: { method: 'GET', path: '/moved' }, respond }),
      },
      { ...get(`/long/moved?echo=${'e'.repeat(12_000)}`, headers), name: `answered by rule ${name}` },
      { name: `DELETE rule ${name}`, method: 'DELETE', path: `${sandbox}/rules?id=r${name}`, headers: control },
    ]),
    { name: 'an unknown control path', method: 'GET', path: `/_tool/${'c'.repeat(12_000)}`, headers: control },
    { name: 'an unknown sandbox', method: 'GET', path: `/${'s'.repeat(12_000)}/x`, headers: control },
    get('/long/things', { prefer: `example=${'e'.repeat(12_000)}` }),
    get('/long/things', { 'x-request-id': 'r'.repeat(12_000) }),
    {
      name: 'an idempotency key',
      method: 'POST',
      path: '/long/things',
      headers: { ...json, 'idempotency-key': 'k'.repeat(12_000) },
      body: '{"id":"b"}',
    },
  ]
}

const rules = [
  ['literal', { status: 200, headers: { 'X-Long': 'x'.repeat(40_000) }, body: {} }],
  ['templated', { status: 200, headers: { 'X-Echo': '{{request.query.echo}}' }, body: {} }],
  [
    'several',
    {
      status: 200,
      headers: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`X-Rule-${i}`, 'r'.repeat(100)])),
      body: {},
    },
  ],
]

function ask(base, { method, path, headers, body = '' }) {
  const { host, port } = new URL(base)
  return new Promise((done) => {
    const socket = connect(Number(port), '127.0.0.1')
    const bytes = []
    const end = () => {
      socket.destroy()
      const all = Buffer.concat(bytes).toString('latin1')
      const at = all.indexOf('\r\n\r\n')
      done(
        at < 0 ? undefined : { head: all.slice(0, at + 4), status: Number(all.slice(9, 12)), body: all.slice(at + 4) },
      )
    }
    socket.on('data', (piece) => bytes.push(piece))
    socket.on('close', end)
    socket.on('error', () => {})
    socket.setTimeout(20_000, end)
    const lines = Object.entries({ host, connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) })
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`)
    socket.write(body)
  })
}

/** A status line, fields whose names are names and whose values hold no control characters, and an empty line. */
function isHttp(head) {
  const [first, ...lines] = head.slice(0, -4).split('\r\n')
  return (
    /^HTTP\/1\.1 \d{3} /.test(first) &&
    lines.every((line) => /^[\w!#$%&'*+.^`|~-]+: ?[\t\x20-\x7e\x80-\xff]*$/.test(line))
  )
}
