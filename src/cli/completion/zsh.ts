import type { CompletedFlag, CompletionTable, Described } from '../completion-script.ts'
import { lookups, walk } from './sh.ts'

export function zshScript(table: CompletionTable): string {
  const { words, commands, global } = table
  return `#compdef tool
# zsh completion for tool: source <(tool completion zsh), or save it as _tool in a directory of $fpath
${lookups(table)}
_tool_flags() {
  flags=(${described(global)})
  case "$1" in
${commands
  .filter(({ flags }) => flags.length > 0)
  .map(({ name, flags }) => `    '${name}') flags+=(${described(flags)}) ;;`)
  .join('\n')}
  esac
}
_tool_following() {
  following=()
  case "$1" in
${[...words].map(([first, following]) => `    '${first}') following=(${following.map(item).join(' ')}) ;;`).join('\n')}
  esac
}
_tool() {
  emulate -L zsh
  local word offer command='' flag='' sandbox='' method='' cur=\${words[CURRENT]}
  local -a typed place flags following candidates
  local at=0
  typed=("\${(@Q)words[2,CURRENT-1]}")
${walk}
  if [[ $cur == --*=* ]]; then flag=\${cur%%=*}; compset -P '*='; fi
  if [[ -n $flag ]]; then _tool_offer "$command $flag"
  elif [[ $cur == -* ]]; then _tool_flags "$command"; _describe -o flag flags; return
  else
    _tool_following "$command"
    if (( \${#following} )); then _describe command following; return; fi
    _tool_offer "$command $at"
    if [[ -z $offer ]]; then _tool_flags "$command"; _describe -o flag flags; return; fi
  fi
  case "$offer" in
    files) _files ;;
    words*) candidates=(\${=offer#words}); compadd -- "\${candidates[@]}" ;;
    ask*) candidates=("\${(@f)$(tool __values "\${offer#ask }" "$sandbox" "$method" "\${place[@]}" 2>/dev/null)}"); compadd -- "\${(@)candidates:#}" ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tool "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
  compdef _tool tool
fi`
}

function described(flags: readonly CompletedFlag[]): string {
  return flags.map(({ name, summary }) => item({ name: `--${name}`, summary })).join(' ')
}

/** As \`_describe\` takes it; a colon ends the name. */
function item({ name, summary }: Described): string {
  return `'${name}:${summary.replace(/'/g, "'\\''")}'`
}
