/** How scenarios are named and bound on the command line. */
import type { Binding } from '../sandbox/scenarios/bind.ts'
import { ToolError } from '../support/errors.ts'
import type { Argument, Flag } from './command.ts'
import type { Flags } from './flags.ts'

export const scenarioArgument: Argument = {
  name: 'scenario',
  summary: 'an archetype, or a pack under scenarios/',
  values: 'scenarios',
}

export const bindFlags: readonly Flag[] = [
  {
    name: 'bind',
    value: '<role=operation>',
    repeatable: true,
    summary: 'use this operation for the role (for an event role: this event); default: the one that fits best',
  },
  { name: 'seed', value: '<text>', summary: 'seed for choosing operations and for when faults fire' },
]

export function readWish(flags: Flags): { readonly seed: string; readonly bind: Binding } {
  return { seed: flags.text('seed') ?? '', bind: Object.fromEntries(flags.list('bind').map(boundPair)) }
}

function boundPair(text: string): readonly [role: string, target: string] {
  const equals = text.indexOf('=')
  if (equals < 1 || equals === text.length - 1)
    throw new ToolError('usage', `--bind must be role=operation, not "${text}"`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}
