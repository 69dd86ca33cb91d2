import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NOT_REGULAR, readRegularFile } from './regular-file.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'regular-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

it('reads a file whole', () => {
  writeFileSync(join(directory, 'a'), 'text')
  expect(readRegularFile(join(directory, 'a')).toString()).toBe('text')
})

it('says at once that a pipe or a device is no file', () => {
  execFileSync('mkfifo', [join(directory, 'pipe')])
  for (const path of [join(directory, 'pipe'), '/dev/null', '/dev/zero'])
    expect(() => readRegularFile(path)).toThrow(expect.objectContaining({ code: NOT_REGULAR }))
})

it.each([
  ['', 'EISDIR'],
  ['none', 'ENOENT'],
])('tells of %j what the system would', (name, code) => {
  expect(() => readRegularFile(join(directory, name))).toThrow(expect.objectContaining({ code }))
})
