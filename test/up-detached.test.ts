/** A server in the background: `tool up --detach`, `tool status`, `tool down`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { captureTerminal } from './support/capture-terminal.ts'
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

/** The same beside this process, which goes on meanwhile. */
async function toolBeside(cwd: string, ...words: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'bin/tool.js'), ...words], { cwd })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
  const [exit] = (await once(child, 'close')) as [number | null]
  return { exit: exit ?? -1, stdout, stderr }
}

/** A description that is sent once `go` is called, listed in tool.yaml. */
async function slowDescription(cwd: string): Promise<{ asked: Promise<unknown>; go: () => void; close: () => void }> {
  const waiting: (() => void)[] = []
  let isGoing = false
  const server = createHttpServer((_, response) => {
    const send = (): void => void response.end(readFileSync(payments))
    if (isGoing) send()
    else waiting.push(send)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  writeFileSync(join(cwd, 'tool.yaml'), `sandboxes: {pay: 'http://127.0.0.1:${port}/openapi.yaml'}`)
  return {
    asked: once(server, 'request'),
    go() {
      isGoing = true
      for (const send of waiting) send()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

it('lets one of two that start make what is listed and write the log; both tell where it serves', async () => {
  using temp = tempDirectory()
  const data = join(temp.path, 'tool-data')
  const slow = await slowDescription(temp.path)
  const one = toolBeside(temp.path, 'up', '--detach', ...ports)
  await slow.asked
  const two = toolBeside(temp.path, 'up', '--detach', ...ports)
  const others = ['first', 'second'].map(() => toolBeside(temp.path, 'up', ...ports))
  for (const other of others)
    expect((await other).stderr).toMatch(/^error: Cannot serve .*: process \d+ serves it already/)
  slow.go()
  const [first, second] = await Promise.all([one, two])
  const where = first.stdout.split('\n')[0]
  expect(first).toMatchObject({ exit: 0, stderr: '', stdout: expect.stringMatching(/^serving /) })
  expect(second).toMatchObject({ exit: 0, stderr: '', stdout: expect.stringContaining(`already ${where}\n`) })
  expect(readdirSync(data).filter((file) => file.startsWith('up.log'))).toEqual(['up.log'])
  expect(readFileSync(join(data, 'up.log'), 'utf8')).toContain('added pay: ')
  const made = JSON.parse(readFileSync(join(data, 'listed.json'), 'utf8'))
  const { id } = JSON.parse(readFileSync(join(data, 'sandboxes/pay.json'), 'utf8'))
  expect(made.sandboxes.pay.id).toBe(id)
  expect(tool(temp.path, 'down').exit).toBe(0)
  slow.close()
})

it('is stopped by tool down while it starts, also where --detach waits no longer', async () => {
  using temp = tempDirectory()
  const data = join(temp.path, 'tool-data')
  const slow = await slowDescription(temp.path)
  const { exit, stderr } = await toolBeside(temp.path, 'up', '--detach', '--timeout', '0', ...ports)
  expect([exit, stderr]).toEqual([
    2,
    expect.stringMatching(/^error: .*it has not answered for 0 s, and goes on starting \("tool down" stops it\)/),
  ])
  expect(await toolBeside(temp.path, 'down')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(`stopped the server on ${data}`),
  })
  slow.go()
  expect((await toolBeside(temp.path, 'status', '--wait', '--timeout', '1')).exit).toBe(1)
  slow.close()
})

it('waits no longer than it is told for a server that hangs', async () => {
  using temp = tempDirectory()
  tool(temp.path, 'up', '--detach', ...ports)
  const { pid } = JSON.parse(tool(temp.path, 'status', '--json').stdout) as { pid: number }
  process.kill(pid, 'SIGSTOP')
  for (const words of [
    ['status', '--wait', '--timeout', '1'],
    ['up', '--detach', '--timeout', '1'],
  ]) {
    const began = performance.now()
    expect((await runCommand(temp.path, words)).exit).not.toBe(0)
    expect(performance.now() - began).toBeLessThan(2_000)
  }
  process.kill(pid, 'SIGCONT')
  expect(tool(temp.path, 'down').exit).toBe(0)
})

it('starts, tells where and what, and stops', async () => {
  using temp = tempDirectory()
  await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', payments])
  const data = join(temp.path, 'tool-data')
  const started = tool(temp.path, 'up', '--detach', ...ports)
  const [, url = '', pid = ''] = /^serving (http:\S+) from \S+ \(pid (\d+)\)\n/.exec(started.stdout) ?? []
  expect([started.exit, started.stderr]).toEqual([0, ''])
  expect(started.stdout).toContain(`\npay ${url}/pay/\ncredentials: "tool sandbox list" shows them\n`)
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
  expect([again.exit, again.stderr]).toEqual([0, ''])
  expect(again.stdout).toContain(`already serving ${url} from ${data} (pid ${pid})\npay ${url}/pay/\n`)
  const elsewhere = tool(temp.path, 'up', '--detach', '--port', '1', '--data-dir', data)
  expect([elsewhere.exit, elsewhere.stderr]).toEqual([
    2,
    `error: Cannot serve at port 1: process ${pid} serves the data directory at ${url} already ("tool down" stops it)\n`,
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
  const detached = spawnSync(process.execPath, [join(root, 'bin/tool.js'), 'up', '--detach', ...ports], {
    cwd: temp.path,
    env: { ...process.env, TOOL_TOKEN: 'secret' },
  })
  expect(detached.status).toBe(0)
  expect(tool(temp.path, 'status').stdout).toContain('X-Tool-Token')
  expect(tool(temp.path, 'down')).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^stopped the server on /) })
  expect(tool(temp.path, 'status').exit).toBe(1)
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
  [['up', '--spec', payments, '--agent-port', '0'], /^error: --spec serves no agent/],
  [
    ['up', '--detach', '--spec', payments],
    /^error: --spec serves in the foreground.*: use "tool sandbox add.*"tool up --detach"/,
  ],
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

it('tells other commands where it serves descriptions from, and takes the directory away when its terminal is closed', async () => {
  using temp = tempDirectory()
  const words = [join(root, 'bin/tool.js'), 'up', '--spec', payments, '--name', 'pay', '--port', '0']
  const child = spawn(process.execPath, words, { cwd: temp.path, stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)))
  await expect.poll(() => stdout, { timeout: 30_000 }).toMatch(/^for other commands: .*\n/m)
  const [, at = ''] = /^for other commands: (--data-dir \S+)$/m.exec(stdout) ?? []
  expect((await toolBeside(temp.path, 'sandbox', 'list', '--names', ...at.split(' '))).stdout).toBe('pay\n')
  expect((await toolBeside(temp.path, 'status', ...at.split(' '))).exit).toBe(0)
  child.kill('SIGHUP')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(existsSync(at.split(' ')[1] ?? '')).toBe(false)
})

it('tells what of a description was left out or repaired', async () => {
  using temp = tempDirectory()
  const broken = join(temp.path, 'openapi.yaml')
  writeFileSync(broken, readFileSync(payments, 'utf8').replace(/\$ref: '[^']*/g, '$&x'))
  const told = /^pay: \d+ problems in the document, left out or repaired:\n {4}line \d+, column/m
  const terminal = captureTerminal({ cwd: temp.path })
  const ended = run(['up', '--spec', broken, '--name', 'pay', '--port', '0'], terminal)
  await terminal.until(/^for other commands/m)
  terminal.interrupt()
  await ended
  expect(terminal.stderr).toMatch(told)
  expect(terminal.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(7)
  writeFileSync(join(temp.path, 'tool.yaml'), 'sandboxes: {pay: openapi.yaml}')
  const listing = captureTerminal({ cwd: temp.path })
  const listed = run(['up', ...ports], listing)
  await listing.until(/^added pay/m)
  listing.interrupt()
  await listed
  expect(listing.stdout).toMatch(told)
})
