/**
 * A bare repository of its own in a temporary directory. What is fetched, staged, committed and pushed is so here: the
 * user's working tree, index, branches, configuration and objects are never written.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { withoutCredentials } from '../../forges/remote-address.ts'
import { basicOf, type Token } from '../../forges/token.ts'
import type { Checkout, NamedFile, Remote } from './checkout.ts'
import { type GitEnv, type GitRan, git, tryGit } from './run-git.ts'

export interface ScratchOptions {
  readonly checkout: Checkout
  readonly remote: Remote
  /** Sent by git where the remote is on the host of `cloneUrl`, and nowhere else. */
  readonly token: Token | undefined
  readonly cloneUrl: string
}

export class Scratch {
  readonly #options: ScratchOptions
  readonly #directory: string
  readonly #env: GitEnv

  static async open(options: ScratchOptions): Promise<Scratch> {
    const directory = mkdtempSync(join(options.checkout.env['TMPDIR'] || tmpdir(), 'tool-pr-'))
    const scratch = new Scratch(options, directory)
    try {
      await scratch.git([
        'init',
        '--quiet',
        '--bare',
        '--template=',
        `--object-format=${options.checkout.objectFormat}`,
      ])
      return scratch
    } catch (error) {
      scratch[Symbol.dispose]()
      throw error
    }
  }

  private constructor(options: ScratchOptions, directory: string) {
    const { checkout } = options
    this.#options = options
    this.#directory = directory
    this.#env = {
      ...Object.fromEntries(Object.entries(checkout.env).filter(([name]) => !REPOSITORY_VARIABLES.test(name))),
      GIT_DIR: join(directory, 'repository'),
      GIT_INDEX_FILE: join(directory, 'index'),
      ...configured(checkout.env, settingsOf(options)),
    }
  }

  git(args: readonly string[], input?: string): Promise<string> {
    return git(args, this.#run(this.#env, input))
  }

  try(args: readonly string[]): Promise<GitRan> {
    return tryGit(args, this.#run(this.#env))
  }

  /**
   * Packs are made as differences to contents of before, over http always: those were left out of what was fetched, and
   * are among the objects of the user, which are only read. To fetch they are no help: a shallow clone lacks what it seems to have.
   */
  push(args: readonly string[]): Promise<GitRan> {
    const objects = { GIT_ALTERNATE_OBJECT_DIRECTORIES: listed(this.#options.checkout.objects) }
    return tryGit(['push', '--no-verify', '--porcelain', ...args], this.#run({ ...this.#env, ...objects }))
  }

  /** With an author and a committer where the user has said none. */
  commit(tree: string, parent: string, message: string, identity: GitEnv): Promise<string> {
    return git(['commit-tree', tree, '-p', parent, '-F', '-'], this.#run({ ...identity, ...this.#env }, message))
  }

  /** The id of the content on disk, which is then among the objects here; the filters of .gitattributes apply as for `git add`. */
  store({ path, file }: NamedFile): Promise<string> {
    const { root, env } = this.#options.checkout
    const objects = { GIT_OBJECT_DIRECTORY: join(this.#directory, 'repository', 'objects') }
    return git(['hash-object', '-w', `--path=${path}`, '--', file], { cwd: root, env: { ...env, ...objects } })
  }

  #run(env: GitEnv, input?: string): { cwd: string; env: GitEnv; token: Token | undefined; input?: string } {
    return { cwd: this.#directory, env, token: this.#options.token, ...(input !== undefined && { input }) }
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** As an entry of a list of paths: one with a separator in it is quoted. */
function listed(path: string): string {
  return path.includes(delimiter) || path.startsWith('"') ? `"${path.replace(/["\\]/g, '\\$&')}"` : path
}

/** They would lead git to another repository. */
const REPOSITORY_VARIABLES =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|SHALLOW_FILE|PREFIX|CEILING_DIRECTORIES|QUARANTINE_PATH)$/

/** The name of the remote here. */
export const REMOTE = 'forge'

type Setting = readonly [key: string, value: string]

function settingsOf({ remote, token, cloneUrl }: ScratchOptions): readonly Setting[] {
  const isHome = remote.address?.isHttp === true && sameHost(remote.url, cloneUrl)
  const url = isHome && token !== undefined ? withoutCredentials(remote.url) : remote.url
  return [
    ...remote.settings,
    [`remote.${REMOTE}.url`, url],
    ['core.hooksPath', '/dev/null'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['push.followTags', 'false'],
    ['push.gpgSign', 'false'],
    ...(isHome && token !== undefined ? credentials(url, token) : []),
  ]
}

/** An empty value takes away what other settings put there: two Authorization fields are refused. */
function credentials(url: string, token: Token): readonly Setting[] {
  const key = `http.${url}.extraHeader`
  return [
    ['credential.helper', ''],
    [key, ''],
    [key, `Authorization: Basic ${basicOf(token)}`],
    // A redirect to another host would take the header along.
    ['http.followRedirects', 'false'],
  ]
}

function sameHost(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}

/** Settings by the environment, after those that are there already: nothing of it stands in arguments or files. */
function configured(env: GitEnv, settings: readonly Setting[]): GitEnv {
  const before = Number(env['GIT_CONFIG_COUNT'] ?? 0)
  const first = Number.isSafeInteger(before) && before > 0 ? before : 0
  const entries = settings.flatMap(([key, value], i): [string, string][] => [
    [`GIT_CONFIG_KEY_${first + i}`, key],
    [`GIT_CONFIG_VALUE_${first + i}`, value],
  ])
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(first + settings.length), GIT_ASKPASS: '' }
}
