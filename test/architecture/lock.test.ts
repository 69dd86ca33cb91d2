import { expect, it } from 'vitest'
import { findLockProblems } from './lock.ts'

it('misses a platform that a package names, wherever it would be looked for', () => {
  const packages = {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-darwin': '1', 'a-win': '1' } },
    'node_modules/a-linux': {},
    'node_modules/a/node_modules/a-darwin': {},
  }
  expect(findLockProblems({ packages })).toEqual(['node_modules/a wants a-win, which is not in the lock file'])
})

it('refuses an address', () => {
  const packages = { '': {}, 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } }
  expect(findLockProblems({ packages })).toEqual(['node_modules/a is bound to an address'])
})

it('refuses an empty lock file', () => {
  expect(findLockProblems({})).toHaveLength(1)
})
