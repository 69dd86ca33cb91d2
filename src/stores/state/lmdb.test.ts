import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { open } from 'lmdb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundleProgram } from '../../../scripts/support/bundle.mjs'
import { entryKey, rangeOf } from '../../sandbox/state/keys.ts'
import { removeRange } from '../../sandbox/state/remove-range.ts'
import { describeStore } from '../store.contract.ts'
import { openEnvironment } from './environment.ts'
import { readKey, writeKey } from './keys.ts'
import { createLmdbStore, openState, openStateReadOnly } from './lmdb.ts'

const EVERYTHING = { from: '', to: '\uffff' }
const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

let parent: string
let directory: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'state-'))
  directory = join(parent, 'pay')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

for (const durability of ['os', 'fsync'] as const) {
  describeStore(
    `lmdb ${durability}`,
    () => {
      const place = mkdtempSync(join(tmpdir(), 'contract-'))
      const store = openState(join(place, 'a'), durability)
      return {
        store,
        end() {
          store.close()
          rmSync(place, { recursive: true })
        },
      }
    },
    durability === 'os' ? 100 : 20,
  )
}

it('reads long values as they were written, by name and in a row', () => {
  const store = openState(directory)
  const long = {
    plain: 'abcdefghij'.repeat(1_700_000),
    wide: '→é'.repeat(5_000_000),
    broken: '\ud800a'.repeat(5_000_000),
  }
  for (const [key, value] of Object.entries(long)) store.put(key, value)
  store.put('short', 'x')
  store.commit()
  for (const [key, value] of Object.entries(long)) expect(store.get(key) === value, key).toBe(true)
  const found = new Map(store.range(EVERYTHING))
  for (const [key, value] of Object.entries({ ...long, short: 'x' })) expect(found.get(key) === value, key).toBe(true)
  store.close()
})

it('holds an earlier moment for as long as nothing is written, and no longer than its time when something is', () => {
  const environment = openEnvironment(directory, { durability: 'os', readOnly: false, holdMs: 0 })
  const store = createLmdbStore(environment)
  const write = (text: string): void => {
    store.put('a', text)
    store.commit()
  }
  write('first')
  const pin = store.pin([])
  const other = environment.pin()
  for (const one of [pin, other]) one.hold()
  expect([other.get('a'), other.size('a')]).toEqual(['first', 5])
  for (let i = 0; i < 40; i++) write(String(i % 10).repeat(1024 * 1024))
  expect(() => other.get('a')).toThrow('The records were read too slowly while others were written')
  expect(statSync(join(directory, 'data.mdb')).size).toBeLessThan(20 * 1024 * 1024)
  for (const one of [pin, other]) one.release()
  store.close()
})

it('has after a close and an open what was committed, and nothing else', () => {
  const store = openState(directory)
  store.put('a', '1')
  store.commit()
  store.put('b', '2')
  store.close()
  const again = openState(directory)
  expect(again.range(EVERYTHING)).toEqual([['a', '1']])
  again.close()
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(join(directory, 'data.mdb')).mode & 0o777).toBe(0o600)
  expect(readdirSync(parent)).toEqual(['pay'])
})

it('is fresh where a store was removed while it was open', () => {
  const old = openState(directory)
  old.put('a', 'old')
  old.commit()
  rmSync(directory, { recursive: true })
  const store = openState(directory)
  expect(store.get('a')).toBeUndefined()
  store.put('a', 'new')
  store.commit()
  old.close()
  expect(store.get('a')).toBe('new')
  store.close()
})

it('shows the state before when a commit fails at any of its writes, and goes on', () => {
  const environment = openEnvironment(directory, { durability: 'os', readOnly: false })
  let left = Number.POSITIVE_INFINITY
  const store = createLmdbStore({
    damaged: [],
    get: (key) => environment.get(key),
    size: (key) => environment.size(key),
    range: (query) => environment.range(query),
    pin: () => environment.pin(),
    close: () => environment.close(),
    write: (changes) =>
      environment.write(function* () {
        for (const change of changes()) {
          if (left-- === 0) throw new Error('No space left on device')
          yield change
        }
        if (left-- === 0) throw new Error('No space left on device')
      }),
  })
  const keys = ['a', 'b', 'c', 'd', 'e']
  for (const key of keys) store.put(key, 'before')
  store.commit()
  const before = store.range(EVERYTHING)
  for (let n = 0; n <= keys.length; n++) {
    for (const key of keys) key === 'c' ? store.remove(key) : store.put(key, `after ${n}`)
    const fork = store.fork()
    left = n
    expect(() => store.commit()).toThrow(
      expect.objectContaining({ code: 'unavailable', message: 'Cannot store what was written: the disk is full' }),
    )
    expect(store.dirty).toBe(false)
    expect(store.range(EVERYTHING)).toEqual(before)
    expect(fork.get('a')).toBe(`after ${n}`)
    expect(fork.get('c')).toBeUndefined()
  }
  left = Number.POSITIVE_INFINITY
  store.put('a', 'after')
  store.commit()
  store.close()
  const again = openState(directory)
  expect(again.get('a')).toBe('after')
  again.close()
})

it('refuses a key that is too long at once, and keeps what else the turn wrote', () => {
  const store = openState(directory)
  store.put('a', '1')
  for (const key of ['x'.repeat(1979), '\uffee'.repeat(660), '']) {
    expect(() => store.put(key, '1')).toThrow(expect.objectContaining({ code: 'bad-input' }))
  }
  store.put('x'.repeat(1978), '2')
  store.commit()
  expect(store.range(EVERYTHING).map(([, value]) => value)).toEqual(['1', '2'])
  const [long, longer] = ['x'.repeat(1978), 'x'.repeat(100_000)]
  expect([store.get(longer), store.get('')]).toEqual([undefined, undefined])
  expect(store.range({ from: longer, to: 'y' })).toEqual([])
  expect(store.range({ from: `${long}\0`, to: 'y', limit: 1 })).toEqual([])
  expect(store.range({ from: 'x', to: longer, limit: 1, reverse: true })).toEqual([[long, '2']])
  expect(store.range({ from: '', to: longer, limit: 1 })).toEqual([['a', '1']])
  store.close()
})

it.each([400, 512, 900])(
  'drops only what finds the disk full at %d KiB, and stores again when there is room',
  async (size) => {
    const program = await bundleProgram(`
    import { openState } from './src/stores/state/lmdb.ts'
    const store = openState(process.argv[2] as string)
    const kept = new Map<string, string>()
    let failures = 0
    for (let i = 0; i < 600; i++) {
      const changes = Array.from({ length: 1 + (i % 4) }, (_, n) =>
        ['k' + ((i * 37 + n * 11) % 700), n === 3 ? undefined : String(i).repeat((i * 7919 + n) % 3000)] as const)
      for (const [key, value] of changes) value === undefined ? store.remove(key) : store.put(key, value)
      try {
        store.commit()
        for (const [key, value] of changes) value === undefined ? kept.delete(key) : kept.set(key, value)
      } catch (error) {
        failures++
        if ((error as Error).message !== 'Cannot store what was written: the disk is full') throw error
      }
    }
    for (const key of [...kept.keys()].slice(0, 3)) {
      store.remove(key)
      store.commit()
      kept.delete(key)
    }
    const found = store.range({ from: '', to: '\\uffff' })
    const lost = found.filter(([key, value]) => kept.get(key) !== value).length + Math.abs(kept.size - found.length)
    store.close()
    console.log(JSON.stringify({ failures, found: found.length, lost }))`)
    const limited = `trap '' XFSZ; ulimit -f ${size}; exec "${process.execPath}" "${program}" "${directory}"`
    const { stdout, stderr } = await run('bash', ['-c', limited], { cwd: root })
    rmSync(program)
    const { failures, found, lost } = JSON.parse(stdout) as Record<string, number>
    expect(failures).toBeGreaterThan(0)
    expect(found).toBeGreaterThan(10)
    // The native library has nothing to say: a write of its own that fails harms the process.
    expect([lost, stderr]).toEqual([0, ''])
    const store = openState(directory)
    expect(store.range(EVERYTHING)).toHaveLength(found ?? 0)
    store.put('again', 'x')
    store.commit()
    expect(store.get('again')).toBe('x')
    store.close()
  },
)

it('reads no records where there are none, and makes nothing', () => {
  const store = openStateReadOnly(directory)
  expect(store.range(EVERYTHING)).toEqual([])
  expect(existsSync(directory)).toBe(false)
})

it('keeps what a reader writes to a fork out of the store', () => {
  const store = openState(directory)
  store.put('a', '1')
  store.commit()
  const reader = openStateReadOnly(directory)
  const fork = reader.fork()
  fork.put('a', '2')
  expect([fork.get('a'), reader.get('a'), store.get('a')]).toEqual(['2', '1', '1'])
  reader.put('a', '3')
  expect(() => reader.commit()).toThrow(/open for reading only/)
  reader.close()
  store.close()
})

const eventually = (value: () => unknown) => expect.poll(value, { interval: 5, timeout: 10_000 })

function messageOfRead(store: { get(key: string): unknown }): string {
  try {
    store.get('r1')
    return ''
  } catch (error) {
    return String(error)
  }
}

const flip = (bytes: Buffer, at: number) => bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)

it('tells an entry that the disk has changed, by its words, and reads the others', () => {
  const store = openState(directory)
  for (const id of ['12', '13']) store.put(entryKey('r', 'book', id), `{"id":"${id}","title":"Faust ${id}"}`)
  store.put(entryKey('c', 'book', '12'), 'x'.repeat(10_000))
  store.commit()
  store.close()
  const file = join(directory, 'data.mdb')
  const bytes = readFileSync(file)
  flip(bytes, bytes.lastIndexOf('Faust 12'))
  flip(bytes, bytes.lastIndexOf('xxxx'))
  writeFileSync(file, bytes)
  const again = openState(directory)
  expect(again.damaged).toEqual(['uploaded content of book', 'record "12" of book'])
  expect(again.get(entryKey('r', 'book', '13'))).toBe('{"id":"13","title":"Faust 13"}')
  const told = {
    code: 'corrupt',
    message: expect.stringMatching(/^The stored record "12" of book is damaged/) as string,
  }
  expect(() => again.get(entryKey('r', 'book', '12'))).toThrow(expect.objectContaining(told))
  expect(() => again.range(rangeOf('r', 'book'))).toThrow(expect.objectContaining(told))
  expect(again.range({ ...rangeOf('r', 'book'), values: false }).map(([key]) => key)).toHaveLength(2)
  removeRange(again, EVERYTHING)
  again.commit()
  expect(again.range(EVERYTHING)).toEqual([])
  again.close()
})

it('refuses a file that is cut off while it is open', async () => {
  const store = openState(directory)
  for (let i = 0; i < 500; i++) store.put(`r${i}`, 'x'.repeat(1000))
  store.commit()
  truncateSync(join(directory, 'data.mdb'), 20_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(() => store.get('r1')).toThrow(/was cut off while it was open/)
  store.put('r1', 'y')
  expect(() => store.commit()).toThrow(/was cut off while it was open/)
})

it.each<[string, (file: string) => void, RegExp]>([
  ['overwritten', (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)), /was changed while it was open: /],
  ['removed', (file) => rmSync(file), /was removed or replaced while it was open/],
])('refuses a file that is %s while it is open, which LMDB would end the process for', async (_, spoil, message) => {
  const store = openState(directory)
  for (let i = 0; i < 500; i++) store.put(`r${i}`, 'x'.repeat(1000))
  store.commit()
  // Later by the clock of the disk.
  await eventually(() => statSync(join(directory, 'lock.mdb')).mtimeMs < Date.now() - 50).toBe(true)
  spoil(join(directory, 'data.mdb'))
  await eventually(() => messageOfRead(store)).toMatch(message)
  store.put('r1', 'y')
  expect(() => store.commit()).toThrow(message)
})

it('goes on with a file that somebody touched', async () => {
  const store = openState(directory)
  store.put('a', '1')
  store.commit()
  utimesSync(join(directory, 'data.mdb'), 1, 1)
  store.put('b', '2')
  store.commit()
  expect(store.range(EVERYTHING)).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
  store.close()
})

/** As versions without checksums stored them. */
function storeBare(values: readonly string[]): void {
  const encoder = { encode: bare, decode: String }
  const old = open<string, string>({
    ...{ path: directory, noSubdir: false, overlappingSync: false },
    ...{ keyEncoder: { writeKey, readKey }, encoder },
  })
  for (const [i, value] of values.entries()) old.putSync(`r${i}`, value)
  void old.close()
}

const bare = (value: string): Buffer =>
  /\p{Surrogate}/u.test(value) ? Buffer.concat([Buffer.of(0xff), Buffer.from(value, 'utf16le')]) : Buffer.from(value)

it('reads records that an earlier version stored without checksums, and gives them some where it may write', () => {
  const values = [
    '{"id":1}',
    'é→',
    '',
    `a\ud800`,
    'x'.repeat(20_000),
    ...Array.from({ length: 200 }, (_, i) => `{"n":${i}}`),
  ]
  storeBare(values)
  const written = values.map((value, i) => [`r${i}`, value]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const before = readFileSync(join(directory, 'data.mdb'))
  const looked = openStateReadOnly(directory)
  expect(looked.range(EVERYTHING)).toEqual(written)
  looked.close()
  expect(readFileSync(join(directory, 'data.mdb')).equals(before)).toBe(true)
  for (let time = 0; time < 2; time++) {
    const store = openState(directory)
    expect(store.damaged).toEqual([])
    expect(store.range(EVERYTHING)).toEqual(written)
    expect(store.get('r1')).toBe('é→')
    store.close()
  }
  const file = join(directory, 'data.mdb')
  const bytes = readFileSync(file)
  // Pages that are free may hold it as well.
  for (let at = bytes.indexOf('{"n":199}'); at >= 0; at = bytes.indexOf('{"n":199}', at + 1)) flip(bytes, at + 5)
  writeFileSync(file, bytes)
  expect(openState(directory).damaged).toHaveLength(1)
})

it('takes one entry whose mark alone is damaged for no entry of an earlier version', () => {
  const store = openState(directory)
  store.put(entryKey('r', 'book', '12'), '{"id":"12"}')
  store.commit()
  store.close()
  const file = join(directory, 'data.mdb')
  const bytes = readFileSync(file)
  const at = bytes.lastIndexOf('{"id":"12"}') - 9
  expect(bytes[at]).toBe(0xfe)
  flip(bytes, at)
  writeFileSync(file, bytes)
  expect(openState(directory).damaged).toEqual(['record "12" of book'])
})

it.each<[string, (file: string) => void]>([
  ['a directory', (file) => mkdirSync(file)],
  ['a device', (file) => symlinkSync('/dev/null', file)],
  ['a link that leads to itself', (file) => symlinkSync(file, file)],
])('refuses a lock file that is %s, which LMDB would end the process for', (_, make) => {
  const store = openState(directory)
  store.put('a', '1')
  store.commit()
  store.close()
  const lock = join(directory, 'lock.mdb')
  rmSync(lock)
  make(lock)
  expect(() => openState(directory)).toThrow(
    /^Cannot open the records in .*lock\.mdb|^Cannot open the records in .*ELOOP/,
  )
  expect(() => openStateReadOnly(directory)).toThrow(/^Cannot open the records in /)
  rmSync(lock, { recursive: true })
  const again = openState(directory)
  expect(again.get('a')).toBe('1')
  again.close()
})

const refused = {
  code: 'corrupt',
  message: expect.stringMatching(/^Cannot open the records in .*pay: .*move that directory away/) as string,
}

it.each<[string, (file: string) => void]>([
  ['empty', (file) => writeFileSync(file, '')],
  ['a few bytes', (file) => writeFileSync(file, 'hello')],
  ['text', (file) => writeFileSync(file, 'not a store\n'.repeat(10_000))],
  ['zeros', (file) => writeFileSync(file, Buffer.alloc(100_000))],
  [
    'a database of another kind',
    (file) => writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8192)])),
  ],
  ['a directory', (file) => mkdirSync(file)],
  ['a link that leads nowhere', (file) => symlinkSync('nowhere', file)],
  ['missing', () => {}],
])('refuses a data file that is %s, with words that say what to do', (_, make) => {
  mkdirSync(directory)
  make(join(directory, 'data.mdb'))
  expect(() => openState(directory)).toThrow(expect.objectContaining(refused))
  expect(() => openStateReadOnly(directory)).toThrow(expect.objectContaining(refused))
})

it('refuses a file where the directory should be', () => {
  writeFileSync(directory, 'x')
  expect(() => openState(directory)).toThrow(expect.objectContaining(refused))
})

it.skipIf(process.getuid?.() === 0)('says when permissions forbid it (root may read everything)', () => {
  openState(directory).close()
  chmodSync(join(directory, 'data.mdb'), 0)
  expect(() => openState(directory)).toThrow(
    expect.objectContaining({ code: 'unavailable', message: expect.stringMatching(/permissions/) as string }),
  )
})

it('opens with a lock file that holds anything', () => {
  const store = openState(directory)
  store.put('a', '1')
  store.commit()
  store.close()
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(8192, 0xab), Buffer.from('x')]) {
    writeFileSync(join(directory, 'lock.mdb'), bytes)
    const again = openState(directory)
    expect(again.get('a')).toBe('1')
    again.close()
  }
})

it('loses nothing that was committed when the process is killed (5 of 200 kills)', async () => {
  const { stdout } = await run(process.execPath, ['scripts/crash-test.mjs', '--kills', '5'], { cwd: root })
  expect(stdout).toMatch(/^5 kills, [1-9]\d* commits, 0 lost$/m)
})

it('clears ranges for good, whatever stands beside them', () => {
  let store = openState(directory)
  for (let i = 0; i < 20_000; i++) store.put(`${i % 2 === 0 ? 'r' : 's'}${i}`, `${i}`)
  store.put('k', '1')
  store.commit()
  // Of so many others, they are removed one by one.
  store.clear?.([{ from: 'r', to: 's' }])
  store.put('r1', 'new')
  expect([store.get('r2'), store.get('r1'), store.get('s1')]).toEqual([undefined, 'new', '1'])
  expect(store.range({ from: 'k', to: 's2' }).length).toBeGreaterThan(2)
  store.commit()
  store.close()

  store = openState(directory)
  expect(store.range({ from: '', to: 's' })).toEqual([
    ['k', '1'],
    ['r1', 'new'],
  ])
  expect(store.range({ from: 's', to: 't' })).toHaveLength(10_000)
  store.clear?.([
    { from: 's', to: 't' },
    { from: 'a', to: 'b' },
  ])
  expect(store.dirty).toBe(true)
  store.commit()
  store.close()

  store = openStateReadOnly(directory)
  expect(store.range(EVERYTHING)).toEqual([
    ['k', '1'],
    ['r1', 'new'],
  ])
  store.close()
})

it('takes a clear back with a rollback, from itself and not from its forks', () => {
  const store = openState(directory)
  for (const key of ['a', 'b', 'c']) store.put(key, '1')
  store.commit()
  store.put('bb', '1')
  store.clear?.([{ from: 'b', to: 'c' }])
  const fork = store.fork()
  expect(store.range(EVERYTHING).map(([key]) => key)).toEqual(['a', 'c'])
  expect(store.range({ ...EVERYTHING, offset: 1, limit: 1, reverse: true }).map(([key]) => key)).toEqual(['a'])
  store.rollback()
  expect(store.range(EVERYTHING).map(([key]) => key)).toEqual(['a', 'b', 'c'])
  expect(fork.range(EVERYTHING).map(([key]) => key)).toEqual(['a', 'c'])
  // With a fork that looks, each entry is noted.
  store.clear?.([{ from: 'a', to: 'b' }])
  store.commit()
  expect(store.get('a')).toBeUndefined()
  expect(fork.get('a')).toBe('1')
  store.close()
})
