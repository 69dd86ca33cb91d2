/** A description that lies, the true provider behind the agent, and what `tool spec-update` makes of it: over real sockets. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { type StartedTool, startTool } from '../../test/support/start-tool.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { field } from '../support/json.ts'

const temp = tempDirectory()
const elsewhere = join(temp.path, 'provider')
const example = resolve(import.meta.dirname, '../../examples/payments.yaml')
const CREDENTIAL = 'sk_test_lied_to'
/** What is taken out, as the document says it, and where it is expected back. */
const lies = [
  ['        captured: { type: boolean, default: false }\n', '', '/components/schemas/Charge/properties/captured'],
  [', captured, created]', ', created]', undefined],
  [', refunded]', ']', '/components/schemas/ChargeStatus/enum/-'],
  ['jpy, usd]', 'jpy]', '/components/schemas/Currency/enum/-'],
  ['not_found, ', '', '/components/schemas/Error/properties/error/properties/type/enum/-'],
  [
    "        '204': { description: Gone }\n        '404': { $ref: '#/components/responses/Missing' }\n",
    "        '204': { description: Gone }\n",
    '/paths/~1customers~1{customer}/delete/responses/404',
  ],
  [
    "        - name: status\n          in: query\n          description: Only charges in this status\n          schema: { $ref: '#/components/schemas/ChargeStatus' }\n",
    '',
    '/paths/~1charges/get/parameters/-',
  ],
] as const
/** A sandbox tells where what it made is, which its description leaves out. */
const undeclared = ['charges', 'customers'].map((list) => `/paths/~1${list}/post/responses/201/headers/Location`)
let provider: StartedTool
let tool: StartedTool
let agent: string

beforeAll(async () => {
  const truth = readFileSync(example, 'utf8')
  let spoiled = truth
  for (const [said, instead] of lies) {
    expect(spoiled).toContain(said)
    spoiled = spoiled.replace(said, instead)
  }
  writeFileSync(join(temp.path, 'openapi.yaml'), spoiled)
  mkdirSync(elsewhere)
  await runCommand(elsewhere, [
    'sandbox',
    'add',
    'pay',
    '--spec',
    example,
    '--credential',
    CREDENTIAL,
    '--seed',
    '5eed',
  ])
  provider = await startTool({ cwd: elsewhere })
  const upstreams = { pay: { target: `${provider.baseUrl}/pay/v1`, sandbox: 'copy' } }
  writeFileSync(join(temp.path, 'tool.yaml'), JSON.stringify({ upstreams }))
  await runCommand(temp.path, ['sandbox', 'add', 'copy', '--spec', 'openapi.yaml'])
  tool = await startTool({ cwd: temp.path, flags: ['--agent-port', '0'] })
  agent = /agent (http:\S+)\/ in front of pay/.exec(tool.stdout)?.[1] ?? ''
  for (let round = 0; round < 12; round++) await shop(['eur', 'usd'][round % 2] ?? '')
  await tool.stop()
})

afterAll(async () => {
  await provider.stop()
  temp[Symbol.dispose]()
})

async function send(method: string, path: string, body?: object): Promise<string> {
  const headers = { Authorization: `Bearer ${CREDENTIAL}`, ...(body && { 'Content-Type': 'application/json' }) }
  const answer = await fetch(agent + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return text === '' ? '' : String(field(JSON.parse(text), 'id'))
}

/** A charge that is captured and refunded in full, a customer who leaves twice and is then looked for. */
async function shop(currency: string): Promise<void> {
  const customer = await send('POST', '/customers', { email: 'ann@mail.example', name: 'Ann Onym' })
  const charge = await send('POST', '/charges', { amount: 1900, currency, customer })
  await send('POST', `/charges/${charge}/capture`)
  await send('POST', `/charges/${charge}/refunds`, { amount: 1900, reason: 'requested' })
  await send('GET', `/charges/${charge}`)
  await send('GET', '/charges?status=captured')
  await send('DELETE', `/customers/${customer}`)
  await send('DELETE', `/customers/${customer}`)
  await send('GET', `/customers/${customer}`)
}

interface Handoff {
  readonly source: string
  readonly applied: readonly { readonly pointer: string; readonly value?: unknown }[]
  readonly skipped: readonly unknown[]
}

async function update(label: string, ...flags: readonly string[]): Promise<Handoff & { readonly text: string }> {
  const [out, handoff] = [`${label}.yaml`, `${label}.json`]
  const words = ['--spec', 'openapi.yaml', '--out', out, '--handoff', handoff, '--min-hours', '1', ...flags]
  const { exit, stderr } = await runCommand(temp.path, ['spec-update', 'pay', ...words])
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(/agree|patched spec: /) })
  const read = (file: string): string => readFileSync(join(temp.path, file), 'utf8')
  return { ...(JSON.parse(read(handoff)) as Handoff), text: read(out) }
}

it('puts back what was taken out, in its place, and nothing else', async () => {
  const { source, applied, skipped } = await update('updated')
  const places = lies.flatMap(([, , place]) => (place === undefined ? [] : [place]))
  expect({ source, places: applied.map(({ pointer }) => pointer).sort(), skipped }).toEqual({
    source: 'recordings',
    places: [...places, ...undeclared].sort(),
    skipped: [],
  })
  const values = applied.flatMap(({ pointer, value }) => (pointer.endsWith('/enum/-') ? [value] : []))
  expect(values.sort()).toEqual(['not_found', 'refunded', 'usd'])
})

it('finds nothing more in what it wrote', async () => {
  const { text } = await update('updated')
  const again = await update('again', '--spec', 'updated.yaml')
  expect(again).toMatchObject({ applied: [], text })
})

it('finds the same in what agent inspect writes as HAR', async () => {
  const { stdout } = await runCommand(temp.path, ['agent', 'inspect', 'pay', '--format', 'har'])
  writeFileSync(join(temp.path, 'pay.har'), stdout)
  const [recorded, captured] = [await update('updated'), await update('captured', '--har', 'pay.har')]
  expect({ source: captured.source, text: captured.text }).toEqual({ source: 'har', text: recorded.text })
})
