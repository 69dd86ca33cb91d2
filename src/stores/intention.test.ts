import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeDeadDrafts } from './atomic-file.ts'
import { type DataDirectory, makeDataDirectory } from './data-directory.ts'
import { type FileCalls, fileCalls, isThere } from './own-files.ts'
import { newSettings, openSandboxes, type RegisteredSandbox } from './sandboxes.ts'

let data: DataDirectory
beforeEach(() => {
  data = makeDataDirectory(join(mkdtempSync(join(tmpdir(), 'intention-')), 'data'))
})
afterEach(() => rmSync(join(data.root, '..'), { recursive: true }))

const source = { location: 'pay.yaml', sha256: 'ab' }
const registered = (name: string): RegisteredSandbox => ({
  settings: newSettings(name),
  created: '2025-01-01T00:00:00.000Z',
  source,
})

function addWhole(one: RegisteredSandbox, calls: FileCalls = fileCalls): void {
  openSandboxes(data, calls).add(one, (file) => calls.write(file, `model of ${one.settings.id}`))
}

function addFiles({ settings: { name, id } }: RegisteredSandbox): void {
  writeFileSync(data.rulesFile(name), `rules of ${id}`)
  mkdirSync(data.stateDirectory(name))
  for (const file of ['data.mdb', 'lock.mdb']) writeFileSync(join(data.stateDirectory(name), file), `${file} of ${id}`)
}

/** The process is killed before its n-th call: neither that nor any later one is made. */
function killedAt(n: number): FileCalls {
  let calls = 0
  const alive =
    <A extends unknown[]>(call: (...args: A) => void) =>
    (...args: A): void => {
      calls++
      if (calls >= n) throw new Error('killed')
      call(...args)
    }
  const { write, rename, unlink, rmdir } = fileCalls
  return { write: alive(write), rename: alive(rename), unlink: alive(unlink), rmdir: alive(rmdir) }
}

/** Every file and directory, with what it holds. */
function tree(): Readonly<Record<string, string>> {
  const all = readdirSync(data.root, { recursive: true, encoding: 'utf8' }).sort()
  const paths = all.filter((path) => join(data.root, path) !== data.reserveFile)
  const textOf = (path: string): string => (statSync(path).isFile() ? readFileSync(path, 'utf8') : 'directory')
  return Object.fromEntries(paths.map((path) => [path, textOf(join(data.root, path))]))
}

const [old, again, fresh, other] = ['old', 'old', 'new', 'other'].map(registered) as [
  RegisteredSandbox,
  RegisteredSandbox,
  RegisteredSandbox,
  RegisteredSandbox,
]

type Step = (calls: FileCalls) => void

const update: Step = (calls) => {
  const changed = { ...old, created: '2026-01-01T00:00:00.000Z' }
  openSandboxes(data, calls).update(changed, (file) => calls.write(file, 'a newer model'))
}

const rename: Step = (calls) => void openSandboxes(data, calls).rename('old', 'new')

/** Of what there is in the beginning: `old` and `other`. */
const steps: readonly (readonly [name: string, step: Step])[] = [
  ['add', (calls) => addWhole(fresh, calls)],
  ['update', update],
  ['rename', rename],
  ['remove', (calls) => openSandboxes(data, calls).remove('old')],
]

function begin(): void {
  for (const directory of [data.sandboxes, data.apis, data.state]) rmSync(directory, { recursive: true })
  makeDataDirectory(data.root)
  for (const one of [old, other]) {
    addWhole(one)
    addFiles(one)
  }
}

/** What the next process does that takes the data directory. */
function start(): void {
  expect(openSandboxes(data).settle()).toEqual([])
  removeDeadDrafts(data.apis, () => false)
}

/** Whether the step came to its end when killed before its n-th call. */
function endsBefore(step: Step, n: number): boolean {
  begin()
  try {
    step(killedAt(n))
    return true
  } catch (error) {
    expect((error as Error).message).toContain('killed')
    return false
  }
}

it.each(steps)('makes the step "%s" wholly or not at all, whenever it is killed', (_, step) => {
  begin()
  const before = tree()
  step(fileCalls)
  const after = tree()
  const outcomes = new Set<string>()
  for (let n = 1; !endsBefore(step, n); n++) {
    start()
    const found = tree()
    expect([before, after], `killed before call ${n}`).toContainEqual(found)
    outcomes.add(JSON.stringify(found))
  }
  expect(tree()).toEqual(after)
  expect(outcomes.size).toBe(2)
})

it.each(steps)('loses nothing when names are added that the killed step "%s" was about', (kind, step) => {
  for (let n = 1; !endsBefore(step, n); n++) {
    for (const one of [again, fresh]) if (!isThere(data.sandboxFile(one.settings.name))) addIfFree(one)
    start()
    const { sandboxes, problems } = openSandboxes(data).list()
    expect(problems).toEqual([])
    const ids = sandboxes.map(({ settings }) => settings.id)
    if (kind !== 'remove') expect(ids, `killed before call ${n}`).toContain(old.settings.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { settings } of sandboxes) expectOwnFiles(settings)
  }
})

/** What was begun with the name is settled first, and may have taken it. */
function addIfFree(one: RegisteredSandbox): void {
  try {
    addWhole(one)
    addFiles(one)
  } catch (error) {
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('already exists') as string })
  }
}

function expectOwnFiles({ name, id }: RegisteredSandbox['settings']): void {
  expect(readFileSync(data.modelFile(name), 'utf8')).toMatch(new RegExp(`^(model of ${id}|a newer model)$`))
  if (id === fresh.settings.id && !isThere(data.rulesFile(name))) return
  expect(readFileSync(data.rulesFile(name), 'utf8')).toBe(`rules of ${id}`)
  expect(readFileSync(join(data.stateDirectory(name), 'data.mdb'), 'utf8')).toBe(`data.mdb of ${id}`)
}

it.each(steps)('does nothing by an intention to "%s" that is stale, its names being taken again', (kind, step) => {
  const path = join(data.sandboxes, `.${kind === 'add' || kind === 'rename' ? 'new' : 'old'}.intention`)
  endsBefore(step, kind === 'update' ? 3 : 2)
  const stale = readFileSync(path, 'utf8')
  begin()
  openSandboxes(data).remove('old')
  for (const one of [again, registered('new')]) {
    addWhole(one)
    addFiles(one)
  }
  const before = tree()
  writeFileSync(path, stale)
  start()
  expect(tree()).toEqual(before)
})

it('touches nothing by a rename that came back once it was done and the old name taken again', () => {
  begin()
  openSandboxes(data).rename('old', 'new')
  addWhole(again)
  const before = tree()
  const registration = readFileSync(data.sandboxFile('new'), 'utf8')
  const stale = { format: 'intention-1', step: 'rename', name: 'new', from: 'old', registration }
  writeFileSync(join(data.sandboxes, '.new.intention'), JSON.stringify(stale))
  start()
  expect(tree()).toEqual(before)
})

it('leaves a step to the process that is making it', () => {
  begin()
  openSandboxes(data).add(fresh, (file) => {
    writeFileSync(file, 'the model')
    const [problem] = openSandboxes(data).settle()
    expect(problem?.message).toContain('"new" is just being added')
  })
  expect(readFileSync(data.modelFile('new'), 'utf8')).toBe('the model')
})

it('tells of a rename that cannot be finished, harms no other sandbox by it, and finishes it when it can', () => {
  endsBefore(rename, 3)
  mkdirSync(data.stateDirectory('new'))
  writeFileSync(join(data.stateDirectory('new'), 'notes.txt'), 'mine')
  const [problem] = openSandboxes(data).settle()
  expect(problem?.message).toBe(
    `Cannot use ${data.stateDirectory('new')}: it belongs to no registered sandbox (move it away)`,
  )
  const { sandboxes, problems } = openSandboxes(data).list()
  expect(sandboxes).toEqual([other])
  expect(problems.map(({ name, error }) => [name, error.message])).toEqual([
    ['new', expect.stringContaining('its rename from "old" is not finished')],
  ])
  rmSync(data.stateDirectory('new'), { recursive: true })
  expect(openSandboxes(data).getSettled('new').settings.id).toBe(old.settings.id)
  expectOwnFiles({ ...old.settings, name: 'new' })
})

it.each(['', '{', 'null', '{"format":"intention-1","name":"new","step":"rename"}'])(
  'refuses an intention that says %j, and deletes nothing',
  (text) => {
    begin()
    writeFileSync(join(data.sandboxes, '.new.intention'), text)
    const before = tree()
    expect(() => addWhole(fresh)).toThrow(/\.new\.intention is damaged \(move it away\)/)
    expect(openSandboxes(data).list().sandboxes).toEqual([old, other])
    expect(tree()).toEqual(before)
  },
)

/** Where something stands that tool has not written, made by `make`, and what is said of it. */
const strangers: readonly (readonly [what: string, path: () => string, make: (path: string) => unknown])[] = [
  ['a directory of records', () => data.stateDirectory('new'), (path) => mkdirSync(path)],
  ['a file of records', () => data.stateDirectory('new'), (path) => writeFileSync(path, 'mine')],
  ['a model', () => data.modelFile('new'), (path) => writeFileSync(path, 'mine')],
  ['a directory of rules', () => data.rulesFile('new'), (path) => mkdirSync(path)],
]

it.each(strangers)('adds and renames over nothing: %s is there already', (_, path, make) => {
  begin()
  make(path())
  const before = tree()
  const refused = `Cannot use ${path()}: it belongs to no registered sandbox (move it away)`
  expect(() => addWhole(fresh)).toThrow(refused)
  expect(() => openSandboxes(data).rename('old', 'new')).toThrow(refused)
  expect(tree()).toEqual(before)
})

it.each([
  ['a note', () => join(data.stateDirectory('old'), 'notes.txt'), (path: string) => writeFileSync(path, 'mine')],
  ['a directory', () => join(data.stateDirectory('old'), 'kept'), (path: string) => mkdirSync(path)],
])('removes and renames no records that hold %s', (_, path, make) => {
  begin()
  make(path())
  const before = tree()
  const refused = `Cannot use ${path()}: tool did not write it (move it away)`
  expect(() => openSandboxes(data).remove('old')).toThrow(refused)
  expect(() => openSandboxes(data).rename('old', 'new')).toThrow(refused)
  expect(tree()).toEqual(before)
})
