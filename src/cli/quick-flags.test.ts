import { expect, it } from 'vitest'
import { up } from './commands/up.ts'
import { quickFlags } from './quick-flags.ts'

it('reads well-formed flags', () => {
  const flags = quickFlags(['--port', '0', '--data-dir=/tmp/x', '--no-color'], up.flags)
  expect(flags?.record()).toEqual({ port: '0', 'data-dir': '/tmp/x', 'no-color': true })
})

it.each([[['--prot', '1']], [['now']], [['--port']], [['--help']], [['--']], [['--debug=yes']]])(
  'leaves %j to the full parser',
  (argv) => {
    expect(quickFlags(argv, up.flags)).toBeUndefined()
  },
)

it('may stand in for the full parser: up takes no arguments and no optional flag values', () => {
  expect(up.arguments).toEqual([])
  expect(up.flags.filter(({ valueOptional, repeatable, choices }) => valueOptional || repeatable || choices)).toEqual(
    [],
  )
})
