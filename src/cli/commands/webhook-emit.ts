import { ToolError } from '../../support/errors.ts'
import { readJson } from '../../support/exact-json.ts'
import { field, isObject, textOf } from '../../support/json.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { controlPath, getServer, openPlace, servedName } from '../place.ts'
import { sandboxOrForkArgument } from './sandbox-fork.ts'

export const webhookEmit: Command = {
  name: 'webhook emit',
  summary: 'Send an event of a sandbox',
  details:
    'The body is the declared payload, with the values of --data. If --data has the id of a stored record, the rest comes from that record. The event goes to the sinks of the sandbox and to the endpoints registered through its API.',
  arguments: [sandboxOrForkArgument, { name: 'event', summary: 'a declared event', values: 'events' }],
  flags: [{ name: 'data', value: '<json>', summary: 'values of the record in the payload' }, jsonFlag],
  examples: [
    'tool webhook emit pay charge.succeeded',
    'tool webhook emit pay charge.succeeded --data \'{"amount": 1200}\'',
  ],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const name = servedName(place, args[0] ?? '')
    const data = dataOf(flags.text('data'))
    const server = getServer(place, 'events are sent')
    const sent = await server.post(controlPath(name, '/webhooks/emit'), { event: args[1] ?? '', ...(data && { data }) })
    if (flags.has('json')) terminal.out(JSON.stringify(sent, undefined, 2))
    else terminal.out(`emitted ${textOf(field(sent, 'emitted'))} as ${textOf(field(sent, 'id'))}`)
    return 0
  },
}

function dataOf(text: string | undefined): object | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = readJson(text)
  } catch {
    throw new ToolError('usage', '--data is not JSON: {"amount": 1200} is')
  }
  if (!isObject(value)) throw new ToolError('usage', '--data must be a JSON object')
  return value
}
