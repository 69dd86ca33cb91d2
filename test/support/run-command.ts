import { run } from '../../src/cli/run.ts'
import { captureTerminal } from './capture-terminal.ts'

export interface Ran {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** One command line in this process, as if typed in the directory. */
export async function runCommand(cwd: string, words: readonly string[], stdin = ''): Promise<Ran> {
  const terminal = captureTerminal({ cwd, stdin })
  const exit = await run(words, terminal)
  return { exit, stdout: terminal.stdout, stderr: terminal.stderr }
}
