import type { Command, ExitCode } from '../command.ts'
import { completionScript, type Shell } from '../completion-script.ts'

const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

/** The command, given a way to load all those it completes. */
export function completionOf(loadCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    summary: 'Print a completion script for a shell',
    arguments: [{ name: 'shell', summary: 'the shell to complete in', choices: shells }],
    flags: [],
    examples: ['source <(tool completion bash)', 'source <(tool completion zsh)', 'tool completion fish | source'],
    async run({ args: [shell], terminal }): Promise<ExitCode> {
      terminal.out(completionScript(shell as Shell, await loadCommands()))
      return 0
    },
  }
}
