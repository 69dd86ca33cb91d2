/** A hundred forks and 256 scopes at once, on a served sandbox, as test suites that run side by side would use them. */
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { ask } from './support/sockets.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { type TempDirectory, tempDirectory } from './support/temp-directory.ts'

const examples = resolve(import.meta.dirname, '../examples')
let tool: StartedTool
let directory: TempDirectory

beforeAll(async () => {
  directory = tempDirectory()
  const terminal = captureTerminal({ cwd: directory.path })
  const add = [
    'sandbox',
    'add',
    'pay',
    '--spec',
    `${examples}/payments.yaml`,
    '--credential',
    'sk_test',
    '--seed',
    '5eed',
  ]
  expect(await run(add, terminal)).toBe(0)
  tool = await startTool({ cwd: directory.path })
})
afterAll(async () => {
  await tool.stop()
  directory[Symbol.dispose]()
})

interface Charge {
  readonly id: string
  readonly amount: number
  readonly created: number
}

async function told<T>(path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const { status, text, json } = await ask(`${tool.baseUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`)
  return json() as T
}

const control = '/_tool/sandboxes'
const create = (name: string, amount: number) => told<Charge>(`/${name}/charges`, 'POST', { amount, currency: 'eur' })

async function amounts(name: string): Promise<readonly number[]> {
  const { data } = await told<{ data: readonly Charge[] }>(`/${name}/charges?limit=100`)
  return data.map(({ amount }) => amount).sort((a, b) => a - b)
}

/** Does something for each number, many at once. */
function sideBySide<T>(count: number, work: (i: number) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

it('keeps a hundred forks and their sandbox apart, in records, ids, clock, faults and journal', async () => {
  await create('pay', 1)
  const forks = await sideBySide(100, async () => (await told<{ name: string }>(`${control}/pay/fork`, 'POST')).name)
  expect(new Set(forks).size).toBe(100)
  await create('pay', 2)
  await told(`${control}/${forks[0]}/clock`, 'POST', { advance_seconds: 3600 })
  const rule = { kind: 'error', method: 'GET', path: '/charges/{charge}' }
  await told(`${control}/${forks[1]}/faults`, 'POST', rule)
  const made = await sideBySide(100, async (i) => {
    const name = forks[i] ?? ''
    const first = await create(name, 1000 + i)
    await create(name, 2000 + i)
    return first
  })
  expect(await sideBySide(100, (i) => amounts(forks[i] ?? ''))).toEqual(forks.map((_, i) => [1, 1000 + i, 2000 + i]))
  expect(await amounts('pay')).toEqual([1, 2])
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(new Set(made.slice(1).map(({ created }) => created)).size).toBe(1)
  expect(Number(made[0]?.created)).toBe(Number(made[1]?.created) + 3600)
  const statusOf = async (name: string) =>
    (await ask(`${tool.baseUrl}/${name}/charges/${made[0]?.id}`, { headers: { authorization: 'Bearer sk_test' } }))
      .status
  expect([await statusOf(forks[1] ?? ''), await statusOf(forks[2] ?? '')]).toEqual([500, 200])
  const journals = await sideBySide(98, (i) => told<{ requests: unknown[] }>(`${control}/${forks[i + 2]}/requests`))
  expect(journals.map(({ requests }) => requests.length)).toEqual([4, ...Array.from({ length: 97 }, () => 3)])
})

it('keeps 256 scopes apart, in counts of faults and in the journal', async () => {
  const { name } = await told<{ name: string }>(`${control}/pay/fork`, 'POST')
  await told(`${control}/${name}/faults`, 'POST', {
    kind: 'error',
    method: 'GET',
    path: '/charges',
    status: 503,
    times: 2,
  })
  const statuses = await sideBySide(256, async (i) => {
    const headers = { authorization: 'Bearer sk_test', 'x-tool-scope': `test ${i}` }
    const seen: number[] = []
    for (let turn = 0; turn < 4; turn++) seen.push((await ask(`${tool.baseUrl}/${name}/charges`, { headers })).status)
    return seen
  })
  expect(new Set(statuses.map(String))).toEqual(new Set(['503,503,200,200']))
  const journals = await sideBySide(256, (i) =>
    told<{ requests: { scope: string; status: number }[] }>(`${control}/${name}/requests?scope=test%20${i}`),
  )
  expect(journals.map(({ requests }) => requests.map(({ status }) => status))).toEqual(statuses)
  for (const [i, { requests }] of journals.entries()) for (const { scope } of requests) expect(scope).toBe(`test ${i}`)
})
