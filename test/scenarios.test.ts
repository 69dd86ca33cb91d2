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
/** Sandboxes and their modes: one for each that clients meet, and for each test that changes something about it. */
const modes = {
  limited: 'rate_limit_backoff',
  down: 'downtime_recovery',
  hasty: 'downtime_recovery',
  storm: 'retry_storm',
  lost: 'lost_response',
  restored: 'downtime_recovery',
  packed: 'retry_storm',
  recorded: 'downtime_recovery',
  forked: 'retry_storm',
}
/** A sandbox without mode. */
const calm = 'calm'
type Sandbox = keyof typeof modes

let tool: StartedTool
let directory: TempDirectory

const command = (...words: string[]) => runCommand(directory.path, words)

beforeAll(async () => {
  directory = tempDirectory()
  for (const name of [...Object.keys(modes), calm])
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

/** When the attempts at a call were answered, the first of all when it began. */
type Times = readonly number[]

/**
 * As `charge`, with ever new scopes until the times are as they should be: a
 * client that a busy machine makes wait has waited, after all. Gives the scope.
 */
async function chargeIn(sandbox: Sandbox, name: string, retries: Retries, fits: (times: Times) => boolean) {
  for (let round = 0; ; round++) {
    const scope = `${name} ${round}`
    const times = [performance.now()]
    const noted: Retries['wait'] = (attempt, retryAfter) => {
      times.push(performance.now())
      return retries.wait(attempt, retryAfter)
    }
    await charge(sandbox, scope, { ...retries, wait: noted })
    times.push(performance.now())
    if (fits(times)) return scope
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
  const always = () => true
  type Wrong = readonly [mistake: string, Sandbox, Partial<Retries>, told: RegExp, fits: (times: Times) => boolean]
  const wrong: readonly Wrong[] = [
    [
      'gives up early',
      'limited',
      { attempts: 1 },
      /gives up early: POST \/charges was tried 1 time\(s\), #\d+ was answered 429/,
      always,
    ],
    [
      'ignores Retry-After',
      'limited',
      { wait: (n) => first * 2 ** n },
      /ignores Retry-After: #\d+ \(POST \/charges\) said to wait 1 s/,
      always,
    ],
    [
      'changes the idempotency key',
      'down',
      { key: (call, n) => `${call}-${n}` },
      /changes the idempotency key: #\d+ sent "changes the idempotency key 0-\d"/,
      always,
    ],
    [
      'retries non-idempotent calls',
      'lost',
      { key: () => undefined },
      /retries a call that is not idempotent: #\d+ \(POST \/charges\) got no answer and may have succeeded/,
      always,
    ],
    [
      'retries forever',
      'storm',
      { attempts: 12, wait: (n) => 190 + 15 * n },
      /retries without end: POST \/charges was tried 12 times/,
      always,
    ],
    [
      'hammers',
      'storm',
      { attempts: 9, wait: (n) => (n === 7 ? 300 : 1) },
      /hammers: \d attempts at POST \/charges within one second/,
      (times) => (times[8] ?? 0) - (times[0] ?? 0) < 950,
    ],
    [
      'does not back off',
      'hasty',
      { wait: () => 0 },
      /does not back off: it waited at most \d+ ms between attempts at POST \/charges/,
      // Each request came between two of the times, two requests at most between the outer of three.
      (times) => times.every((time, i) => time - (times[i - 2] ?? time) < 48),
    ],
  ]
  it.concurrent.each(wrong)('%s is told so', async (mistake, sandbox, retries, told, fits) => {
    const scope = await chargeIn(sandbox, mistake, { ...careful, ...retries }, fits)
    const { exit, stdout } = await verify(sandbox, scope)
    expect(stdout).toMatch(told)
    expect(exit).toBe(1)
  })
})

describe('what cannot be judged', () => {
  it('is said with exit 2', async () => {
    const silent = await verify('down', 'nobody')
    expect([silent.exit, silent.stdout]).toEqual([
      2,
      expect.stringMatching(/POST \/charges was not called .*nothing was sent/),
    ])
    const none = await command('mode', 'verify', calm)
    expect([none.exit, none.stderr]).toEqual([
      2,
      'error: No mode is set on "calm": set one with "tool mode set calm <scenario>"\n',
    ])
  })
})

it('judges anew from where a snapshot was restored', async () => {
  const control = (path: string, body?: string) =>
    ask(`${tool.baseUrl}/_tool/sandboxes/restored${path}`, { method: 'POST', ...(body === undefined ? {} : { body }) })
  const { token } = (await control('/snapshot')).json() as { token: string }
  await charge('restored', 'early', { ...careful, attempts: 1 })
  expect((await verify('restored', 'early')).exit).toBe(1)
  expect((await control('/restore', JSON.stringify({ token }))).status).toBe(200)
  expect((await verify('restored', 'early')).stdout).toContain('was not called since')
})

describe('a pack', () => {
  const pack = (name: string, text: string) => {
    mkdirSync(join(directory.path, 'tool-data/scenarios'), { recursive: true })
    writeFileSync(join(directory.path, 'tool-data/scenarios', `${name}.yaml`), text)
  }
  const outage = 'roles:\n  any: {}\nhead:\n  faults:\n    - { role: any, kind: error, status: 502 }\n'
  const post = (body: unknown) =>
    ask(`${tool.baseUrl}/_tool/sandboxes/packed/mode`, { method: 'POST', body: JSON.stringify(body) })

  it('has the name of its file before another that says it', async () => {
    pack('aa_thief', 'name: zz_own\nsummary: stolen\nroles: { a: {} }\n')
    pack('zz_own', 'summary: its own\nroles: { a: {} }\n')
    expect((await command('scenario', 'show', 'zz_own')).stdout).toContain('summary: its own')
    const listed = await command('scenario', 'list')
    expect(listed.stderr).toContain('Cannot use the pack scenarios/aa_thief.yaml: there is another named zz_own')
  })

  it('is shown as it was written, so that it can be saved', async () => {
    pack('joined', 'summary: "pay\u2060pal"\nroles: { a: {} }\n')
    expect((await command('scenario', 'show', 'joined')).stdout).toContain('pay\u2060pal')
    expect((await command('scenario', 'show', 'joined')).stdout).toMatch(/[^\n]\n$/)
  })

  it('is set by its name as soon as it is there', async () => {
    pack('outage', outage)
    const set = await post({ name: 'outage', seed: '', bind: { any: 'listCharges' } })
    expect([set.status, set.json()]).toMatchObject([
      201,
      { mode: { name: 'outage', bind: { any: 'listCharges' }, source: 'scenarios/outage.yaml', revision: 2 } },
    ])
    const headers = { authorization: 'Bearer sk_test' }
    expect((await ask(`${tool.baseUrl}/packed/charges`, { headers })).status).toBe(502)
    const cleared = await ask(`${tool.baseUrl}/_tool/sandboxes/packed/mode`, { method: 'DELETE' })
    expect(cleared.json()).toEqual({ cleared: 1 })
    expect((await ask(`${tool.baseUrl}/_tool/sandboxes/packed/mode`)).json()).toEqual({ mode: null })
  })

  it('that is wrong is refused with file, line and the right word', async () => {
    pack('outage', outage)
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
    await command('mode', 'set', 'recorded', 'downtime_recovery')
    await command('requests', 'recorded', '--reset')
    await charge('recorded', 'friday', careful)
    const made = await command('scenario', 'create-from-journal', 'recorded', 'friday', '--scope', 'friday')
    expect(made.stdout).toMatch(/^wrote .*friday\.yaml: 1 step\(s\), 1 fault\(s\)\n$/)
    const played = await command('scenario', 'check', 'recorded', 'friday')
    expect([played.exit, played.stdout]).toEqual([0, expect.stringMatching(/verdict: kept/)])
    const again = await command('scenario', 'create-from-journal', 'recorded', 'friday')
    expect([again.exit, again.stderr]).toEqual([2, expect.stringContaining('friday.yaml: it exists')])
  })
})

it('judges a fork by its own journal, wholly', async () => {
  for (let i = 0; i < 3; i++) await ask(`${tool.baseUrl}/forked/charges`)
  await command('mode', 'set', 'forked', 'retry_storm')
  const made = await ask(`${tool.baseUrl}/_tool/sandboxes/forked/fork`, { method: 'POST' })
  const { name } = made.json() as { name: string }
  const headers = { authorization: 'Bearer sk_test', 'content-type': 'application/json' }
  const body = '{"amount":1200,"currency":"eur"}'
  await ask(`${tool.baseUrl}/${name}/charges`, { method: 'POST', headers, body })
  expect((await command('mode', 'verify', name)).stdout).toContain('1 request(s) judged')
})

it('explains a request to a fork, and plays a scenario on it', async () => {
  const made = await ask(`${tool.baseUrl}/_tool/sandboxes/forked/fork`, { method: 'POST' })
  const { name } = made.json() as { name: string }
  await command('mode', 'clear', name)
  await command('chaos', name, '--kind', 'error', '--method', 'GET', '--path', '/charges', '--status', '418')
  const explained = await command('requests', name, '--explain', 'GET', '/charges', '--query', 'limit=1')
  expect(explained.stdout).toContain(`replay of "${name}" against a fork`)
  expect(explained.stdout).toMatch(/ f\d+ error fired: 418/)
  const own = await command('requests', 'forked', '--explain', 'GET', '/charges', '--json')
  expect(JSON.parse(own.stdout)).toMatchObject({
    sandbox: 'forked',
    operation: 'listCharges',
    response: { status: 200 },
  })
  const played = await command('scenario', 'check', name, 'downtime_recovery')
  expect([played.exit, played.stdout.split('\n')[0]]).toEqual([
    0,
    `downtime_recovery on "${name}" against a fork in virtual time: no real state is touched`,
  ])
  expect((await command('requests', name)).stdout).toContain('0 request(s)')
  writeFileSync(
    join(directory.path, 'rule.yaml'),
    'id: own\nwhen: { method: POST, path: /charges }\nrespond: { status: 402 }\n',
  )
  expect((await command('rule', 'add', name, 'rule.yaml')).stdout).toContain('added own (set version 1)')
  expect((await command('rule', 'list', name)).stdout).toContain('1 rule(s)')
  expect((await command('rule', 'check', name)).stdout).toContain('own: shadows')
  expect((await command('rule', 'list', 'forked')).stdout).toContain('there are no rules')
  expect((await command('rule', 'drop', name, 'own')).stdout).toContain('dropped own')
  expect((await command('scenario', 'check', 'forked--none', 'declines')).stderr).toContain(
    'unknown sandbox forked--none',
  )
})
