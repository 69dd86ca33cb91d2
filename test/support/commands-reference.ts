/** The reference page of the commands, made from what the commands declare. */
import { type Argument, type Command, type Flag, globalFlags } from '../../src/cli/command.ts'

export function commandsReference(commands: readonly Command[], deprecated: ReadonlySet<string>): string {
  return [
    '# Commands',
    '',
    'All commands with their arguments and flags. `tool <command> --help` prints the same. This page is generated from the commands with `npm run golden`.',
    '',
    ...commands.flatMap((command) => section(command, deprecated.has(command.name))),
    '## Flags of every command',
    '',
    ...flagTable(globalFlags),
    '`tool --version` prints the version. `--help` after any command prints its help.',
    '',
  ].join('\n')
}

function section(command: Command, isDeprecated: boolean): readonly string[] {
  const { name, summary, details, arguments: args, flags, examples } = command
  const usage = ['tool', name, ...args.map(argumentText), ...(flags.length > 0 ? ['[flags]'] : [])].join(' ')
  return [
    `## tool ${name}`,
    '',
    `\`${usage}\``,
    '',
    `${summary}.${isDeprecated ? ' It still works in this release, and prints the new spelling on standard error.' : ''}`,
    '',
    ...(details ? [details, ''] : []),
    ...(args.length > 0 ? ['| argument | |', '|---|---|', ...args.map(argumentRow), ''] : []),
    ...(flags.length > 0 ? flagTable(flags) : []),
    '```',
    ...examples,
    '```',
    '',
  ]
}

function argumentText({ name, optional }: Argument): string {
  return optional ? `[${name}]` : `<${name}>`
}

function argumentRow({ name, summary, choices }: Argument): string {
  return `| \`${name}\` | ${summary}${choicesText(choices)} |`
}

function flagTable(flags: readonly Flag[]): readonly string[] {
  return ['| flag | |', '|---|---|', ...flags.map(flagRow), '']
}

function flagRow({ name, value, summary, choices, repeatable }: Flag): string {
  const text = `--${name}${value ? ` ${value}` : ''}`.replace(/\|/g, '\\|')
  return `| \`${text}\` | ${summary}${choicesText(choices)}${repeatable ? '; repeatable' : ''} |`
}

function choicesText(choices: readonly string[] | undefined): string {
  return choices ? `: ${choices.map((choice) => `\`${choice}\``).join(', ')}` : ''
}
