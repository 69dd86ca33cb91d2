import type { Command, ExitCode, Flag } from '../command.ts'
import { upstreamArgument } from './upstream-show.ts'

const flags: readonly Flag[] = [
  { name: 'spec', value: '<file|url>', summary: 'the document to correct (default: the source of the sandbox)' },
  {
    name: 'out',
    value: '<path>',
    summary: 'write the corrected document here; a folder if several files change (default: stdout)',
  },
  { name: 'write', summary: 'change the files in place' },
  {
    name: 'handoff',
    value: '<path>',
    summary: 'write the changes as JSON, for pr comment, pr open and import --from-handoff',
  },
  {
    name: 'har',
    value: '<file>',
    repeatable: true,
    summary: 'use a HAR file instead of recordings',
  },
  { name: 'apply', value: '<id>', repeatable: true, summary: 'also apply this suggestion' },
  { name: 'interactive', summary: 'show each change and ask whether to apply it' },
  { name: 'dry-run', summary: 'only report' },
  { name: 'min-share', value: '<0..1>', summary: 'share of bodies that must have a field (default: 0.2)' },
  { name: 'min-bodies', value: '<n>', summary: 'number of bodies required for that (default: 10)' },
  {
    name: 'min-sightings',
    value: '<n>',
    summary: 'required sightings of a value, status or parameter (default: 3)',
  },
  { name: 'min-hours', value: '<n>', summary: 'required number of different hours (default: 2)' },
]

export const specUpdateCommand: Command = {
  name: 'spec-update',
  summary: 'Correct a description from recorded traffic with minimal edits',
  details:
    'Adds what the traffic shows and the description lacks: fields, statuses, enum values, null, parameters, headers. Changes that narrow something are only suggested. Everything outside the edits stays the same, byte for byte. The report goes to stderr, the corrected document to stdout.',
  arguments: [upstreamArgument],
  flags,
  examples: [
    'tool spec-update stripe --spec openapi.yaml --out openapi.yaml --handoff handoff.json',
    'tool spec-update stripe --dry-run',
    'tool spec-update shop --har capture.har --spec openapi.yaml --write',
  ],
  run: async (call): Promise<ExitCode> => (await import('../spec-update.ts')).updateSpec(call),
}
