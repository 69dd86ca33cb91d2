import type { CompletionTable, Described } from '../completion-script.ts'

export function powershellScript(table: CompletionTable): string {
  const { words, commands, global } = table
  const offers = commands.flatMap(({ name, arguments: args, flags }) => [
    ...args.map((offer, index) => [`${name} ${index}`, offer] as const),
    ...flags.flatMap((flag) => (flag.offer === undefined ? [] : [[`${name} --${flag.name}`, flag.offer] as const])),
  ])
  const everywhere = global.flatMap((flag) =>
    flag.offer === undefined ? [] : [[`--${flag.name}`, flag.offer] as const],
  )
  const own = commands.filter(({ flags }) => flags.length > 0)
  return `# PowerShell completion for tool: tool completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName tool -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $offers = @{
${[...offers, ...everywhere].map(([place, offer]) => `    ${quoted(place)} = ${quoted(offer)}`).join('\n')}
  }
  $flags = @{
${own.map(({ name, flags }) => `    ${quoted(name)} = @(${flags.map((flag) => item({ ...flag, name: `--${flag.name}` })).join(', ')})`).join('\n')}
  }
  $everywhere = @(${global.map((flag) => item({ ...flag, name: `--${flag.name}` })).join(', ')})
  $following = @{
${[...words].map(([first, next]) => `    ${quoted(first)} = @(${next.map(item).join(', ')})`).join('\n')}
  }
${complete}
}`
}

/** A word, a tab, and what it is. */
function item({ name, summary }: Described): string {
  return quoted(`${name}\t${summary}`)
}

function quoted(text: string): string {
  // Typographic quotes end a text, too.
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}

/** Walks the words before the one that is completed, as the scripts of the other shells do. */
const complete = `  $command = ''; $flag = ''; $sandbox = ''; $method = ''; $at = 0; $place = @()
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  foreach ($word in $typed) {
    if ($flag -ne '') {
      if ($flag -eq '--method') { $method = $word }
      if ($flag -eq '--config' -or $flag -eq '--data-dir') { $place += $flag, $word }
      $flag = ''
    } elseif ($word -like '--*=*') {
      if ($word -like '--method=*') { $method = $word.Substring(9) }
      if ($word -like '--config=*' -or $word -like '--data-dir=*') { $place += $word }
    } elseif ($word -like '-*') {
      if ($offers.ContainsKey("$command $word") -or $offers.ContainsKey($word)) { $flag = $word }
    } elseif ($command -eq '') { $command = $word
    } elseif ($following.ContainsKey($command)) { $command = "$command $word"
    } else {
      if ($at -eq 0) { $sandbox = $word } elseif ($at -eq 1 -and $method -eq '') { $method = $word }
      $at++
    }
  }
  $cur = $wordToComplete; $prefix = ''
  if ($cur -like '--*=*') {
    $flag = $cur.Substring(0, $cur.IndexOf('=')); $prefix = "$flag="; $cur = $cur.Substring($prefix.Length)
  }
  $items = @()
  $offer = ''
  if ($flag -ne '') {
    $offer = $offers["$command $flag"]
    if (-not $offer) { $offer = $offers[$flag] }
  } elseif ($cur -like '-*') { $items = @($flags[$command]) + $everywhere
  } elseif ($following.ContainsKey($command)) { $items = $following[$command]
  } else {
    $offer = $offers["$command $at"]
    if (-not $offer) { $items = @($flags[$command]) + $everywhere }
  }
  if ($offer -like 'words *') { $items = $offer.Substring(6).Split(' ') | Where-Object { $_ } }
  if ($offer -like 'ask *') {
    $asked = @('__values', $offer.Substring(4), $sandbox, $method) + $place
    $items = & tool @asked 2>$null
  }
  # Without an answer PowerShell completes files.
  $items | Where-Object { $_ -and $_.StartsWith($cur) } | ForEach-Object {
    $name, $about = $_.Split("\`t", 2)
    $text = $name
    # What is not surely a word to PowerShell stands in quotes, of which it knows several.
    if ($text -cnotmatch '\\A[a-zA-Z0-9_./-]+\\z') {
      $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($text) + "'"
    }
    [System.Management.Automation.CompletionResult]::new("$prefix$text", $name, 'ParameterValue', $(if ($about) { $about } else { $name }))
  }`
