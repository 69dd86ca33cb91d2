import type { CompletionTable } from '../completion-script.ts'
import { lookups, walk } from './sh.ts'

/** Runs on bash 3.2, which macOS has. Values are compared as they are: nothing of a description is ever expanded. */
export function bashScript(table: CompletionTable): string {
  const { words, commands, global } = table
  const everywhere = global.map(({ name }) => `--${name}`).join(' ')
  return `# bash completion for tool: source <(tool completion bash)
${lookups(table)}
_tool_flags() {
  case "$1" in
${commands.map(({ name, flags }) => `    '${name}') flags='${flags.map((flag) => `--${flag.name}`).join(' ')} ${everywhere}' ;;`).join('\n')}
    *) flags='${everywhere}' ;;
  esac
}
_tool_following() {
  case "$1" in
${[...words].map(([first, following]) => `    '${first}') following='${following.map(({ name }) => name).join(' ')}' ;;`).join('\n')}
    *) following='' ;;
  esac
}
_tool() {
  local cur word offer flags following command='' flag='' sandbox='' method='' at=0 line
  local typed=() place=() candidates=()
  # Bash takes "=" and ":" for the end of a word: the line says what was typed.
  line=\${COMP_LINE:0:COMP_POINT}
  cur=\${line##*[[:space:]]}
  read -r -a typed <<< "\${line%"$cur"}"
  typed=("\${typed[@]:1}")
${walk}
  local prefix=''
  if [[ $cur == --*=* ]]; then flag=\${cur%%=*}; prefix="$flag="; cur=\${cur#*=}; fi
  cur=\${cur//\\\\/}
  if [[ -n $flag ]]; then _tool_offer "$command $flag"
  elif [[ $cur == -* ]]; then _tool_flags "$command"; offer="words $flags"
  else
    _tool_following "$command"
    if [[ -n $following ]]; then offer="words $following"
    else
      _tool_offer "$command $at"
      if [[ -z $offer ]]; then _tool_flags "$command"; offer="words $flags"; fi
    fi
  fi
  COMPREPLY=()
  case "$offer" in
    files) local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null; return ;;
    words*) candidates=(\${offer#words}) ;;
    ask*) while IFS= read -r word; do candidates+=("$word"); done < <(tool __values "\${offer#ask }" "$sandbox" "$method" "\${place[@]}" 2>/dev/null) ;;
  esac
  # What bash holds for a word of its own already stands on the line.
  local held=$prefix
  if [[ $COMP_WORDBREAKS == *=* ]]; then held=''; fi
  local colon=''
  if [[ $COMP_WORDBREAKS == *:* && $cur == *:* ]]; then colon=\${cur%"\${cur##*:}"}; fi
  for word in "\${candidates[@]}"; do
    if [[ $word == "$cur"* ]]; then word=\${word#"$colon"}; COMPREPLY+=("$(printf '%q' "$held$word")"); fi
  done
}
complete -F _tool tool`
}
