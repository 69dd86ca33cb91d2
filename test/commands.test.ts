/** The command registry as a whole: complete, documented, and true to what the files say. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { commands, groups } from '../src/cli/commands/index.ts'
import { run } from '../src/cli/run.ts'
import { version } from '../src/cli/version.ts'
import { captureTerminal } from './support/capture-terminal.ts'
import { commandsReference } from './support/commands-reference.ts'

const page = resolve(import.meta.dirname, '../docs/reference/commands.md')
const loaded = await Promise.all(commands.map(async (listing) => ({ listing, command: await listing.load() })))

it('lists each command under its own name and summary', () => {
  for (const { listing, command } of loaded)
    expect([command.name, command.summary]).toEqual([listing.name, listing.summary])
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length)
})

it('says the version of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
  expect(manifest).toMatchObject({ version })
})

it('has a group for each first word of two', () => {
  const firsts = commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0]] : []))
  expect([...new Set(firsts)].sort()).toEqual(groups.map(([name]) => name).sort())
})

it('has a reference page that says what the commands declare', () => {
  const deprecated = new Set(commands.flatMap((listing) => (listing.deprecated ? [listing.name] : [])))
  const made = commandsReference(
    loaded.map(({ command }) => command),
    deprecated,
  )
  if (process.env['UPDATE_GOLDEN']) writeFileSync(page, made)
  expect(readFileSync(page, 'utf8')).toBe(made)
})

it.each(commands.map(({ name }) => name))('prints help with examples: tool %s --help', async (name) => {
  const terminal = captureTerminal({ cwd: '/' })
  expect(await run([...name.split(' '), '--help'], terminal)).toBe(0)
  expect(terminal.stdout).toMatch(/^Usage: tool /)
  expect(terminal.stdout).toMatch(/Examples:\n {2}\$ tool |Examples:\n {2}\$ \S+=\S+ tool |Examples:\n {2}\$ source/)
  expect(terminal.stderr).toBe('')
})

it('declares no flag twice, and none that every command has', () => {
  for (const { command } of loaded) {
    const names = command.flags.map(({ name }) => name)
    expect(new Set(names).size, command.name).toBe(names.length)
    expect(names).not.toContain('config')
  }
})

it.each([
  ['tool', [], 0],
  ['tool --version', ['--version'], 0],
  ['tool --help', ['--help'], 0],
  ['tool sandbox', ['sandbox'], 2],
  ['tool sandbox --help', ['sandbox', '--help'], 0],
  ['tool help', ['help'], 0],
  ['tool help sandbox', ['help', 'sandbox'], 0],
  ['tool -h', ['-h'], 0],
] as const)('%s ends with the right code and says something', async (_line, argv, exit) => {
  const terminal = captureTerminal({ cwd: '/' })
  expect(await run(argv, terminal)).toBe(exit)
  expect(terminal.stdout + terminal.stderr).toMatch(/tool|\d+\.\d+/)
})
