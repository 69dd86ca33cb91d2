/**
 * All attackers at once against a server, and an honest client beside them: how long it waits, what the server holds,
 * and how long turns of the event loop last. With --bare the same against a bare `node:http` server that reads bodies
 * and answers with the same sizes, which shows what Node itself makes of it. Fails where the server ends, holds more
 * than --most MiB, or answers the honest client wrongly.
 *
 *   node bench/attackers.mjs [--seconds 600] [--only unknown,crumbs] [--heap 1024] [--most 1200] [--bare] [--tool FILE]
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { readOptions, refuse } from '../scripts/support/options.mjs'
import { freePort, root, run, temporaryDirectory, toolToTest, waitForAnswer } from '../scripts/support/tool.mjs'

const MIB = 1024 * 1024
const CREDENTIAL = { authorization: 'Bearer k' }
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

/** What this file is to be in another process: `bare`, or `watched` beside the program that is looked at. */
const ROLE = 'ATTACKERS_ROLE'

async function attack() {
  const { values: options } = readOptions(import.meta.url, {
    options: {
      seconds: { type: 'string', default: '600' },
      only: { type: 'string' },
      heap: { type: 'string' },
      most: { type: 'string' },
      bare: { type: 'boolean', default: false },
      tool: { type: 'string' },
    },
  })
  const directory = await temporaryDirectory('attackers')
  const built = options.bare ? undefined : await toolToTest(options.tool)
  const [port, agentPort] = [await freePort(), await freePort()]
  const flood = options.bare ? undefined : await floodHeads()
  const silent = options.bare ? undefined : await neverAnswer()
  const server = await start({
    toolFile: built?.toolFile,
    port,
    agentPort,
    directory: directory.path,
    upstream: flood,
    heap: options.heap,
  })
  const attackers = {
    ...attackersOf(port, server),
    ...(options.bare ? {} : attackersOfTool({ port, agentPort, silent, server })),
  }
  const chosen = options.only?.split(',') ?? Object.keys(attackers)
  const unknown = chosen.find((name) => !Object.hasOwn(attackers, name))
  if (unknown !== undefined) refuse(`there is no attacker "${unknown}": ${Object.keys(attackers).join(', ')}`)
  const honest = new Worker(new URL(import.meta.url), { workerData: port })
  const totals = { answers: 0, gap: 0, statuses: {} }
  const until = Date.now() + Number(options.seconds) * 1000
  const going = chosen.map(async (name) => {
    while (Date.now() < until && !server.ended) {
      const sockets = (await attackers[name]()) ?? []
      for (const socket of sockets) socket.destroy()
      await sleep(500)
    }
  })
  while (Date.now() < until && !server.ended) {
    await sleep(Math.min(15_000, until - Date.now()))
    const { answers, gap, statuses } = await tellOf(honest)
    totals.answers += answers
    totals.gap = Math.max(totals.gap, gap)
    for (const [status, count] of Object.entries(statuses))
      totals.statuses[status] = (totals.statuses[status] ?? 0) + count
    const turns = server.turns.splice(0).join(' ')
    console.log(
      `${server.resident()} MiB, longest wait ${Math.round(gap)} ms, ${answers} answers, longest turns ${turns}`,
    )
  }
  await Promise.race([Promise.all(going), sleep(5000)])
  const { answers, gap, statuses } = totals
  const wrong = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '201')
  const wronged = wrong.reduce((sum, [, count]) => sum + count, 0)
  console.log(
    `peak ${server.peak} MiB, longest wait ${Math.round(gap)} ms, ${answers} answers ${JSON.stringify(statuses)}, ` +
      (server.ended ? 'the server ENDED' : 'the server lives'),
  )
  const holdsTooMuch = options.most !== undefined && server.peak > Number(options.most)
  // A client that is told to come back later, now and then, has been answered.
  const isWronged = answers === 0 || wronged > answers / 100
  const isGood = !server.ended && !holdsTooMuch && !isWronged
  server.kill()
  await sleep(1000)
  await built?.remove()
  await directory.remove()
  process.exit(isGood ? 0 : 1)
}

/** The server as a child process, with a thread of its own to look at it: `toolFile` undefined is the bare one. */
async function start({ toolFile, port, agentPort, directory, upstream, heap }) {
  const env = { ...process.env, TOOL_DATA_DIR: join(directory, 'data'), NODE_OPTIONS: '' }
  let args = [import.meta.filename, String(port)]
  if (toolFile !== undefined) {
    const big = join(directory, 'big.json')
    const bomb = join(directory, 'bomb.json')
    await writeFile(big, JSON.stringify(bigDescription))
    await writeFile(bomb, JSON.stringify(bombDescription))
    const pay = join(root, 'examples/payments.yaml')
    const added = ['--credential', 'k', '--seed', '1']
    for (const command of [
      ['sandbox', 'add', 'big', '--spec', big, ...added],
      ['sandbox', 'add', 'huge', '--spec', big, ...added],
      ['sandbox', 'add', 'bomb', '--spec', bomb, ...added],
      ['sandbox', 'add', 'hooked', '--spec', pay, ...added],
      ['sandbox', 'add', 'loop', '--spec', big, ...added],
      ['sandbox', 'add', 'pay', '--spec', pay, ...added],
      ['upstream', 'add', 'flood', upstream],
      ['upstream', 'add', 'self', `http://127.0.0.1:${port}`],
    ]) {
      const { code, stderr } = await run(process.execPath, [toolFile, ...command], { env })
      if (code !== 0) throw new Error(stderr)
    }
    const memory = heap === undefined ? [] : [`--max-old-space-size=${heap}`]
    const ports = ['--port', String(port), '--agent-port', String(agentPort)]
    args = [...memory, '--import', import.meta.url, toolFile, 'up', ...ports]
  }
  env[ROLE] = toolFile === undefined ? 'bare' : 'watched'
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const server = {
    turns: [],
    peak: 0,
    ended: false,
    kill: () => child.kill('SIGKILL'),
    resident: () => residentOf(child.pid),
  }
  child.on('exit', () => (server.ended = true))
  child.stderr.on('data', (text) => {
    for (const [, turns] of String(text).matchAll(/^turns: (.*)$/gm)) server.turns.push(turns)
  })
  setInterval(() => (server.peak = Math.max(server.peak, residentOf(child.pid))), 50).unref()
  await waitForAnswer(`http://127.0.0.1:${port}/`)
  return server
}

function residentOf(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Runs in the server: tells the longest turns of its event loop every five seconds. */
function watchTurns() {
  let last = performance.now()
  let longest = []
  const turn = () => {
    const now = performance.now()
    longest.push(now - last)
    last = now
    setImmediate(turn).unref()
  }
  setImmediate(turn).unref()
  setInterval(() => {
    const most = longest.sort((a, b) => b - a).slice(0, 3)
    longest = []
    process.stderr.write(`turns: ${most.map(Math.round).join(' ')} ms\n`)
  }, 5000).unref()
}

/** Gives, by name, what holds or costs a server the most for the fewest bytes; each gives the sockets that it leaves open. */
function attackersOf(port, server) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
  const ask = (method, path, { headers = {}, body } = {}) =>
    new Promise((done) => {
      const length =
        body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const request = http.request({ port, host: '127.0.0.1', method, path, agent, headers: { ...length, ...headers } })
      request.on('response', (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => done(String(Buffer.concat(parts))))
        answer.on('error', () => done(''))
      })
      request.on('error', () => done(''))
      request.end(body)
    })
  const open = (text, reads = false) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    if (reads) socket.on('data', () => {})
    else socket.pause()
    socket.write(text)
    return socket
  }
  const sixteen = (count, work) => {
    let i = 0
    return Promise.all(
      Array.from({ length: 16 }, async () => {
        while (i < count && !server.ended) await work(i++)
      }),
    ).then(() => [])
  }
  const post = (more) => `POST /pay/charges HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`
  const small = `[${'{"":1},'.repeat(1700)}{}]`
  const list = 'GET /big/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n\r\n'
  const fillList = async () => {
    const body = JSON.stringify({ name: 'd'.repeat(400_000) })
    for (let i = 0; i < 20; i++) await ask('POST', '/big/things', { headers: CREDENTIAL, body })
  }
  return {
    unknown: () => sixteen(20_000, () => ask('POST', '/pay/nothing/here', { body: small })),
    scopes: () =>
      sixteen(20_000, (i) =>
        ask('POST', '/pay/nothing/here', { body: small, headers: { 'x-tool-scope': `s${i % 40}` } }),
      ),
    listing: async () => void (await ask('GET', '/_tool/sandboxes/pay/requests?limit=999999')),
    fields() {
      const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x-h${i}`, 'v'.repeat(900)]))
      const path = `/pay/nothing/${'p'.repeat(40)}`
      return sixteen(8000, (i) => ask('GET', path, { headers: { ...many, 'x-n': String(i), 'x-tool-scope': `t${i}` } }))
    },
    async forks() {
      const names = []
      for (let i = 0; i < 100; i++) {
        const text = await ask('POST', '/_tool/sandboxes/pay/fork')
        if (text.startsWith('{')) names.push(JSON.parse(text).name)
      }
      return sixteen(20_000, (i) => ask('POST', `/${names[i % names.length]}/nothing/here`, { body: small }))
    },
    async halfbodies() {
      const sockets = []
      for (let i = 0; i < 500; i++) {
        const socket = open(post(`Content-Length: ${30 * MIB}`), true)
        socket.write(Buffer.alloc(15 * MIB, 97))
        sockets.push(socket)
        if (i % 10 === 0) await sleep(30)
      }
      await sleep(8000)
      return sockets
    },
    async crumbs() {
      const crumbs = '1\r\na\r\n'.repeat(200_000)
      const sockets = Array.from({ length: 60 }, () => open(`${post('Transfer-Encoding: chunked')}${crumbs}`, true))
      await sleep(10_000)
      return sockets
    },
    async slowreaders() {
      await fillList()
      const sockets = []
      for (let i = 0; i < 300; i++) {
        sockets.push(open(list))
        if (i % 10 === 0) await sleep(50)
      }
      await sleep(5000)
      return sockets
    },
    async pipelined() {
      const sockets = []
      for (let i = 0; i < 8; i++) {
        sockets.push(open(list.repeat(300)))
        await sleep(300)
      }
      await sleep(4000)
      return sockets
    },
    async streams() {
      const head = 'GET /_tool/sandboxes/pay/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
      const sockets = Array.from({ length: 200 }, () => open(head))
      const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'v'.repeat(400)]))
      const body = JSON.stringify({ amount: 100, currency: 'eur', metadata })
      await sixteen(4000, () => ask('POST', '/pay/charges', { headers: CREDENTIAL, body }))
      return sockets
    },
    async patterns() {
      for (let i = 0; i < 50 && !server.ended; i++) {
        await ask('POST', '/big/things', { headers: CREDENTIAL, body: JSON.stringify({ name: 'x'.repeat(5000) }) })
        await ask('GET', `/big/things?name=${'a'.repeat(2000)}`, { headers: CREDENTIAL })
      }
    },
  }
}

/** The same of what a bare server has nothing of: the agent, large records, webhooks, imports, schemas. */
function attackersOfTool({ port, agentPort, silent, server }) {
  const ask = (method, path, body, at = port) =>
    new Promise((done) => {
      const headers = {
        ...CREDENTIAL,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const request = http.request({ port: at, host: '127.0.0.1', method, path, headers }, (answer) =>
        answer.resume().on('close', () => done(answer.statusCode)),
      )
      request.on('error', () => done(undefined))
      request.end(body)
    })
  const reads = (path, at, socket = connect(at, '127.0.0.1')) => {
    socket.on('error', () => {})
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer k\r\n\r\n`)
    return socket
  }
  const isFull = { huge: false }
  return {
    async interim() {
      const sockets = Array.from({ length: 20 }, () => reads('/flood/things', agentPort))
      await sleep(10_000)
      return sockets
    },
    async largelists() {
      const body = JSON.stringify({ name: 'd'.repeat(30 * MIB) })
      for (let i = 0; i < 14 && !isFull.huge; i++) await ask('POST', '/huge/things', body)
      isFull.huge = true
      await Promise.all([ask('GET', '/huge/things'), ask('GET', '/huge/things'), ask('GET', '/huge/things?limit=3')])
      const sockets = Array.from({ length: 6 }, () => reads('/huge/things', port))
      await sleep(5000)
      return sockets
    },
    async bombs() {
      const texts = Array.from({ length: 300_000 }, (_, i) => `text ${i}`)
      const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, i]))
      let deep = '1'
      for (let i = 0; i < 400; i++) deep = `{"inner":${deep},"x${i}":1}`
      for (const [path, body] of [
        ['/bomb/unique', JSON.stringify(texts)],
        ['/bomb/patterns', JSON.stringify(fields)],
        ['/bomb/alternatives', JSON.stringify(texts.map((text) => ({ text })))],
        ['/bomb/trees', deep],
        ['/bomb/many', '{}'],
      ])
        await ask('POST', path, body)
    },
    async receivers() {
      for (let i = 0; i < 40; i++)
        await ask('POST', '/_tool/sandboxes/hooked/webhooks/sinks', JSON.stringify({ url: `${silent}/r${i}` }))
      for (let i = 0; i < 20; i++)
        await ask('POST', '/hooked/charges', JSON.stringify({ amount: 100 + i, currency: 'eur' }))
      await sleep(5000)
    },
    async documents() {
      const waits = Array.from({ length: 12 }, (_, i) =>
        ask('POST', '/_tool/sandboxes', JSON.stringify({ name: `hang${i}`, url: `${silent}/openapi${i}.yaml` })),
      )
      await Promise.race([Promise.all(waits), sleep(15_000)])
    },
    async loops() {
      for (const at of [port, agentPort]) {
        const url = `http://127.0.0.1:${at}${at === agentPort ? '/self' : ''}/loop/things`
        await ask('POST', '/_tool/sandboxes/loop/webhooks/sinks', JSON.stringify({ url }))
      }
      if (!server.ended) await ask('POST', '/loop/things', JSON.stringify({ name: 'once' }))
      await sleep(3000)
    },
  }
}

/** An upstream that sends interim answers as long as its client takes them. */
async function floodHeads() {
  const hint = `HTTP/1.1 103 Early Hints\r\nLink: <${'/a'.repeat(4000)}>\r\n\r\n`.repeat(8)
  const flood = createServer((socket) => {
    const go = () => {
      while (!socket.destroyed && socket.write(hint));
    }
    socket.on('error', () => {}).on('drain', () => setImmediate(go))
    socket.once('data', go)
  })
  await new Promise((done) => flood.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${flood.address().port}`
}

/** A receiver and a host of documents that says nothing. */
async function neverAnswer() {
  const silent = createServer((socket) => void socket.on('error', () => {}).resume())
  await new Promise((done) => silent.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${silent.address().port}`
}

function tellOf(worker) {
  return new Promise((done) => {
    worker.once('message', done)
    worker.postMessage('')
  })
}

/** In a thread of its own: a read or a create every 20 ms, on new and on kept connections in turn. */
async function beHonest(port) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let seen = { answers: 0, gap: 0, statuses: {} }
  let since
  parentPort.on('message', () => {
    const waiting = since === undefined ? 0 : performance.now() - since
    parentPort.postMessage({ ...seen, gap: Math.max(seen.gap, waiting) })
    seen = { answers: 0, gap: 0, statuses: {} }
  })
  const body = JSON.stringify({ amount: 100, currency: 'eur', description: 'honest' })
  for (let n = 0; ; n++) {
    since = performance.now()
    const [method, path] = n % 2 === 1 ? ['GET', '/pay/charges?limit=1'] : ['POST', '/pay/charges']
    const headers = { ...CREDENTIAL, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const status = await new Promise((done) => {
      const options = { port, host: '127.0.0.1', method, path, headers, ...(n % 4 < 2 && { agent }) }
      const request = http.request(options, (answer) => answer.resume().on('end', () => done(answer.statusCode)))
      request.on('error', (error) => done(error.code)).end(method === 'POST' ? body : undefined)
    })
    seen.answers++
    seen.gap = Math.max(seen.gap, performance.now() - since)
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    since = undefined
    await sleep(20)
  }
}

/** The least that a server does which reads bodies as JSON and answers with as much. */
function serveBare(port) {
  const list = JSON.stringify(Array.from({ length: 20 }, () => ({ name: 'd'.repeat(400_000) })))
  let forks = 0
  const server = http.createServer((request, answer) => {
    if (request.url.endsWith('/events')) {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return
    }
    const parts = []
    request.on('error', () => {})
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      let body
      try {
        body = JSON.parse(String(Buffer.concat(parts)))
      } catch {}
      if (request.method === 'GET' && request.url.startsWith('/big/')) answer.end(list)
      else answer.end(JSON.stringify({ name: `pay--${forks++}`, length: body?.length }))
    })
  })
  server.listen(port, '127.0.0.1')
}
const thing = { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } }
const jsonOf = (schema) => ({ description: 'ok', content: { 'application/json': { schema } } })
const bigDescription = {
  openapi: '3.1.0',
  info: { title: 'big', version: '1' },
  webhooks: {
    'thing.created': {
      post: {
        requestBody: jsonOf({
          type: 'object',
          properties: { type: { const: 'thing.created' }, data: { $ref: '#/components/schemas/Thing' } },
        }),
        responses: { 200: { description: 'ok' } },
      },
    },
  },
  paths: {
    '/things': {
      get: { responses: { 200: jsonOf({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }) } },
      post: {
        requestBody: jsonOf({ $ref: '#/components/schemas/Thing' }),
        responses: { 201: jsonOf({ $ref: '#/components/schemas/Thing' }) },
      },
    },
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: jsonOf({ $ref: '#/components/schemas/Thing' }) },
      },
    },
  },
  components: { schemas: { Thing: thing } },
}

const takes = (schema) => ({
  post: { requestBody: { content: { 'application/json': { schema } } }, responses: { 200: jsonOf(schema) } },
})
const bombDescription = {
  openapi: '3.1.0',
  info: { title: 'bomb', version: '1' },
  paths: {
    '/unique': takes({ type: 'array', uniqueItems: true, items: { type: 'string' } }),
    '/patterns': takes({
      type: 'object',
      patternProperties: Object.fromEntries(
        Array.from({ length: 2000 }, (_, i) => [`^(p|q)+${i}[0-9]*$`, { type: 'integer' }]),
      ),
    }),
    '/alternatives': takes({
      type: 'array',
      items: {
        oneOf: Array.from({ length: 500 }, (_, i) => ({
          type: 'object',
          required: ['text', `m${i}`],
          properties: { text: { type: 'string', minLength: i } },
        })),
      },
    }),
    '/trees': takes({ $ref: '#/components/schemas/Tree' }),
    '/many': takes({
      type: 'object',
      required: ['rows'],
      properties: {
        rows: { type: 'array', minItems: 1e9, items: { type: 'array', minItems: 1e9, items: { type: 'string' } } },
      },
    }),
  },
  components: {
    schemas: {
      Tree: {
        type: 'object',
        properties: { inner: { $ref: '#/components/schemas/Tree' } },
        anyOf: [{ $ref: '#/components/schemas/Leaf' }, { type: 'object' }],
        unevaluatedProperties: { type: 'integer' },
      },
      Leaf: { type: 'object', properties: { inner: { $ref: '#/components/schemas/Tree' } } },
    },
  },
}

const role = process.env[ROLE]
if (isMainThread && role !== undefined) watchTurns()
if (isMainThread && role === 'bare') serveBare(Number(process.argv[2]))
if (role === undefined) await (isMainThread ? attack() : beHonest(workerData))
