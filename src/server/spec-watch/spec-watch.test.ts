import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../../test/support/temp-directory.ts'
import { readUpstream } from '../../agent/read-upstream.ts'
import type { SpecChange } from '../../agent/spec-changes.ts'
import { gitSource } from './git-source.ts'
import { lookAtDescription } from './inside.ts'
import { look } from './look.ts'
import type { Looked } from './messages.ts'
import { type SpecWatch, startSpecWatch } from './spec-watch.ts'

const pet = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }

function description(schema: unknown, more: object = {}): string {
  const content = { 'application/json': { schema } }
  const get = { responses: { 200: { description: 'One', content } } }
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: { '/pets': { get }, ...more } })
}

function order(path: string, source: string, pins = false): Parameters<typeof lookAtDescription>[0] {
  const env = { PATH: process.env['PATH'], HOME: path }
  return { dataDirectory: join(path, 'data'), upstream: 'pets', source, directory: path, env, pins }
}

async function lookedAt(path: string, source: string, pins = false): Promise<Extract<Looked, { ok: true }>> {
  const looked = await lookAtDescription(order(path, source, pins), Date.UTC(2026, 0, 1))
  if (!looked.ok) throw new Error(looked.error)
  return looked
}

it('pins at the first look, and tells what changed since, until it is pinned again', async () => {
  using temp = tempDirectory()
  const write = (text: string): void => writeFileSync(join(temp.path, 'api.json'), text)
  write(description(pet))
  const first = await lookedAt(temp.path, 'api.json')
  expect(first).toMatchObject({ isPinned: true, counts: { ERR: 0, WARN: 0, INFO: 0 } })
  write(description({ ...pet, properties: { id: { type: 'string' } } }))
  const second = await lookedAt(temp.path, 'api.json')
  expect(second).toMatchObject({ isPinned: false, pinned_sha256: first.current_sha256 })
  expect(second.changes).toMatchObject([{ method: 'GET', path: '/pets', location: 'response.200.body.name' }])
  expect(second.counts.ERR + second.counts.WARN + second.counts.INFO).toBe(1)
  expect(await lookedAt(temp.path, 'api.json', true)).toMatchObject({ isPinned: true, changes: [] })
  expect((await lookedAt(temp.path, 'api.json')).changes).toEqual([])
  expect(readdirSync(join(temp.path, 'data/agent/specs/pets/documents'))).toHaveLength(1)
})

it('follows what a document refers to, and makes a new pin for another source', async () => {
  using temp = tempDirectory()
  mkdirSync(join(temp.path, 'parts'))
  writeFileSync(join(temp.path, 'parts/pet.json'), JSON.stringify(pet))
  writeFileSync(join(temp.path, 'api.json'), description({ $ref: 'parts/pet.json' }))
  await lookedAt(temp.path, 'api.json')
  writeFileSync(join(temp.path, 'parts/pet.json'), JSON.stringify({ ...pet, required: ['id'] }))
  expect((await lookedAt(temp.path, 'api.json')).changes).toHaveLength(1)
  writeFileSync(join(temp.path, 'other.json'), description(pet))
  expect(await lookedAt(temp.path, 'other.json')).toMatchObject({ isPinned: true, changes: [] })
})

it('reads a ref of a git repository without a shell', async () => {
  using temp = tempDirectory()
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
      cwd: temp.path,
      stdio: 'ignore',
    })
  mkdirSync(join(temp.path, 'api'))
  git('init', '-q')
  writeFileSync(join(temp.path, 'api/pet.json'), JSON.stringify(pet))
  writeFileSync(join(temp.path, 'api/api $(touch x).json'), description({ $ref: 'pet.json' }))
  git('add', '.')
  git('commit', '-qm', 'first')
  git('branch', 'main-copy')
  const source = 'git:main-copy:api/api $(touch x).json'
  expect(await lookedAt(temp.path, source)).toMatchObject({ isPinned: true })
  writeFileSync(join(temp.path, 'api/pet.json'), JSON.stringify({ ...pet, required: ['id'] }))
  expect((await lookedAt(temp.path, source)).changes).toEqual([])
  git('commit', '-qam', 'second')
  git('branch', '-f', 'main-copy')
  expect((await lookedAt(temp.path, source)).changes).toHaveLength(1)
  expect(existsSync(join(temp.path, 'x'))).toBe(false)
  const missing = await lookAtDescription(order(temp.path, 'git:main-copy:none.json'), 0)
  expect(missing).toEqual({
    ok: false,
    error: expect.stringMatching(/^Cannot read git:main-copy:none\.json: .*does not exist/),
  })
})

it.each(['git:', 'git:main', 'git::a.yaml', 'git:--output=x:a.yaml', 'git:a b:a.yaml', 'git:main:'])(
  'refuses the git source %j',
  (source) => {
    expect(() => gitSource(source)).toThrow('write git:<ref>:<path>')
  },
)

it('tells why it cannot read, and that a pin is damaged', async () => {
  using temp = tempDirectory()
  const failure = async (source: string): Promise<string> => {
    const looked = await lookAtDescription(order(temp.path, source), 0)
    return looked.ok ? 'it could' : looked.error
  }
  writeFileSync(join(temp.path, 'api.json'), description(pet))
  writeFileSync(join(temp.path, 'no.json'), '{"hello": 1}')
  expect(await failure('none.json')).toBe('Cannot read none.json: there is no such file')
  expect(await failure('no.json')).toMatch(/^Cannot read no\.json: /)
  expect(await failure('-')).toMatch(/^Cannot watch standard input/)
  await lookedAt(temp.path, 'api.json')
  const folder = join(temp.path, 'data/agent/specs/pets/documents')
  writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{}')
  expect(await failure('api.json')).toMatch(/it is damaged \(remove its folder/)
  rmSync(join(temp.path, 'data/agent/specs/pets'), { recursive: true })
  expect(await failure('api.json')).toBe('it could')
})

it('counts all changes, and hands on the worst of them', async () => {
  using temp = tempDirectory()
  const paths = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, n) => [`/things${n}`, { get: { responses: { 200: { description: 'x' } } } }]),
  )
  writeFileSync(join(temp.path, 'api.json'), description(pet, paths))
  await lookedAt(temp.path, 'api.json')
  writeFileSync(join(temp.path, 'api.json'), description({ ...pet, required: ['id'] }))
  const { counts, changes } = await lookedAt(temp.path, 'api.json')
  expect(counts.ERR).toBe(1_200)
  expect(changes).toHaveLength(1_000)
  expect(changes.every(({ severity }) => severity === 'ERR')).toBe(true)
})

it('ends a look that takes too long, and one that is cancelled', async () => {
  using temp = tempDirectory()
  const entry = join(import.meta.dirname, 'endless.fixture.ts')
  const late = await look(order(temp.path, 'api.json'), { entry, timeoutMs: 20 })
  expect(late).toEqual({ ok: false, error: 'Cannot look at the description: it took longer than 0.02 s' })
  const cancelled = await look(order(temp.path, 'api.json'), { entry, signal: AbortSignal.abort() })
  expect(cancelled).toMatchObject({ error: 'Cannot look at the description: it was cancelled' })
})

interface Scene {
  readonly watch: SpecWatch
  readonly lines: string[]
  readonly told: (readonly [upstream: string, changes: readonly SpecChange[]])[]
}

function scene(path: string): Scene {
  const [lines, told]: [string[], Scene['told']] = [[], []]
  const watch = startSpecWatch({
    ...{ dataDirectory: join(path, 'data'), directory: path, env: {} },
    log: (line) => lines.push(line),
    tell: async (upstream, changes) => told.push([upstream, changes]),
  })
  return { watch, lines, told }
}

function pets(source?: string): ReturnType<typeof readUpstream> {
  return readUpstream('pets', { target: 'https://pets.example', ...(source !== undefined && { spec_source: source }) })
}

it('watches an address, tells a failure once, counts it, and goes on', async () => {
  using temp = tempDirectory()
  let status = 200
  let text = description(pet)
  const server = createServer((_, answer) => answer.writeHead(status).end(text))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://ann:secret@127.0.0.1:${(server.address() as AddressInfo).port}/api.json?key=hidden`
  const { watch, lines, told } = scene(temp.path)
  expect(watch.health()).toBeUndefined()
  watch.follow([pets(url)])
  expect(await watch.check('pets', false)).toMatchObject({ ok: true, changes: { ERR: 0, WARN: 0, INFO: 0 } })
  status = 500
  await watch.check('pets', false)
  expect(await watch.check('pets', false)).toMatchObject({
    ok: false,
    failures: 2,
    error: expect.stringContaining('500'),
  })
  await expect(watch.check('pets', true)).rejects.toThrow('Nothing is pinned')
  status = 200
  text = description({ ...pet, properties: {} })
  expect(await watch.check('pets', false)).toMatchObject({ ok: true, error: '', failures: 3 })
  expect(told.at(-1)).toMatchObject([
    'pets',
    [{ location: 'response.200.body.id' }, { location: 'response.200.body.name' }],
  ])
  expect(lines.filter((line) => line.includes('cannot be looked at'))).toHaveLength(1)
  expect(lines.join()).not.toMatch(/secret|hidden/)
  const kept = readFileSync(join(temp.path, 'data/agent/specs/pets/look.json'), 'utf8')
  expect(kept).not.toMatch(/secret|hidden/)
  await watch.stop()
  server.close()
})

it('knows what the last look told after a restart, and forgets what is watched no more', async () => {
  using temp = tempDirectory()
  writeFileSync(join(temp.path, 'api.json'), description(pet))
  const first = scene(temp.path)
  first.watch.follow([pets('api.json')])
  const before = await first.watch.check('pets', false)
  await first.watch.stop()
  const second = scene(temp.path)
  second.watch.follow([pets('api.json')])
  expect(second.watch.health()).toEqual([before])
  second.watch.follow([pets()])
  expect(second.watch.health()).toBeUndefined()
  expect(second.told).toEqual([['pets', []]])
  await expect(second.watch.check('pets', false)).rejects.toThrow('is not watched')
  await second.watch.stop()
})
