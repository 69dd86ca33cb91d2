/** Evidence for commands that hold traffic against a description: recordings of the agent, and captures. */
import { resolve } from 'node:path'
import type { SpecUpdateRun } from '../spec-update/update.ts'
import { harPieces } from '../stores/har-file.ts'
import { readRecordings, skippedText } from '../stores/read-recordings.ts'
import { ToolError } from '../support/errors.ts'
import { printable } from '../support/printable.ts'
import { harReader } from '../traffic/har-import.ts'
import { observationOf } from '../traffic/read-message.ts'
import type { Recording } from '../traffic/recording.ts'
import { unredactedRecording } from '../traffic/unredacted-recording.ts'
import type { Call } from './command.ts'
import type { Read } from './description-texts.ts'
import type { Place } from './place.ts'
import { getUpstream } from './upstreams.ts'

export async function addRecordings(
  call: Call,
  place: Place,
  name: string,
  run: Pick<SpecUpdateRun, 'add'>,
): Promise<void> {
  const { terminal } = call
  const { name: upstream } = getUpstream(place, name)
  let count = 0
  const skipped = (line: Parameters<typeof skippedText>[0]): void => terminal.err(skippedText(line))
  for await (const recording of readRecordings(place.data.recordings, { upstream, skipped })) {
    run.add(recording)
    if (++count % 1_000 === 0) terminal.progress(`${count} recordings read`)
  }
  terminal.progress('')
}

/** Exchanges of a capture as they are: what was not written by the agent need not be redacted to be read. */
export async function addHar(
  { flags, terminal }: Call,
  place: Place,
  name: string,
  read: Read,
  run: Pick<SpecUpdateRun, 'add'>,
): Promise<void> {
  for (const file of flags.list('har')) {
    const path = resolve(terminal.cwd, file)
    const target = await targetOf(place, name, read, path, file)
    const recordings = await harRecordings(path, file, target, (line) => terminal.err(line), harName(name))
    for await (const recording of recordings()) run.add(recording)
  }
}

/** The exchanges of a capture, read anew at each call; with the address that most of it is about where no target is known. */
export async function harRecordings(
  path: string,
  shown: string,
  known: string | undefined,
  tell: (line: string) => void,
  upstream = 'har',
): Promise<() => AsyncGenerator<Recording>> {
  const target = known ?? (await mostNamed(path, shown, []))
  let isTold = false
  return async function* () {
    const reader = harReader({ name: upstream, target, fallbackAt: 0 }, shown)
    for await (const piece of harPieces(path, shown))
      for (const exchange of reader.read(piece)) yield unredactedRecording(observationOf(exchange), exchange.kept)
    const { problems, taken, entries } = reader.end()
    if (!isTold) {
      for (const problem of problems) tell(printable(`${shown}: ${problem}`))
      if (taken === 0 && entries > 0) tell(`${shown}: none of ${entries} exchanges was with ${target}`)
    }
    isTold = true
  }
}

/** Captures that were made of recordings say the name in place of the address; what can be no name of an upstream is in none. */
function harName(name: string): string {
  return /^[a-z0-9_-]+$/.test(name) ? name : 'har'
}

/** Where an upstream of that name leads; undefined where there is none. */
export function knownTarget(place: Place, name: string): string | undefined {
  try {
    return getUpstream(place, name).target
  } catch (error) {
    if (error instanceof ToolError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Where the provider is: the upstream says it, else the description, else the address that most of the capture is about. */
async function targetOf(place: Place, name: string, read: Read, path: string, file: string): Promise<string> {
  return knownTarget(place, name) ?? mostNamed(path, file, read.servers)
}

async function mostNamed(path: string, file: string, servers: readonly string[]): Promise<string> {
  const counts = new Map<string, number>()
  for await (const piece of harPieces(path, file))
    for (const [, url = ''] of piece.matchAll(/"url"\s*:\s*"(https?:\/\/[^"\s]+)"/g)) {
      const server = servers.find((one) => url.startsWith(one))
      const origin = server ?? (URL.canParse(url) ? new URL(url).origin : '')
      // What the description names counts before anything else.
      counts.set(origin, (counts.get(origin) ?? 0) + (server === undefined ? 1 : 1_000_000))
    }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return withoutBasePath(most?.[0] ?? 'https://nothing.invalid')
}

/** The description's own paths begin behind its base path: routes are matched with it. */
function withoutBasePath(target: string): string {
  return URL.canParse(target) ? new URL(target).origin : target
}
