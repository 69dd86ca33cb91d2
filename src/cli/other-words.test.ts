import { join } from 'node:path'
import { expect, it } from 'vitest'
import { captureTerminal } from '../../test/support/capture-terminal.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { commands } from './commands/index.ts'
import { errorJson } from './error-json.ts'
import { run } from './run.ts'

async function told(...argv: string[]): Promise<string> {
  using temp = tempDirectory()
  const terminal = captureTerminal({ cwd: temp.path })
  expect(await run(argv, terminal)).toBe(2)
  return terminal.stderr
}

it.each([
  ['serve', 'up'],
  ['start', 'up'],
  ['mock', 'up'],
  ['run', 'up'],
  ['logs', 'requests'],
  ['fault', 'chaos'],
  ['rm', 'sandbox remove'],
  ['ls', 'sandbox list'],
  ['sandbox ls', 'sandbox list'],
  ['sandbox delete', 'sandbox remove'],
  ['rule delete', 'rule drop'],
  ['mode unset', 'mode clear'],
  ['mode get', 'mode show'],
  ['scenario run', 'scenario check'],
  ['webhook trigger', 'webhook emit'],
  ['upstream new', 'upstream add'],
  ['reqests', 'requests'],
  ['rule lst', 'list'],
  ['stop', 'down'],
  ['mode lost_response', 'mode set'],
  ['sandbox pay', 'sandbox show'],
])('leads from "%s" to "%s"', async (line, meant) => {
  expect(await told(...line.split(' '))).toContain(`(did you mean ${meant}?)`)
  expect(commands.some(({ name }) => name === meant || name.endsWith(` ${meant}`))).toBe(true)
})

it.each([
  ['up --daemon', '--detach'],
  ['up -d', '--detach'],
  ['up -p', '--port'],
  ['-v', '--version'],
  ['-V', '--version'],
  ['up openapi.yaml', 'up --spec openapi.yaml'],
  ['up --port 0 openapi.yaml', 'up --spec openapi.yaml'],
  ['openapi.yaml', 'up --spec openapi.yaml'],
  ['https://example.com/v1', 'up --spec https://example.com/v1'],
])('leads from "%s" to %s', async (line, meant) => {
  expect(await told(...line.split(' '))).toContain(`(did you mean ${meant}?)`)
})

it('suggests no flag that the command has not', async () => {
  expect(await told('sandbox', 'list', '-d')).toContain('Unknown option "-d" (see --help)')
  expect(await told('down', '--daemon')).toContain('Unknown option "--daemon" (see --help)')
})

it('names the nearest of the values that a flag and an argument allow', async () => {
  expect(await told('chaos', 'pay', '--kind', 'latncy')).toContain('(did you mean latency?)')
  expect(await told('completion', 'bsh')).toContain('(did you mean bash?)')
  expect(await told('chaos', 'pay', '--kind', 'erorr')).toBe('error: --kind cannot be "erorr" (did you mean error?)\n')
  expect(await told('completion', 'tcsh')).toMatch(/<shell> must be bash, zsh.* or \w+, not "tcsh" \(see --help\)/)
})

it.each(['99', 'abc'])('says one range for the status %s', async (status) => {
  using temp = tempDirectory()
  const terminal = captureTerminal({ cwd: temp.path })
  await run(['sandbox', 'add', 'pay', '--spec', join(import.meta.dirname, '../../examples/payments.yaml')], terminal)
  await run(['chaos', 'pay', '--status', status, '--all'], terminal)
  expect(terminal.stderr).toBe(`error: --status must be a whole number from 200 to 599, not "${status}"\n`)
})

it.each([
  ['chaos pay --knd x --json', '--knd', 'did you mean --kind?'],
  ['sandbox show pay --json', 'No sandbox "pay" in /', 'none is registered'],
  ['serve --json', 'Unknown command', 'did you mean up?'],
  ['sandbox --json', 'A word is missing after "sandbox"', undefined],
  ['up --port x --json', 'Unknown option "--json"', 'see --help'],
  ['spec-diff a b --format=json', 'Cannot read a', undefined],
])('tells the error of "%s" as JSON', async (line, message, hint) => {
  const { error } = JSON.parse(await told(...line.split(' '))) as { error: Record<string, unknown> }
  expect(error).toEqual({ message: expect.stringContaining(message), ...(hint && { hint }), exit: 2 })
})

it('says once, as JSON, that nothing is registered, and parts what to do from what is wrong', async () => {
  using temp = tempDirectory()
  const terminal = captureTerminal({ cwd: temp.path })
  expect(await run(['sandbox', 'list', '--json'], terminal)).toBe(2)
  expect([JSON.parse(terminal.stdout), terminal.stderr]).toEqual([{ sandboxes: [] }, ''])
  const { error } = JSON.parse(errorJson('No mode is set on "pay": set one with "tool mode set pay <scenario>"'))
  expect(error).toEqual({
    message: 'No mode is set on "pay"',
    hint: 'set one with "tool mode set pay <scenario>"',
    exit: 2,
  })
  expect(JSON.parse(errorJson('Unknown command "serve" (did you mean up?)')).error.message).toBe(
    'Unknown command "serve"',
  )
})
