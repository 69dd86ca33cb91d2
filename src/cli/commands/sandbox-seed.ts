import { jsonText } from '../../support/exact-json.ts'
import { addRecords } from '../change-records.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { getSandbox, openPlace } from '../place.ts'
import { counted } from '../print/block.ts'
import { readRecords } from '../read-records.ts'
import { sandboxArgument } from './sandbox-show.ts'

export const sandboxSeed: Command = {
  name: 'sandbox seed',
  summary: 'Add records that survive a reset',
  details:
    'The file, JSON or YAML, lists records by resource type. Each record must fit the schema of its type. If one does not, nothing is written.',
  arguments: [
    sandboxArgument,
    { name: 'file', summary: 'records by resource type; "-" reads standard input', values: 'files' },
  ],
  flags: [jsonFlag],
  examples: ['tool sandbox seed pay examples/payments.seed.json'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const [, file = ''] = args
    const place = await openPlace(call)
    const { name } = getSandbox(place, args[0] ?? '').settings
    const added = await addRecords(place, name, await readRecords(file, terminal))
    if (flags.has('json')) terminal.out(jsonText({ added }, 2))
    else terminal.out(`seeded "${name}": ${addedText(added)}`)
    return 0
  },
}

/** `2 Customer, 1 Charge`; "no records" for an empty file. */
export function addedText(added: Readonly<Record<string, number>>): string {
  const parts = Object.entries(added).map(([type, count]) => `${counted(count, 'record')} of ${type}`)
  return parts.length === 0 ? 'no records' : parts.join(', ')
}
