import type { Command } from '../command.ts'
import { deprecated } from '../deprecated.ts'
import { requests } from './requests.ts'
import { sandboxArgument } from './sandbox-show.ts'

const kept = ['last', 'reset', 'json']

export const sandboxRequests: Command = {
  name: 'sandbox requests',
  summary: 'Old spelling of "requests"',
  arguments: [sandboxArgument],
  flags: requests.flags.filter(({ name }) => kept.includes(name)),
  examples: ['tool sandbox requests pay --last 10'],
  run: (call) => deprecated(call, 'tool sandbox requests', 'tool requests', requests.run),
}
