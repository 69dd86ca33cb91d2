import { parseArgs } from 'node:util'
import { type Flag, globalFlags } from './command.ts'
import { Flags, type FlagValue } from './flags.ts'

/** The flags of a well-formed command line without arguments; undefined for anything else, which the full parser then words. */
export function quickFlags(argv: readonly string[], declared: readonly Flag[]): Flags | undefined {
  const options = Object.fromEntries(
    [...declared, ...globalFlags].map((flag) => [
      flag.name,
      { type: flag.value ? ('string' as const) : ('boolean' as const), multiple: flag.repeatable === true },
    ]),
  )
  try {
    const { values, tokens } = parseArgs({ args: [...argv], options, strict: true, tokens: true })
    if (tokens.some((token) => token.kind !== 'option')) return undefined
    return new Flags(Object.entries(values) as [string, FlagValue][])
  } catch {
    return undefined
  }
}
