/** Runs the user's git: arguments without secrets, no questions, messages without tokens. */
import { spawn } from 'node:child_process'
import { type Token, withoutToken } from '../../forges/token.ts'
import { ToolError } from '../../support/errors.ts'
import { printable } from '../../support/printable.ts'

export type GitEnv = Readonly<Record<string, string | undefined>>

export interface GitRun {
  readonly cwd: string
  readonly env: GitEnv
  readonly input?: string
  readonly token?: Token | undefined
  readonly timeoutMs?: number
}

export interface GitRan {
  readonly exit: number
  readonly stdout: string
  /** Without tokens and without credentials in addresses. */
  readonly stderr: string
}

const TIMEOUT_MS = 300_000
const MOST_BYTES = 64 * 1024 * 1024

/** What git says on stdout, without the line break at its end. Rejects with a ToolError that quotes git. */
export async function git(args: readonly string[], run: GitRun): Promise<string> {
  const ran = await tryGit(args, run)
  if (ran.exit === 0) return ran.stdout.replace(/\n$/, '')
  throw gitError(args, ran)
}

export function gitError(args: readonly string[], { exit, stderr }: GitRan): ToolError {
  return new ToolError('unavailable', `git ${args[0]} failed: ${reasonIn(stderr) || `exit code ${exit}`}`)
}

/** Rejects with a ToolError only where git cannot be run at all. */
export function tryGit(args: readonly string[], { cwd, env, input, token, timeoutMs }: GitRun): Promise<GitRan> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd, env: quietGitEnv(env), timeout: timeoutMs ?? TIMEOUT_MS })
    const stdout = gathered(child.stdout)
    const stderr = gathered(child.stderr)
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'git is not on the PATH' : error.message
      reject(new ToolError('unavailable', `Cannot run git: ${reason}`))
    })
    child.on('close', (code, signal) => {
      const late = signal === null ? '' : '\nit was stopped before it had ended'
      const said = withoutToken(stderr(), token).replace(/(\w:\/\/)[^/\s@]*@/g, '$1')
      resolve({ exit: code ?? 1, stdout: stdout(), stderr: `${said}${late}` })
    })
    // git may end before it has read all of it; its exit code tells why.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
  })
}

/** The text of a stream at its end; what comes beyond the bound is not kept. */
function gathered(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = []
  let size = 0
  stream.on('data', (piece: Buffer) => {
    size += piece.length
    if (size <= MOST_BYTES) pieces.push(piece)
  })
  return () => Buffer.concat(pieces).toString('utf8')
}

/** Nobody is asked for a password, messages are English, traces (which may hold headers) are off, an index is not refreshed. */
export function quietGitEnv(env: GitEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_(TRACE|CURL_VERBOSE)/.test(name))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  }
}

/** The line that says why, of the several that git prints. */
function reasonIn(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => printable(line).trim())
    .filter((line) => line !== '' && !/^(hint|To|remote:\s*$)/.test(line))
  const telling = lines.find((line) => /^(fatal|error|remote: error)|rejected|^! /.test(line))
  return (telling ?? lines.at(-1) ?? '').replace(/^(fatal|error): /, '').slice(0, 400)
}
