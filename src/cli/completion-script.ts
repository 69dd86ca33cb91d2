/** Completion scripts, made from what the commands declare. Sandbox names are asked for when they are completed. */
import { type Command, globalFlags } from './command.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
  return scripts[shell](commands)
}

/** What may follow the words typed so far: `'sandbox'` → its second words, `''` → first words. */
function nextWords(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, Set<string>>([['', new Set()]])
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    next.get('')?.add(first)
    if (second !== undefined) next.set(first, (next.get(first) ?? new Set()).add(second))
  }
  return new Map([...next].map(([words, following]) => [words, [...following].sort()]))
}

function flagWords(command: Command): string {
  return [...command.flags, ...globalFlags].map(({ name }) => `--${name}`).join(' ')
}

function takesSandbox(command: Command): boolean {
  return command.arguments[0]?.name === 'sandbox'
}

const listNames = 'tool sandbox list --names 2>/dev/null'

function bashScript(commands: readonly Command[]): string {
  const words = nextWords(commands)
  const second = [...words].filter(([first]) => first !== '')
  return `# bash completion for tool
_tool() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command="\${COMP_WORDS[1]}" at=2 words=""
  case "$command" in
    ${second.map(([first]) => first).join('|')}) if [ "$COMP_CWORD" -gt 2 ]; then command="$command \${COMP_WORDS[2]}"; at=3; fi ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${words.get('')?.join(' ')}"
  else case "$command" in
${second.map(([first, following]) => `    '${first}') words="${following.join(' ')}" ;;`).join('\n')}
${commands.map((command) => `    '${command.name}') words="${bashWords(command)}" ;;`).join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _tool tool`
}

/** Sandbox names are offered only in the first place after the command. */
function bashWords(command: Command): string {
  const choices = command.arguments[0]?.choices?.join(' ') ?? ''
  const names = takesSandbox(command) ? `$([ "$COMP_CWORD" -eq "$at" ] && ${listNames})` : ''
  return [names, choices, flagWords(command)].filter((part) => part !== '').join(' ')
}

/** zsh reads bash completions through its own bridge. */
function zshScript(commands: readonly Command[]): string {
  return `# zsh completion for tool
autoload -Uz +X compinit && compinit
autoload -Uz +X bashcompinit && bashcompinit
${bashScript(commands)}`
}

function fishScript(commands: readonly Command[]): string {
  const words = nextWords(commands)
  const lines = ['# fish completion for tool', 'complete -c tool -f']
  for (const first of words.get('') ?? []) {
    const summary = commands.find(({ name }) => name === first)?.summary ?? ''
    lines.push(`complete -c tool -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`)
  }
  for (const command of commands) lines.push(...fishLines(command, words))
  return lines.join('\n')
}

function fishLines(command: Command, words: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const [first = '', second] = command.name.split(' ')
  const siblings = (words.get(first) ?? []).join(' ')
  const inside = (name: string): string => `__fish_seen_subcommand_from ${name}`
  const here = second === undefined ? inside(first) : `${inside(first)}; and ${inside(second)}`
  const own =
    second === undefined
      ? []
      : [
          `complete -c tool -n ${quoted(`${inside(first)}; and not ${inside(siblings)}`)} -a ${second} -d ${quoted(command.summary)}`,
        ]
  const names = takesSandbox(command) ? [`complete -c tool -n ${quoted(here)} -a ${quoted(`(${listNames})`)}`] : []
  const choices = command.arguments[0]?.choices ?? []
  const chosen = choices.length > 0 ? [`complete -c tool -n ${quoted(here)} -a ${quoted(choices.join(' '))}`] : []
  const flags = [...command.flags, ...globalFlags].map(
    (flag) =>
      `complete -c tool -n ${quoted(here)} -l ${flag.name}${flag.value ? ' -r -F' : ''} -d ${quoted(flag.summary)}`,
  )
  return [...own, ...names, ...chosen, ...flags]
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, (c) => `\\${c}`)}'`
}
