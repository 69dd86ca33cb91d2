import type { Command, ExitCode, Flag } from '../command.ts'
import { upstreamArgument } from './upstream-show.ts'

const flags: readonly Flag[] = [
  { name: 'spec', value: '<file|url>', summary: 'the document to patch (default: what the sandbox was imported from)' },
  {
    name: 'out',
    value: '<path>',
    summary: 'write the patched document here; a folder where several files change (default: stdout)',
  },
  { name: 'write', summary: 'write the patched files in their places' },
  {
    name: 'handoff',
    value: '<path>',
    summary: 'write the changes as JSON, for pr comment, pr open and import --from-handoff',
  },
  {
    name: 'har',
    value: '<file>',
    repeatable: true,
    summary: 'take a HAR file as evidence, in place of what the agent recorded',
  },
  { name: 'apply', value: '<id>', repeatable: true, summary: 'apply this suggestion too' },
  { name: 'interactive', summary: 'show each change, and ask whether to take it' },
  { name: 'dry-run', summary: 'report only: write nothing, print no document' },
  { name: 'min-share', value: '<0..1>', summary: 'share of bodies in which a field must stand (default: 0.2)' },
  { name: 'min-bodies', value: '<n>', summary: 'bodies that must have been seen for that (default: 10)' },
  {
    name: 'min-sightings',
    value: '<n>',
    summary: 'how often a value, a status or a parameter must have been seen (default: 3)',
  },
  { name: 'min-hours', value: '<n>', summary: 'in how many different hours (default: 2)' },
]

export const specUpdateCommand: Command = {
  name: 'spec-update',
  summary: 'Correct a description from recorded traffic, by minimal edits',
  details:
    'Adds what the provider was seen to do and the description does not say: fields, statuses, values, null, parameters, headers. What would narrow or retype something is suggested and never applied by itself. Everything outside the edits stays as it is, byte for byte. The report goes to stderr, the patched document to stdout.',
  arguments: [upstreamArgument],
  flags,
  examples: [
    'tool spec-update stripe --spec openapi.yaml --out openapi.yaml --handoff handoff.json',
    'tool spec-update stripe --dry-run',
    'tool spec-update shop --har capture.har --spec openapi.yaml --write',
  ],
  run: async (call): Promise<ExitCode> => (await import('../spec-update.ts')).updateSpec(call),
}
