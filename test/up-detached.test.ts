/** A server in the background: `tool up --detach`, `tool status`, `tool down`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type Ran, runCommand } from './support/run-command.ts'
import { startTool } from './support/start-tool.ts'
import { tempDirectory } from './support/temp-directory.ts'

const root = resolve(import.meta.dirname, '..')
const payments = join(root, 'examples/payments.yaml')
const ports = ['--port', '0', '--agent-port', '0']

/** With the environment of this process, which the server in the background is started with. */
function tool(cwd: string, ...words: readonly string[]): Ran {
  const done = spawnSync(process.execPath, [join(root, 'bin/tool.js'), ...words], { cwd, encoding: 'utf8' })
  return { exit: done.status ?? -1, stdout: done.stdout, stderr: done.stderr }
}

it('starts, tells where and what, and stops', async () => {
  using temp = tempDirectory()
  await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', payments])
  const data = join(temp.path, 'tool-data')
  const started = tool(temp.path, 'up', '--detach', ...ports)
  const [, url = '', pid = ''] = /^serving (http:\S+) from \S+ \(pid (\d+)\)\n/.exec(started.stdout) ?? []
  expect([started.exit, started.stderr]).toEqual([0, ''])
  expect(started.stdout).toContain(`log ${data}/up.log;`)
  expect((await fetch(`${url}/pay/charges`)).status).toBe(401)
  const log = readFileSync(join(data, 'up.log'), 'utf8')
  expect(log).toMatch(/^serving .*\npay .* credential not shown/)
  expect(statSync(join(data, 'up.log')).mode & 0o777).toBe(0o600)
  const status = tool(temp.path, 'status')
  expect(status.stdout).not.toContain('agent')
  expect(status.exit).toBe(0)
  expect(status.stdout).toContain(`serving ${url} from ${data}\npid ${pid}, since 2`)
  expect(status.stdout).toContain(`\npay ${url}/pay/\n`)
  expect(JSON.parse(tool(temp.path, 'status', '--json').stdout)).toMatchObject({
    running: true,
    pid: Number(pid),
    answers: true,
    addresses: { sandbox: url },
    sandboxes: [{ name: 'pay', url: `${url}/pay/`, served: true }],
    data_dir: data,
  })
  const again = tool(temp.path, 'up', '--detach', ...ports)
  expect([again.exit, again.stderr]).toEqual([
    2,
    `error: Cannot serve ${data}: process ${pid} serves it already (stop it with "tool down", or choose another directory with --data-dir)\n`,
  ])
  const down = tool(temp.path, 'down')
  expect(down).toEqual({ exit: 0, stdout: `stopped the server on ${data} (pid ${pid})\n`, stderr: '' })
  expect(existsSync(join(data, 'server.json'))).toBe(false)
  expect(tool(temp.path, 'status')).toMatchObject({ exit: 1, stdout: expect.stringMatching(/^no server runs on /) })
  expect(JSON.parse(tool(temp.path, 'status', '--json').stdout)).toEqual({ running: false, data_dir: data })
  expect(tool(temp.path, 'down')).toEqual({ exit: 0, stdout: `no server runs on ${data}\n`, stderr: '' })
})

it('says why the server did not start', async () => {
  using temp = tempDirectory()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { exit, stderr } = tool(temp.path, 'up', '--wait', '--port', String(port), '--agent-port', '0')
  expect(exit).toBe(2)
  expect(stderr).toMatch(new RegExp(`^error: Cannot listen on .*:${port}: .*choose another with --port\\n$`))
  other.close()
})

it('waits for a server that is about to answer, as long as it is told', async () => {
  using temp = tempDirectory()
  expect(tool(temp.path, 'status', '--wait', '--timeout', '0').exit).toBe(1)
  const waiting = runCommand(temp.path, ['status', '--wait', '--timeout', '30'])
  const server = await startTool({ cwd: temp.path })
  expect((await waiting).exit).toBe(0)
  expect((await waiting).stdout).toContain('no sandbox is registered')
  await server.stop()
})

it('tells that a server wants a token, and stops it all the same', async () => {
  using temp = tempDirectory()
  const server = await startTool({ cwd: temp.path, env: { TOOL_TOKEN: 'secret' } })
  const status = await runCommand(temp.path, ['status'])
  expect([status.exit, status.stdout]).toEqual([0, expect.stringContaining('X-Tool-Token')])
  await server.stop()
})

it('never ends a process that only has the number of a server that was killed', async () => {
  using temp = tempDirectory()
  const data = join(temp.path, 'tool-data')
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(stranger, 'spawn')
  mkdirSync(data)
  const server = { addresses: { sandbox: 'http://127.0.0.1:1/' }, pid: stranger.pid, started: new Date().toISOString() }
  writeFileSync(join(data, 'server.json'), JSON.stringify(server))
  for (const birth of ['12345', '']) {
    writeFileSync(join(data, 'lock'), JSON.stringify({ pid: stranger.pid, birth }))
    const { exit, stdout, stderr } = await runCommand(temp.path, ['down'])
    if (birth === '') expect([exit, stderr]).toEqual([2, expect.stringMatching(/^error: Cannot tell whether process/)])
    else expect([exit, stdout]).toEqual([0, `no server runs on ${data}\n`])
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null])
  }
  stranger.kill()
})

it.each([
  [['up', '--detach', '--spec', payments], /^error: --spec serves from a temporary directory, in the foreground/],
  [['up', '--timeout', '5'], /^error: --timeout goes with --detach/],
  [['up', '--name', 'a'], /^error: --name goes with --spec/],
  [['up', '--spec', payments, '--watch'], /^error: --watch follows tool\.yaml/],
  [
    ['up', '--spec', payments, '--data-dir', 'd'],
    /^error: --spec serves from a temporary directory, not from --data-dir/,
  ],
  [['up', '--spec', payments, '--name', 'a', '--name', 'b'], /^error: --name is given 2 times, --spec only 1/],
  [['up', '--spec', 'none.yaml'], /^error: Cannot read none\.yaml: there is no such file/],
  [['up', '--spec', payments, '--name', 'UP'], /^error: Cannot use "UP" as a sandbox name/],
])('refuses %j', async (words, message) => {
  using temp = tempDirectory()
  expect(await runCommand(temp.path, words)).toMatchObject({
    exit: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  })
})

it('serves descriptions at once, from a directory that is gone at the end', async () => {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'openapi.yaml'), readFileSync(payments))
  const flags = ['--spec', payments, '--spec', payments, '--spec', 'openapi.yaml', '--name', 'cash']
  writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {listed: openapi.yaml}')
  const server = await startTool({ cwd: temp.path, flags })
  const data = /from (\S+)\n/.exec(server.stdout)?.[1] ?? ''
  expect(existsSync(data)).toBe(true)
  const own = /tool-test-\w+/.exec(temp.path)?.[0].toLowerCase() ?? ''
  const names = [...server.stdout.matchAll(/^(\S+) http:\S+ credential sk_sandbox_/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(['cash', 'payments', own].sort())
  const [, curl = ''] = /^try: (curl .*\/cash\/.*)$/m.exec(server.stdout) ?? []
  const [, field = '', value = '', url = ''] = /-H '([^:]+): ([^']+)' (\S+)$/.exec(curl) ?? []
  expect((await fetch(url, { headers: { [field]: value } })).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(existsSync(data)).toBe(false)
  expect(existsSync(join(temp.path, 'tool-data'))).toBe(false)
})
