import type { Command, ExitCode } from '../command.ts'
import { completionScript, type Shell, shells } from '../completion-script.ts'

/** The command, given a way to load all those it completes. */
export function completionOf(
  loadCommands: () => Promise<readonly Command[]>,
  groups: readonly (readonly [name: string, summary: string])[],
): Command {
  return {
    name: 'completion',
    summary: 'Print a completion script for a shell',
    details:
      'Completes commands, flags and their values: sandboxes, paths and methods of operations, kinds of faults, scenarios, events, rules, upstreams and files.',
    arguments: [{ name: 'shell', summary: 'the shell to complete in', choices: shells }],
    flags: [],
    examples: [
      'source <(tool completion bash)',
      'source <(tool completion zsh)',
      'tool completion fish | source',
      'tool completion powershell | Out-String | Invoke-Expression',
    ],
    async run({ args: [shell], terminal }): Promise<ExitCode> {
      terminal.out(completionScript(shell as Shell, await loadCommands(), groups))
      return 0
    },
  }
}
