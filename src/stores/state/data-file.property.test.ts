import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { findDamage } from './data-file.ts'
import { openState } from './lmdb.ts'

const EVERYTHING = { from: '', to: '\uffff' }
const parent = mkdtempSync(join(tmpdir(), 'damage-'))
afterAll(() => rmSync(parent, { recursive: true }))

/** A file with branches, free pages and values on pages of their own. */
function soundFile(): Buffer {
  const directory = join(parent, 'sound')
  const store = openState(directory)
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 300; i++) {
      const key = `r/${String((i * 37 + round * 11) % 700).padStart(5, '0')}`
      if ((i + round) % 4 === 0) store.remove(key)
      else store.put(key, 'v'.repeat(i % 60 === 0 ? 9000 : (i * 13) % 600))
    }
    store.commit()
  }
  store.close()
  return readFileSync(join(directory, 'data.mdb'))
}

const whole = soundFile()
const PAGE = whole.readUInt32LE(48)
let attempts = 0

/** Uses the store as a sandbox would; a damaged page that LMDB is let near would end this process. */
function useOrRefuse(bytes: Buffer): void {
  const directory = join(parent, String(attempts++))
  mkdirSync(directory)
  writeFileSync(join(directory, 'data.mdb'), bytes)
  try {
    const store = openState(directory)
    store.range(EVERYTHING)
    for (let i = 0; i < 200; i++) store.put(`r/${String(i * 3).padStart(5, '0')}`, 'w'.repeat((i * 97) % 5000))
    store.commit()
    for (const [key] of store.range(EVERYTHING)) store.remove(key)
    store.commit()
    store.close()
  } catch (error) {
    expect(error).toMatchObject({ code: 'corrupt' })
  }
  rmSync(directory, { recursive: true })
}

const page = fc.nat(Math.floor(whole.length / PAGE) - 1)

it('finds a sound file sound', () => {
  expect(findDamage(join(parent, 'sound', 'data.mdb'), () => undefined)).toBeUndefined()
})

it('survives a file that is cut off anywhere', () => {
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => useOrRefuse(whole.subarray(0, length))),
    { numRuns: 60 },
  )
})

it('survives pages of zeros or noise', () => {
  fc.assert(
    fc.property(
      page,
      fc.integer({ min: 1, max: 4 }),
      fc.option(fc.uint8Array({ minLength: PAGE, maxLength: PAGE })),
      (at, count, noise) => {
        const bytes = Buffer.from(whole)
        const end = Math.min(bytes.length, (at + count) * PAGE)
        bytes.fill(noise ?? 0, at * PAGE, end)
        useOrRefuse(bytes)
      },
    ),
    { numRuns: 60 },
  )
})

it('survives a few bytes changed, mostly where pages keep their own affairs', () => {
  const place = fc.oneof(
    fc.nat(whole.length - 1),
    fc.tuple(page, fc.nat(63)).map(([at, offset]) => at * PAGE + offset),
    fc.tuple(fc.nat(1), fc.nat(167)).map(([at, offset]) => at * PAGE + offset),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 }), (changes) => {
      const bytes = Buffer.from(whole)
      for (const [at, byte] of changes) bytes[at] = byte
      useOrRefuse(bytes)
    }),
    { numRuns: 120 },
  )
})

const known = new Map(readAll(whole))

function readAll(bytes: Buffer): readonly (readonly [string, string])[] {
  return inStore(bytes, (store) => store.range(EVERYTHING))
}

function inStore<T>(bytes: Buffer, work: (store: ReturnType<typeof openState>) => T): T {
  const directory = join(parent, String(attempts++))
  mkdirSync(directory)
  writeFileSync(join(directory, 'data.mdb'), bytes)
  try {
    const store = openState(directory)
    try {
      return work(store)
    } finally {
      store.close()
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** What is read, or `refused`. */
function orRefused<T>(read: () => T): T | 'refused' {
  try {
    return read()
  } catch (error) {
    expect(error).toMatchObject({ code: 'corrupt' })
    return 'refused'
  }
}

it('answers nothing else than what was stored, whichever bit of the file is flipped', () => {
  const runs = Number(process.env['FLIPS'] ?? 150)
  fc.assert(
    fc.property(fc.nat(whole.length * 8 - 1), (bit) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      orRefused(() =>
        inStore(bytes, (store) => {
          for (const [key, value] of known) {
            const found = orRefused(() => store.get(key))
            if (found !== 'refused' && found !== value) expect(found).toBe(value)
          }
          const listed = orRefused(() => store.range(EVERYTHING))
          if (listed !== 'refused') expect(listed).toEqual([...known])
        }),
      )
    }),
    { numRuns: runs },
  )
})
