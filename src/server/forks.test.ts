/** Forks and snapshots as clients see them: over HTTP, on the listener of their sandbox. */
import { afterEach, describe, expect, it } from 'vitest'
import { FakeFiles, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { type Answer, ask } from '../../test/support/sockets.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { type SandboxListener, startSandboxListener } from './sandbox-listener.ts'

const started: SandboxListener[] = []
afterEach(async () => {
  for (const listener of started.splice(0)) await listener.stop()
})

interface Fork {
  readonly name: string
  readonly url: string
  readonly credential: string
  readonly expires_in_seconds: number
}

class Bench {
  readonly listener: SandboxListener
  readonly #clock: { ms: number }

  constructor(listener: SandboxListener, clock: { ms: number }) {
    this.listener = listener
    this.#clock = clock
  }

  control(method: string, path: string, body?: unknown): Promise<Answer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return ask(`${this.listener.url}/_tool/sandboxes/${path}`, { method, ...sent })
  }

  async fork(name: string): Promise<Fork> {
    const { status, text, json } = await this.control('POST', `${name}/fork`)
    if (status !== 201) throw new Error(text)
    return json() as Fork
  }

  async forks(name: string): Promise<readonly { name: string; created: string; idle_seconds: number }[]> {
    return ((await this.control('GET', `${name}/forks`)).json() as { forks: [] }).forks
  }

  put(name: string, key: string, body: string): Promise<Answer> {
    return ask(`${this.listener.url}/${name}/${key}`, { method: 'PUT', body })
  }

  async get(name: string, key: string): Promise<unknown> {
    const { status, json } = await ask(`${this.listener.url}/${name}/${key}`)
    return status === 200 ? (json() as { value: unknown }).value : status
  }

  async paths(name: string): Promise<readonly string[]> {
    const { requests } = (await this.control('GET', `${name}/requests`)).json() as { requests: { path: string }[] }
    return requests.map(({ path }) => path)
  }

  /** Lets time pass, and what is due then happen. */
  pass(seconds: number): void {
    this.#clock.ms += seconds * 1000
    this.listener.hosts.sweep()
  }
}

async function start(files: FakeFiles): Promise<Bench> {
  const clock = { ms: 1000 }
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files,
    makeJournal: () => makeJournal(),
    log: () => {},
    serve: fakeServe,
    now: () => clock.ms,
  })
  started.push(listener)
  return new Bench(listener, clock)
}

describe('a fork', () => {
  it('is a copy with records and a journal of its own, under its own name', async () => {
    const bench = await start(new FakeFiles('pay'))
    await bench.put('pay', 'a', '1')
    const fork = await bench.fork('pay')
    expect(fork).toEqual({
      name: expect.stringMatching(/^pay--[0-9a-f]{8}$/),
      url: `${bench.listener.url}/${fork.name}/`,
      credential: 'sk_1',
      expires_in_seconds: 600,
    })
    await bench.put('pay', 'a', '2')
    await bench.put(fork.name, 'b', 'fork')
    expect([await bench.get(fork.name, 'a'), await bench.get(fork.name, 'b')]).toEqual(['1', 'fork'])
    expect([await bench.get('pay', 'a'), await bench.get('pay', 'b')]).toEqual(['2', 404])
    expect(await bench.paths(fork.name)).toEqual(['/b', '/a', '/b'])
    expect(await bench.paths('pay')).toEqual(['/a', '/a', '/a', '/b'])
  })

  it('is shown by its name and among the forks, and not among the sandboxes', async () => {
    const bench = await start(new FakeFiles('pay', 'mail'))
    const fork = await bench.fork('pay')
    const { sandbox } = (await bench.control('GET', fork.name)).json() as { sandbox: object }
    expect(sandbox).toMatchObject({ name: fork.name, route: `/${fork.name}/`, fork_of: 'pay', ir: 'apis/pay.ir.json' })
    expect((await bench.forks('pay')).map(({ name }) => name)).toEqual([fork.name])
    expect(await bench.forks('mail')).toEqual([])
    const { sandboxes } = (await ask(`${bench.listener.url}/_tool/sandboxes`)).json() as {
      sandboxes: { name: string }[]
    }
    expect(sandboxes.map(({ name }) => name)).toEqual(['mail', 'pay'])
    expect((await ask(bench.listener.url)).text).not.toContain('--')
    await bench.put(fork.name, 'a', '1')
    const metrics = (await ask(`${bench.listener.url}/_tool/metrics`)).text
    expect(metrics).toContain('tool_forks 1\n')
    expect(metrics).toContain('tool_requests_total{sandbox="pay",class="2xx"} 1\n')
    expect(metrics).not.toContain('--')
  })

  it('of a fork outlives it, and ends with the sandbox', async () => {
    const bench = await start(new FakeFiles('pay'))
    const first = await bench.fork('pay')
    await bench.put(first.name, 'a', 'first')
    const second = await bench.fork(first.name)
    await bench.put(first.name, 'a', 'changed')
    expect((await bench.control('DELETE', `${first.name}/fork`)).json()).toEqual({ deleted: first.name })
    expect(await bench.get(second.name, 'a')).toBe('first')
    expect((await bench.forks('pay')).map(({ name }) => name)).toEqual([second.name])
    let deepest = second
    for (let depth = 3; depth <= 8; depth++) deepest = await bench.fork(deepest.name)
    const { status, text } = await bench.control('POST', `${deepest.name}/fork`)
    expect([status, text]).toEqual([409, expect.stringContaining('8 deep')])
    await bench.control('DELETE', 'pay')
    expect(await bench.get(deepest.name, 'a')).toBe(404)
  })

  it('lists those that were made from it, and not its sisters', async () => {
    const bench = await start(new FakeFiles('pay'))
    const [one, two] = [await bench.fork('pay'), await bench.fork('pay')]
    const below = await bench.fork(one.name)
    const deeper = await bench.fork(below.name)
    const names = async (of: string) => (await bench.forks(of)).map(({ name }) => name)
    expect(await names('pay')).toEqual([one.name, two.name, below.name, deeper.name])
    expect(await names(one.name)).toEqual([below.name, deeper.name])
    expect(await names(two.name)).toEqual([])
    await bench.control('DELETE', `${below.name}/fork`)
    expect(await names(one.name)).toEqual([deeper.name])
  })

  it('ends the streams of those who follow it', async () => {
    const bench = await start(new FakeFiles('pay', 'mail'))
    const fork = await bench.fork('pay')
    const following = ask(`${bench.listener.url}/_tool/sandboxes/${fork.name}/events`)
    const removed = ask(`${bench.listener.url}/_tool/sandboxes/mail/events`)
    const streams = async () =>
      /^tool_event_streams (\d)/m.exec((await ask(`${bench.listener.url}/_tool/metrics`)).text)?.[1]
    await expect.poll(streams).toBe('2')
    await bench.put(fork.name, 'a', '1')
    await bench.control('DELETE', `${fork.name}/fork`)
    expect((await following).text).toContain('"path":"/a"')
    await bench.control('DELETE', 'mail')
    expect((await removed).status).toBe(200)
    expect(await streams()).toBe('0')
  })

  it('ends after ten minutes in which nobody used it', async () => {
    const bench = await start(new FakeFiles('pay'))
    const [idle, asked, looked] = [await bench.fork('pay'), await bench.fork('pay'), await bench.fork('pay')]
    bench.pass(599)
    await bench.get(asked.name, 'a')
    await bench.control('GET', `${looked.name}/requests`)
    expect((await bench.forks('pay')).map(({ idle_seconds }) => idle_seconds)).toEqual([599, 0, 0])
    bench.pass(1)
    expect((await bench.forks('pay')).map(({ name }) => name)).toEqual([asked.name, looked.name])
    const gone = {
      message: `unknown sandbox ${idle.name}`,
      reason: 'The fork has ended: it was not used for ten minutes',
    }
    const answer = await ask(idle.url)
    expect([answer.status, answer.json()]).toEqual([404, gone])
    expect((await bench.control('GET', `${idle.name}/requests`)).json()).toEqual(gone)
    bench.pass(600)
    expect(await bench.forks('pay')).toEqual([])
  })

  it.each([
    ['is removed', 'it was removed', (bench: Bench) => bench.control('DELETE', 'pay')],
    ['is renamed', 'it was renamed to "bill"', (bench: Bench) => bench.control('POST', 'pay/rename', { name: 'bill' })],
    ['is read anew', 'it was updated', (bench: Bench) => bench.control('POST', 'pay/reload')],
  ])('ends, and says so, when its sandbox %s', async (_, why, change) => {
    const bench = await start(new FakeFiles('pay'))
    const fork = await bench.fork('pay')
    expect((await change(bench)).status).toBe(200)
    const { status, json } = await ask(fork.url)
    const reason = `The fork has ended: ${why.replace('it', 'its sandbox')}`
    expect([status, json()]).toEqual([404, { message: `unknown sandbox ${fork.name}`, reason }])
  })

  it('ends when the files of its sandbox change', async () => {
    const files = new FakeFiles('pay')
    const bench = await start(files)
    const fork = await bench.fork('pay')
    files.get('pay').revision = '2'
    files.changed()
    expect((await ask(fork.url)).text).toContain('its sandbox was updated')
  })

  it('answers by rules of its own', async () => {
    const files = new FakeFiles('pay')
    const bench = await start(files)
    const { name } = await bench.fork('pay')
    const version = async (of: string) => (await bench.control('GET', `${of}/rules`)).json()
    expect((await bench.control('PUT', `${name}/rules`, { rules: [] })).status).toBe(200)
    expect(await version(name)).toEqual({ version: 1, rules: [] })
    expect(await version('pay')).toEqual({ version: 0, rules: [] })
    expect(files.get('pay').revision).toBe('1')
  })

  it('outlives a change of the rules of its sandbox', async () => {
    const bench = await start(new FakeFiles('pay'))
    const fork = await bench.fork('pay')
    const { token } = (await bench.control('POST', 'pay/snapshot')).json() as { token: string }
    expect((await bench.control('PUT', 'pay/rules', { rules: [] })).status).toBe(200)
    expect((await bench.control('GET', 'pay/rules')).json()).toEqual({ version: 1, rules: [] })
    expect((await bench.forks('pay')).map(({ name }) => name)).toEqual([fork.name])
    expect((await bench.control('POST', 'pay/restore', { token })).status).toBe(200)
  })

  it('takes no body that says something', async () => {
    const bench = await start(new FakeFiles('pay'))
    expect((await bench.control('POST', 'pay/fork', { x: 1 })).json()).toEqual({
      message: 'A fork has no "x" (it has webhook_url)',
    })
    expect((await bench.control('POST', 'pay/fork', {})).status).toBe(201)
  })

  it('that never was says what may have happened', async () => {
    const bench = await start(new FakeFiles('pay'))
    const { status, json } = await ask(`${bench.listener.url}/pay--0/`)
    expect([status, json()]).toEqual([
      404,
      { message: 'unknown sandbox pay--0', reason: expect.stringMatching(/^No such fork: forks end when/) },
    ])
    expect((await ask(`${bench.listener.url}/nobody/`)).json()).toEqual({ message: 'unknown sandbox nobody' })
  })

  it('can only be ended: it has no files', async () => {
    const bench = await start(new FakeFiles('pay'))
    const { name } = await bench.fork('pay')
    for (const [method, path, body] of [
      ['DELETE', name],
      ['POST', `${name}/rename`, { name: 'bill' }],
      ['POST', `${name}/reload`],
    ] as const)
      expect((await bench.control(method, path, body)).status).toBe(409)
    const { status, text } = await bench.control('DELETE', 'pay/fork')
    expect([status, text]).toEqual([409, expect.stringContaining('is not a fork')])
  })

  it('is refused in words beyond 256 of one sandbox', async () => {
    const bench = await start(new FakeFiles('pay', 'mail'))
    for (let i = 0; i < 256; i++) await bench.fork('pay')
    const { status, text } = await bench.control('POST', 'pay/fork')
    expect([status, text]).toEqual([409, expect.stringContaining('has 256 forks')])
    await bench.fork('mail')
  })

  it('forgets what a request wrote that broke halfway, and answers 503 when it is full', async () => {
    const bench = await start(new FakeFiles('pay'))
    const fork = await bench.fork('pay')
    expect((await ask(`${fork.url}halfway`)).status).toBe(500)
    expect(await bench.get(fork.name, 'halfway-written')).toBe(404)
    const piece = 'x'.repeat(20 * 1024 * 1024)
    const statuses: number[] = []
    for (const key of ['a', 'b', 'c', 'd']) statuses.push((await bench.put(fork.name, key, piece)).status)
    expect(statuses).toEqual([201, 201, 201, 503])
    expect((await bench.put(fork.name, 'e', 'small')).status).toBe(201)
    expect(await bench.get(fork.name, 'd')).toBe(404)
    expect((await bench.control('POST', `${fork.name}/reset`)).status).toBe(200)
  })
})

describe('a snapshot', () => {
  const take = async (bench: Bench, name: string): Promise<string> =>
    ((await bench.control('POST', `${name}/snapshot`)).json() as { token: string }).token

  it.each(['sandbox', 'fork'])('of a %s is gone back to as often as wanted; the journal stays', async (kind) => {
    const bench = await start(new FakeFiles('pay'))
    const name = kind === 'fork' ? (await bench.fork('pay')).name : 'pay'
    await bench.put(name, 'a', '1')
    const token = await take(bench, name)
    for (const value of ['2', '3']) {
      await bench.put(name, 'a', value)
      await bench.put(name, 'b', value)
      expect((await bench.control('POST', `${name}/restore`, { token })).json()).toEqual({ restored: token })
      expect([await bench.get(name, 'a'), await bench.get(name, 'b')]).toEqual(['1', 404])
    }
    expect(await bench.paths(name)).toEqual(['/a', '/a', '/b', '/a', '/b', '/a', '/b', '/a', '/b'])
  })

  it('leaves everything as it is when it cannot be stored', async () => {
    const files = new FakeFiles('pay')
    const bench = await start(files)
    await bench.put('pay', 'a', '1')
    const token = await take(bench, 'pay')
    await bench.put('pay', 'a', '2')
    await bench.put('pay', 'b', '2')
    files.get('pay').store.failing = true
    expect((await bench.control('POST', 'pay/restore', { token })).status).toBe(503)
    expect([await bench.get('pay', 'a'), await bench.get('pay', 'b')]).toEqual(['2', '2'])
    files.get('pay').store.failing = false
    expect((await bench.control('POST', 'pay/restore', { token })).status).toBe(200)
    expect([await bench.get('pay', 'a'), await bench.get('pay', 'b')]).toEqual(['1', 404])
  })

  it('changes nothing for forks of before or after', async () => {
    const bench = await start(new FakeFiles('pay'))
    await bench.put('pay', 'a', '1')
    const token = await take(bench, 'pay')
    const early = await bench.fork('pay')
    await bench.put('pay', 'a', '2')
    const late = await bench.fork('pay')
    await bench.control('POST', 'pay/restore', { token })
    const names = ['pay', early.name, late.name]
    expect(await Promise.all(names.map((name) => bench.get(name, 'a')))).toEqual(['1', '1', '2'])
  })

  it('is listed, dropped, and refused in words beyond 64', async () => {
    const bench = await start(new FakeFiles('pay'))
    const tokens: string[] = []
    for (let i = 0; i < 64; i++) tokens.push(await take(bench, 'pay'))
    const { snapshots } = (await bench.control('GET', 'pay/snapshots')).json() as { snapshots: { token: string }[] }
    expect(snapshots.map(({ token }) => token)).toEqual(tokens)
    const refusal = await bench.control('POST', 'pay/snapshot')
    expect([refusal.status, refusal.text]).toEqual([409, expect.stringContaining('has 64 snapshots')])
    expect((await bench.control('DELETE', `pay/snapshot?token=${tokens[0]}`)).json()).toEqual({ dropped: 1 })
    await take(bench, 'pay')
    const unknown = await bench.control('POST', 'pay/restore', { token: tokens[0] })
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining(`has no snapshot \\"${tokens[0]}\\"`)])
    expect((await bench.control('DELETE', 'pay/snapshot')).json()).toEqual({ dropped: 64 })
  })

  it('that too much has changed since says so', async () => {
    const bench = await start(new FakeFiles('pay'))
    const piece = 'x'.repeat(20 * 1024 * 1024)
    for (const key of ['a', 'b', 'c', 'd']) await bench.put('pay', key, piece)
    const token = await take(bench, 'pay')
    const fork = await bench.fork('pay')
    for (const key of ['a', 'b', 'c', 'd']) await bench.put('pay', key, '')
    const refusal = await bench.control('POST', 'pay/restore', { token })
    expect([refusal.status, refusal.text]).toEqual([404, expect.stringContaining('is gone')])
    const late = await ask(`${fork.url}a`)
    expect([late.status, late.text]).toEqual([404, expect.stringContaining('64 MiB')])
    bench.pass(5)
    expect((await ask(`${fork.url}a`)).text).toContain('has changed too much since')
  })
})
