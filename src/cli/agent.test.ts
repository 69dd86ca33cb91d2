/** A provider, the agent in front of it, and the commands of a person who looks: over real sockets. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { type StartedTool, startTool } from '../../test/support/start-tool.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { field } from '../support/json.ts'

const temp = tempDirectory()
const root = resolve(import.meta.dirname, '../..')
let provider: Server
let tool: StartedTool
let agent: string
let hasTier = false

beforeAll(async () => {
  provider = createServer((request, answer) => {
    const isBroken = request.url === '/charges?boom=1'
    const id = request.url?.split('/').at(-1) ?? ''
    answer.writeHead(isBroken ? 503 : 200, { 'Content-Type': 'application/json' })
    const charge = { id, status: 'paid', receipt: `ann.${id}@mail.example`, ...(hasTier && { tier: 'gold' }) }
    answer.end(JSON.stringify(isBroken ? { error: 'down' } : charge))
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const { port } = provider.address() as AddressInfo
  const upstreams = {
    pay: { target: `http://127.0.0.1:${port}`, sandbox: 'pay', warmup: { min_samples: 5, min_hours: 0 } },
  }
  writeFileSync(join(temp.path, 'tool.yaml'), JSON.stringify({ upstreams }))
  await command('sandbox', 'add', 'pay', '--spec', join(root, 'examples/payments.yaml'))
  tool = await startTool({ cwd: temp.path, flags: ['--agent-port', '0'] })
  agent = /agent (http:\S+)\/ in front of pay/.exec(tool.stdout)?.[1] ?? ''
})

afterAll(async () => {
  await tool.stop()
  provider.close()
  temp[Symbol.dispose]()
})

async function command(...words: string[]): Promise<string> {
  const { stdout, stderr } = await runCommand(temp.path, words)
  return stdout + stderr
}

async function value(...words: string[]): Promise<unknown> {
  return JSON.parse((await runCommand(temp.path, [...words, '--json'])).stdout)
}

/** Sends so many requests for charges of their own. */
async function send(count: number, path = '/charges/ch_', from = 0): Promise<void> {
  for (let i = from; i < from + count; i++) {
    const response = await fetch(`${agent}${path}${path.endsWith('_') ? `1a2b3c4d${i}` : ''}`, {
      headers: { Authorization: 'Bearer sk_live_very_secret' },
    })
    await response.text()
  }
}

function first(report: unknown, list: string): Record<string, unknown> {
  const [one] = (field(report, list) ?? []) as Record<string, unknown>[]
  if (one === undefined) throw new Error(`no ${list} in ${JSON.stringify(report)}`)
  return one
}

it('passes traffic on, counts it, and learns what is normal', async () => {
  await send(12)
  expect(await command(...['agent', 'status'])).toMatch(/proxied: +12 requests, 0 without an answer/)
  expect(await command(...['agent', 'baseline', 'show'])).toMatch(/pay GET \/charges\/\{charge\} +2xx +12 +yes/)
})

it('tells what contradicts the description of the linked sandbox, until it is acknowledged', async () => {
  expect(await command(...['agent', 'report'])).toMatch(/field_added.*receipt/)
  const { fingerprint } = first(await value(...['agent', 'report']), 'findings')
  expect((await runCommand(temp.path, ['agent', 'report', '--fail'])).exit).toBe(1)
  expect(await command(...['agent', 'ack', String(fingerprint)])).toBe(`acknowledged ${String(fingerprint)}\n`)
  expect(await command('agent', 'ack', 'fp_000000000000')).toContain('unknown fingerprint fp_000000000000')
})

it('tells a change once it is sure, and takes it as normal when that is accepted', async () => {
  hasTier = true
  await send(6, undefined, 100)
  const findings = field(await value('agent', 'report'), 'findings') as Record<string, unknown>[]
  const found = findings.find((one) => one['field'] === 'tier')
  expect(found).toMatchObject({
    kind: 'field_added',
    upstream: 'pay',
    method: 'GET',
    status_class: '2xx',
    acked: false,
  })
  const { refrozen_families } = (await value(...['agent', 'accept'], String(found?.['fingerprint']))) as never
  expect(refrozen_families).toBe(1)
  await send(6, undefined, 200)
  expect(await command('agent', 'report', '--format', 'markdown')).toContain('| kind | where |')
})

it('keeps what it saw without secrets and personal data', async () => {
  expect(await command(...['agent', 'inspect', 'pay', '--last', '1'])).toMatch(/> GET \/charges\/ch_/)
  expect(await command('agent', 'inspect', 'pay', '--format', 'curl', '--last', '1')).toMatch(/^curl -i 'http/)
  const folder = join(temp.path, 'tool-data/agent/recordings/pay')
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(kept.join('')).toContain('"status":"paid"')
  expect(kept.join('')).not.toMatch(/sk_live|ann\.|1a2b3c4d/)
})

it('reproduces a failure of the provider in the sandbox', async () => {
  await send(1, '/charges?boom=1')
  expect(await command(...['agent', 'incidents'])).toMatch(/upstream_error +pay GET \/charges 5xx/)
  const { fingerprint } = first(await value('agent', 'incidents'), 'incidents')
  const told = await command(...['scenario', 'reproduce', String(fingerprint), '--times', '1'])
  expect(told).toContain('armed error 503 on GET /charges of "pay"')
  const list = (await value('sandbox', 'list')) as { sandboxes: { credential: string }[] }
  const headers = { Authorization: `Bearer ${list.sandboxes[0]?.credential}` }
  const statuses = [
    await fetch(`${tool.baseUrl}/pay/charges`, { headers }),
    await fetch(`${tool.baseUrl}/pay/charges`, { headers }),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([503, 200])
})

it('takes a capture as evidence', async () => {
  const { target } = (await value('upstream', 'show', 'pay')) as { target: string }
  const request = { method: 'GET', url: `${target}/charges/ch_9z8y7x6w5v`, headers: [] }
  const response = {
    status: 200,
    headers: [],
    content: { mimeType: 'application/json', text: '{"id":"ch_9z8y7x6w5v"}' },
  }
  const entries = [{ startedDateTime: '2026-01-01T00:00:00Z', time: 1, request, response }]
  writeFileSync(join(temp.path, 'capture.har'), JSON.stringify({ log: { version: '1.2', entries } }))
  expect(await command(...['agent', 'import', 'pay', 'capture.har'])).toContain('took 1 of 1 exchanges')
})

it('suggests fields that mean nothing', async () => {
  await send(20, undefined, 300)
  expect(await command(...['agent', 'volatile', 'suggest'])).toMatch(/pay GET \/charges\/\{charge\} +receipt/)
})

it('answers from what it left when it runs no more, and forgets on demand', async () => {
  await tool.stop()
  expect(await command('agent', 'status')).toContain('No agent is running')
  expect(await command('agent', 'baseline', 'show', 'pay', 'GET /charges/{charge}')).toMatch(/2xx +\d+ +yes/)
  expect(await command('agent', 'baseline', 'reset', 'pay', 'GET /charges/{charge}')).toBe(
    'forgot 1 endpoints of "pay"\n',
  )
  expect(await command('agent', 'baseline', 'show', 'pay', 'GET /charges/{charge}')).toContain('no baselines yet')
})
