import fc from 'fast-check'
import { expect, it } from 'vitest'
import { captureTerminal } from '../../test/support/capture-terminal.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { globalFlags } from './command.ts'
import { commands } from './commands/index.ts'
import { asksForJson } from './error-json.ts'
import { run } from './run.ts'

const loaded = await Promise.all(
  commands.filter(({ name }) => name !== 'up' && name !== 'webhook listen').map(({ load }) => load()),
)
const flags = [...loaded.flatMap((command) => command.flags), ...globalFlags].map(({ name }) => `--${name}`)
const oddities = [
  '',
  '-',
  '--',
  '-x',
  '--help',
  '--version',
  '__proto__',
  'constructor',
  '--__proto__',
  '--=',
  '\u0000',
  'é',
  '/',
]
const word = fc.oneof(
  fc.constantFrom(...loaded.flatMap(({ name }) => name.split(' '))),
  fc.constantFrom(...flags),
  fc.constantFrom(...flags.map((flag) => `${flag}=true`)),
  fc.constantFrom('pay', 'GET', '/charges', '1', 'false', ...oddities),
  fc.string({ maxLength: 8 }),
)
const commandLine = fc
  .tuple(fc.constantFrom(...loaded.map(({ name }) => name.split(' ')), []), fc.array(word, { maxLength: 6 }))
  .map(([name, words]) => [...name, ...words])
  .filter((words) => !words.includes('up') && !words.includes('listen'))
  .filter((words) => !words.some((one) => one.startsWith('--wait')))

it('ends every command line with an exit code, and every failure with one line that blames nobody else', async () => {
  using temp = tempDirectory()
  await fc.assert(
    fc.asyncProperty(commandLine, async (argv) => {
      const terminal = captureTerminal({ cwd: temp.path })
      const exit = await run(argv, terminal)
      expect([0, 1, 2]).toContain(exit)
      expect(terminal.stderr).not.toContain('fault of the tool')
      // What a check found is no failure of the command.
      if (exit === 0 || (exit === 1 && terminal.stdout !== '') || argv.includes('--debug')) return
      const lines = terminal.stderr.split('\n')
      if (asksForJson(argv)) {
        const errors = lines.filter((line) => line.startsWith('{"error":'))
        expect(errors.map((line) => JSON.parse(line) as unknown)).toEqual([
          { error: expect.objectContaining({ message: expect.any(String), exit }) },
        ])
        return
      }
      const errors = lines.filter((line) => line.startsWith('error: '))
      expect(errors.length === 1 || terminal.stderr.includes('Usage: tool')).toBe(true)
    }),
    { numRuns: 300 },
  )
})
