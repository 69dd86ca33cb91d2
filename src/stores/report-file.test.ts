import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { writeReportFile } from './report-file.ts'

it.skipIf(process.platform === 'win32')('writes through a link, what others may read', () => {
  using temp = tempDirectory()
  const [real, link, fresh] = ['real.xml', 'link.xml', 'fresh.xml'].map((name) => join(temp.path, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(real, 'a much longer report of before')
  symlinkSync(real, link)
  writeReportFile(link, 'new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toBe('new')
  writeReportFile(fresh, 'new')
  expect(statSync(fresh).mode & 0o444 & ~process.umask()).toBe(0o444 & ~process.umask())
})

it.skipIf(process.platform === 'win32')('leaves devices and directories alone', () => {
  using temp = tempDirectory()
  expect(() => writeReportFile('/dev/null', 'x')).toThrow(
    'Cannot write /dev/null: it is a pipe or a device, not a file',
  )
  expect(() => writeReportFile(temp.path, 'x')).toThrow(/^Cannot write .*: /)
  expect(() => writeReportFile(join(temp.path, 'none/x'), 'x')).toThrow('its directory does not exist')
})
