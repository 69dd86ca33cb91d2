import { resolve } from 'node:path'
import { type Observer, startObserver } from '../../server/observer/observer.ts'
import { makeDataDirectory } from '../../stores/data-directory.ts'
import { harPieces } from '../../stores/har-file.ts'
import { ToolError } from '../../support/errors.ts'
import { printable } from '../../support/printable.ts'
import { type HarSummary, harReader } from '../../traffic/har-import.ts'
import { runningAgent } from '../agent-client.ts'
import { type Call, type Command, type ExitCode, jsonFlag } from '../command.ts'
import { change, openPlace, type Place } from '../place.ts'
import { getUpstream, upstreamsOf } from '../upstreams.ts'
import { upstreamArgument } from './upstream-show.ts'

export const agentImport: Command = {
  name: 'agent import',
  summary: 'Import a HAR file from a browser or another proxy',
  details:
    'Imports the requests to the target of the upstream and ignores others. They are redacted and recorded like traffic through the agent. If no agent is running, they also count for what is normal.',
  arguments: [upstreamArgument, { name: 'file', summary: 'a HAR file', values: 'files' }],
  flags: [jsonFlag],
  examples: ['tool agent import stripe capture.har'],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const upstream = getUpstream(place, args[0] ?? '')
    const learns = runningAgent(place) === undefined
    const work = (): Promise<HarSummary> => take(call, place, upstream, learns)
    const summary = await change(place, work, work)
    for (const problem of summary.problems) terminal.err(printable(problem))
    const { entries, taken, elsewhere } = summary
    if (flags.has('json')) terminal.out(JSON.stringify({ entries, taken, elsewhere, learned: learns }, undefined, 2))
    else {
      const others = elsewhere === 0 ? '' : `, ${elsewhere} were for other addresses than ${upstream.target}`
      terminal.out(`took ${taken} of ${entries} exchanges${others}`)
      if (!learns) terminal.out('they are recorded, but do not count for what is normal while an agent is running')
    }
    return 0
  },
}

const PATIENCE_MS = 60_000

async function take(
  { args, terminal }: Call,
  { settings }: Place,
  upstream: ReturnType<typeof getUpstream>,
  learns: boolean,
): Promise<HarSummary> {
  const shown = args[1] ?? ''
  const path = resolve(terminal.cwd, shown)
  const reader = harReader({ ...upstream, fallbackAt: Date.now() }, shown)
  const { config } = settings
  const data = makeDataDirectory(config.dataDir)
  const observer = startObserver({
    dataDirectory: data.root,
    retention: { bytes: config.recordings.size },
    // A capture is taken as it is: whoever imports it has chosen.
    upstreams: upstreamsOf(settings, data).map((one) => ({
      upstream: one.name === upstream.name ? { ...one, record: { include: [], exclude: [], sample: 1 } } : one,
    })),
    learns,
    warn: (line) => terminal.err(line),
  })
  try {
    let count = 0
    for await (const piece of harPieces(path, shown)) {
      for (const exchange of reader.read(piece)) {
        await observer.feed(exchange)
        count++
      }
      terminal.progress(`${count} exchanges taken`)
    }
    const summary = reader.end()
    await settled(observer)
    terminal.progress('')
    return summary
  } finally {
    await observer.stop(PATIENCE_MS)
  }
}

/** Waits as long as something goes on; throws ToolError where not all of it is kept. */
async function settled(observer: Observer): Promise<void> {
  for (let left = Number.POSITIVE_INFINITY; !(await observer.drain(PATIENCE_MS)); ) {
    const { queued } = observer.counts
    if (queued >= left)
      throw new ToolError('unavailable', 'Cannot record the exchanges of the file: the observer is not running')
    left = queued
  }
  const { dropped, failed, panics } = observer.counts
  const lost = dropped + failed + panics
  if (lost > 0)
    throw new ToolError('unavailable', `${lost} exchanges could not be recorded (is the disk full or read-only?)`)
}
