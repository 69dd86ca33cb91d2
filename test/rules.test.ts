/** Rules and faults as several commands change them at once, with a server and without. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './support/run-command.ts'
import { type StartedTool, startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const example = resolve(import.meta.dirname, '../examples/payments.yaml')
const when = { method: 'POST', path: '/charges' }

async function tool(cwd: string, words: readonly string[], stdin = ''): Promise<{ exit: number; text: string }> {
  const { exit, stdout, stderr } = await runCommand(cwd, words, stdin)
  return { exit, text: (stdout + stderr).trimEnd() }
}

async function good(cwd: string, words: readonly string[], stdin = ''): Promise<string> {
  const { exit, text } = await tool(cwd, words, stdin)
  expect(exit, text).toBe(0)
  return text
}

function addPay(cwd: string, spec = example): Promise<string> {
  return good(cwd, ['sandbox', 'add', 'pay', '--spec', spec, '--seed', '5eed', '--credential', 'sk_test'])
}

function add(cwd: string, rules: object): Promise<string> {
  return good(cwd, ['rule', 'add', 'pay', '-'], JSON.stringify(rules))
}

const rulesFile = 'tool-data/apis/pay.rules.json'

it('says of a repeated id that it is', async () => {
  using temp = tempDirectory()
  await addPay(temp.path)
  const two = { id: 'two', when, respond: { status: 402 } }
  expect(await tool(temp.path, ['rule', 'add', 'pay', '-'], JSON.stringify({ rules: [two, two] }))).toEqual({
    exit: 2,
    text: 'error: Cannot add rule "two": shares its id with another rule: each needs one of its own',
  })
})

it.each(['with', 'without'])('loses no rule when several are added at once, %s a server', async (how) => {
  using temp = tempDirectory()
  await addPay(temp.path)
  const server: StartedTool | undefined = how === 'with' ? await startTool({ cwd: temp.path }) : undefined
  const ids = Array.from({ length: 8 }, (_, i) => `r${i}`)
  const told = await Promise.all(ids.map((id) => add(temp.path, { id, when, respond: { status: 402 } })))
  expect(told.map((line) => /^added (r\d) \(set version \d\)$/.exec(line)?.[1])).toEqual(ids)
  expect(new Set(told.map((line) => line.replace(/^added r\d /, ''))).size).toBe(8)
  expect(await good(temp.path, ['rule', 'list', 'pay'])).toContain('8 rule(s), set version 8')
  const dropped = await Promise.all(ids.slice(1).map((id) => good(temp.path, ['rule', 'drop', 'pay', id])))
  expect(dropped.map((line) => line.replace(/.*version /, '')).sort()).toEqual(
    ['9)', '10)', '11)', '12)', '13)', '14)', '15)'].sort(),
  )
  const saved: unknown = JSON.parse(readFileSync(join(temp.path, rulesFile), 'utf8'))
  expect(saved).toMatchObject({ version: 15, rules: [{ id: 'r0' }] })
  await server?.stop()
})

it('loses no fault when several are armed at once', async () => {
  using temp = tempDirectory()
  await addPay(temp.path)
  const words = ['chaos', 'pay', '--kind', 'error', '--method', 'GET', '--path', '/charges', '--json']
  const armed = await Promise.all(Array.from({ length: 6 }, () => good(temp.path, words)))
  expect(armed.map((text) => JSON.parse(text).armed.id).sort()).toEqual(['f1', 'f2', 'f3', 'f4', 'f5', 'f6'])
  expect(await good(temp.path, ['chaos', 'pay', '--clear', '--id', 'f3'])).toBe('1 fault(s) cleared')
  await good(temp.path, ['chaos', 'pay', '--kind', 'rate_limit', '--method', 'GET', '--path', '/charges'])
  expect(await good(temp.path, ['chaos', 'pay', '--clear', '--kind', 'rate_limit'])).toBe('1 fault(s) cleared')
  expect(await good(temp.path, ['chaos', 'pay', '--clear'])).toBe('5 fault(s) cleared')
})

it.each([
  [['--list', '--kind', 'error'], '--kind cannot be used with --list'],
  [['--times', '2'], '--times needs --kind'],
  [['--id', 'f1'], '--id needs --clear or --kind'],
  [
    ['--kind', 'error', '--method', 'GET', '--path', '/charges', '--id', ''],
    '--id must be 1 to 128 letters, digits, "_", ".", ":" or "-"',
  ],
])('says what is wrong with chaos %j', async (flags, message) => {
  using temp = tempDirectory()
  await addPay(temp.path)
  expect(await tool(temp.path, ['chaos', 'pay', ...flags])).toEqual({ exit: 2, text: `error: ${message}` })
})

it('takes more rules than one request of the control plane holds, and goes on from there', async () => {
  using temp = tempDirectory()
  await addPay(temp.path)
  const server = await startTool({ cwd: temp.path })
  const rules = Array.from({ length: 300 }, (_, i) => ({
    id: `r${i}`,
    when: { ...when, body: { amount: i } },
    respond: { status: 402, body: 'x'.repeat(5000) },
  }))
  const told = (await add(temp.path, { rules })).split('\n')
  expect([told.length, told[0], told.at(-1)]).toEqual([300, 'added r0 (set version 1)', 'added r299 (set version 4)'])
  expect(await add(temp.path, { id: 'more', when, respond: { status: 409 } })).toBe('added more (set version 5)')
  expect(await good(temp.path, ['rule', 'drop', 'pay', 'r7'])).toBe('dropped r7 (set version 6)')
  expect(await tool(temp.path, ['rule', 'drop', 'pay', 'mor'])).toEqual({
    exit: 2,
    text: 'error: No rule "mor" on "pay" (did you mean more?)',
  })
  await server.stop()
})

it('writes nothing for a list without rules', async () => {
  using temp = tempDirectory()
  await addPay(temp.path)
  expect(await tool(temp.path, ['rule', 'add', 'pay', '-'], 'rules: []')).toEqual({
    exit: 2,
    text: 'error: Cannot add rules: the list holds none',
  })
  expect(await good(temp.path, ['rule', 'list', 'pay'])).toBe('there are no rules on "pay"')
})

it('keeps numbers over the control plane that a double does not hold, and compares with them', async () => {
  using temp = tempDirectory()
  await addPay(temp.path)
  const server = await startTool({ cwd: temp.path })
  const [less, more] = [1e308, '1e999'].map(
    (amount) =>
      `{"id":"a","when":{"method":"POST","path":"/charges","body":{"amount":{"gt":${amount}}}},"respond":{"status":402}}`,
  )
  const url = `${server.baseUrl}/_tool/sandboxes/pay/rules`
  const charged = async (amount: string): Promise<number> => {
    const headers = { authorization: 'Bearer sk_test', 'content-type': 'application/json' }
    const body = `{"amount":${amount},"currency":"eur"}`
    return (await fetch(`${server.baseUrl}/pay/charges`, { method: 'POST', headers, body })).status
  }
  for (const [rule, status] of [
    [less, 402],
    [more, 400],
  ] as const) {
    expect((await fetch(url, { method: 'PUT', body: `{"rules":[${rule}]}` })).status).toBe(200)
    expect(await (await fetch(url)).text()).toContain(rule === more ? '{"gt":1e999}' : '{"gt":1e+308}')
    expect(await charged('1e400')).toBe(status)
  }
  await server.stop()
})

it('updates nothing beside rules that cannot load, and tool up tells that nothing is served', async () => {
  using temp = tempDirectory()
  const spec = join(temp.path, 'spec.yaml')
  const text = readFileSync(example, 'utf8')
  writeFileSync(spec, text)
  await addPay(temp.path, spec)
  const model = join(temp.path, 'tool-data/apis/pay.ir.json')
  const before = readFileSync(model)
  writeFileSync(join(temp.path, rulesFile), '{"version": 1, "rules": [{"id": "a"}]}')
  writeFileSync(spec, text.replace('title: Example Payments', 'title: Newer Payments'))
  const { exit, text: said } = await tool(temp.path, ['import', 'pay', '--update'])
  expect([exit, said]).toEqual([2, expect.stringContaining('a needs when: at least method and path of an operation')])
  expect(readFileSync(model).equals(before)).toBe(true)

  const server = await startTool({ cwd: temp.path })
  await server.stop()
  expect(server.stdout).toContain('nothing is served: the files of pay cannot be used, see above')
  expect(server.stdout).not.toContain('nothing is registered')

  rmSync(join(temp.path, rulesFile))
  await good(temp.path, ['import', 'pay', '--update'])
})

it('counts the records that an update leaves without a type', async () => {
  using temp = tempDirectory()
  const spec = join(temp.path, 'spec.yaml')
  await addPay(temp.path)
  writeFileSync(join(temp.path, 'seed.json'), '{"customer":[{"name":"Ada","email":"ada@example.com"}]}')
  await good(temp.path, ['sandbox', 'seed', 'pay', 'seed.json'])
  const text = readFileSync(example, 'utf8').replaceAll('customers', 'clients').replaceAll('Customer', 'Client')
  writeFileSync(spec, text)
  const said = await good(temp.path, ['import', 'pay', '--update', '--spec', spec])
  expect(said).toContain('1 record of customer kept and not served: the description has no such type')
})

it('names the rules and faults that an update leaves without a place', async () => {
  using temp = tempDirectory()
  const spec = join(temp.path, 'spec.yaml')
  const text = readFileSync(example, 'utf8')
  writeFileSync(spec, text)
  await addPay(temp.path, spec)
  await add(temp.path, { id: 'told', when, emit: 'charge.created' })
  await good(temp.path, ['chaos', 'pay', '--kind', 'drop_webhook', '--event', 'charge.created'])
  await good(temp.path, ['chaos', 'pay', '--kind', 'drop_webhook'])
  writeFileSync(spec, text.replace('  charge.created:', '  charge.made:'))
  const said = await good(temp.path, ['import', 'pay', '--update'])
  expect(said.split('\n').slice(-2)).toEqual([
    expect.stringContaining('rule told stays and does nothing: the event "charge.created" is not declared'),
    'fault f1 (drop_webhook) stays and does nothing: the event charge.created is gone',
  ])
})
