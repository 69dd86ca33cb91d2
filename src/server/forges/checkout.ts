/** The repository that a command stands in: only read. */
import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type RemoteAddress, readRemoteAddress } from '../../forges/remote-address.ts'
import { systemWords } from '../../stores/system-errors.ts'
import { messageOf, ToolError } from '../../support/errors.ts'
import { type GitEnv, git, tryGit } from './run-git.ts'

export interface Checkout {
  /** Root of the working tree. */
  readonly root: string
  readonly env: GitEnv
  /** sha1 or sha256. */
  readonly objectFormat: string
  /** Where its objects are. */
  readonly objects: string
}

export interface NamedFile {
  /** Inside the repository, with '/'. */
  readonly path: string
  /** On this machine. */
  readonly file: string
  readonly isExecutable: boolean
}

/** Rejects with a ToolError outside of a working tree. */
export async function openCheckout(cwd: string, env: GitEnv): Promise<Checkout> {
  const top = await tryGit(['rev-parse', '--show-toplevel'], { cwd, env })
  if (top.exit !== 0) throw new ToolError('usage', 'This is not a git working tree: run the command inside one')
  const root = realpathSync(top.stdout.replace(/\n$/, ''))
  const objectFormat = await git(['rev-parse', '--show-object-format'], { cwd: root, env })
  const objects = resolve(root, await git(['rev-parse', '--git-path', 'objects'], { cwd: root, env }))
  return { root, env, objectFormat, objects }
}

export interface Remote {
  readonly name: string
  /** As git has it, credentials included; never shown. */
  readonly url: string
  /** undefined for a place on this machine. */
  readonly address: RemoteAddress | undefined
  /** Settings of the repository by which it is reached: proxy, certificates, ssh. */
  readonly settings: readonly (readonly [key: string, value: string])[]
}

/** Not `extraHeader`: CI leaves a token of its own there. */
const REACHED_BY = '^(core\\.sshcommand|ssh\\.variant|http\\.(.*\\.)?(proxy|ssl[a-z]+))$'

export async function findRemote({ root, env }: Checkout, name: string): Promise<Remote | undefined> {
  const said = await tryGit(['remote', 'get-url', '--push', '--', name], { cwd: root, env })
  if (said.exit !== 0) return undefined
  const url = said.stdout.replace(/\n$/, '')
  const address = readRemoteAddress(url)
  const isLocalPath = address === undefined && !/^[a-z][a-z0-9+.-]*:/i.test(url)
  const set = await tryGit(['config', '--local', '-z', '--get-regexp', REACHED_BY], { cwd: root, env })
  const settings = set.stdout.split('\0').flatMap((line): [string, string][] => {
    const end = line.indexOf('\n')
    return end === -1 ? [] : [[line.slice(0, end), line.slice(end + 1)]]
  })
  return { name, url: isLocalPath ? resolve(root, url) : url, address, settings }
}

/** The branch that the remote had as its default when it was cloned; undefined where that is not known here. */
export async function knownDefault({ root, env }: Checkout, remote: string): Promise<string | undefined> {
  const head = `refs/remotes/${remote}/`
  const found = await tryGit(['symbolic-ref', '--quiet', `${head}HEAD`], { cwd: root, env })
  const ref = found.stdout.trim()
  return found.exit === 0 && ref.startsWith(head) ? ref.slice(head.length) : undefined
}

/** Whom commits are by: what git is told here, and for what it is not told the name of an account. */
export async function identityOf({ root, env }: Checkout, account: string, host: string): Promise<GitEnv> {
  const configured = async (key: string): Promise<string> =>
    (await tryGit(['config', '--get', key], { cwd: root, env })).stdout.trim()
  const name = (await configured('user.name')) || account
  const email = (await configured('user.email')) || `${account}@users.noreply.${host}`
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
}

/** Throws a ToolError for what is no regular file inside the working tree. */
export function nameFile({ root }: Checkout, cwd: string, given: string): NamedFile {
  const fail = (reason: string): never => {
    throw new ToolError('usage', `Cannot commit ${given}: ${reason}`)
  }
  const named = resolve(cwd, given)
  try {
    const file = join(realpathSync(dirname(named)), basename(named))
    const stat = lstatSync(file)
    if (stat.isSymbolicLink()) fail('it is a symbolic link (name the file that it leads to)')
    if (!stat.isFile()) fail('it is not a file')
    const path = relative(root, file).split(sep).join('/')
    if (path.startsWith('../') || path === '') fail('it is outside of the repository')
    if (path.split('/').some((part) => part.toLowerCase() === '.git')) fail('it belongs to git itself')
    return { path, file, isExecutable: (stat.mode & 0o100) !== 0 }
  } catch (error) {
    if (error instanceof ToolError) throw error
    const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    return fail(isMissing ? 'there is no such file' : (systemWords(error) ?? messageOf(error)))
  }
}
