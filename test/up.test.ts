/** `tool up` as scripts and people start it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setImmediate as turned } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { dataDirectory } from '../src/stores/data-directory.ts'
import { lockChange, lockServer } from '../src/stores/server-file.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { runCommand } from './support/run-command.ts'
import { spawnTool, startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/payments.yaml')

async function addExample(cwd: string): Promise<void> {
  const terminal = captureTerminal({ cwd })
  const words = ['sandbox', 'add', 'pay', '--spec', example, '--seed', '5eed', '--credential', 'sk_test']
  expect(await run(words, terminal), terminal.stderr).toBe(0)
}

async function failing(cwd: string, flags: readonly string[]): Promise<string> {
  const terminal = captureTerminal({ cwd })
  expect(await run(['up', ...flags], terminal)).toBe(2)
  expect(terminal.stdout).toBe('')
  return terminal.stderr
}

it('answers from the built executable, and ends cleanly on SIGTERM', async () => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const tool = await spawnTool({ cwd: temp.path })
  const answer = await fetch(`${tool.baseUrl}/pay/charges`, { headers: { authorization: 'Bearer sk_test' } })
  expect([answer.status, await answer.json()]).toEqual([200, { data: [], has_more: false }])
  const serverFile = join(temp.path, 'tool-data/server.json')
  expect(JSON.parse(readFileSync(serverFile, 'utf8'))).toMatchObject({ addresses: { sandbox: tool.baseUrl } })
  expect(await tool.stop()).toBe(0)
  expect(existsSync(serverFile)).toBe(false)
})

it('starts with nothing registered, and says how to add', async () => {
  using temp = tempDirectory()
  const tool = await startTool({ cwd: temp.path })
  expect(tool.stdout).toContain('nothing is registered yet: add a sandbox with "tool sandbox add <name> --spec')
  await addExample(temp.path)
  expect((await fetch(`${tool.baseUrl}/pay/charges`)).status).toBe(401)
  expect(await tool.stop()).toBe(0)
})

async function someTurns(): Promise<void> {
  for (let i = 0; i < 200; i++) await turned()
}

it.each([
  ['reset', 'pay'],
  ['seed', 'pay', join(root, 'examples/payments.seed.json')],
  ['rename', 'pay', 'paid'],
  ['remove', 'pay'],
])('lets sandbox %s wait while a server is about to start', async (...words) => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const server = lockServer(dataDirectory(join(temp.path, 'tool-data')))
  const terminal = captureTerminal({ cwd: temp.path })
  let isDone = false
  const command = run(['sandbox', ...words], terminal).finally(() => {
    isDone = true
  })
  await someTurns()
  expect(isDone).toBe(false)
  server.release()
  expect(await command, terminal.stderr).toBe(0)
})

it('starts once the command is done that changes records without a server', async () => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const change = lockChange(dataDirectory(join(temp.path, 'tool-data')))
  let isUp = false
  const starting = startTool({ cwd: temp.path }).finally(() => {
    isUp = true
  })
  await someTurns()
  expect(isUp).toBe(false)
  change?.release()
  expect(await (await starting).stop()).toBe(0)
})

it('says in one line that the port is taken', async () => {
  using temp = tempDirectory()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const text = await failing(temp.path, ['--port', String(port)])
  expect(text).toMatch(new RegExp(`^error: .*${port}.*choose another with --port\\n$`))
  other.close()
  await once(other, 'close')
})

it('says nothing of an agent that cannot listen until there is an upstream', async () => {
  using temp = tempDirectory()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const terminal = captureTerminal({ cwd: temp.path })
  const ended = run(['up', '--port', '0', '--agent-port', port], terminal)
  await terminal.until(/serving/)
  expect(terminal.stderr).toBe('')
  await run(['upstream', 'add', 'stripe', 'https://api.stripe.com'], captureTerminal({ cwd: temp.path }))
  await expect.poll(() => terminal.stderr).toMatch(/^The agent is not running: .*choose another with --agent-port\n$/)
  terminal.interrupt()
  expect(await ended).toBe(0)
  other.close()
  await once(other, 'close')
})

it('says in one line that another server has the data directory', async () => {
  using temp = tempDirectory()
  const tool = await startTool({ cwd: temp.path })
  expect(await failing(temp.path, ['--port', '0'])).toMatch(/^error: Cannot serve .*--data-dir.*\n$/)
  expect((await fetch(`${tool.baseUrl}/_tool/healthz`)).status).toBe(200)
  await tool.stop()
})

it('says in one line that a file stands where the data directory should', async () => {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'file'), '')
  for (const place of ['file', 'file/below']) {
    for (const words of [
      ['sandbox', 'list'],
      ['requests', 'pay'],
      ['sandbox', 'add', 'pay', '--spec', '-'],
    ]) {
      const { exit, stderr } = await runCommand(temp.path, [...words, '--data-dir', place])
      expect([exit, stderr]).toEqual([
        2,
        `error: Cannot use the data directory ${join(temp.path, place)}: a file is in its place (choose another with --data-dir)\n`,
      ])
    }
  }
})

it('refuses to listen beyond this machine without a token', async () => {
  using temp = tempDirectory()
  expect(await failing(temp.path, ['--port', '0', '--listen', '0.0.0.0'])).toMatch(/^error: .*TOOL_TOKEN.*\n$/)
})

it('says how many requests the journal has beside those it shows', async () => {
  using temp = tempDirectory()
  const example = resolve(import.meta.dirname, '../examples/payments.yaml')
  await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', example])
  const tool = await startTool({ cwd: temp.path })
  for (let i = 0; i < 52; i++) await fetch(`${tool.baseUrl}/pay/charges`)
  const { stdout, stderr } = await runCommand(temp.path, ['requests', 'pay'])
  expect(stdout).toMatch(/\n50 request\(s\)\n$/)
  expect(stderr).toBe('50 of 52 are shown (--last 52 shows all)\n')
  for (const words of [['--last', '9'], ['--last', '52'], ['--scope', 'none'], ['--json']])
    expect((await runCommand(temp.path, ['requests', 'pay', ...words])).stderr).toBe('')
  await tool.stop()
})

it('says when other machines may reach it', async () => {
  using temp = tempDirectory()
  for (const [address, said] of [
    ['0.0.0.0', ['open to the network: it listens on 0.0.0.0, where other machines can reach it']],
    ['127.0.0.1', []],
  ] as const) {
    const tool = await startTool({ cwd: temp.path, flags: ['--listen', address], env: { TOOL_TOKEN: 'secret' } })
    await tool.stop()
    expect(tool.stdout.split('\n').filter((line) => line.startsWith('open to'))).toEqual(said)
  }
})

it('sends the configured token with its own control requests', async () => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const env = { TOOL_TOKEN: 'open sesame' }
  const tool = await startTool({ cwd: temp.path, env })
  expect((await fetch(`${tool.baseUrl}/_tool/sandboxes`)).status).toBe(401)
  const terminal = captureTerminal({ cwd: temp.path, env })
  expect(await run(['requests', 'pay'], terminal), terminal.stderr).toBe(0)
  const without = captureTerminal({ cwd: temp.path })
  expect(await run(['requests', 'pay'], without)).toBe(2)
  expect(without.stderr).toMatch(/^error: .*X-Tool-Token.*: set TOOL_TOKEN or token_file .*\n$/)
  const changes = [
    ['sandbox', 'add', 'other', '--spec', example],
    ['import', 'pay', '--update', '--spec', example, '--validation', 'off'],
  ]
  const registered = dataDirectory(join(temp.path, 'tool-data')).sandboxes
  const files = () => readdirSync(registered).map((name) => readFileSync(join(registered, name), 'utf8'))
  const before = files()
  for (const words of changes) expect(await run(words, captureTerminal({ cwd: temp.path }))).toBe(2)
  expect(files()).toEqual(before)
  await tool.stop()
})

it('shows a person what is served, where, with which credential, and what to try', async () => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const terminal = captureTerminal({ cwd: temp.path, interactive: true })
  const ended = run(['up', '--port', '0'], terminal)
  await terminal.until(/Ctrl-C.*\n/)
  const base = /http:\/\/[\d.:]+/.exec(terminal.stdout)?.[0] ?? ''
  expect(terminal.stdout.replaceAll(base, 'BASE').replaceAll(temp.path, 'HERE')).toBe(`
  serving BASE  from HERE/tool-data

  pay  Example Payments 1.2.0, 11 operations
    BASE/pay/
    credential  sk_test
    sent as     Authorization: Bearer sk_test
    try         curl -H 'Authorization: Bearer sk_test' BASE/pay/customers

  Ctrl-C stops; "tool requests <name> --follow" shows what is asked
`)
  terminal.interrupt()
  expect(await ended).toBe(0)
  expect(terminal.stdout).toMatch(/stopped\n$/)
})

it('follows the journal until it is told to stop', async () => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const tool = await startTool({ cwd: temp.path })
  await fetch(`${tool.baseUrl}/pay/charges`)
  const terminal = captureTerminal({ cwd: temp.path })
  const following = run(['requests', 'pay', '--follow'], terminal)
  await terminal.until(/^1 {2}GET {2}\/charges {2}401 {4}\d+ ms {2}refused: No credential was sent\n/)
  await fetch(`${tool.baseUrl}/pay/customers`)
  expect((await terminal.until(/customers/)).replace(/\d+ ms/g, 'N ms')).toBe(
    ['/charges', '/customers']
      .map((path, i) => `${i + 1}  GET  ${path}  401    N ms  refused: No credential was sent\n`)
      .join(''),
  )
  terminal.interrupt()
  expect(await following).toBe(0)
  const left = captureTerminal({ cwd: temp.path })
  const leaving = run(['requests', 'pay', '--follow', '--last', '1'], left)
  await left.until(/customers/)
  await fetch(`${tool.baseUrl}/pay/charges/ch_1`)
  await left.until(/ch_1/)
  await tool.stop()
  expect(await leaving, left.stderr).toBe(0)
})

it('has an npm start whose line to paste shows records, the same on every machine', async () => {
  using temp = tempDirectory()
  const first = await npmStart(temp.path)
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/customers$/)
  expect(first.credential).toBe('sk_test_start')
  expect(first.answer).toMatchObject({ data: [{ id: 'cus_ada' }, { id: 'cus_grace' }] })
  await runCommand(temp.path, ['sandbox', 'remove', 'pay'])
  await runCommand(temp.path, ['sandbox', 'add', 'own', '--spec', example, '--credential', 'sk_own'])
  const later = await npmStart(temp.path, ['--show-credentials'])
  expect([later.credential, later.answer]).toEqual(['sk_own', expect.objectContaining({ data: [] })])
})

/** What `npm start` offers to paste, and what that answers. */
async function npmStart(
  cwd: string,
  flags: readonly string[] = [],
): Promise<Record<'url' | 'credential' | 'answer', unknown>> {
  const env = { PATH: process.env['PATH'] ?? '', TOOL_SANDBOX_PORT: '0' }
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...flags], { cwd, env })
  let output = ''
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (/try: curl .*\n/.test(output)) done()
    })
  })
  const exited = once(child, 'exit')
  await Promise.race([ready, exited])
  const [, credential = '', url = ''] = /^try: curl -H 'Authorization: Bearer (\S+)' (\S+)$/m.exec(output) ?? []
  const answer: unknown = await (await fetch(url, { headers: { Authorization: `Bearer ${credential}` } })).json()
  child.kill('SIGTERM')
  await exited
  expect(child.exitCode, output).toBe(0)
  return { url, credential, answer }
}

it('tells credentials to a log only where they are asked for', async () => {
  using temp = tempDirectory()
  await addExample(temp.path)
  const silent = await startTool({ cwd: temp.path })
  expect(silent.stdout).not.toContain('sk_test')
  expect(silent.stdout).toContain('/pay/ credential not shown (see "tool sandbox list", or use --show-credentials)\n')
  expect(silent.stdout).toContain('try: curl -H "Authorization: Bearer $CREDENTIAL" ')
  expect(await silent.stop()).toBe(0)
  const telling = await startTool({ cwd: temp.path, flags: ['--show-credentials'] })
  expect(telling.stdout).toContain('/pay/ credential sk_test\n')
  expect(await telling.stop()).toBe(0)
  expect(telling.stdout).toMatch(/\nstopped\n$/)
  expect(telling.stdout.match(/^pay |^try: |sk_test/gm)).toHaveLength(4)
})
