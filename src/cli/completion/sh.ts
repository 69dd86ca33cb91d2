/** What the scripts for bash and zsh have in common: both read the same `case`. */
import type { CompletionTable } from '../completion-script.ts'

/** `_tool_offer` sets `offer` to what may stand at a place of a command; `_tool_is_group` knows the words that begin one of two. */
export function lookups(table: CompletionTable): string {
  return `_tool_offer() {
  offer=''
  case "$1" in
${offerCases(table)}
  esac
}
_tool_is_group() {
  case "$1" in ${groupCase(table)}) return 0 ;; esac
  return 1
}`
}

/** Places are the number of an argument, or behind a flag. */
function offerCases({ commands, global }: CompletionTable): string {
  const lines = commands.flatMap(({ name, arguments: args, flags }) => [
    ...args.map((offer, index) => [`'${name} ${index}'`, offer] as const),
    ...flags.flatMap((flag) => (flag.offer === undefined ? [] : [[`'${name} --${flag.name}'`, flag.offer] as const])),
  ])
  const everywhere = global.flatMap((flag) =>
    flag.offer === undefined ? [] : [[`*' --${flag.name}'`, flag.offer] as const],
  )
  return [...lines, ...everywhere].map(([place, offer]) => `    ${place}) offer='${offer}' ;;`).join('\n')
}

function groupCase({ words }: CompletionTable): string {
  return [...words.keys()].filter((word) => word !== '').join('|')
}

/** Walks the words before the one that is completed: finds the command, the number of arguments, and whose values are asked for. */
export const walk = `  for word in "\${typed[@]}"; do
    if [[ -n $flag ]]; then
      case "$flag" in
        --method) method=$word ;;
        --config|--data-dir) place+=("$flag" "$word") ;;
      esac
      flag=''
    elif [[ $word == --*=* ]]; then
      case "$word" in
        --method=*) method=\${word#*=} ;;
        --config=*|--data-dir=*) place+=("$word") ;;
      esac
    elif [[ $word == -* ]]; then
      _tool_offer "$command $word"
      if [[ -n $offer ]]; then flag=$word; fi
    elif [[ -z $command ]]; then
      command=$word
    elif _tool_is_group "$command"; then
      command="$command $word"
    else
      if [[ $at -eq 0 ]]; then sandbox=$word; elif [[ $at -eq 1 ]]; then method=\${method:-$word}; fi
      at=$((at + 1))
    fi
  done`
