import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../../test/support/temp-directory.ts'
import { workerEntry } from './entry.ts'

it('is found from an entry and from a chunk of the bundle, and from the sources beside it', () => {
  using temp = tempDirectory()
  const from = (path: string) => pathToFileURL(join(temp.path, path)).href
  expect(() => workerEntry(from('dist/index.js'))).toThrow('server/observer-worker.js is not beside this program')
  mkdirSync(join(temp.path, 'dist', 'server'), { recursive: true })
  writeFileSync(join(temp.path, 'dist/server/observer-worker.js'), '')
  for (const path of ['dist/index.js', 'dist/cli/run.js', 'dist/chunks/x-1.js', 'src/server/observer/entry.ts'])
    expect(workerEntry(from(path)).href).toBe(from('dist/server/observer-worker.js'))
})
