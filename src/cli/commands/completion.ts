import type { Argument, Command, ExitCode } from '../command.ts'
import { completionScript, type Shell } from '../completion-script.ts'

const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

const shell: Argument = { name: 'shell', summary: 'the shell to complete in', choices: shells }

export const completion: Command = {
  name: 'completion',
  summary: 'Print a completion script for a shell',
  arguments: [shell],
  flags: [],
  examples: ['source <(tool completion bash)', 'source <(tool completion zsh)', 'tool completion fish | source'],
  async run({ args: [name], terminal }): Promise<ExitCode> {
    const { commands } = await import('./index.ts')
    const shown = commands.filter(({ deprecated }) => !deprecated)
    const all = await Promise.all(shown.map(({ load }) => load()))
    terminal.out(completionScript(name as Shell, all))
    return 0
  },
}
