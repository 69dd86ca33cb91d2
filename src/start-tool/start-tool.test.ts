import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { expect, expectTypeOf, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { connectTool, type Fault, type Finding, type JournalEntry, type Sandbox, startTool } from '../index.ts'
import { faultKinds } from '../sandbox/faults/index.ts'
import type { JournalEntry as KeptEntry } from '../sandbox/journal/journal.ts'
import type { Finding as KeptFinding } from '../sandbox/scenarios/verdict.ts'

const spec = resolve(import.meta.dirname, '../../examples/payments.yaml')
const pay = { pay: { spec, credential: 'sk_test' } }
const charge = JSON.stringify({ amount: 1200, currency: 'eur' })

function create(at: Pick<Sandbox, 'url' | 'headers'>): Promise<Response> {
  const headers = { ...at.headers, 'content-type': 'application/json' }
  return fetch(`${at.url}/charges`, { method: 'POST', headers, body: charge })
}

async function listed({ url, headers }: Pick<Sandbox, 'url' | 'headers'>): Promise<number> {
  const answer = (await (await fetch(`${url}/charges`, { headers })).json()) as { readonly data: readonly unknown[] }
  return answer.data.length
}

it('serves until it is closed, and leaves nothing behind', async () => {
  const tool = await startTool({ sandboxes: pay })
  const { dataDir } = tool
  expect(tool.names).toEqual(['pay'])
  expect(tool.credential('pay')).toBe('sk_test')
  expect(tool.url('pay')).toBe(`${tool.url()}/pay`)
  const answer = await fetch(`${tool.url('pay')}/charges`, { headers: tool.headers('pay') })
  expect([answer.status, await answer.json()]).toEqual([200, { data: [], has_more: false }])
  await tool.close()
  await tool.close()
  expect(existsSync(dataDir)).toBe(false)
  await expect(fetch(`${tool.url('pay')}/charges`)).rejects.toThrow()
})

it('answers the same in every run', async () => {
  const bodies: string[] = []
  for (let run = 0; run < 2; run++) {
    await using tool = await startTool({ sandboxes: pay })
    bodies.push(await (await create(tool.sandbox('pay'))).text())
  }
  expect(bodies[0]).toBe(bodies[1])
})

it('gives each test a copy of its own', async () => {
  await using tool = await startTool({ sandboxes: pay })
  await using one = await tool.fork('pay')
  await using other = await one.fork()
  await create(one)
  expect([await listed(one), await listed(other)]).toEqual([1, 0])
  expect((await one.journal()).map(({ method, status }) => [method, status])).toEqual([
    ['POST', 201],
    ['GET', 200],
  ])
  expect(await tool.sandbox('pay').journal()).toEqual([])
  await one.end()
  expect((await fetch(`${one.url}/charges`, { headers: one.headers })).status).toBe(404)
  await expect(one.reset()).rejects.toThrow(/has ended/)
  await one.end()
})

it('arms faults, lists and clears them', async () => {
  await using tool = await startTool({ sandboxes: pay })
  const sandbox = tool.sandbox('pay')
  const fault: Fault = { kind: 'error', method: 'POST', path: '/charges', status: 503, times: 1 }
  expect(await sandbox.armFault(fault)).toMatchObject({ id: 'f1', status: 503 })
  expect((await create(sandbox)).status).toBe(503)
  expect((await create(sandbox)).status).toBe(201)
  expect(await sandbox.faults()).toMatchObject([{ id: 'f1', struck: 1 }])
  expect(await sandbox.clearFaults({ id: 'f2' })).toBe(0)
  expect(await sandbox.clearFaults()).toBe(1)
})

it('judges a client by the scenario that is set', async () => {
  await using tool = await startTool({ sandboxes: { pay: { ...pay.pay, mode: 'lost_response' } } })
  const sandbox = tool.sandbox('pay')
  expect(await sandbox.verdict()).toMatchObject({ verdict: 'cannot-say', judged: 0, mode: { name: 'lost_response' } })
  await create(sandbox).catch(() => {})
  await create(sandbox).catch(() => {})
  expect((await sandbox.verdict()).verdict).toBe('broken')
  await sandbox.clearMode()
  await expect(sandbox.verdict()).rejects.toThrow(/No mode is set on "pay"/)
})

it('seeds, resets, goes back to a snapshot, moves the clock and adds rules', async () => {
  const customer = { id: 'cus_ada', email: 'ada@example.com', created: '2025-01-01T00:00:00Z' }
  await using tool = await startTool({ sandboxes: { pay: { ...pay.pay, seedData: { customer: [customer] } } } })
  const sandbox = tool.sandbox('pay')
  const count = (): Promise<number> => listed(sandbox)
  const token = await sandbox.snapshot()
  await create(sandbox)
  expect(await count()).toBe(1)
  await sandbox.restore(token)
  expect(await count()).toBe(0)
  await create(sandbox)
  await sandbox.reset()
  expect(await count()).toBe(0)
  expect((await fetch(`${sandbox.url}/customers/cus_ada`, { headers: sandbox.headers })).status).toBe(200)
  expect(await sandbox.seed({ customer: [{ ...customer, id: 'cus_bob' }] })).toEqual({ customer: 1 })
  expect(Date.parse(await sandbox.advanceClock(86_400))).toBeGreaterThan(Date.parse('2025-01-01'))
  const rule = { id: 'no', when: { method: 'POST', path: '/charges' }, respond: { status: 402 } }
  expect(await sandbox.addRules(rule)).toEqual(['no'])
  expect((await create(sandbox)).status).toBe(402)
  await sandbox.clearJournal()
  expect(await sandbox.journal()).toEqual([])
})

it('waits for an event that is delivered', async () => {
  const received: string[] = []
  const receiver = createServer((message, answer) => {
    received.push(message.url ?? '')
    answer.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as { readonly port: number }
  await using tool = await startTool({ sandboxes: pay })
  await using fork = await tool.fork('pay', { webhookUrl: `http://127.0.0.1:${port}/hook` })
  await create(fork)
  const delivery = await fork.waitForEvent('charge.created')
  expect(delivery).toMatchObject({ event: 'charge.created', status: 'delivered', response_status: 200 })
  expect(received).toEqual(['/hook'])
  expect(await fork.deliveries()).toHaveLength(1)
  await expect(fork.waitForEvent('charge.created', { after: delivery.seq, timeoutMs: 1 })).rejects.toThrow(
    /No delivery of "charge.created".* within 1 ms/,
  )
  await fork.emit('charge.created')
  receiver.close()
})

it('is reached from another process, with its token', async () => {
  await using tool = await startTool({ sandboxes: pay, token: 'a-long-secret' })
  await expect(connectTool(tool.url())).rejects.toThrow(/X-Tool-Token/)
  const connected = await connectTool(`${tool.url()}/`, { token: 'a-long-secret' })
  expect((await create(connected.sandbox('pay'))).status).toBe(201)
  await connected.close()
  expect(await tool.sandbox('pay').journal()).toHaveLength(1)
})

it('keeps what a given data directory holds', async () => {
  using temp = tempDirectory()
  const dataDir = join(temp.path, 'data')
  {
    await using tool = await startTool({ dataDir, sandboxes: pay })
    await create(tool.sandbox('pay'))
  }
  await using tool = await startTool({ dataDir })
  expect(await listed(tool.sandbox('pay'))).toBe(1)
})

it('changes nothing where another serves', async () => {
  using temp = tempDirectory()
  const dataDir = join(temp.path, 'data')
  await using tool = await startTool({ dataDir, sandboxes: pay })
  await expect(startTool({ dataDir, sandboxes: { zz: { spec } } })).rejects.toThrow(
    /serves it already \(use connectTool with its address, or another dataDir\)$/,
  )
  expect((await connectTool(tool.url())).names).toEqual(['pay'])
  expect((await fetch(`${tool.url()}/zz/charges`)).status).toBe(404)
})

it('updates what a given data directory holds, run after run', async () => {
  using temp = tempDirectory()
  const dataDir = join(temp.path, 'data')
  const rule = { id: 'no', when: { method: 'GET', path: '/charges/{charge}' }, respond: { status: 402 } }
  const fault: Fault = { kind: 'error', method: 'POST', path: '/charges', times: 1 }
  const customer = { id: 'cus_ada', email: 'ada@example.com', created: '2025-01-01T00:00:00Z' }
  const sandboxes = { pay: { ...pay.pay, rules: [rule], faults: [fault], seedData: { customer: [customer] } } }
  const ids: unknown[] = []
  for (let run = 0; run < 2; run++) {
    await using tool = await startTool({ dataDir, sandboxes })
    const sandbox = tool.sandbox('pay')
    expect(await sandbox.faults()).toHaveLength(1)
    expect((await fetch(`${sandbox.url}/charges/x`, { headers: sandbox.headers })).status).toBe(402)
    ids.push(readFileSync(join(dataDir, 'listed.json'), 'utf8'))
  }
  expect(ids[0]).toBe(ids[1])
  await using tool = await startTool({ dataDir, sandboxes: { pay: { ...pay.pay, auth: 'on', validation: 'off' } } })
  expect(await tool.sandbox('pay').faults()).toEqual([])
  expect((await fetch(`${tool.url('pay')}/customers/cus_ada`, { headers: tool.headers('pay') })).status).toBe(200)
})

it('leaves a given data directory without what could not be prepared', async () => {
  using temp = tempDirectory()
  const dataDir = join(temp.path, 'data')
  const sandboxes = { ...pay, other: { spec, mode: 'lost_respons' } }
  await expect(startTool({ dataDir, sandboxes })).rejects.toThrow(/^Cannot prepare sandbox "other": mode: /)
  await using tool = await startTool({ dataDir })
  expect(tool.names).toEqual([])
  expect(() => tool.url('pay')).toThrow('Unknown sandbox "pay" (none is served)')
})

it('names what to call before a verdict, and the kind of fault that was meant', async () => {
  await using tool = await startTool({ sandboxes: pay })
  await using fork = await tool.fork('pay')
  await fork.armFault({ kind: 'error', method: 'POST', path: '/charges' })
  await expect(fork.verdict()).rejects.toThrow(
    /^No mode is set on "pay--[^"]*": call setMode\('lost_response'\) first, or with another scenario$/,
  )
  await expect(fork.armFault({ kind: 'erorr', path: '/charges' } as never)).rejects.toThrow(
    'Unknown kind "erorr" (did you mean error?)',
  )
  await expect(fork.armFault(undefined as never)).rejects.toThrow(/^A fault must be an object/)
})

it('says that it was closed', async () => {
  const tool = await startTool({ sandboxes: pay })
  const fork = await tool.fork('pay')
  await tool.close()
  const closed = 'The tool was closed: nothing of it can be used any more'
  await expect(fork.journal()).rejects.toThrow(closed)
  await expect(tool.fork('pay')).rejects.toThrow(closed)
  await fork.end()
})

it.each([
  [null, /^startTool wants options/],
  [{ sandboxes: null }, /^startTool: sandboxes must be an object of options by name/],
  [{ dataDir: '' }, /^startTool: dataDir must be the path of a directory$/],
  [{ port: '80' }, /^startTool: port must be a whole number from 0 to 65535$/],
  [{ log: 'x' }, /^startTool: log must be a function$/],
  [{ token: 5 }, /^startTool: token must be a text$/],
  [{ token: '' }, /^startTool: token is empty \(set the variable/],
  [{ sandboxes: { pay: null } }, /^Sandbox "pay" wants options/],
  [{ sandboxes: { pay: { spec, faults: 5 } } }, /^Sandbox "pay": faults must be a list/],
  [{ sandboxes: { pay: { spec, faults: ['error'] } } }, /^.*A fault must be an object/],
  [
    { sandboxes: { pay: { spec, faults: [{ kind: 'eror', path: '/x' }] } } },
    /Unknown kind "eror" \(did you mean error/,
  ],
  [{ sandboxes: { pay: { spec, rules: 5 } } }, /^Sandbox "pay": rules must be a list of rules, or a file of them$/],
  [{ sandboxes: { pay: { spec, seedData: 5 } } }, /^Sandbox "pay": seedData must be records by resource type/],
  [{ sandboxes: { pay: { spec, webhookUrl: 5 } } }, /^Sandbox "pay": webhookUrl must be/],
  [{ sandboxes: { pay: { spec, mode: 5 } } }, /^Sandbox "pay": mode must be the name of a scenario/],
])('says in one line what no option can be: %j', async (options, message) => {
  await expect(startTool(options as never)).rejects.toThrow(message)
  await expect(startTool(options as never)).rejects.toMatchObject({ name: 'ToolError' })
})

it.each([
  [[undefined], /^connectTool wants the address of a server/],
  [['http://127.0.0.1:1', { token: '' }], /^connectTool: token is empty/],
  [['http://127.0.0.1:1', { tokn: 'x' }], /did you mean token/],
])('says in one line what cannot be connected to: %j', async (given, message) => {
  await expect(connectTool(...(given as Parameters<typeof connectTool>))).rejects.toThrow(message)
})

it.each([
  [{ sandbox: {} }, /^startTool has no option "sandbox" \(did you mean sandboxes\?\)$/],
  [{ sandboxes: { pay: {} } }, /^Sandbox "pay" wants a spec/],
  [
    { sandboxes: { pay: { spec, overlay: [] } } },
    /^Sandbox "pay" has no option "overlay" \(did you mean overlays\?\)$/,
  ],
  [{ sandboxes: { pay: { spec, clock: 'vitual' } } }, /^Sandbox "pay": clock is "vitual" \(did you mean virtual\?\)$/],
  [{ sandboxes: { pay: { spec: 'nowhere.yaml' } } }, /nowhere\.yaml/],
  [{ sandboxes: { pay: { spec, mode: 'lost_respons' } } }, /^Cannot prepare sandbox "pay": .*lost_response/],
  [{ sandboxes: { pay: { spec, faults: [{ kind: 'eror', method: 'GET', path: '/charges' }] } } }, /did you mean error/],
  [{ sandboxes: { pay: { spec, rules: 'nowhere.yaml' } } }, /^Cannot prepare sandbox "pay": .*nowhere\.yaml/],
])('says what is wrong, and what was meant: %j', async (options, message) => {
  await expect(startTool(options as never)).rejects.toThrow(message)
})

it('is closed by await using also where the realm of a test knows no symbol for it', async () => {
  const tool = await startTool({ sandboxes: pay })
  const close = (tool as unknown as Record<symbol, () => Promise<void>>)[Symbol.for('Symbol.asyncDispose')]
  expect(close).toBe(tool[Symbol.asyncDispose])
  await close?.()
  expect(existsSync(tool.dataDir)).toBe(false)
})

it('names the nearest sandbox', async () => {
  await using tool = await startTool({ sandboxes: pay })
  expect(() => tool.url('pai')).toThrow('Unknown sandbox "pai" (did you mean pay?)')
  expect(() => tool.url('entirely-else')).toThrow('Unknown sandbox "entirely-else" (there is pay)')
  await expect(tool.fork('pai')).rejects.toThrow('did you mean pay?')
})

it('types every kind of fault, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, 'types.ts'), 'utf8')
  const union = /export type FaultKind =\n((?: {2}\| '\w+'\n)+)/.exec(text)?.[1] ?? ''
  const typed = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1])
  expect(typed.sort()).toEqual(faultKinds.map(({ kind }) => kind).sort())
})

// The published types import nothing, so they say again what the sandbox keeps: the compiler holds them together.
it('tells of the journal whatever is kept', async () => {
  expectTypeOf<keyof JournalEntry>().toEqualTypeOf<keyof KeptEntry>()
  expectTypeOf<KeptFinding>().toEqualTypeOf<Finding>()
  const tool = await startTool({ sandboxes: pay })
  await fetch(`${tool.url('pay')}/charges`)
  const [entry] = await tool.sandbox('pay').journal()
  expect(entry?.reason).toMatch(/credential/)
  await tool.close()
})
