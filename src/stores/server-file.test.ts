import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bundleProgram } from '../../scripts/support/bundle.mjs'
import { type DataDirectory, makeDataDirectory } from './data-directory.ts'
import { findChange, findServer, lockChange, lockServer, settleLeftovers, touchedElsewhere } from './server-file.ts'

let data: DataDirectory
beforeEach(() => {
  data = makeDataDirectory(mkdtempSync(join(tmpdir(), 'server-')))
})
afterEach(() => rmSync(data.root, { recursive: true }))

const addresses = { sandbox: 'http://127.0.0.1:4600' }
const started = '2025-01-01T00:00:00.000Z'

/** A number that was a process and is none any more. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid as number
}

it('is found while it runs and not after', () => {
  expect(findServer(data)).toBeUndefined()
  const lock = lockServer(data)
  expect(findServer(data)).toBeUndefined()
  lock.announce(addresses, started)
  expect(findServer(data)).toEqual({ addresses, pid: process.pid, started })
  lock.announce({ sandbox: 'http://127.0.0.1:4600/', agent: 'http://127.0.0.1:4700/' }, started)
  expect(findServer(data)?.addresses).toEqual({ ...addresses, agent: 'http://127.0.0.1:4700' })
  lock.release()
  expect(findServer(data)).toBeUndefined()
  expect(existsSync(data.lockFile)).toBe(false)
  expect(readdirSync(data.root).sort()).toEqual(['apis', 'reserve', 'sandboxes', 'state'])
})

it('refuses a second server in words that name the process', () => {
  const lock = lockServer(data)
  expect(() => lockServer(data)).toThrow(
    expect.objectContaining({
      code: 'conflict',
      message: expect.stringContaining(`process ${process.pid} serves it`) as string,
    }),
  )
  lock.release()
  lockServer(data).release()
})

it('takes over from a dead process and does not believe its server.json', async () => {
  const pid = await deadPid()
  writeFileSync(data.lockFile, JSON.stringify({ pid, birth: '' }))
  writeFileSync(data.serverFile, JSON.stringify({ addresses, pid, started }))
  expect(findServer(data)).toBeUndefined()
  const lock = lockServer(data)
  expect(existsSync(data.serverFile)).toBe(false)
  lock.release()
})

it.runIf(existsSync('/proc/self/stat'))('takes over from a killed process that nobody has asked for', async () => {
  // The parent becomes a program that never waits for its child, and only then the child is killed.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(String(line))
    const statOf = (of: number | undefined): string => readFileSync(`/proc/${of}/stat`, 'latin1')
    const stat = (): string => statOf(pid)
    const patience = { timeout: 30_000 }
    for (const of of [pid, parent.pid]) await vi.waitFor(() => expect(statOf(of)).toContain('(sleep)'), patience)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(stat()).toContain(') Z '), patience)
    const birth = stat().split(') ')[1]?.split(' ')[19]
    writeFileSync(data.lockFile, JSON.stringify({ pid, birth }))
    writeFileSync(data.serverFile, JSON.stringify({ addresses, pid, started }))
    expect(findServer(data)).toBeUndefined()
    lockServer(data).release()
  } finally {
    parent.kill('SIGKILL')
  }
})

it('is held for a change by one command at a time, and by none while a server has it', () => {
  const change = lockChange(data)
  expect([lockChange(data), findChange(data), findServer(data)]).toEqual([undefined, process.pid, undefined])
  expect(() => lockServer(data)).toThrow(`process ${process.pid}`)
  change?.release()
  expect(findChange(data)).toBeUndefined()
  const server = lockServer(data)
  expect([lockChange(data), findChange(data)]).toEqual([undefined, undefined])
  server.release()
})

it.each([
  ['a server', () => lockServer(data).release()],
  ['a change', () => lockChange(data)?.release()],
  ['a look', () => settleLeftovers(data)],
])('undoes, before %s, what a killed process has begun to add', (_, act) => {
  writeFileSync(data.intentionFile('pay'), '{"format":"intention-1","step":"add","name":"pay"}')
  writeFileSync(data.modelFile('pay'), 'half')
  act()
  expect([readdirSync(data.sandboxes), readdirSync(data.apis), existsSync(data.lockFile)]).toEqual([[], [], false])
})

/** As a server in another container leaves it: its number is one that no process has here, or another one. */
function lockElsewhere(secondsAgo: number): void {
  writeFileSync(data.lockFile, JSON.stringify({ pid: 1, birth: '7', namespace: 'pid:[1]' }))
  const touched = new Date(Date.now() - secondsAgo * 1000)
  utimesSync(data.lockFile, touched, touched)
}

it.runIf(process.platform === 'linux')('refuses beside a server of another container that says it lives', () => {
  lockElsewhere(1)
  expect(touchedElsewhere(data)).toBeGreaterThan(0)
  expect(() => lockServer(data)).toThrow('process 1 of another container serves it already')
  expect(lockChange(data)).toBeUndefined()
})

it.runIf(process.platform === 'linux')('takes over from a server of another container that has been silent', () => {
  lockElsewhere(60)
  expect(touchedElsewhere(data)).toBeUndefined()
  lockServer(data).release()
  expect(existsSync(data.lockFile)).toBe(false)
})

it('leaves what was begun alone while another process holds the directory', () => {
  const lock = lockServer(data)
  writeFileSync(data.intentionFile('pay'), '{"format":"intention-1","step":"add","name":"pay"}')
  expect(settleLeftovers(data)).toEqual([])
  expect(existsSync(data.intentionFile('pay'))).toBe(true)
  lock.release()
})

it('takes over when another process has got the number', () => {
  writeFileSync(data.lockFile, JSON.stringify({ pid: process.pid, birth: '1' }))
  expectTakenOver()
})

it.each(['', '{', '{"pid":"x"}', '{"pid":-1,"birth":""}', '\0\0'])('takes over a lock that says %j', (text) => {
  writeFileSync(data.lockFile, text)
  expectTakenOver()
})

it.each(['', '\0\0', '{"pid":"x"}'])('does not believe a server.json that says %j', (text) => {
  writeFileSync(data.serverFile, text)
  expect(findServer(data)).toBeUndefined()
  lockServer(data).release()
})

it.each(['{\n  "addresses": {\n    "sandb', '{\n  "addresses": {}, "pid": 1#'])(
  'takes a damaged server.json of ours away: %j',
  (text) => {
    writeFileSync(data.serverFile, text)
    lockServer(data).release()
    expect(existsSync(data.serverFile)).toBe(false)
  },
)

it('reads no device in the place of server.json, which would never end', () => {
  symlinkSync('/dev/zero', data.serverFile)
  expect(() => lockServer(data)).toThrow(/^Cannot use .*server\.json: .*/)
  rmSync(data.serverFile)
})

it.each(['lock', 'server.json'])('deletes no directory and no file of others called %s', (name) => {
  const path = join(data.root, name)
  mkdirSync(path)
  writeFileSync(join(path, 'notes.txt'), 'mine')
  expect(() => lockServer(data)).toThrow(`Cannot use ${path}: a file is expected there (move it away)`)
  expect(readFileSync(join(path, 'notes.txt'), 'utf8')).toBe('mine')
  rmSync(path, { recursive: true })
  writeFileSync(path, '{"port":8080}')
  expect(() => lockServer(data)).toThrow(`Cannot use ${path}: tool did not write it (move it away)`)
  expect(readFileSync(path, 'utf8')).toBe('{"port":8080}')
  expect(readdirSync(data.root).sort()).toEqual(['apis', name, 'sandboxes', 'state'].sort())
})

function expectTakenOver(): void {
  const lock = lockServer(data)
  expect(readFileSync(data.lockFile, 'utf8')).toContain(`"pid":${process.pid},`)
  lock.release()
  expect(existsSync(data.lockFile)).toBe(false)
}

it('lets one of many processes that start together win', async () => {
  const program = await bundleProgram(`
    import { dataDirectory } from './src/stores/data-directory.ts'
    import { lockServer } from './src/stores/server-file.ts'
    try {
      lockServer(dataDirectory(process.argv[2] as string))
      console.log('won')
      process.stdin.on('end', () => process.exit()).resume()
    } catch (error) {
      console.log((error as { code: string }).code)
    }`)
  writeFileSync(data.lockFile, JSON.stringify({ pid: await deadPid(), birth: '' }))
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, [program, data.root]))
  const ended = Promise.all(children.map((child) => once(child, 'exit')))
  const words = await Promise.all(
    children.map(async (child) => {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      return chunk.toString().trim()
    }),
  )
  for (const child of children) child.stdin.end()
  await ended
  rmSync(program)
  expect(words.sort()).toEqual(['conflict', 'conflict', 'conflict', 'won'])
  expect(JSON.parse(readFileSync(data.lockFile, 'utf8'))).toMatchObject({ pid: expect.any(Number) as number })
})
