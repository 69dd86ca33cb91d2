import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { dataDirectory } from './data-directory.ts'
import { readPackFiles, writePackFile } from './pack-files.ts'

it('reads YAML and JSON files in order of name, and says what cannot be read', () => {
  using temp = tempDirectory()
  const data = dataDirectory(temp.path)
  expect(readPackFiles(data)).toEqual([])
  mkdirSync(join(data.scenarios, 'folder.yaml'), { recursive: true })
  for (const name of ['b.yml', 'a.json', '.draft.yaml', 'notes.txt']) writeFileSync(join(data.scenarios, name), '{}')
  writeFileSync(join(data.scenarios, 'huge.yaml'), Buffer.alloc(1024 * 1024 + 1))
  const found = readPackFiles(data).map(({ file, stem, bytes, problem }) => [file, stem, bytes?.length, problem])
  expect(found).toEqual([
    ['scenarios/a.json', 'a', 2, undefined],
    ['scenarios/b.yml', 'b', 2, undefined],
    ['scenarios/folder.yaml', 'folder', undefined, 'it is not a file'],
    ['scenarios/huge.yaml', 'huge', undefined, 'it is larger than 1 MiB'],
  ])
})

it('does not wait for a pipe', () => {
  using temp = tempDirectory()
  const data = dataDirectory(temp.path)
  mkdirSync(data.scenarios, { recursive: true })
  execFileSync('mkfifo', [join(data.scenarios, 'pipe.yaml')])
  expect(readPackFiles(data).map(({ stem, problem }) => [stem, problem])).toEqual([['pipe', 'it is not a file']])
})

it('writes a pack once', () => {
  using temp = tempDirectory()
  const data = dataDirectory(temp.path)
  const path = writePackFile(data, 'outage', 'roles: {}\n')
  expect(readFileSync(path, 'utf8')).toBe('roles: {}\n')
  expect(() => writePackFile(data, 'outage', '')).toThrow('it exists; choose another name or remove it')
})
