import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DiskCalls, removeDeadDrafts, writeFileAtomically } from './atomic-file.ts'

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atomic-'))
  path = join(directory, 'file.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

/** The real disk, whose n-th call fails as a full one does. Writes go a few bytes at a time. */
function failingAt(n: number): DiskCalls {
  let calls = 0
  const counted =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      calls++
      if (calls === n) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return call(...args)
    }
  return {
    open: counted((p: string) => openSync(p, 'wx', 0o600)),
    write: counted((file: number, bytes: Uint8Array, from: number) => writeSync(file, bytes.subarray(from, from + 3))),
    sync: counted((file: number) => fsyncSync(file)),
    close: (file) => closeSync(file),
    rename: counted((from: string, to: string) => renameSync(from, to)),
    remove: (p) => rmSync(p, { force: true }),
  }
}

it('writes all parts, readable by the owner only', () => {
  writeFileAtomically(path, ['one ', new TextEncoder().encode('two'), ''])
  expect(readFileSync(path, 'utf8')).toBe('one two')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(directory)).toEqual(['file.json'])
})

it('leaves the old file whole and nothing beside it, whichever call finds the disk full', () => {
  writeFileSync(path, 'old')
  let n = 1
  for (; ; n++) {
    try {
      writeFileAtomically(path, ['new content', ' in parts'], failingAt(n))
      break
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable', message: `Cannot write ${path}: the disk is full` })
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(directory)).toEqual(['file.json'])
    }
  }
  expect(n).toBeGreaterThan(8)
  expect(readFileSync(path, 'utf8')).toBe('new content in parts')
})

it('leaves the old file when the content cannot be made', () => {
  writeFileSync(path, 'old')
  const broken = function* () {
    yield 'half'
    throw new Error('no more')
  }
  expect(() => writeFileAtomically(path, broken())).toThrow('no more')
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(directory)).toEqual(['file.json'])
})

it('says when the directory is missing', () => {
  expect(() => writeFileAtomically(join(directory, 'no', 'file'), ['x'])).toThrow('its directory does not exist')
})

it('removes the drafts of dead processes only', () => {
  for (const name of ['.file.json.11-0.draft', '.file.json.12-3.draft', 'file.json', '.hidden']) {
    writeFileSync(join(directory, name), '')
  }
  removeDeadDrafts(directory, (pid) => pid === 12)
  expect(readdirSync(directory).sort()).toEqual(['.file.json.12-3.draft', '.hidden', 'file.json'])
})
