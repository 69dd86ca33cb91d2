/** Reads documents out of a git repository, at a ref, with the user's git. */
import { spawn } from 'node:child_process'
import type { SourceDocument } from '../../importers/importer.ts'
import { ToolError } from '../../support/errors.ts'
import { printable } from '../../support/printable.ts'
import { type GitEnv, quietGitEnv } from '../forges/run-git.ts'

export interface GitSource {
  readonly ref: string
  /** From the root of the repository, or from the directory where it begins with './'. */
  readonly path: string
}

const TIMEOUT_MS = 30_000
const MOST_BYTES = 64 * 1024 * 1024
const MOST_SAID = 16 * 1024

/** Undefined where the source is no `git:` one. Throws ToolError where it is not whole. */
export function gitSource(source: string): GitSource | undefined {
  if (!source.startsWith('git:')) return undefined
  const [, ref = '', path = ''] = /^git:([^:]*):(.*)$/s.exec(source) ?? []
  const isRef = ref !== '' && !ref.startsWith('-') && !/[\p{Cc}\s~^:?*[\\]/u.test(ref)
  if (isRef && path !== '' && !/\p{Cc}/u.test(path)) return { ref, path }
  throw new ToolError(
    'usage',
    `Cannot read ${printable(source.slice(0, 300))}: write git:<ref>:<path>, as git:main:openapi.yaml`,
  )
}

/** Rejects with a ToolError that quotes git. */
export async function readFromGit({ ref, path }: GitSource, directory: string, env: GitEnv): Promise<SourceDocument> {
  const args = ['show', '--no-textconv', '--end-of-options', `${ref}:${path}`]
  const { exit, stdout, said } = await run(args, directory, env)
  if (exit === 0) return { location: path, bytes: stdout }
  const line = said.split('\n').find((one) => /^(fatal|error):/.test(one)) ?? said.split('\n')[0] ?? ''
  const reason = printable(line.replace(/^(fatal|error): /, '')).slice(0, 300)
  throw new ToolError(
    'bad-input',
    `Cannot read git:${ref}:${path}: ${reason === '' ? `git ended with ${exit}` : reason}`,
  )
}

interface Ran {
  readonly exit: number
  readonly stdout: Uint8Array
  readonly said: string
}

function run(args: readonly string[], cwd: string, env: GitEnv): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, {
      cwd,
      env: quietGitEnv(env),
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const pieces: Buffer[] = []
    let size = 0
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= MOST_BYTES) pieces.push(piece)
      else child.kill()
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (said.length < MOST_SAID) said += piece.toString('utf8')
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'git is not on the PATH, or there is no such directory' : error.message
      reject(new ToolError('unavailable', `Cannot run git: ${reason}`))
    })
    child.on('close', (code, signal) => {
      if (size > MOST_BYTES) reject(new ToolError('too-large', `Cannot read ${args.at(-1)}: it is larger than 64 MiB`))
      else if (signal !== null)
        reject(new ToolError('unavailable', `Cannot read ${args.at(-1)}: git took longer than ${TIMEOUT_MS / 1000} s`))
      else resolve({ exit: code ?? 1, stdout: Buffer.concat(pieces), said })
    })
  })
}
