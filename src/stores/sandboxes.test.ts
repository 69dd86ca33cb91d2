import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DataDirectory, makeDataDirectory } from './data-directory.ts'
import { newSettings, openSandboxes, type RegisteredSandbox, type Sandboxes, seedOf } from './sandboxes.ts'

let data: DataDirectory
let sandboxes: Sandboxes

beforeEach(() => {
  data = makeDataDirectory(join(mkdtempSync(join(tmpdir(), 'registry-')), 'data'))
  sandboxes = openSandboxes(data)
})
afterEach(() => rmSync(join(data.root, '..'), { recursive: true }))

function sandbox(name: string): RegisteredSandbox {
  return {
    settings: newSettings(name),
    created: '2025-01-01T00:00:00.000Z',
    source: { location: 'pay.yaml', sha256: 'ab' },
  }
}

function addWithFiles(name: string): RegisteredSandbox {
  const one = sandbox(name)
  sandboxes.add(one)
  writeFileSync(data.modelFile(name), `model of ${name}`)
  writeFileSync(data.rulesFile(name), `rules of ${name}`)
  mkdirSync(data.stateDirectory(name), { recursive: true })
  writeFileSync(join(data.stateDirectory(name), 'data.mdb'), `records of ${name}`)
  return one
}

it('issues an id, a seed and a credential', () => {
  const settings = newSettings('pay')
  expect(settings.id).toMatch(/^sbx_[0-9a-f]{24}$/)
  expect(settings.seed).toMatch(/^[0-9a-f]{16}$/)
  expect(settings.credential).toMatch(/^sk_sandbox_[0-9a-f]{32}$/)
  expect(newSettings('pay')).not.toEqual(settings)
})

it('takes a hex seed as it is and hashes any other, saying so', () => {
  expect(seedOf('DEADbeef')).toEqual({ seed: 'deadbeef', hashed: false })
  expect(seedOf('my seed')).toEqual({ seed: expect.stringMatching(/^[0-9a-f]{16}$/) as string, hashed: true })
  expect(seedOf('my seed')).toEqual(seedOf('my seed'))
  expect(seedOf('')).toMatchObject({ hashed: true })
})

it('refuses a credential that no header can carry', () => {
  expect(() => newSettings('pay', { credential: 'two words' })).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(() => newSettings('pay', { credential: 'a\r\nb' })).toThrow(expect.objectContaining({ code: 'usage' }))
})

it('finds what was added, in the order of names, also in another process', () => {
  const [b, a] = [sandbox('b'), sandbox('a')]
  sandboxes.add(b)
  sandboxes.add(a)
  expect(openSandboxes(data).list()).toEqual({ sandboxes: [a, b], problems: [] })
  expect(sandboxes.get('b')).toEqual(b)
  expect(statSync(data.sandboxFile('b')).mode & 0o777).toBe(0o600)
  expect(statSync(data.root).mode & 0o777).toBe(0o700)
})

it('lists nothing where there is no data directory', () => {
  rmSync(data.root, { recursive: true })
  expect(sandboxes.list()).toEqual({ sandboxes: [], problems: [] })
})

it('refuses a second sandbox of the same name', () => {
  sandboxes.add(sandbox('pay'))
  const writeModel = (): void => expect.unreachable()
  expect(() => sandboxes.add(sandbox('pay'), writeModel)).toThrow(expect.objectContaining({ code: 'conflict' }))
})

it('lets one of several go on that add the same name at once, and is not held up by one that was killed', () => {
  writeFileSync(join(data.sandboxes, '.pay.lock'), '{"pid":1,"birth":"none"}')
  const first = sandbox('pay')
  sandboxes.add(first, (file) => {
    const second = openSandboxes(data)
    expect(() => second.add(sandbox('pay'), () => expect.unreachable())).toThrow('is just being added')
    writeFileSync(file, 'the model')
  })
  expect(sandboxes.list().sandboxes).toEqual([first])
  expect(readdirSync(data.sandboxes)).toEqual(['pay.json'])
})

it('says unknown sandbox for a name that is not there or cannot be one', () => {
  for (const name of ['none', '../../etc', '__proto__', '']) {
    expect(() => sandboxes.get(name)).toThrow(`unknown sandbox ${name}`)
  }
})

it.each(['', 'A', '-a', '_tool', '_a', 'a--b', 'a/b', '..', 'a.b', 'é', 'a'.repeat(64), 'a b', 'a\0'])(
  'refuses the name %j',
  (name) => {
    expect(() => newSettings(name)).toThrow(expect.objectContaining({ code: 'usage' }))
    expect(() => data.stateDirectory(name)).toThrow(expect.objectContaining({ code: 'usage' }))
  },
)

it.each(['a', '0', 'a-b_c', 'a'.repeat(63), 'a-'])('takes the name %j', (name) => {
  expect(newSettings(name).name).toBe(name)
})

it('moves everything when renamed', () => {
  const old = addWithFiles('old')
  const moved = sandboxes.rename('old', 'new')
  expect(moved).toEqual({ ...old, settings: { ...old.settings, name: 'new' } })
  expect(sandboxes.list().sandboxes).toEqual([moved])
  expect(readFileSync(data.modelFile('new'), 'utf8')).toBe('model of old')
  expect(readFileSync(data.rulesFile('new'), 'utf8')).toBe('rules of old')
  expect(readFileSync(join(data.stateDirectory('new'), 'data.mdb'), 'utf8')).toBe('records of old')
  for (const path of [data.modelFile('old'), data.rulesFile('old'), data.stateDirectory('old')]) {
    expect(existsSync(path)).toBe(false)
  }
})

it('refuses to rename onto another sandbox or to a name that cannot be', () => {
  addWithFiles('a')
  addWithFiles('b')
  expect(() => sandboxes.rename('a', 'b')).toThrow(expect.objectContaining({ code: 'conflict' }))
  expect(() => sandboxes.rename('a', '../x')).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(() => sandboxes.rename('none', 'c')).toThrow(expect.objectContaining({ code: 'not-found' }))
  expect(readFileSync(data.modelFile('b'), 'utf8')).toBe('model of b')
})

it('deletes everything when removed, and nothing of the others', () => {
  addWithFiles('a')
  addWithFiles('b')
  sandboxes.remove('a')
  for (const path of [data.sandboxFile('a'), data.modelFile('a'), data.rulesFile('a'), data.stateDirectory('a')]) {
    expect(existsSync(path)).toBe(false)
  }
  expect(readFileSync(join(data.stateDirectory('b'), 'data.mdb'), 'utf8')).toBe('records of b')
  expect(() => sandboxes.remove('a')).toThrow(expect.objectContaining({ code: 'not-found' }))
})

it('replaces the settings of a sandbox that exists', () => {
  const one = sandbox('pay')
  sandboxes.add(one)
  const changed = { ...one, settings: { ...one.settings, validation: 'lenient' as const } }
  sandboxes.update(changed)
  expect(sandboxes.get('pay')).toEqual(changed)
  expect(() => sandboxes.update(sandbox('none'))).toThrow(expect.objectContaining({ code: 'not-found' }))
})

it.each([
  ['empty', ''],
  ['half', '{"format":"sandbox-1","name":"bad"'],
  ['an array', '[]'],
  ['null', 'null'],
  ['of another version', '{"format":"sandbox-9"}'],
  ['without fields', '{"format":"sandbox-1"}'],
  ['zeros', '\0'.repeat(300)],
])('names a registry file that is %s and lists the others', (_, text) => {
  sandboxes.add(sandbox('good'))
  writeFileSync(data.sandboxFile('bad'), text)
  const { sandboxes: found, problems } = sandboxes.list()
  expect(found.map((s) => s.settings.name)).toEqual(['good'])
  expect(problems).toEqual([{ name: 'bad', error: expect.objectContaining({ code: 'corrupt' }) as Error }])
  expect(() => sandboxes.get('bad')).toThrow(/sandbox "bad".*tool sandbox remove bad/)
  sandboxes.remove('bad')
  expect(sandboxes.list().problems).toEqual([])
})

it('takes a registration that was written before there was a choice for the usual one', () => {
  sandboxes.add(sandbox('a'))
  const {
    auth: _auth,
    auth_errors: _errors,
    ...old
  } = JSON.parse(readFileSync(data.sandboxFile('a'), 'utf8')) as Record<string, unknown>
  writeFileSync(data.sandboxFile('a'), JSON.stringify(old))
  expect(sandboxes.get('a').settings).toMatchObject({ auth: 'on', authErrors: 'standard' })
})

it('refuses a registry file copied from another sandbox, and one with any field wrong', () => {
  sandboxes.add(sandbox('a'))
  const text = readFileSync(data.sandboxFile('a'), 'utf8')
  writeFileSync(data.sandboxFile('b'), text)
  expect(() => sandboxes.get('b')).toThrow(/names another sandbox, "a"/)
  for (const key of [
    'id',
    'seed',
    'credential',
    'clock',
    'validation',
    'unknown_ids',
    'auth',
    'auth_errors',
    'created',
    'source',
  ]) {
    writeFileSync(data.sandboxFile('a'), JSON.stringify({ ...JSON.parse(text), [key]: 7 }))
    expect(() => sandboxes.get('a'), key).toThrow(expect.objectContaining({ code: 'corrupt' }))
  }
})
