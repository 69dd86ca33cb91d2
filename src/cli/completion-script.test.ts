import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commands } from './commands/index.ts'
import { completionScript } from './completion-script.ts'

const loaded = await Promise.all(commands.filter(({ deprecated }) => !deprecated).map(({ load }) => load()))
const bash = completionScript('bash', loaded)
const hasBash = spawnSync('bash', ['--version']).status === 0

/** What bash offers for a line that ends where the cursor is. */
function offered(line: string): readonly string[] {
  const words = line.split(' ')
  const quotedWords = words.map((word) => `'${word}'`).join(' ')
  const script = `tool() { printf 'pay\\nshop\\n'; }\n${bash}\nCOMP_WORDS=(${quotedWords}) COMP_CWORD=${words.length - 1}\n_tool\nprintf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

it.skipIf(!hasBash)('completes commands, their second words, flags and sandbox names in bash', () => {
  expect(offered('tool sa')).toEqual(['sandbox'])
  expect(offered('tool sandbox re')).toEqual(['remove', 'rename', 'reset', 'restore'])
  expect(offered('tool up --po')).toEqual(['--port'])
  expect(offered('tool sandbox show ')).toEqual(expect.arrayContaining(['pay', 'shop', '--json']))
  expect(offered('tool requests sh')).toEqual(['shop'])
  expect(offered('tool completion f')).toEqual(['fish'])
  expect(offered('tool requests pay --ex')).toEqual(['--explain'])
})

it('offers every command and flag in fish', () => {
  const fish = completionScript('fish', loaded)
  for (const { name, flags } of loaded) {
    expect(fish).toContain(` -a ${name.split(' ').at(-1)} `)
    for (const flag of flags) expect(fish).toContain(`-l ${flag.name}`)
  }
})
