import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { commands, groups } from './commands/index.ts'
import { completionScript, type Shell, shells } from './completion-script.ts'

const loaded = await Promise.all(commands.filter(({ deprecated }) => !deprecated).map(({ load }) => load()))
const script = (shell: Shell): string => completionScript(shell, loaded, groups)
const has = (program: string, ...flags: string[]): boolean => spawnSync(program, flags).status === 0

/** Stands for the tool: it tells what it is asked for, and values that a shell must not take for more than text. */
const temp = tempDirectory()
afterAll(() => temp[Symbol.dispose]())
const folder = temp.path
const values: Readonly<Record<string, string>> = {
  sandboxes: 'pay\\nshop',
  'paths pay GET': '/charges\\n/charges/{charge}:check',
  'paths pay ': '/charges\\n/$(touch pwned)\\n/refunds',
  'paths pay PUT --data-dir elsewhere': '/elsewhere',
  'rules pay ': 'r1',
}
const answering = Object.entries(values)
  .sort(([a], [b]) => b.length - a.length)
  .map(([asked, told]) => `'${asked}'*) printf '${told}\\n' ;;`)
writeFileSync(join(folder, 'tool'), `#!/bin/sh\nshift\ncase "$*" in\n${answering.join('\n')}\nesac\n`)
chmodSync(join(folder, 'tool'), 0o755)
const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, HOME: folder }

function lines(program: string, args: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, cwd: folder })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

/** What each shell offers for a line that ends where the cursor is. */
const offered: Readonly<Record<'bash' | 'zsh' | 'fish', (line: string) => readonly string[]>> = {
  bash(line) {
    const text = `${script('bash')}\nCOMP_LINE='${line}' COMP_POINT=${line.length}\n_tool\nprintf '%s\\n' "\${COMPREPLY[@]}"`
    return lines('bash', ['-c', text]).map((word) => word.replaceAll('\\', ''))
  },
  zsh(line) {
    const words = line.split(' ').map((word) => `'${word}'`)
    const stubs = `compdef() { : }
compset() { : }
_files() { print -l -- *.yaml(N) }
compadd() { local w; for w in "\${@:2}"; do [[ $w == "\${\${words[CURRENT]}#--*=}"* ]] && print -r -- $w; done; : }
_describe() { local w; [[ $1 == -o ]] && shift; for w in "\${(P@)2}"; do [[ $w == "\${words[CURRENT]}"* ]] && print -r -- "\${w%%:*}"; done; : }`
    const text = `${stubs}\n${script('zsh')}\nwords=(${words.join(' ')}) CURRENT=${words.length}\n_tool`
    return lines('zsh', ['-f', '-c', text])
  },
  fish(line) {
    const text = `${script('fish')}\ncomplete -C '${line}'`
    return lines('fish', ['-c', text]).map((word) => (word.split('\t')[0] ?? '').replaceAll('\\', ''))
  },
}

describe.each(['bash', 'zsh', 'fish'] as const)('completion in %s', (shell) => {
  const isThere = has(shell, '--version')
  // A machine without the shell cannot try it.
  const test = it.skipIf(!isThere)
  const offer = (line: string): readonly string[] =>
    [...offered[shell](line)].map((word) => word.replace(/^--\w+=/, '')).sort()

  test('completes commands, their second words and flags', () => {
    expect(offer('tool sandb')).toEqual(['sandbox'])
    expect(offer('tool sandbox re')).toEqual(['remove', 'rename', 'reset', 'restore'])
    expect(offer('tool up --po')).toEqual(['--port'])
    expect(offer('tool help sandb')).toEqual(['sandbox'])
    expect(offer('tool requests pay --ex')).toEqual(['--explain'])
    expect(offer('tool --no')).toEqual(['--no-color'])
  }, 30_000)

  test('completes values: sandboxes, kinds, paths of operations, rules', () => {
    expect(offer('tool sandbox show ')).toEqual(['pay', 'shop'])
    expect(offer('tool requests sh')).toEqual(['shop'])
    expect(offer('tool completion f')).toEqual(['fish'])
    expect(offer('tool up --durability ')).toEqual(['fsync', 'os'])
    expect(offer('tool chaos pay --kind lat')).toEqual(['latency'])
    expect(offer('tool chaos pay --path /c')).toEqual(['/charges'])
    expect(offer('tool chaos pay --method GET --path /charges/')).toEqual(['/charges/{charge}:check'])
    expect(offer('tool requests pay --explain GET /charges/')).toEqual(['/charges/{charge}:check'])
    expect(offer('tool rule drop pay ')).toEqual(['r1'])
    expect(offer('tool chaos pay --kind=lat')).toEqual(['latency'])
    expect(offer('tool --data-dir elsewhere chaos pay --method PUT --path ')).toEqual(['/elsewhere'])
  }, 30_000)

  test('completes files where a file is wanted', () => {
    writeFileSync(join(folder, 'rules.yaml'), '')
    expect(offer('tool rule add pay rul')).toEqual(['rules.yaml'])
    expect(offer('tool up --config rul')).toEqual(['rules.yaml'])
  }, 30_000)

  test('takes nothing of a description for more than text', () => {
    expect(offer('tool chaos pay --path /')).toEqual(['/$(touch pwned)', '/charges', '/refunds'])
    expect(has('test', '-e', join(folder, 'pwned'))).toBe(false)
  }, 30_000)
})

it.each(shells)('names every command and flag in %s', (shell) => {
  const text = script(shell)
  for (const { name, flags } of loaded) {
    expect(text).toContain(name.split(' ').at(-1))
    for (const flag of flags) expect(text).toContain(`--${flag.name}`)
  }
})

// PowerShell is on few machines: what can be seen without it is that its quotes and brackets close.
it('is well formed in PowerShell', () => {
  const bare = script('powershell')
    .replace(/^ *#.*$/gm, '')
    .replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, '')
  expect(bare).not.toMatch(/['"]/)
  const open: string[] = []
  const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
  for (const character of bare) {
    if ('([{'.includes(character)) open.push(character)
    if (character in closing) expect(open.pop()).toBe(closing[character])
  }
  expect(open).toEqual([])
})

it('leaves unquoted in PowerShell only what is surely a word', () => {
  const text = script('powershell')
  expect(text).toContain(
    '[System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($text)',
  )
  const [, pattern = ''] = /-cnotmatch '\\A(.*)\\z'/.exec(text) ?? []
  const isBare = (word: string): boolean => new RegExp(`^${pattern}$`).test(word)
  expect(['sandbox', '--port', '/charges', 'listPets_2.0'].filter((word) => !isBare(word))).toEqual([])
  const strange = [
    '/a‘;calc',
    '/a’',
    '/‚',
    '/‛',
    'a,b',
    '<',
    '>',
    '@a',
    '#a',
    '$a',
    'a b',
    'a\n',
    "'",
    '{a}',
    '%',
    '*',
    '~',
    '',
  ]
  expect(strange.filter(isBare)).toEqual([])
})

it.skipIf(!has('pwsh', '-v'))('completes in PowerShell', () => {
  const text = `${script('powershell')}\n(TabExpansion2 'tool sandbox re' 15).CompletionMatches.CompletionText`
  expect(lines('pwsh', ['-NoProfile', '-Command', text])).toEqual(['remove', 'rename', 'reset', 'restore'])
})
