import type { Command } from '../command.ts'
import { deprecated } from '../deprecated.ts'
import { explain, explainFlags } from '../explain.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const why: Command = {
  name: 'why',
  summary: 'Old spelling of "requests --explain"',
  arguments: [
    sandboxOrForkArgument,
    { name: 'method', summary: 'HTTP method' },
    { name: 'path', summary: "the provider's path, starting with /" },
  ],
  flags: explainFlags,
  examples: ['tool why pay POST /charges --body \'{"amount": 1200}\''],
  run: (call) => deprecated(call, 'tool why', 'tool requests <sandbox> --explain', explain),
}
