/** Clients that retry, rightly and wrongly, over real connections: `mode verify` tells them apart, each by its mistake. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from './support/run-command.ts'
import { ask } from './support/sockets.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { type TempDirectory, tempDirectory } from './support/temp-directory.ts'

const examples = resolve(import.meta.dirname, '../examples')
/** One sandbox for each mode. */
const modes = { limited: 'rate_limit_backoff', down: 'downtime_recovery', storm: 'retry_storm', lost: 'lost_response' }
type Sandbox = keyof typeof modes

let tool: StartedTool
let directory: TempDirectory

const command = (...words: string[]) => runCommand(directory.path, words)

beforeAll(async () => {
  directory = tempDirectory()
  for (const name of Object.keys(modes))
    await command('sandbox', 'add', name, '--spec', `${examples}/payments.yaml`, '--credential', 'sk_test')
  tool = await startTool({ cwd: directory.path })
  for (const [name, mode] of Object.entries(modes)) await command('mode', 'set', name, mode)
})
afterAll(async () => {
  await tool.stop()
  directory[Symbol.dispose]()
})

/** A client that retries. */
interface Retries {
  readonly attempts: number
  readonly wait: (attempt: number, retryAfter: number | undefined) => number
  readonly key: (call: string, attempt: number) => string | undefined
}

const first = 80
const careful: Retries = {
  attempts: 4,
  wait: (attempt, retryAfter) => retryAfter ?? first * 2 ** attempt * (1 + Math.random() / 2),
  key: (call) => call,
}

/** Makes a charge; every client is a scope of its own, so that all can be judged under one mode. */
async function charge(sandbox: Sandbox, scope: string, { attempts, wait: waitFor, key }: Retries): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const sent = key(scope, attempt)
    const headers = {
      authorization: 'Bearer sk_test',
      'content-type': 'application/json',
      'x-tool-scope': scope,
      ...(sent === undefined ? {} : { 'idempotency-key': sent }),
    }
    const body = '{"amount":1200,"currency":"eur"}'
    const answer = await ask(`${tool.baseUrl}/${sandbox}/charges`, { method: 'POST', headers, body }).catch(
      () => undefined,
    )
    const status = answer?.status ?? 0
    const isOver = status > 0 && status < 500 && status !== 429
    if (isOver || attempt + 1 >= attempts) return status
    const retryAfter = answer?.headers['retry-after']
    await wait(waitFor(attempt, retryAfter === undefined ? undefined : Number(retryAfter) * 1000))
  }
}

const verify = (sandbox: Sandbox, scope: string) => command('mode', 'verify', sandbox, '--scope', scope)

describe('a client that retries as it should', () => {
  it.concurrent.each([
    ['limited', 201],
    ['down', 201],
    ['storm', 503],
    ['lost', 201],
  ] as const)('passes on %s', async (sandbox, status) => {
    expect(await charge(sandbox, 'careful', careful)).toBe(status)
    const { exit, stdout } = await verify(sandbox, 'careful')
    expect(stdout).toMatch(/verdict: kept\n$/)
    expect(exit).toBe(0)
  })

  it('charges once, though the answer was lost', async () => {
    const scope = 'once'
    await charge('lost', scope, careful)
    const { requests } = (await ask(`${tool.baseUrl}/_tool/sandboxes/lost/requests`)).json() as {
      requests: { status: number; scope: string }[]
    }
    expect(requests.filter((one) => one.scope === scope).map(({ status }) => status)).toEqual([0, 201])
  })
})

describe('a client that', () => {
  const wrong: readonly (readonly [mistake: string, sandbox: Sandbox, retries: Partial<Retries>, told: RegExp])[] = [
    [
      'gives up early',
      'limited',
      { attempts: 1 },
      /gives up early: POST \/charges was tried 1 time\(s\), #\d+ was answered 429/,
    ],
    [
      'ignores Retry-After',
      'limited',
      { wait: (n) => first * 2 ** n },
      /ignores Retry-After: #\d+ \(POST \/charges\) said to wait 1 s/,
    ],
    [
      'changes the idempotency key',
      'down',
      { key: (call, n) => `${call}-${n}` },
      /changes the idempotency key: #\d+ sent "changes the idempotency key-\d"/,
    ],
    [
      'retries non-idempotent calls',
      'lost',
      { key: () => undefined },
      /retries a call that is not idempotent: #\d+ \(POST \/charges\) got no answer and may have been carried out/,
    ],
    [
      'retries forever',
      'storm',
      { attempts: 12, wait: (n) => 190 + 15 * n },
      /retries without end: POST \/charges was tried 12 times/,
    ],
    [
      'hammers',
      'storm',
      { attempts: 9, wait: (n) => (n === 7 ? 300 : 1) },
      /hammers: \d attempts at POST \/charges within one second/,
    ],
  ]
  it.concurrent.each(wrong)('%s is told so', async (mistake, sandbox, retries, told) => {
    await charge(sandbox, mistake, { ...careful, ...retries })
    const { exit, stdout } = await verify(sandbox, mistake)
    expect(stdout).toMatch(told)
    expect(exit).toBe(1)
  })

  it('does not back off is told so', async () => {
    // A machine that is busy elsewhere makes it wait after all: until it got through undisturbed.
    for (let round = 0; ; round++) {
      const scope = `hasty-${round}`
      const started = performance.now()
      await charge('down', scope, { ...careful, wait: () => 0 })
      if (performance.now() - started > 45 && round < 50) continue
      const { exit, stdout } = await verify('down', scope)
      expect(stdout).toMatch(/does not back off: it waited at most \d+ ms between attempts at POST \/charges/)
      expect(exit).toBe(1)
      return
    }
  })
})

describe('what cannot be judged', () => {
  it('is said with exit 2', async () => {
    const silent = await verify('down', 'nobody')
    expect([silent.exit, silent.stdout]).toEqual([
      2,
      expect.stringMatching(/POST \/charges was not called .*nothing was sent/),
    ])
    await command('mode', 'clear', 'lost')
    const none = await command('mode', 'verify', 'lost')
    expect([none.exit, none.stderr]).toEqual([
      2,
      'error: No mode is set on "lost": set one with "tool mode set lost <scenario>"\n',
    ])
    await command('mode', 'set', 'lost', 'lost_response')
  })
})

it('judges anew from where a snapshot was restored', async () => {
  const control = (path: string, body?: string) =>
    ask(`${tool.baseUrl}/_tool/sandboxes/down${path}`, { method: 'POST', ...(body === undefined ? {} : { body }) })
  const { token } = (await control('/snapshot')).json() as { token: string }
  await charge('down', 'restored', { attempts: 4, wait: () => 1, key: () => undefined })
  expect((await verify('down', 'restored')).exit).toBe(1)
  await wait(2)
  expect((await control('/restore', JSON.stringify({ token }))).status).toBe(200)
  expect((await verify('down', 'restored')).stdout).toContain('was not called since')
})

describe('a pack', () => {
  const pack = (name: string, text: string) => {
    mkdirSync(join(directory.path, 'tool-data/scenarios'), { recursive: true })
    writeFileSync(join(directory.path, 'tool-data/scenarios', `${name}.yaml`), text)
  }
  const post = (body: unknown) =>
    ask(`${tool.baseUrl}/_tool/sandboxes/storm/mode`, { method: 'POST', body: JSON.stringify(body) })

  it('is set by its name as soon as it is there', async () => {
    pack('outage', 'roles:\n  any: {}\nhead:\n  faults:\n    - { role: any, kind: error, status: 502 }\n')
    const set = await post({ name: 'outage', seed: '', bind: { any: 'listCharges' } })
    expect([set.status, set.json()]).toMatchObject([
      201,
      { mode: { name: 'outage', bind: { any: 'listCharges' }, source: 'scenarios/outage.yaml', revision: 2 } },
    ])
    const headers = { authorization: 'Bearer sk_test' }
    expect((await ask(`${tool.baseUrl}/storm/charges`, { headers })).status).toBe(502)
    const cleared = await ask(`${tool.baseUrl}/_tool/sandboxes/storm/mode`, { method: 'DELETE' })
    expect(cleared.json()).toEqual({ cleared: 1 })
    expect((await ask(`${tool.baseUrl}/_tool/sandboxes/storm/mode`)).json()).toEqual({ mode: null })
  })

  it('that is wrong is refused with file, line and the right word', async () => {
    pack('typo', 'roles:\n  any:\n    neds: [creates]\n')
    const refused = await post({ name: 'typo' })
    expect([refused.status, refused.json()]).toEqual([
      400,
      {
        message:
          'Cannot use the pack scenarios/typo.yaml: line 3, column 5: /roles/any/neds: a role has no "neds" (did you mean needs?)',
      },
    ])
    expect((await post({ name: 'outagee' })).json()).toEqual({
      message: 'Unknown scenario "outagee" (did you mean outage?)',
    })
    expect((await command('scenario', 'list')).stderr).toContain('line 3, column 5')
  })

  it('is made of what the journal shows, and plays it again', async () => {
    await command('mode', 'set', 'storm', 'downtime_recovery')
    await command('requests', 'storm', '--reset')
    await charge('storm', 'recorded', careful)
    const made = await command('scenario', 'create-from-journal', 'storm', 'friday', '--scope', 'recorded')
    expect(made.stdout).toMatch(/^wrote .*friday\.yaml: 1 step\(s\), 1 fault\(s\)\n$/)
    const played = await command('scenario', 'check', 'storm', 'friday')
    expect([played.exit, played.stdout]).toEqual([0, expect.stringMatching(/verdict: kept/)])
    const again = await command('scenario', 'create-from-journal', 'storm', 'friday')
    expect([again.exit, again.stderr]).toEqual([2, expect.stringContaining('friday.yaml: it exists')])
  })
})
