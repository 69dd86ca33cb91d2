import { expect, it } from 'vitest'
import { type Env, readPlace, type Wish } from './place.ts'
import { readRemoteAddress, withoutCredentials } from './remote-address.ts'
import { findToken, withoutToken } from './token.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)
const place = (wish: Wish, env: Env = {}, event?: unknown, remote?: string) =>
  readPlace({ wish, env, event, remote: remote === undefined ? undefined : readRemoteAddress(remote) })

const actions = { GITHUB_REPOSITORY: 'acme/api', GITHUB_SHA: A, GITHUB_API_URL: 'https://api.github.com' }
const pipeline = {
  CI_PROJECT_PATH: 'acme/group/api',
  CI_PROJECT_ID: '7',
  CI_API_V4_URL: 'https://gl.example/sub/api/v4',
}

it.each<[string, Env, unknown, object]>([
  ['a push', { ...actions, GITHUB_REF: 'refs/heads/main' }, undefined, { number: undefined, sha: A }],
  [
    'a pull request without its event',
    { ...actions, GITHUB_REF: 'refs/pull/12/merge' },
    undefined,
    { number: 12, sha: undefined },
  ],
  [
    'a pull request',
    { ...actions, GITHUB_REF: 'refs/pull/12/merge' },
    { pull_request: { number: 12, head: { sha: B } } },
    { number: 12, sha: B },
  ],
  [
    'pull_request_target',
    { ...actions, GITHUB_REF: 'refs/heads/main' },
    { pull_request: { number: 3, head: { sha: B } } },
    { number: 3, sha: B },
  ],
  ['a comment', { ...actions, GITHUB_REF: 'refs/heads/main' }, { issue: { number: 4 } }, { number: 4, sha: A }],
  ['a strange event', { ...actions }, { pull_request: { number: '12; rm' } }, { number: undefined, sha: A }],
])('reads the variables of GitHub Actions: %s', (_what, env, event, wanted) => {
  expect(place({}, env, event)).toMatchObject({
    platform: 'github',
    repo: 'acme/api',
    api: 'https://api.github.com',
    ...wanted,
  })
})

it('reads the variables of GitLab CI', () => {
  const env = { ...pipeline, CI_MERGE_REQUEST_IID: '5', CI_COMMIT_SHA: A, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }
  expect(place({}, env)).toEqual({
    platform: 'gitlab',
    repo: 'acme/group/api',
    api: 'https://gl.example/sub/api/v4',
    number: 5,
    sha: A,
  })
  expect(place({}, { ...env, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: B }).sha).toBe(B)
  expect(place({}, { CI_PROJECT_ID: '7', CI_SERVER_URL: 'https://gl.example/' })).toMatchObject({
    repo: '7',
    api: 'https://gl.example/api/v4',
  })
})

it.each([
  ['git@github.com:acme/api.git', 'github', 'acme/api', 'https://api.github.com'],
  ['https://user:pw@github.example.com/acme/api.git', 'github', 'acme/api', 'https://github.example.com/api/v3'],
  ['ssh://git@gitlab.example.com:2222/a/b/c.git', 'gitlab', 'a/b/c', 'https://gitlab.example.com/api/v4'],
  ['https://gitlab.com/a/b', 'gitlab', 'a/b', 'https://gitlab.com/api/v4'],
])('reads the remote outside of CI: %s', (remote, platform, repo, api) => {
  expect(place({}, {}, undefined, remote)).toMatchObject({ platform, repo, api })
})

it('prefers what flags say', () => {
  const wish = { platform: 'gitlab', repo: 'x/y', number: '9', sha: B, api: 'http://127.0.0.1:1/api/v4/' }
  expect(place(wish, actions)).toEqual({
    platform: 'gitlab',
    repo: 'x/y',
    api: 'http://127.0.0.1:1/api/v4',
    number: 9,
    sha: B,
  })
})

it.each<[Wish, Env, string]>([
  [{}, {}, 'Cannot tell which forge is meant: say --platform github or --platform gitlab'],
  [{ platform: 'bitbucket' }, {}, '--platform must be github or gitlab, not "bitbucket"'],
  [{ platform: 'github' }, {}, 'Cannot tell which repository is meant: say --repo owner/name'],
  [{ repo: '../x' }, actions, '"../x" is not a repository of github: --repo must be owner/name'],
  [{ repo: 'a/b?c' }, pipeline, '"a/b?c" is not a repository of gitlab: --repo must be owner/name'],
  [{ number: '0' }, actions, '--number must be the number of a pull request, not "0"'],
  [{ sha: 'abc' }, actions, '--sha must be a full commit id (40 hexadecimal digits), not "abc"'],
  [{ api: 'ftp://x' }, actions, 'The address of the API is not an http or https URL (--api https://host/path)'],
  [{ api: 'https://tok@x/' }, actions, 'The address of the API must be without user name, query and fragment (--api)'],
])('refuses in words what it cannot use: %j', (wish, env, message) => {
  expect(() => place(wish, env)).toThrow(message)
})

it('takes no place on this machine for a repository of a forge', () => {
  for (const address of ['/srv/git/api.git', '../api.git', 'file:///srv/api.git', 'C:\\api'])
    expect(readRemoteAddress(address)).toBeUndefined()
  expect(withoutCredentials('https://u:p@h/a?b@c')).toBe('https://h/a?b@c')
})

it('takes tokens from their own variables only, and keeps them out of texts', () => {
  expect(findToken('github', { GH_TOKEN: ' t\n', GITLAB_TOKEN: 'x' })).toMatchObject({
    variable: 'GH_TOKEN',
    value: 't',
  })
  expect(findToken('gitlab', { GITHUB_TOKEN: 'x' })).toBeUndefined()
  expect(findToken('gitlab', { GITLAB_TOKEN: '', CI_JOB_TOKEN: 'j' })?.field).toEqual(['JOB-TOKEN', 'j'])
  expect(() => findToken('github', { GITHUB_TOKEN: 'a\nb' })).toThrow(
    'GITHUB_TOKEN has characters that are not allowed in a token',
  )
  const token = findToken('gitlab', { GITLAB_TOKEN: 'glpat-12' })
  expect(withoutToken(`glpat-12 ${btoa('oauth2:glpat-12')}`, token)).toBe('[token] [token]')
})
