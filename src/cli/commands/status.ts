import { setTimeout as sleep } from 'node:timers/promises'
import { ToolError } from '../../support/errors.ts'
import { printable } from '../../support/printable.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { deadlineIn } from '../deadline.ts'
import { openPlace, type Place } from '../place.ts'
import { sandboxLines } from '../print/sandbox-lines.ts'
import { type ServerStatus, statusOf } from '../server-status.ts'
import { upstreamsOf } from '../upstreams.ts'

const PATIENCE_S = 60
const LOOK_AGAIN_MS = 100

export const status: Command = {
  name: 'status',
  summary: 'Show the server that runs on the data directory',
  details: 'Exit code 0 where a server runs and answers, 1 where none does. With --wait it is waited for.',
  arguments: [],
  flags: [
    { name: 'wait', summary: 'wait until a server answers' },
    { name: 'timeout', value: '<s>', summary: 'how long --wait waits (default: 60)' },
    jsonFlag,
  ],
  examples: ['tool status', 'tool status --wait --timeout 10', 'tool status --json'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    if (flags.has('timeout') && !flags.has('wait'))
      throw new ToolError('usage', '--timeout says how long --wait waits: give --wait too')
    const place = await openPlace(call)
    const waits = flags.has('wait')
    const deadline = deadlineIn(waits ? flags.count('timeout', PATIENCE_S) * 1000 : 0)
    const look = (): Promise<ServerStatus> => statusOf(place, waits ? deadline.left() : undefined)
    let found = await look()
    while (!answers(found) && deadline.left() > 0) {
      await sleep(Math.min(LOOK_AGAIN_MS, deadline.left()))
      found = await look()
    }
    if (flags.has('json')) terminal.out(JSON.stringify({ ...found, data_dir: place.data.root }, undefined, 2))
    else terminal.out(statusLines(found, place).map(printable).join('\n'))
    return answers(found) ? 0 : 1
  },
}

function answers(found: ServerStatus): boolean {
  return found.running && found.answers
}

function statusLines(found: ServerStatus, { data, settings }: Place): readonly string[] {
  const { root } = data
  if (!found.running) return [`no server runs on ${root}: start one with "tool up"`]
  const { pid, started, addresses, sandboxes, problem } = found
  const { sandbox, agent } = addresses
  // In front of nothing, it is nothing to know of.
  const hasUpstreams = (): boolean => upstreamsOf(settings, data).length > 0
  return [
    `${found.answers ? 'serving' : 'not answering'} ${sandbox ?? agent ?? ''} from ${root}`,
    `pid ${pid}, since ${started}`,
    ...(agent === undefined || !hasUpstreams() ? [] : [`agent ${agent}`]),
    ...(sandboxes === undefined ? [] : sandboxLines(sandboxes)),
    ...(problem === undefined ? [] : [problem]),
  ]
}
