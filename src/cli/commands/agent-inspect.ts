import { readRecordings, skippedText } from '../../stores/read-recordings.ts'
import { ToolError } from '../../support/errors.ts'
import { harText } from '../../traffic/har.ts'
import type { Recording } from '../../traffic/recording.ts'
import type { Command, ExitCode } from '../command.ts'
import { openPlace } from '../place.ts'
import { recordingCurl, recordingText } from '../print/recording-text.ts'
import { getUpstream } from '../upstreams.ts'
import { upstreamArgument } from './upstream-show.ts'

const formats = ['text', 'curl', 'har', 'ndjson'] as const

export const agentInspect: Command = {
  name: 'agent inspect',
  summary: 'Show the recordings of an upstream, without secrets and personal data',
  details:
    'Prints text, curl commands that repeat the requests through the agent, a HAR file for other tools, or the lines as they are on disk.',
  arguments: [upstreamArgument],
  flags: [
    { name: 'last', value: '<n>', summary: 'only the n newest (default: 20; all with har and ndjson)' },
    { name: 'id', value: '<id>', summary: 'only this recording' },
    { name: 'finding', value: '<fingerprint>', summary: 'only the evidence of this finding' },
    { name: 'status', value: '<status>', summary: 'only answers with this status (404) or class (5xx)' },
    { name: 'format', value: '<format>', choices: formats, summary: 'output format (default: text)' },
  ],
  examples: [
    'tool agent inspect stripe',
    'tool agent inspect stripe --status 5xx --format curl',
    'tool agent inspect stripe --format har > stripe.har',
  ],
  async run(call): Promise<ExitCode> {
    const { args, flags, terminal } = call
    const place = await openPlace(call)
    const { name, listen } = getUpstream(place, args[0] ?? '')
    const format = flags.text('format') ?? 'text'
    const wants = wanted(flags.text('id'), flags.text('finding'), flags.text('status'))
    const isWhole = format === 'har' || format === 'ndjson'
    const last = flags.count('last', isWhole ? Number.POSITIVE_INFINITY : 20)
    const all = readRecordings(place.data.recordings, {
      upstream: name,
      skipped: (line) => terminal.err(skippedText(line)),
    })
    const chosen = last === Number.POSITIVE_INFINITY ? filtered(all, wants) : await newest(all, wants, last)
    const base = `http://127.0.0.1:${place.settings.config.agentPort}${listen}`
    if (format === 'har') {
      for await (const piece of harText(chosen)) terminal.write(piece)
      return 0
    }
    let count = 0
    for await (const recording of chosen) {
      if (format === 'ndjson') terminal.out(JSON.stringify(recording))
      else if (format === 'curl') terminal.out(recordingCurl(recording, base))
      else terminal.out([...(count === 0 ? [] : ['']), ...recordingText(recording)].join('\n'))
      count++
    }
    if (count === 0 && format === 'text')
      terminal.out(`no recordings of "${name}"${flags.has('status') || flags.has('id') ? ' match' : ' yet'}`)
    return 0
  },
}

type Wants = (recording: Recording) => boolean

function wanted(id: string | undefined, finding: string | undefined, status: string | undefined): Wants {
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status))
    throw new ToolError('usage', `--status must be a status such as 404, or a class such as 5xx, not "${status}"`)
  const isOf = (code: number): boolean =>
    status === undefined || String(code) === status || status === `${Math.floor(code / 100)}xx`
  return (one) =>
    (id === undefined || one.id === id) &&
    (finding === undefined || one.findings?.includes(finding) === true) &&
    isOf(one.status)
}

async function* filtered(all: AsyncIterable<Recording>, wants: Wants): AsyncGenerator<Recording> {
  for await (const one of all) if (wants(one)) yield one
}

async function newest(all: AsyncIterable<Recording>, wants: Wants, last: number): Promise<readonly Recording[]> {
  const kept: Recording[] = []
  for await (const one of filtered(all, wants)) {
    kept.push(one)
    if (kept.length > 2 * last) kept.splice(0, kept.length - last)
  }
  return kept.slice(Math.max(0, kept.length - last))
}
