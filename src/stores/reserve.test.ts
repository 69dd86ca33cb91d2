import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DataDirectory, makeDataDirectory } from './data-directory.ts'
import { keepReserve, withReserve } from './reserve.ts'

let data: DataDirectory
beforeEach(() => {
  data = makeDataDirectory(mkdtempSync(join(tmpdir(), 'reserve-')))
})
afterEach(() => rmSync(data.root, { recursive: true }))

/** Finds the disk full while the reserve is there. */
function store(): string {
  if (existsSync(data.reserveFile)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  return 'stored'
}

it('gives way where the disk is full, and is made again', () => {
  keepReserve(data)
  keepReserve(data)
  expect(statSync(data.reserveFile)).toMatchObject({ size: 64 * 1024 })
  expect(withReserve(data, store)).toBe('stored')
  expect(withReserve(data, store)).toBe('stored')
  keepReserve(data)
  expect(statSync(data.reserveFile)).toMatchObject({ size: 64 * 1024 })
})

it('does not give way for other failures, nor where somebody else has put a file in its place', () => {
  keepReserve(data)
  const fail = () => {
    throw new Error('another')
  }
  expect(() => withReserve(data, fail)).toThrow('another')
  expect(existsSync(data.reserveFile)).toBe(true)
  writeFileSync(data.reserveFile, 'mine')
  expect(() => withReserve(data, store)).toThrow('no space')
  expect(existsSync(data.reserveFile)).toBe(true)
})
