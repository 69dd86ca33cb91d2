/** A bare repository as the remote, a clone of it with an updated description, a handoff, and a fake forge. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '../../src/cli/run.ts'
import { captureTerminal } from './capture-terminal.ts'
import type { FakeForge } from './fake-forge.ts'
import { GITHUB_REPO, startFakeGithub } from './fake-github.ts'
import { GITLAB_REPO, startFakeGitlab } from './fake-gitlab.ts'
import type { Ran } from './run-command.ts'
import { type TempDirectory, tempDirectory } from './temp-directory.ts'

export type Kind = 'github' | 'gitlab'

export const BRANCH = 'tool/spec-update-pay'
export const TOKEN = 'tok_of_ann_0123456789'

export interface Scene extends AsyncDisposable {
  readonly kind: Kind
  readonly forge: FakeForge
  readonly clone: string
  readonly bare: string
  readonly env: Record<string, string>
  git(...args: string[]): string
  /** In the bare repository. */
  remote(...args: string[]): string
  branches(): readonly string[]
  run(words: readonly string[], env?: Record<string, string>): Promise<Ran>
  open(...words: string[]): Promise<Ran>
  comment(...words: string[]): Promise<Ran>
  /** Every file of the clone, `.git` included, by its digest. */
  snapshot(): ReadonlyMap<string, string>
  /** What is left in the directory for temporary files. */
  scratches(): readonly string[]
}

export const SPEC = 'openapi: 3.0.3\ninfo: { title: Pay, version: "1" }\npaths: {}\n'

export async function forgeScene(kind: Kind): Promise<Scene> {
  const temp = tempDirectory()
  const clone = join(temp.path, 'clone')
  const bare = join(temp.path, 'remote.git')
  const env = baseEnv(temp)
  const git = (cwd: string, args: readonly string[]): string =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  git(temp.path, ['init', '--quiet', '--bare', '--initial-branch=main', bare])
  git(temp.path, ['init', '--quiet', '--initial-branch=main', clone])
  mkdirSync(join(clone, 'docs'))
  mkdirSync(join(temp.path, 'tmp'))
  writeFileSync(join(clone, 'docs', 'openapi.yaml'), SPEC)
  writeFileSync(join(clone, 'README.md'), 'Pay\n')
  git(clone, ['add', '.'])
  git(clone, ['commit', '--quiet', '-m', 'first'])
  git(clone, ['remote', 'add', 'origin', bare])
  git(clone, ['push', '--quiet', 'origin', 'main'])
  // What stands in the working tree and the index beside the description must not be committed.
  appendFileSync(join(clone, 'docs', 'openapi.yaml'), '# updated\n')
  appendFileSync(join(clone, 'README.md'), 'unfinished\n')
  writeFileSync(join(clone, 'staged.txt'), 'staged\n')
  git(clone, ['add', 'staged.txt'])
  writeFileSync(join(clone, 'untracked.txt'), 'untracked\n')
  writeFileSync(join(temp.path, 'handoff.json'), JSON.stringify(handoff()))
  const forge = await (kind === 'github' ? startFakeGithub(bare) : startFakeGitlab(bare))
  forge.accounts.set(TOKEN, { login: 'ann' })
  const asked = ciEnv(kind, forge)
  const scene: Scene = {
    kind,
    forge,
    clone,
    bare,
    env: { ...env, ...asked },
    git: (...args) => git(clone, args),
    remote: (...args) => git(bare, args),
    branches: () => git(bare, ['for-each-ref', '--format=%(refname:short)', 'refs/heads']).split('\n'),
    async run(words, more = {}) {
      const terminal = captureTerminal({ cwd: clone, env: { ...env, ...asked, ...more } })
      const exit = await run(words, terminal)
      return { exit, stdout: terminal.stdout, stderr: terminal.stderr }
    },
    open: (...words) =>
      scene.run(['pr', 'open', '--commit', 'docs/openapi.yaml', '--handoff', '../handoff.json', ...words]),
    comment: (...words) => scene.run(['pr', 'comment', '--handoff', '../handoff.json', ...words]),
    snapshot: () => digests(clone),
    scratches: () => readdirSync(join(temp.path, 'tmp')),
    async [Symbol.asyncDispose]() {
      await forge[Symbol.asyncDispose]()
      temp[Symbol.dispose]()
    },
  }
  return scene
}

function baseEnv(temp: TempDirectory): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: temp.path,
    TMPDIR: join(temp.path, 'tmp'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
  }
}

function ciEnv(kind: Kind, forge: FakeForge): Record<string, string> {
  return kind === 'github'
    ? { GITHUB_REPOSITORY: GITHUB_REPO, GITHUB_API_URL: forge.url, GITHUB_TOKEN: TOKEN }
    : { CI_PROJECT_PATH: GITLAB_REPO, CI_API_V4_URL: forge.url, GITLAB_TOKEN: TOKEN }
}

export function change(more: object = {}): object {
  return {
    class: 'field',
    disposition: 'APPLIED',
    operation: { method: 'get', path: '/charges/{id}' },
    location: 'response 200',
    pointer: '/components/schemas/Charge/properties/note',
    value: { type: 'string' },
    evidence: {
      text: 'in 812 of 900 bodies',
      count: 812,
      samples: 900,
      first_seen: '2026-01-01T00:00:00Z',
      last_seen: '2026-01-02T00:00:00Z',
    },
    ops: [{ op: 'add', path: '/components/schemas/Charge/properties/note', value: { type: 'string' } }],
    ...more,
  }
}

export function handoff(more: object = {}): object {
  return {
    schema_version: 1,
    source: 'recordings',
    upstream: 'pay',
    spec_source: 'docs/openapi.yaml',
    base_sha256: createHash('sha256').update(SPEC).digest('hex'),
    applied: [change()],
    suggestions: [],
    skipped: [],
    ...more,
  }
}

function digests(directory: string): ReadonlyMap<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [relative(directory, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

/** A pull request that people opened, with a head commit of its own. */
export function addPull(scene: Scene, head: string, branch = 'feature'): number {
  const number = scene.forge.pulls.length + 12
  const pull = { number, branch, base: 'main', author: 'eve', title: 'Work', body: '', isOpen: true, isDraft: false }
  scene.forge.pulls.push(pull)
  scene.forge.heads.set(number, head)
  return number
}
