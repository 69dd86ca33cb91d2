/**
 * Completion scripts, made from what the commands declare: words and flags stand in the script, and what only the data
 * directory knows is asked for with `tool __values` when somebody completes it.
 */
import { type Argument, type Command, type Flag, globalFlags } from './command.ts'
import { bashScript } from './completion/bash.ts'
import { fishScript } from './completion/fish.ts'
import { powershellScript } from './completion/powershell.ts'
import { zshScript } from './completion/zsh.ts'

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell'

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell']

/** What all scripts are made from. */
export interface CompletionTable {
  /** What may follow the words typed so far: `'sandbox'` → its second words, `''` → first words. */
  readonly words: ReadonlyMap<string, readonly Described[]>
  readonly commands: readonly CompletedCommand[]
  readonly global: readonly CompletedFlag[]
}

export interface Described {
  readonly name: string
  readonly summary: string
}

export interface CompletedCommand {
  readonly name: string
  /** What to offer for each argument, in order. */
  readonly arguments: readonly Offer[]
  readonly flags: readonly CompletedFlag[]
}

export interface CompletedFlag extends Described {
  /** Undefined for a switch. */
  readonly offer: Offer | undefined
}

/** `words a b`, `ask sandboxes`, `files`, or `none`. */
export type Offer = string

export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  groups: readonly (readonly [name: string, summary: string])[],
): string {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript }
  return scripts[shell](tableOf(commands, groups))
}

function tableOf(
  commands: readonly Command[],
  groups: readonly (readonly [name: string, summary: string])[],
): CompletionTable {
  return {
    words: wordsOf(commands, new Map(groups)),
    commands: commands.map((command) => ({
      name: command.name,
      arguments: command.arguments.map(offerOf),
      flags: command.flags.map(completedFlag),
    })),
    global: [...globalFlags.map(completedFlag), { name: 'help', summary: 'print help', offer: undefined }],
  }
}

function wordsOf(
  commands: readonly Command[],
  groups: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Described[]> {
  const words = new Map<string, Map<string, string>>([['', new Map()]])
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ')
    words.get('')?.set(first, second === undefined ? summary : (groups.get(first) ?? ''))
    if (second !== undefined) words.set(first, (words.get(first) ?? new Map<string, string>()).set(second, summary))
  }
  // `tool help <command>` is read as `tool <command> --help`.
  words.set('help', new Map(words.get('')))
  words.get('')?.set('help', 'print the help of a command')
  const described = (map: ReadonlyMap<string, string>): readonly Described[] =>
    [...map].map(([name, summary]) => ({ name, summary })).sort((a, b) => (a.name < b.name ? -1 : 1))
  return new Map([...words].map(([first, following]) => [first, described(following)]))
}

function completedFlag(flag: Flag): CompletedFlag {
  return { name: flag.name, summary: flag.summary, offer: flag.value === undefined ? undefined : offerOf(flag) }
}

function offerOf({ choices, values, ...rest }: Argument | Flag): Offer {
  if (choices !== undefined) return `words ${choices.join(' ')}`
  const placeholder = 'value' in rest ? (rest.value ?? '') : ''
  const spelled = /^<([\w-]+(?:\|[\w-]+)+)>$/.exec(placeholder)?.[1]?.split('|')
  if (values === undefined && spelled !== undefined && !spelled.includes('file')) return `words ${spelled.join(' ')}`
  const kind = values ?? (/^<(file|sidecar)/.test(placeholder) ? 'files' : undefined)
  if (kind === undefined) return 'none'
  return kind === 'files' ? 'files' : `ask ${kind}`
}
