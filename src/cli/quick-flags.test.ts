import { expect, it } from 'vitest'
import { up } from './commands/up.ts'
import { quickFlags } from './quick-flags.ts'

it('reads well-formed flags', () => {
  const flags = quickFlags(['--port', '0', '--data-dir=/tmp/x', '--no-color'], up.flags)
  expect(flags?.record()).toEqual({ port: '0', 'data-dir': '/tmp/x', 'no-color': true })
})

it('reads flags that are given again and again', () => {
  const flags = quickFlags(['--spec', 'a', '--spec=b', '--name', 'c'], up.flags)
  expect([flags?.list('spec'), flags?.list('name')]).toEqual([['a', 'b'], ['c']])
})

it.each([[['--prot', '1']], [['now']], [['--port']], [['--help']], [['--']], [['--debug=yes']]])(
  'leaves %j to the full parser',
  (argv) => {
    expect(quickFlags(argv, up.flags)).toBeUndefined()
  },
)

it('may stand in for the full parser: up takes no arguments, no optional flag values and no choices', () => {
  expect(up.arguments).toEqual([])
  expect(up.flags.filter(({ valueOptional, choices }) => valueOptional || choices)).toEqual([])
})
