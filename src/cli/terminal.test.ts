/** What a person at a terminal sees, and nobody else: colours, and what is being done. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { captureTerminal } from '../../test/support/capture-terminal.ts'
import { run } from './run.ts'
import { guarded } from './terminal.ts'

const root = resolve(import.meta.dirname, '../..')
const probe = `
import { processTerminal } from '${root}/src/cli/terminal.ts'
const terminal = processTerminal(process.argv.slice(1))
terminal.progress('at work')
terminal.progress('')
terminal.out(terminal.color ? 'colours' : 'plain')`
// Node 20 runs no TypeScript: esbuild makes the probe what it runs.
const { buildSync } = await import('esbuild')
const built = buildSync({
  stdin: { contents: probe, resolveDir: root, loader: 'ts' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
}).outputFiles[0]?.text
const node = [process.execPath, '--input-type=module', '-e', `'${(built ?? '').replaceAll("'", `'\\''`)}'`].join(' ')
const { NO_COLOR: _, ...plain } = process.env

/** Runs it on a terminal of its own, which the program `script` lends. */
function seen(env: Readonly<Record<string, string>>, flags = ''): string {
  const line = `${node} -- ${flags}`
  return spawnSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: { ...plain, TERM: 'xterm', ...env },
  }).stdout
}

const hasScript = spawnSync('script', ['--version']).status === 0

// A machine without the program script has no terminal to lend.
it.skipIf(!hasScript)('shows colours and progress on a terminal', () => {
  expect(seen({})).toContain('at work')
  expect(seen({})).toContain('colours')
})

it.skipIf(!hasScript)('shows no colours where they are not wanted', () => {
  for (const told of [seen({ NO_COLOR: '1' }), seen({}, '--no-color'), seen({ TERM: 'dumb' })])
    expect(told).toContain('plain')
  expect(seen({ TERM: 'dumb' })).toBe('plain\r\n')
})

it('shows neither where no person sits', () => {
  const { stdout, stderr } = spawnSync('sh', ['-c', node], { encoding: 'utf8', env: { ...plain, TERM: 'xterm' } })
  expect([stdout, stderr]).toEqual(['plain\n', ''])
})

const EVIL = '\u001b[2J\u001b[31m\u202eabc\u0000\r\u200b'

it('never lets what a command writes draw on the terminal', () => {
  const captured = captureTerminal({ cwd: '/', interactive: true })
  const terminal = guarded(captured)
  for (const write of [terminal.out, terminal.err, terminal.write, terminal.painted]) write(`a\n\t${EVIL}`)
  const shown = 'a\n\t\\u001b[2J\\u001b[31m\\u202eabc\\u0000\\u000d\\u200b'
  expect(captured.stdout).toBe(`${shown}\n${shown}${shown}\n`)
  expect(captured.stderr).toBe(`${shown}\n`)
})

it('shows our own colours, and gives a program or a file a document byte for byte', () => {
  const captured = captureTerminal({ cwd: '/' })
  const terminal = guarded({ ...captured, color: true })
  terminal.painted('\u001b[1mbold\u001b[22m \u001b[2J')
  terminal.write('\u202e')
  expect(captured.stdout).toBe('\u001b[1mbold\u001b[22m \\u001b[2J\n\u202e')
})

it('guards every command', async () => {
  const terminal = captureTerminal({ cwd: '/', env: { TOOL_DATA_DIR: `/nowhere/${EVIL.replace('\0', '')}` } })
  await run(['config'], terminal)
  await run(['config', '--json'], terminal)
  expect(terminal.stdout).toContain('nowhere')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be printed
  expect(terminal.stdout + terminal.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]/)
})
