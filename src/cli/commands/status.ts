import { setTimeout as sleep } from 'node:timers/promises'
import { printable } from '../../support/printable.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { openPlace, type Place } from '../place.ts'
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
    const place = await openPlace(call)
    const most = flags.has('wait') ? flags.count('timeout', PATIENCE_S) * 1000 : 0
    let found = await statusOf(place)
    for (let waited = 0; !answers(found) && waited < most; waited += LOOK_AGAIN_MS) {
      await sleep(LOOK_AGAIN_MS)
      found = await statusOf(place)
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
  const hasUpstreams = upstreamsOf(settings, data).length > 0
  return [
    `${found.answers ? 'serving' : 'not answering'} ${sandbox ?? agent ?? ''} from ${root}`,
    `pid ${pid}, since ${started}`,
    ...(agent === undefined || !hasUpstreams ? [] : [`agent ${agent}`]),
    ...(sandboxes ?? []).map((one) =>
      one.served ? `${one.name} ${one.url}` : `${one.name} is not served: ${one.problem ?? 'its files cannot be used'}`,
    ),
    ...(sandboxes?.length === 0 ? ['no sandbox is registered'] : []),
    ...(problem === undefined ? [] : [problem]),
  ]
}
