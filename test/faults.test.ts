/** What each kind of fault does on a real connection, as a plain socket sees it. */
import { request } from 'node:http'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from './support/run-command.ts'
import { ask, dial, readAll, readUntil } from './support/sockets.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { type TempDirectory, tempDirectory } from './support/temp-directory.ts'

const examples = resolve(import.meta.dirname, '../examples')
let tool: StartedTool
let directory: TempDirectory
let port = 0

const command = (...words: string[]) => runCommand(directory.path, words)

beforeAll(async () => {
  directory = tempDirectory()
  await command('sandbox', 'add', 'pay', '--spec', `${examples}/payments.yaml`, '--credential', 'sk_test')
  tool = await startTool({ cwd: directory.path })
  port = Number(new URL(tool.baseUrl).port)
})
afterAll(async () => {
  await tool.stop()
  directory[Symbol.dispose]()
})

const control = (path: string) => `${tool.baseUrl}/_tool/sandboxes/pay${path}`
beforeEach(() => ask(control('/faults'), { method: 'DELETE' }))

async function arm(rule: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ method: 'GET', path: '/charges', ...rule })
  const { status, text } = await ask(control('/faults'), { method: 'POST', body })
  if (status !== 201) throw new Error(text)
}

const head = 'GET /pay/charges HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer sk_test\r\n\r\n'
const get = () => ask(`${tool.baseUrl}/pay/charges`, { headers: { authorization: 'Bearer sk_test' } })
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

describe('on the wire', () => {
  it('latency: the true answer, not before its time', async () => {
    await arm({ kind: 'latency', delayMs: 80 })
    const started = performance.now()
    const { status, headers } = await get()
    expect([status, headers['x-tool-fault']]).toEqual([200, 'latency'])
    expect(performance.now() - started).toBeGreaterThanOrEqual(75)
  })

  it('is told by the journal with what it delayed, and counted where no answer came', async () => {
    const journal = async () =>
      ((await ask(control('/requests?limit=1'))).json() as { requests: { status: number; duration_ms: number }[] })
        .requests[0]
    await arm({ kind: 'latency', delayMs: 40, times: 1 })
    await get()
    expect((await journal())?.duration_ms).toBeGreaterThanOrEqual(40)
    await arm({ kind: 'hang', delayMs: 30 })
    await get().catch(() => undefined)
    const last = await journal()
    expect(last).toMatchObject({ status: 0 })
    expect(last?.duration_ms).toBeGreaterThanOrEqual(30)
    const metrics = (await ask(`${tool.baseUrl}/_tool/metrics`)).text
    expect(metrics).toMatch(/^tool_requests_total\{sandbox="pay",class="none"\} [1-9]/m)
  })

  it('hang: not a byte, then the connection is closed', async () => {
    await arm({ kind: 'hang', delayMs: 60 })
    await using socket = await dial(port)
    const all = readAll(socket)
    const started = performance.now()
    socket.write(head)
    expect(await all).toBe('')
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
  })

  it('connection_reset: a reset, not an end', async () => {
    await arm({ kind: 'connection_reset' })
    await expect(get()).rejects.toSatisfy((error) => codeOf(error) === 'ECONNRESET')
    await using socket = await dial(port)
    const ended = new Promise<string>((done) => {
      socket.once('end', () => done('end'))
      socket.once('error', (error) => done(String(codeOf(error))))
      socket.resume()
    })
    socket.write(head)
    expect(await ended).toBe('ECONNRESET')
  })

  it('empty_response: an end without a byte', async () => {
    await arm({ kind: 'empty_response' })
    await using socket = await dial(port)
    const ended = new Promise<string>((done) => {
      socket.once('end', () => done('end'))
      socket.once('error', (error) => done(String(codeOf(error))))
      socket.once('data', (bytes) => done(bytes.toString()))
    })
    socket.write(head)
    expect(await ended).toBe('end')
  })

  it('malformed_response: a good head, then no HTTP', async () => {
    await arm({ kind: 'malformed_response' })
    await using socket = await dial(port)
    const all = readAll(socket)
    socket.write(head)
    const text = await all
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(text).toMatch(/Transfer-Encoding: chunked\r\n/i)
    expect(text.split('\r\n\r\n')[1]).toMatch(/^not a chunk/)
    await expect(get()).rejects.toSatisfy((error) => String(codeOf(error)).startsWith('HPE_'))
  })

  it('wrong_content_length: the body ends before it is whole', async () => {
    await arm({ kind: 'wrong_content_length' })
    await using socket = await dial(port)
    const all = readAll(socket)
    socket.write(head)
    const [fields = '', body = ''] = (await all).split('\r\n\r\n')
    expect(Number(/content-length: (\d+)/i.exec(fields)?.[1])).toBe(body.length + 64)
    await expect(get()).rejects.toSatisfy((error) => codeOf(error) === 'ECONNRESET')
  })

  it('truncated_json: a whole message that is no JSON', async () => {
    await arm({ kind: 'truncated_json' })
    const answer = await get()
    expect(Number(answer.headers['content-length'])).toBe(answer.text.length)
    expect(() => answer.json()).toThrow(SyntaxError)
  })

  it('slow_body: the head at once, however long the body takes', async () => {
    await arm({ kind: 'slow_body', delayMs: 60_000 })
    await using socket = await dial(port)
    socket.write(head)
    expect(await readUntil(socket, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('slow_body: eight pieces', async () => {
    await arm({ kind: 'slow_body', delayMs: 240 })
    const pieces: number[] = []
    const started = performance.now()
    await new Promise<void>((done, fail) => {
      const asked = request(`${tool.baseUrl}/pay/charges`, {
        agent: false,
        headers: { authorization: 'Bearer sk_test' },
      })
      asked.once('response', (answer) => {
        answer.on('data', (bytes: Buffer) => pieces.push(bytes.length))
        answer.once('end', done)
      })
      asked.once('error', fail)
      asked.end()
    })
    expect(pieces.length).toBeGreaterThan(4)
    expect(performance.now() - started).toBeGreaterThanOrEqual(230)
  })

  it('slow_body at a speed: as long as the bytes take', async () => {
    const whole = await get()
    await arm({ kind: 'slow_body', bytesPerSecond: whole.text.length * 5 })
    const started = performance.now()
    expect((await get()).text).toBe(whole.text)
    expect(performance.now() - started).toBeGreaterThanOrEqual(190)
  })

  it('slow_close: the whole answer at once, however late its end is', async () => {
    await arm({ kind: 'slow_close', delayMs: 60_000 })
    await using socket = await dial(port)
    socket.write(head)
    expect(await readUntil(socket, '}')).toMatch(/Connection: close/i)
    expect(socket.readableEnded).toBe(false)
  })

  it('slow_close: its end not before its time', async () => {
    await arm({ kind: 'slow_close', delayMs: 150 })
    await using socket = await dial(port)
    const all = readAll(socket)
    const started = performance.now()
    socket.write(head)
    expect(await all).toMatch(/}$/)
    expect(performance.now() - started).toBeGreaterThanOrEqual(145)
  })

  it('error: on a connection that stays', async () => {
    await arm({ kind: 'error', status: 503, times: 1 })
    await using socket = await dial(port)
    socket.write(head)
    expect(await readUntil(socket, '}')).toMatch(/^HTTP\/1\.1 503 /)
    socket.write(head)
    expect(await readUntil(socket, '}')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['reset', 'empty_response', 'malformed_response', 'wrong_content_length', 'slow_close', 'slow_body'])(
    '%s: behind another answer on the connection',
    async (word) => {
      const kind = word === 'reset' ? 'connection_reset' : word
      await arm({ kind: 'latency', delayMs: 80 })
      await arm({ kind, path: '/customers', ...(kind.startsWith('slow') ? { delayMs: 30 } : {}) })
      await using socket = await dial(port)
      const all = readAll(socket)
      socket.write(head + head.replace('/charges', '/customers').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
      expect(await all).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    },
  )

  it.each(['wrong_content_length', 'malformed_response', 'slow_body', 'truncated_json'])(
    '%s: an answer without a body still has its head',
    async (kind) => {
      await arm({ kind, ...(kind === 'slow_body' ? { delayMs: 20 } : {}) })
      const asked = head.replace('GET', 'HEAD').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
      await using socket = await dial(port)
      const all = readAll(socket)
      socket.write(asked)
      expect(await all).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    },
  )

  it('delays do not hold up other requests, nor the end of the server', async () => {
    await arm({ kind: 'hang' })
    await using socket = await dial(port)
    socket.write(head)
    const other = await ask(`${tool.baseUrl}/pay/customers`, { headers: { authorization: 'Bearer sk_test' } })
    expect(other.status).toBe(200)
  })
})

describe('tool chaos', () => {
  it('arms, lists and clears on a running server', async () => {
    const armed = await command(
      'chaos',
      'pay',
      '--kind',
      'error',
      '--method',
      'get',
      '--path',
      '/charges',
      '--status',
      '503',
      '--times',
      '1',
    )
    expect(armed.stdout).toMatch(/^added f\d+: error on GET \/charges, status 503, the first time\n$/)
    expect((await get()).status).toBe(503)
    expect((await get()).status).toBe(200)
    expect((await command('chaos', 'pay')).stdout).toMatch(
      /f\d+ {2}error {2}GET \/charges {2}status 503, the first time, spent\n/,
    )
    expect((await command('chaos', 'pay', '--clear', '--path', '/nowhere')).stdout).toBe('0 fault(s) cleared\n')
    expect((await command('chaos', 'pay', '--clear')).stdout).toBe('1 fault(s) cleared\n')
    expect((await command('chaos', 'pay', '--list')).stdout).toBe('"pay" has no faults\n')
  })

  it('says what is wrong in one line', async () => {
    const wrong = await command('chaos', 'pay', '--kind', 'error', '--method', 'GET', '--path', '/charge')
    expect([wrong.exit, wrong.stderr]).toEqual([
      2,
      'error: GET /charge is not a declared operation (did you mean GET /charges?)\n',
    ])
    const charges = ['chaos', 'pay', '--kind', 'latency', '--method', 'GET', '--path', '/charges']
    for (const [flags, message] of [
      [['--delay-ms', '999999'], '--delay-ms must be a whole number from 0 to 60000'],
      [['--delay-ms', '-1'], '--delay-ms must be a whole number from 0 to 999999999, not "-1"'],
      [['--limit', '3'], '--limit and --window-ms go together'],
    ] as const)
      expect((await command(...charges, ...flags)).stderr).toBe(`error: ${message}\n`)
    expect((await command('chaos', 'pay', '--times', '2')).stderr).toBe('error: --times needs --kind\n')
    expect((await command('chaos', 'pay', '--status', '503')).stderr).toBe(
      'error: Name the operation by --method and --path, or all of them by --all\n',
    )
  })
})

describe('the control plane', () => {
  it('answers as the interface says', async () => {
    const armed = await ask(control('/faults'), {
      method: 'POST',
      body: JSON.stringify({ kind: 'rate_limit', method: 'GET', path: '/charges' }),
    })
    const rule = {
      kind: 'error',
      method: 'GET',
      path: '/charges',
      status: 429,
      probability: 1,
      delayMs: 0,
      event: '',
      wallclock: false,
      times: 0,
      per: '',
    }
    const id = expect.stringMatching(/^f\d+$/)
    expect([armed.status, armed.json()]).toEqual([201, { armed: { id, ...rule } }])
    expect((await ask(control('/faults'))).json()).toEqual({ faults: [{ id, ...rule }] })
    const refused = await ask(control('/faults'), { method: 'POST', body: '{"kind":"error"}' })
    expect([refused.status, refused.json()]).toEqual([400, { message: 'method and path are required' }])
    const cleared = await ask(control('/faults?method=GET&path=%2Fcharges'), { method: 'DELETE' })
    expect(cleared.json()).toEqual({ cleared: 1 })
  })
})
