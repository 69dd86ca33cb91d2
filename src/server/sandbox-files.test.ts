import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { fakeHead, fakeServe } from '../../test/support/fake-sandboxes.ts'
import { ask } from '../../test/support/sockets.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { makeJournal } from '../sandbox/journal/journal.ts'
import { type DataDirectory, makeDataDirectory } from '../stores/data-directory.ts'
import { writeDescription } from '../stores/descriptions.ts'
import { newSettings, openSandboxes } from '../stores/sandboxes.ts'
import { field } from '../support/json.ts'
import { sandboxFiles } from './sandbox-files.ts'
import { type SandboxListener, startSandboxListener } from './sandbox-listener.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Running {
  readonly data: DataDirectory
  readonly listener: SandboxListener
  readonly url: string
  readonly log: string[]
}

/** A server on a directory in which these are registered. */
async function start(...names: string[]): Promise<Running> {
  const directory = tempDirectory()
  cleanups.push(() => directory[Symbol.dispose]())
  const data = makeDataDirectory(directory.path)
  for (const name of names) register(data, name)
  const log: string[] = []
  const listener = await startSandboxListener({
    host: '127.0.0.1',
    port: 0,
    files: sandboxFiles(data, 'os'),
    makeJournal: () => makeJournal(),
    log: (line) => log.push(line),
    serve: fakeServe,
  })
  cleanups.push(() => listener.stop())
  return { data, listener, url: listener.url, log }
}

/** As another process does it. */
function register(data: DataDirectory, name: string): void {
  openSandboxes(data).add(
    { settings: newSettings(name), created: '2025-01-01T00:00:00Z', source: { location: '-', sha256: '' } },
    () => writeModel(data, name, name),
  )
}

function writeModel(data: DataDirectory, name: string, title: string): void {
  writeDescription(data.modelFile(name), { head: fakeHead(title), operations: new Map(), schemas: new Map() })
}

async function titles(url: string): Promise<unknown> {
  const value = (await ask(`${url}/_tool/sandboxes`)).json()
  return (field(value, 'sandboxes') as unknown[]).map((one) => [field(one, 'name'), field(one, 'title')])
}

/** What is so in a moment, however busy the machine is. */
function eventually<T>(look: () => Promise<T>) {
  return expect.poll(look, { timeout: 30_000 })
}

const put = { method: 'PUT', body: 'v' }

it('follows what is registered, changed, renamed and removed by others, and keeps the records', async () => {
  const { data, url } = await start('pay')
  expect((await ask(`${url}/pay/k`, put)).status).toBe(201)
  register(data, 'mail')
  await eventually(() => titles(url)).toEqual([
    ['mail', 'mail'],
    ['pay', 'pay'],
  ])
  writeModel(data, 'pay', 'Payments 2')
  await eventually(() => titles(url)).toEqual([
    ['mail', 'mail'],
    ['pay', 'Payments 2'],
  ])
  expect((await ask(`${url}/pay/k`)).json()).toEqual({ value: 'v' })
  openSandboxes(data).rename('pay', 'money')
  await eventually(() => titles(url)).toEqual([
    ['mail', 'mail'],
    ['money', 'Payments 2'],
  ])
  expect((await ask(`${url}/money/k`)).json()).toEqual({ value: 'v' })
  openSandboxes(data).remove('mail')
  await eventually(() => titles(url)).toEqual([['money', 'Payments 2']])
  expect((await ask(`${url}/pay/k`)).json()).toEqual({ message: 'unknown sandbox pay' })
  const journal = (await ask(`${url}/_tool/sandboxes/money/requests`)).json()
  expect((field(journal, 'requests') as { path: string }[]).map(({ path }) => path)).toEqual(['/k', '/k', '/k'])
})

it('answers for one that was added a moment ago', async () => {
  const { data, url } = await start()
  register(data, 'pay')
  expect((await ask(`${url}/pay/k`, put)).status).toBe(201)
})

it('renames and removes what it serves, and keeps the records', async () => {
  const { data, url } = await start('pay', 'mail')
  await ask(`${url}/pay/k`, put)
  const rename = (to: string) =>
    ask(`${url}/_tool/sandboxes/pay/rename`, { method: 'POST', body: JSON.stringify({ name: to }) })
  for (const [to, status] of [
    ['mail', 409],
    ['Bad Name', 400],
    ['money', 200],
  ] as const)
    expect((await rename(to)).status).toBe(status)
  expect((await ask(`${url}/money/k`)).json()).toEqual({ value: 'v' })
  expect((await ask(`${url}/_tool/sandboxes/money`, { method: 'DELETE' })).json()).toEqual({ removed: 'money' })
  expect((await ask(`${url}/money/k`)).status).toBe(404)
  expect(
    openSandboxes(data)
      .list()
      .sandboxes.map(({ settings }) => settings.name),
  ).toEqual(['mail'])
})

it('serves the others when files of one are damaged, and that one once they are mended', async () => {
  const { data, url, log } = await start('pay', 'mail')
  truncateSync(data.modelFile('pay'), 100)
  await eventually(async () => (await ask(`${url}/pay/k`)).status).toBe(503)
  expect((await ask(`${url}/_tool/sandboxes/pay/requests`)).json()).toEqual({ message: log[0] })
  expect(log[0]).toMatch(/^Cannot serve sandbox pay: Cannot read the model .*tool import pay --update/)
  expect((await ask(`${url}/mail/k`)).json()).toEqual({ message: 'Not Found' })
  writeModel(data, 'pay', 'Mended')
  await eventually(async () => (await ask(`${url}/pay/k`)).json()).toEqual({ message: 'Not Found' })
  writeFileSync(data.sandboxFile('mail'), '{')
  await eventually(async () => (await ask(`${url}/mail/k`)).status).toBe(503)
  expect((await ask(`${url}/pay/k`)).status).toBe(404)
  expect(log.length).toBe(2)
})

it.each([
  ['its rules cannot be loaded: the file is not JSON', 'rulesFile', 'see the log of the server'],
  ['its model cannot be read: it was changed or damaged', 'modelFile', 'run "tool import pay --update"'],
  ['its registration cannot be read: it is not JSON', 'sandboxFile', 'see the log of the server'],
] as const)('tells clients that %s, and the log where that file is', async (reason, file, advice) => {
  const { data, url, log } = await start('pay')
  writeFileSync(data[file]('pay'), '{')
  await eventually(async () => (await ask(`${url}/pay/k`)).status).toBe(503)
  const message = `Cannot serve sandbox pay: ${reason} (${advice})`
  expect((await ask(`${url}/pay/k`)).json()).toEqual({ message })
  expect(log.at(-1)).toContain(data[file]('pay'))
})

it.each(['rulesFile', 'modelFile', 'webhooksFile', 'sandboxFile'] as const)(
  'serves the others where the %s of one is a link that leads to itself',
  async (file) => {
    const { data, url } = await start('pay', 'mail')
    rmSync(data[file]('pay'), { force: true })
    symlinkSync(data[file]('pay'), data[file]('pay'))
    await eventually(async () => (await ask(`${url}/pay/k`)).status).toBe(503)
    expect((await ask(`${url}/mail/k`)).json()).toEqual({ message: 'Not Found' })
    // As a server that starts on it does.
    expect(
      sandboxFiles(data, 'os')
        .list()
        .map(({ name }) => name),
    ).toEqual(expect.arrayContaining(['pay', 'mail']))
  },
)

it('tries again when what was wrong has been mended where no watch sees it', async () => {
  const { data, url, log } = await start('pay')
  await ask(`${url}/pay/k`, put)
  const records = join(data.stateDirectory('pay'), 'data.mdb')
  // Not written into: the server has it mapped.
  renameSync(records, `${records}.kept`)
  writeFileSync(records, 'damaged')
  await ask(`${url}/_tool/sandboxes/pay/reload`, { method: 'POST' })
  const { status, text } = await ask(`${url}/pay/k`)
  expect([status, text]).toEqual([503, expect.stringContaining('pay: its records are damaged (')])
  expect(log[0]).toContain('Cannot open the records')
  renameSync(`${records}.kept`, records)
  await eventually(async () => (await ask(`${url}/pay/k`)).status).toBe(200)
  expect(log.length).toBe(1)
})

it('closes a store before its directory is opened again, many times over', async () => {
  const { data, url } = await start('pay')
  for (let i = 0; i < 30; i++) {
    expect((await ask(`${url}/pay/k${i}`, put)).status).toBe(201)
    writeModel(data, 'pay', `Payments ${i}`)
    expect((await ask(`${url}/_tool/sandboxes/pay/reload`, { method: 'POST' })).status).toBe(200)
    expect((await ask(`${url}/pay/k${i}`)).json()).toEqual({ value: 'v' })
  }
})
