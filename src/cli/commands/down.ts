import { setTimeout as sleep } from 'node:timers/promises'
import { findServerProcess } from '../../stores/server-file.ts'
import { ToolError } from '../../support/errors.ts'
import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { deadlineIn } from '../deadline.ts'
import { openPlace, type Place } from '../place.ts'
import { statusOf } from '../server-status.ts'

const PATIENCE_S = 30
const LOOK_AGAIN_MS = 50

export const down: Command = {
  name: 'down',
  summary: 'Stop the server that runs on the data directory',
  details:
    'Answers under way are finished first; one that is still starting is ended. The process is known by the lock that it holds: what an ended server left behind stops nobody. Exit code 1 where it has not stopped in time.',
  arguments: [],
  flags: [{ name: 'timeout', value: '<s>', summary: 'how long to wait until it has stopped (default: 30)' }, jsonFlag],
  examples: ['tool down', 'tool down --timeout 5'],
  async run(call): Promise<ExitCode> {
    const { flags, terminal } = call
    const patience = flags.count('timeout', PATIENCE_S)
    const place = await openPlace(call)
    const { root } = place.data
    const tell = (text: string, stopped: boolean, pid?: number): void =>
      terminal.out(
        flags.has('json') ? JSON.stringify({ stopped, ...(pid !== undefined && { pid }) }, undefined, 2) : text,
      )
    const found = findServerProcess(place.data)
    if (found === undefined) {
      tell(`no server runs on ${root}`, false)
      return 0
    }
    await refuseUnsure(place, found)
    stop(found.pid)
    for (const deadline = deadlineIn(patience * 1000); deadline.left() > 0; ) {
      if (findServerProcess(place.data)?.pid !== found.pid) {
        tell(`stopped the server on ${root} (pid ${found.pid})`, true, found.pid)
        return 0
      }
      await sleep(LOOK_AGAIN_MS)
    }
    const text = `The server on ${root} (pid ${found.pid}) has not stopped within ${patience} s`
    if (flags.has('json')) tell('', false, found.pid)
    terminal.err(`${text}: it was asked to, and goes on stopping`)
    return 1
  },
}

type Found = NonNullable<ReturnType<typeof findServerProcess>>

/** A process is ended only where it surely is the server: by its number and birth, or by its answer. */
async function refuseUnsure(place: Place, { pid, isElsewhere, isSure }: Found): Promise<void> {
  const { root } = place.data
  if (isElsewhere)
    throw new ToolError('conflict', `The server on ${root} runs in another container: stop it there (pid ${pid})`)
  if (isSure) return
  const status = await statusOf(place)
  if (status.running && status.pid === pid && status.answers) return
  throw new ToolError(
    'conflict',
    `Cannot tell whether process ${pid} is the server on ${root}: it does not answer (stop it yourself, if it is)`,
  )
}

function stop(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // It has ended by itself.
    if (code === 'ESRCH') return
    throw new ToolError(
      'forbidden',
      `Cannot stop process ${pid}: ${code === 'EPERM' ? 'it is of another user' : code}`,
      {
        cause: error,
      },
    )
  }
}
