import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask, dial, exchange, readAll, readUntil } from '../../test/support/sockets.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { serve } from '../sandbox/serve.ts'
import { ToolError } from '../support/errors.ts'
import { type SandboxListener, type SandboxListenerOptions, startSandboxListener } from './sandbox-listener.ts'

const started: SandboxListener[] = []
afterEach(async () => {
  for (const listener of started.splice(0)) await listener.stop()
})

interface Started {
  readonly listener: SandboxListener
  readonly url: string
  readonly port: number
  readonly log: string[]
}

async function start(files: FakeFiles, options: Partial<SandboxListenerOptions> = {}): Promise<Started> {
  const log: string[] = []
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files,
    makeJournal: () => makeJournal(),
    log: (line) => log.push(line),
    serve: fakeServe,
    ...options,
  })
  started.push(listener)
  return { listener, url: listener.url, port: listener.port, log }
}

/** What is so in a moment, however busy the machine is. */
function eventually<T>(look: () => Promise<T>) {
  return expect.poll(look, { timeout: 30_000 })
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

async function metric(url: string, name: string): Promise<number> {
  const { text } = await ask(`${url}/_tool/metrics`)
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

describe('requests and answers', () => {
  it('gives a sandbox the path below its name, the query and the header fields', async () => {
    const { url } = await start(new FakeFiles('pay'))
    const { status, headers, json } = await ask(`${url}/pay/echo?a=1&b=%2F`, { headers: { 'X-One': '1' } })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json()).toMatchObject({ method: 'GET', path: '/echo', search: 'a=1&b=%2F', size: 0 })
    expect((json() as { fields: string[][] }).fields).toContainEqual(['x-one', '1'])
  })

  it.each([
    ['POST /pay/echo HTTP/1.1', 'POST', '/echo', ''],
    ['GET http://somewhere:1/pay/echo?x HTTP/1.1', 'GET', '/echo', 'x'],
  ])('reads the request line %j', async (line, method, path, search) => {
    const { port } = await start(new FakeFiles('pay'))
    const text = await exchange(port, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ method, path, search })
  })

  it.each(['/pay/echo', '/_tool/sandboxes', '/'])('refuses a request for %s that names no host', async (path) => {
    const { port } = await start(new FakeFiles('pay'))
    const text = await exchange(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('application/json')
    expect(text).toContain('{"message":"The Host header is missing"}')
    expect(await exchange(port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['/pay/echo', '/_tool/sandboxes', '/'])('refuses a request for %s that names two hosts', async (path) => {
    const { port } = await start(new FakeFiles('pay'))
    const text = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('{"message":"The Host header is there more than once"}')
  })

  it('refuses to be a tunnel, behind the answers to what was asked before', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const before = 'GET /pay/echo HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const text = await exchange(port, `${before}${before}CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n`)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 405'])
    expect(text).toMatch(/Allow: GET.*\r\n\r\n\{"message":"Method Not Allowed"\}$/s)
    expect(await exchange(port, 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /)
  })

  it('refuses what it is not known to expect', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const text = await exchange(port, 'GET /pay/echo HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 417 /)
    expect(text).toContain('Connection: close')
    expect(text).toContain('{"message":"The Expect header asks')
  })

  it('gives / for the bare name of a sandbox', async () => {
    const { url } = await start(new FakeFiles('pay'))
    await ask(`${url}/pay`)
    const { requests } = (await ask(`${url}/_tool/sandboxes/pay/requests`)).json() as { requests: { path: string }[] }
    expect(requests.map(({ path }) => path)).toEqual(['/'])
  })

  it('collects a body sent in chunks', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const head = 'POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    expect(await exchange(port, `${head}3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n`)).toContain('"size":7')
  })

  it('sends head and length without a body for HEAD, and neither for 204', async () => {
    const { url, port } = await start(new FakeFiles('pay'))
    const get = await ask(`${url}/pay/nothing`)
    const head = await ask(`${url}/pay/nothing`, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 404, text: '' })
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    const empty = await exchange(port, 'GET /pay/empty HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(empty).toMatch(/^HTTP\/1\.1 204 [\s\S]*\r\n\r\n$/)
    expect(empty.toLowerCase()).not.toContain('content-length')
  })

  it('sends bytes as they are', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const text = await exchange(port, 'GET /pay/bytes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe('\x00\xff\n')
  })

  it('mends header values that HTTP cannot carry', async () => {
    const { url } = await start(new FakeFiles('pay'))
    const { status, headers, text } = await ask(`${url}/pay/odd`)
    expect([status, text]).toEqual([200, 'ok'])
    expect(Buffer.from(String(headers['x-odd']), 'latin1').toString()).toBe('a b → é')
    expect(headers).not.toHaveProperty('bad name')
  })

  it('answers pipelined requests in order', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const put = (i: number) => `PUT /pay/k${i} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nv${i}`
    const get = (i: number) => `GET /pay/k${i} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    const last = 'GET /pay/k3 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const text = await exchange(port, put(1) + get(1) + put(2) + get(2) + put(3) + last)
    expect(text.match(/^\{.*\}/gm)).toEqual([
      '{"stored":2}',
      '{"value":"v1"}',
      '{"stored":2}',
      '{"value":"v2"}',
      '{"stored":2}',
      '{"value":"v3"}',
    ])
  })

  it('keeps connections alive', async () => {
    const { port } = await start(new FakeFiles('pay'))
    await using socket = await dial(port)
    for (let i = 0; i < 3; i++) {
      socket.write('GET /pay/none HTTP/1.1\r\nHost: localhost\r\n\r\n')
      expect(await readUntil(socket, '}')).toContain('404 Not Found')
    }
  })

  it('lists what is served at its root, and knows no other sandbox', async () => {
    const { url } = await start(new FakeFiles('pay', 'mail'))
    expect((await ask(url)).json()).toEqual({
      sandboxes: [
        { name: 'pay', url: `${url}/pay/` },
        { name: 'mail', url: `${url}/mail/` },
      ],
      control: `${url}/_tool/openapi.json`,
    })
    for (const path of ['/nobody', '/nobody/x', '/nobody/x?y', '/__proto__/x', '/_toolbox/x']) {
      const { status, json } = await ask(url + path)
      expect([status, json()]).toEqual([404, { message: `unknown sandbox ${path.split(/[/?]/)[1]}` }])
    }
    expect((await ask(url, { method: 'POST' })).status).toBe(404)
  })
})

describe('bodies beyond the limit', () => {
  const limit = 1024

  it('takes one that is exactly at the limit', async () => {
    const { url } = await start(new FakeFiles('pay'), { bodyLimit: limit })
    const { text } = await ask(`${url}/pay/echo`, { method: 'POST', body: 'x'.repeat(limit) })
    expect(text).toContain(`"size":${limit}`)
  })

  it('refuses one that announces its length, before it is sent', async () => {
    const { port } = await start(new FakeFiles('pay'), { bodyLimit: limit })
    await using socket = await dial(port)
    socket.write(`POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${limit + 1}\r\n\r\n`)
    const text = await readUntil(socket, '}')
    expect(text).toContain('413 Payload Too Large')
    expect(text).toContain(`{"message":"The request body is larger than ${limit} bytes"}`)
  })

  it('refuses one in chunks as soon as it is too large, and closes', async () => {
    const { port } = await start(new FakeFiles('pay'), { bodyLimit: limit })
    await using socket = await dial(port)
    const all = readAll(socket)
    socket.write('POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
    socket.write(`${limit.toString(16)}\r\n${'x'.repeat(limit)}\r\n`)
    socket.write(`1\r\nx\r\n0\r\n\r\n`)
    const text = await all
    expect(text).toContain('413 Payload Too Large')
    expect(text).toContain('Connection: close')
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('lets a client that sends 64 MiB before it reads know why it was refused, and buffers none of it', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const before = heldBytes()
    let most = 0
    await using socket = await dial(port)
    socket.pause()
    socket.write(`POST /pay/echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${64 * 1024 * 1024}\r\n\r\n`)
    const block = Buffer.alloc(64 * 1024)
    const gone = new Promise((done) => socket.once('close', done))
    const drained = () => new Promise((done) => socket.once('drain', done))
    for (let i = 0; i < 1024; i++) {
      if (!socket.write(block)) await Promise.race([drained(), gone])
      if (i % 64 === 0) most = Math.max(most, heldBytes())
    }
    const all = readAll(socket)
    socket.resume()
    expect(await all).toContain('413 Payload Too Large')
    // Client and server share this process: what the client has in flight counts too, but never the whole body.
    expect(most - before).toBeLessThan(32 * 1024 * 1024)
  })

  it.each([
    ['one that announces its length', `Content-Length: ${limit + 1}`, ''],
    [
      'one in chunks',
      'Transfer-Encoding: chunked',
      `${(limit + 1).toString(16)}\r\n${'x'.repeat(limit + 1)}\r\n0\r\n\r\n`,
    ],
  ])('journals and counts %s as the sandbox it was sent to', async (_, field, body) => {
    const { port, url } = await start(new FakeFiles('pay'), { bodyLimit: limit })
    await using socket = await dial(port)
    const all = readAll(socket)
    socket.end(`POST /pay/echo?a=1 HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n${body}`)
    expect(await all).toMatch(/^HTTP\/1\.1 413 /)
    const { requests } = (await ask(`${url}/_tool/sandboxes/pay/requests`)).json() as { requests: object[] }
    expect(requests).toMatchObject([{ method: 'POST', path: '/echo', query: { a: '1' }, status: 413, body: null }])
    expect(await metric(url, 'tool_requests_total{sandbox="pay",class="4xx"}')).toBe(1)
  })

  it('says so before 100 Continue, and continues otherwise', async () => {
    const { port } = await start(new FakeFiles('pay'), { bodyLimit: limit })
    const head = (size: number) =>
      `POST /pay/echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${size}\r\n\r\n`
    const refused = await exchange(port, head(limit + 1))
    expect(refused).toMatch(/^HTTP\/1\.1 413 /)
    expect(refused).toContain('Connection: close')
    await using socket = await dial(port)
    socket.write(head(3))
    expect(await readUntil(socket, '\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('abc')
    expect(await readUntil(socket, '}')).toContain('"size":3')
  })

  it('closes after an answer given without the body that an expecting client holds back', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const text = await exchange(
      port,
      'POST /nobody/x HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    )
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
    expect(text).toContain('Connection: close')
  })

  it('refuses a control body over 1 MiB', async () => {
    const { url } = await start(new FakeFiles('pay'))
    const { status, json } = await ask(`${url}/_tool/sandboxes/pay/clock`, {
      method: 'POST',
      body: 'x'.repeat(1024 * 1024 + 1),
    })
    expect([status, json()]).toEqual([413, { message: 'The request body is larger than 1048576 bytes' }])
  })
})

describe('turns', () => {
  it('commits writes that come together at once, before any of them is answered', async () => {
    const files = new FakeFiles('pay')
    const { port } = await start(files)
    const { store } = files.get('pay')
    const requests = Array.from(
      { length: 50 },
      (_, i) => `PUT /pay/k${i} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nv`,
    )
    await using socket = await dial(port)
    const seen: number[] = []
    const done = new Promise<void>((resolve) => {
      let answers = 0
      socket.on('data', (chunk: Buffer) => {
        answers += chunk.toString().match(/HTTP\/1\.1 201/g)?.length ?? 0
        seen.push(store.commits)
        if (answers === 50) resolve()
      })
    })
    socket.write(requests.join(''))
    await done
    expect(seen[0]).toBeGreaterThan(0)
    expect(store.commits).toBeLessThan(50)
    expect(store.dirty).toBe(false)
  })

  it('answers 503 when the writes cannot be stored, and serves on', async () => {
    const files = new FakeFiles('pay')
    const { url, log } = await start(files)
    const { store } = files.get('pay')
    store.failing = true
    const put = { method: 'PUT', body: 'v' }
    const { status, json } = await ask(`${url}/pay/k`, put)
    expect([status, json()]).toEqual([503, { message: 'Cannot store what was written: the disk is full' }])
    expect(log).toEqual(['Sandbox pay: Cannot store what was written: the disk is full'])
    store.failing = false
    expect((await ask(`${url}/pay/k`, put)).status).toBe(201)
    expect(await metric(url, 'tool_store_commit_failures_total{sandbox="pay"}')).toBe(1)
    expect(await metric(url, 'tool_store_commits_total{sandbox="pay"}')).toBe(1)
  })

  it.each(['GET', 'PUT'])('answers a %s of a client that closes its side behind it', async (method) => {
    const { port } = await start(new FakeFiles('pay'))
    await using socket = await dial(port)
    socket.end(`${method} /pay/k HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nv`)
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 \d{3} /)
  })

  it('lets reads leave while nothing is pending', async () => {
    const files = new FakeFiles('pay')
    const { url } = await start(files)
    await ask(`${url}/pay/k`)
    expect(files.get('pay').store.commits).toBe(0)
  })
})

describe('faults of ours', () => {
  it('answers 500, counts it, says it, and lives', async () => {
    const { url, log } = await start(new FakeFiles('pay'))
    const { status, json } = await ask(`${url}/pay/throw`)
    expect([status, json()]).toEqual([500, { message: 'Internal error: a fault of ours' }])
    expect(log[0]).toContain('a fault of ours')
    expect(await metric(url, 'tool_internal_errors_total')).toBe(1)
    expect(await metric(url, 'tool_requests_total{sandbox="pay",class="5xx"}')).toBe(1)
  })

  it('stores nothing of a request that broke halfway', async () => {
    const { url } = await start(new FakeFiles('pay'))
    expect((await ask(`${url}/pay/halfway`)).status).toBe(500)
    expect((await ask(`${url}/pay/halfway-written`)).status).toBe(404)
  })

  it('keeps what its neighbours of one turn wrote', async () => {
    const files = new FakeFiles('pay')
    const { port, url } = await start(files)
    const put = (path: string) => `PUT /pay/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nv`
    const breaking = 'GET /pay/halfway HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const last = 'GET /pay/b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const text = await exchange(port, put('a') + breaking + put('b') + last)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['201', '500', '201', '200'].map((status) => `HTTP/1.1 ${status}`))
    expect(files.get('pay').store.commits).toBe(1)
    const { requests } = (await ask(`${url}/_tool/sandboxes/pay/requests`)).json() as { requests: object[] }
    expect(requests).toMatchObject([
      { path: '/a', status: 201 },
      { path: '/halfway', status: 500 },
      { path: '/b', status: 201 },
      { path: '/b', status: 200 },
    ])
    expect((await ask(`${url}/pay/a`)).status).toBe(200)
    expect((await ask(`${url}/pay/halfway-written`)).status).toBe(404)
  })

  it('answers an impossible answer with 500', async () => {
    const { url } = await start(new FakeFiles('pay'))
    expect((await ask(`${url}/pay/impossible`)).status).toBe(500)
    expect(await metric(url, 'tool_internal_errors_total')).toBe(1)
  })

  it('answers damage found while serving with 503', async () => {
    const { url } = await start(new FakeFiles('pay'))
    const { status, json } = await ask(`${url}/pay/corrupt`)
    expect([status, json()]).toEqual([503, { message: 'Cannot read the model' }])
    expect(await metric(url, 'tool_internal_errors_total')).toBe(0)
  })
})

describe('sandboxes that come, change and go', () => {
  it('serves one that was added when it is first asked for', async () => {
    const files = new FakeFiles('pay')
    const { url } = await start(files)
    files.add('mail')
    expect((await ask(`${url}/mail/echo`, { method: 'POST', body: 'x' })).status).toBe(200)
  })

  it('drops one that was removed when told', async () => {
    const files = new FakeFiles('pay', 'mail')
    const { url } = await start(files)
    const { store } = files.get('mail')
    files.remove('mail')
    files.changed()
    expect((await ask(`${url}/mail/x`)).json()).toEqual({ message: 'unknown sandbox mail' })
    expect(store.closed).toBe(1)
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
  })

  it('opens an updated one anew and keeps its journal', async () => {
    const files = new FakeFiles('pay')
    const { url } = await start(files)
    await ask(`${url}/pay/before`)
    files.get('pay').revision = '2'
    files.changed()
    await ask(`${url}/pay/after`)
    const { requests } = (await ask(`${url}/_tool/sandboxes/pay/requests`)).json() as { requests: { path: string }[] }
    expect(requests.map(({ path }) => path)).toEqual(['/before', '/after'])
    expect(files.get('pay').store.closed).toBe(1)
  })

  it('says on start which cannot be served, answers 503 for it, and serves the others', async () => {
    const files = new FakeFiles('pay', 'mail')
    files.get('pay').damage = 'Cannot read the model pay.ir.json: it is cut off'
    const { url, log } = await start(files)
    const message = 'Cannot serve sandbox pay: Cannot read the model pay.ir.json: it is cut off'
    expect(log).toEqual([message])
    const { status, json } = await ask(`${url}/pay/x`)
    const told = 'Cannot serve sandbox pay: its files cannot be used (see the log of the server)'
    expect([status, json()]).toEqual([503, { message: told }])
    expect((await ask(`${url}/mail/echo`)).status).toBe(200)
    expect((await ask(`${url}/_tool/sandboxes/pay/requests`)).json()).toEqual({ message })
    expect((await ask(`${url}/_tool/sandboxes/pay`)).json()).toMatchObject({
      sandbox: { served: false, problem: message },
    })
    files.get('pay').damage = undefined
    files.get('pay').revision = '2'
    expect((await ask(`${url}/_tool/sandboxes/pay/reload`, { method: 'POST' })).json()).toEqual({ reloaded: true })
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
  })

  it('tells clients of a file that is found damaged while serving nothing of where it is, and the log once', async () => {
    const damaged = (): never => {
      throw new ToolError('corrupt', 'Cannot read the model /home/ada/pay.ir.json', { outside: 'its model is damaged' })
    }
    const { url, log } = await start(new FakeFiles('pay'), { serve: damaged })
    const message = 'Cannot serve sandbox pay: its model is damaged (see the log of the server)'
    for (const path of ['/pay/a', '/pay/b']) {
      const { status, json } = await ask(url + path)
      expect([status, json()]).toEqual([503, { message }])
    }
    expect(log).toEqual(['Sandbox pay: Cannot read the model /home/ada/pay.ir.json'])
  })

  it('goes on serving what it has when the registry cannot be read', async () => {
    const files = new FakeFiles('pay', 'mail')
    const { url, log } = await start(files)
    files.unreadable = true
    files.sandboxes.delete('mail')
    expect((await ask(`${url}/other/x`)).status).toBe(404)
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
    expect(log[0]).toContain('Cannot use sandboxes: EIO')
  })

  it('looks a sandbox up again after its body came', async () => {
    const files = new FakeFiles('pay')
    const { port, url } = await start(files)
    await using socket = await dial(port)
    socket.write('PUT /pay/k HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na')
    await eventually(() => metric(url, 'tool_open_connections')).toBe(2)
    files.remove('pay')
    files.changed()
    socket.write('b')
    expect(await readUntil(socket, '}')).toContain('{"message":"unknown sandbox pay"}')
  })
})

describe('who may speak', () => {
  const token = 'secret-token'

  it('asks for the token on every request, healthz aside', async () => {
    const { url } = await start(new FakeFiles('pay'), { token })
    for (const path of ['/pay/echo', '/', '/nobody', '/_tool/sandboxes', '/_tool/healthz/', '/_tool/nothing']) {
      for (const wrong of ['', 'secret-toke', 'secret-tokem', 'secret-token2']) {
        const { status, json } = await ask(url + path, { headers: { 'X-Tool-Token': wrong } })
        expect([path, status, json()]).toEqual([path, 401, { message: 'The X-Tool-Token header is missing or wrong' }])
      }
    }
    expect((await ask(`${url}/_tool/sandboxes`)).status).toBe(401)
    expect((await ask(`${url}/_tool/healthz`)).json()).toEqual({ status: 'ok' })
    const headers = { 'X-Tool-Token': token }
    expect((await ask(`${url}/_tool/sandboxes`, { headers })).status).toBe(200)
    const echoed = await ask(`${url}/pay/echo`, { headers })
    expect(echoed.status).toBe(200)
    expect(echoed.text).not.toContain(token)
  })

  it('asks for it on control paths only when told so', async () => {
    const { url } = await start(new FakeFiles('pay'), { token, tokenScope: 'control' })
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
    expect((await ask(`${url}/_tool/sandboxes`)).status).toBe(401)
  })

  it('names no sandbox at the root without it, whatever it guards', async () => {
    for (const tokenScope of ['all', 'control'] as const) {
      const { url } = await start(new FakeFiles('pay'), { token, tokenScope })
      for (const path of ['/', '/?a=1']) {
        const { status, text } = await ask(url + path)
        expect([status, text]).toEqual([401, expect.not.stringContaining('pay')])
      }
      expect((await ask(`${url}/`, { headers: { 'X-Tool-Token': token } })).text).toContain('pay')
    }
  })

  it.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example:4600' }, 403],
    [{ host: 'localhost.evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: '10.0.0.1' }, 403],
    [{ host: 'localhost', origin: 'https://evil.example' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
    [{ host: 'localhost:4600', origin: 'http://localhost:3000' }, 200],
    [{ host: '127.0.0.1:4600' }, 200],
    [{ host: '[::1]:4600' }, 200],
    [{ host: 'app.localhost' }, 200],
  ])('judges %j on control paths and at the root', async (headers, status) => {
    const { url } = await start(new FakeFiles('pay'))
    for (const path of ['/_tool/sandboxes', '/', '/?a=1'])
      expect((await ask(url + path, { headers })).status).toBe(status)
    expect((await ask(`${url}/pay/echo`, { headers })).status).toBe(200)
  })

  it('does not listen for other machines without a token', async () => {
    await expect(start(new FakeFiles(), { host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Cannot listen on 0.0.0.0 without a token') as string,
    })
    const { port } = await start(new FakeFiles('pay'), { host: '0.0.0.0', token })
    const headers = { 'X-Tool-Token': token, Host: 'sandboxes.example' }
    expect((await ask(`http://127.0.0.1:${port}/_tool/sandboxes`, { headers })).status).toBe(200)
  })
})

describe('connections', () => {
  it('names the port and its owner when the port is taken', async () => {
    const { port } = await start(new FakeFiles())
    await expect(start(new FakeFiles(), { port })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        new RegExp(`^Cannot listen on 127.0.0.1:${port}: port ${port} is taken.*choose another port$`),
      ) as string,
    })
  })

  it('closes a connection whose head does not come', async () => {
    const { port, url } = await start(new FakeFiles('pay'), { limits: { headersTimeoutMs: 1000 } })
    const text = await exchange(port, 'GET /pay/echo HTTP/1.1\r\nHost: loc')
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a broken request line', 'GET\r\n\r\n', 400],
    ['another version', 'GET / HTTP/9.9\r\n\r\n', 400],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400],
    ['a bad chunk', 'POST /pay/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['many headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X-Some: y\r\n'.repeat(20_000)}\r\n`, 431],
    ['a huge target', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ])('answers %s in JSON and closes', async (_, bytes, status) => {
    const { port, url } = await start(new FakeFiles('pay'))
    const text = await exchange(port, bytes)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toContain('Content-Type: application/json; charset=utf-8')
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({ message: expect.any(String) as string })
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
  })

  it('refuses a head of more fields than are read, and cuts none off', async () => {
    const { port } = await start(new FakeFiles('pay'))
    const head = (fields: number) =>
      `GET /pay/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${'X: y\r\n'.repeat(fields)}\r\n`
    expect(await exchange(port, head(3000))).toMatch(/^HTTP\/1\.1 431 [\s\S]*more than 1000 header fields/)
    expect(await exchange(port, head(998))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('bears clients that leave in the middle of an upload or of an answer', async () => {
    const { port, url } = await start(new FakeFiles('pay'))
    for (let i = 0; i < 20; i++) {
      await using socket = await dial(port)
      socket.write('PUT /pay/k HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc')
      if (i % 2 === 0) socket.resetAndDestroy()
      await using other = await dial(port)
      other.write('PUT /pay/k HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na')
      other.resetAndDestroy()
    }
    await eventually(() => metric(url, 'tool_open_connections')).toBe(1)
    expect(await metric(url, 'tool_internal_errors_total')).toBe(0)
  })

  it('holds 2,000 idle connections and answers beside them', async () => {
    const { port, url } = await start(new FakeFiles('pay'))
    const sockets: Socket[] = []
    while (sockets.length < 2_000) sockets.push(...(await Promise.all(Array.from({ length: 200 }, () => dial(port)))))
    await eventually(() => metric(url, 'tool_open_connections')).toBe(2_001)
    expect((await ask(`${url}/pay/echo`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await eventually(() => metric(url, 'tool_open_connections')).toBe(1)
  })
})

describe('stopping', () => {
  it('finishes what is under way, closes idle connections and takes no more', async () => {
    const files = new FakeFiles('pay')
    const { listener, port } = await start(files)
    await using idle = await dial(port)
    const idleClosed = readAll(idle)
    await using busy = await dial(port)
    busy.write('PUT /pay/k HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na')
    await eventually(() => metric(listener.url, 'tool_open_connections')).toBe(3)
    const all = readAll(busy)
    const stopped = listener.stop()
    await idleClosed
    busy.write('b')
    const text = await all
    expect(text).toContain('201 Created')
    expect(text).toContain('Connection: close')
    await stopped
    expect(files.get('pay').store.closed).toBe(1)
    expect(files.watchers.size).toBe(0)
    await expect(ask(listener.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('survives an answer that cannot be sent when its time comes', async () => {
    const late: SandboxListenerOptions['serve'] = (request, live, arrived) => {
      const outcome = fakeServe(request, live, arrived)
      const fields = [...outcome.response.fields, 'Trailer', 'x']
      return { ...outcome, response: { ...outcome.response, fields, wire: [{ effect: 'wait', ms: 5 }] } }
    }
    const { url, log } = await start(new FakeFiles('pay'), { serve: late })
    expect((await ask(`${url}/pay/echo`)).status).toBe(500)
    expect(log[0]).toContain('Cannot send an answer')
    expect((await ask(`${url}/_tool/healthz`)).status).toBe(200)
  })

  it('leaves no delay behind, of an answer that waits behind another either', async () => {
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    const delays = () => set.mock.results.filter((_, i) => set.mock.calls[i]?.[1] === 54_321).map(({ value }) => value)
    const delayed: SandboxListenerOptions['serve'] = (request, live, arrived) => {
      const outcome = fakeServe(request, live, arrived)
      return { ...outcome, response: { ...outcome.response, wire: [{ effect: 'wait', ms: 54_321 }] } }
    }
    const { listener, port } = await start(new FakeFiles('pay'), { serve: delayed, limits: { stopTimeoutMs: 50 } })
    await using socket = await dial(port)
    socket.write('GET /pay/echo HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2))
    await eventually(async () => delays().length).toBe(2)
    await listener.stop()
    await eventually(async () => cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(delays()))
    vi.restoreAllMocks()
  })

  it('does not wait for ever', async () => {
    const { listener, port } = await start(new FakeFiles('pay'), { limits: { stopTimeoutMs: 100 } })
    await using stuck = await dial(port)
    stuck.write('PUT /pay/k HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na')
    await eventually(() => metric(listener.url, 'tool_open_connections')).toBe(2)
    const closed = readAll(stuck)
    await listener.stop()
    await closed
  })

  it('ends event streams', async () => {
    const { listener, port } = await start(new FakeFiles('pay'))
    await using socket = await dial(port)
    socket.write('GET /_tool/sandboxes/pay/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await readUntil(socket, '\r\n\r\n')
    const rest = readAll(socket)
    await listener.stop()
    expect(await rest).toContain('0\r\n\r\n')
  })
})

it('knows a scope by its name, in whatever encoding the client sends it', async () => {
  const { url } = await start(new FakeFiles('pay'), { serve })
  for (const scope of ['pr\u00fcfung', Buffer.from('pr\u00fcfung').toString('latin1')])
    await ask(`${url}/pay/one`, { headers: { 'X-Tool-Scope': scope } })
  const { requests } = (await ask(`${url}/_tool/sandboxes/pay/requests?scope=pr%C3%BCfung`)).json() as { requests: [] }
  expect(requests).toHaveLength(2)
})

describe('events', () => {
  it('tells of each request as it is journalled, from where the client left off', async () => {
    const { port, url } = await start(new FakeFiles('pay'))
    await ask(`${url}/pay/one`)
    await ask(`${url}/pay/two`)
    await using socket = await dial(port)
    socket.write('GET /_tool/sandboxes/pay/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 1\r\n\r\n')
    const past = await readUntil(socket, '\n\n\r\n')
    expect(past).toContain('Content-Type: text/event-stream; charset=utf-8')
    expect(past).toContain('event: request\nid: 2\ndata: {"seq":2')
    expect(past).not.toContain('"seq":1,')
    const next = readUntil(socket, '/three')
    await ask(`${url}/pay/three`)
    expect(await next).toContain('id: 3\ndata: {"seq":3,"method":"GET","path":"/three"')
    expect(await metric(url, 'tool_event_streams')).toBe(1)
    socket.destroy()
    await eventually(() => metric(url, 'tool_event_streams')).toBe(0)
  })

  it('gives each stream up when its client does not read', async () => {
    const { port, url } = await start(new FakeFiles('pay'), {
      serve: (request, live, arrived) => fakeServe({ ...request, path: `/${'x'.repeat(1_000_000)}` }, live, arrived),
    })
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write('GET /_tool/sandboxes/pay/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await eventually(() => metric(url, 'tool_event_streams')).toBe(1)
    socket.pause()
    for (let i = 0; i < 40; i++) await ask(`${url}/pay/big`)
    await eventually(() => metric(url, 'tool_event_streams')).toBe(0)
    socket.destroy()
  })
})
