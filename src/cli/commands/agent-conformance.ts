import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { upstreamArgument } from './upstream-show.ts'

export const agentConformance: Command = {
  name: 'agent conformance',
  summary: 'Hold what was recorded of an upstream against its description',
  details:
    "An error is what the description says does not happen: an undeclared status, another type, null or a value that is not allowed, a required field that is missing, a path that is not described. A warning is what it says nothing of: further fields, header fields, query parameters. Answers of 5xx are nobody's contract and are left out, and so are values that were redacted. Exit 0 when nothing is at or above --fail-on, 1 when something is, 2 when it cannot be said.",
  arguments: [upstreamArgument],
  flags: [
    {
      name: 'spec',
      value: '<file|url>',
      summary: 'the description (default: what the linked sandbox was imported from)',
    },
    {
      name: 'har',
      value: '<file>',
      repeatable: true,
      summary: 'hold a HAR file against it, in place of what the agent recorded',
    },
    {
      name: 'fail-on',
      value: '<any|error>',
      choices: ['any', 'error'],
      summary: 'what to exit with 1 for (default: error)',
    },
    {
      name: 'format',
      value: '<format>',
      choices: ['text', 'json', 'markdown'],
      summary: 'how it is printed (default: text)',
    },
    jsonFlag,
  ],
  examples: [
    'tool agent conformance stripe',
    'tool agent conformance stripe --spec openapi.yaml --fail-on any --format markdown',
    'tool agent conformance shop --har capture.har --spec openapi.yaml --json',
  ],
  run: async (call): Promise<ExitCode> => (await import('../conformance.ts')).checkConformance(call),
}
