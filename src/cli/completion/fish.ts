import type { CompletionTable, Described } from '../completion-script.ts'

export function fishScript(table: CompletionTable): string {
  const { words, commands, global } = table
  const offers = commands.flatMap(({ name, arguments: args, flags }) => [
    ...args.map((offer, index) => [`${name} ${index}`, offer] as const),
    ...flags.flatMap((flag) => (flag.offer === undefined ? [] : [[`${name} --${flag.name}`, flag.offer] as const])),
  ])
  const everywhere = global.flatMap((flag) =>
    flag.offer === undefined ? [] : [[`* --${flag.name}`, flag.offer] as const],
  )
  return `# fish completion for tool: tool completion fish | source
function __tool_offer
  switch "$argv[1]"
${[...offers, ...everywhere].map(([place, offer]) => `    case ${quoted(place)}\n      echo ${quoted(offer)}`).join('\n')}
  end
end
function __tool_flags
  switch "$argv[1]"
${commands
  .filter(({ flags }) => flags.length > 0)
  .map(
    ({ name, flags }) =>
      `    case ${quoted(name)}\n      printf '%s\\n' ${flags.map((flag) => item({ ...flag, name: `--${flag.name}` })).join(' ')}`,
  )
  .join('\n')}
  end
  printf '%s\\n' ${global.map((flag) => item({ ...flag, name: `--${flag.name}` })).join(' ')}
end
function __tool_following
  switch "$argv[1]"
${[...words].map(([first, following]) => `    case ${quoted(first)}\n      printf '%s\\n' ${following.map(item).join(' ')}`).join('\n')}
  end
end
function __tool_is_group
  contains -- $argv[1] ${[...words.keys()].filter((word) => word !== '').join(' ')}
end
${complete}`
}

function item({ name, summary }: Described): string {
  return quoted(`${name}\t${summary}`)
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, (c) => `\\${c}`)}'`
}

/** Walks the words before the one that is completed, as the scripts of the other shells do. */
const complete = `function __tool_complete
  set -l typed (commandline -opc)
  set -e typed[1]
  set -l cur (commandline -ct)
  set -l command ''
  set -l flag ''
  set -l sandbox ''
  set -l method ''
  set -l place
  set -l at 0
  for word in $typed
    if test -n "$flag"
      switch "$flag"
        case --method
          set method $word
        case --config --data-dir
          set -a place $flag $word
      end
      set flag ''
    else if string match -q -- '--*=*' $word
      switch "$word"
        case '--method=*'
          set method (string replace -r '^[^=]*=' '' -- $word)
        case '--config=*' '--data-dir=*'
          set -a place $word
      end
    else if string match -q -- '-*' $word
      if test -n (__tool_offer "$command $word" | string collect -a)
        set flag $word
      end
    else if test -z "$command"
      set command $word
    else if __tool_is_group $command
      set command "$command $word"
    else
      if test $at -eq 0
        set sandbox $word
      else if test $at -eq 1; and test -z "$method"
        set method $word
      end
      set at (math $at + 1)
    end
  end
  set -l prefix ''
  if string match -q -- '--*=*' $cur
    set flag (string replace -r '=.*' '' -- $cur)
    set prefix "$flag="
    set cur (string replace -r '^[^=]*=' '' -- $cur)
  end
  set -l offer ''
  if test -n "$flag"
    set offer (__tool_offer "$command $flag")
  else if string match -q -- '-*' $cur
    __tool_flags "$command"
    return
  else
    set -l following (__tool_following "$command")
    if test (count $following) -gt 0
      printf '%s\\n' $following
      return
    end
    set offer (__tool_offer "$command $at")
    if test -z "$offer"
      __tool_flags "$command"
      return
    end
  end
  switch "$offer"
    case files
      for file in (__fish_complete_path $cur)
        echo "$prefix$file"
      end
    case 'words *'
      for value in (string split ' ' -- (string replace 'words ' '' -- $offer))
        echo "$prefix$value"
      end
    case 'ask *'
      for value in (command tool __values (string replace 'ask ' '' -- $offer) "$sandbox" "$method" $place 2>/dev/null)
        echo "$prefix$value"
      end
  end
end
complete -c tool -f -a '(__tool_complete)'`
