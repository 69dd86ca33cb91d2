import { type Command, type ExitCode, jsonFlag } from '../command.ts'
import { upstreamArgument } from './upstream-show.ts'

export const agentConformance: Command = {
  name: 'agent conformance',
  summary: 'Check recorded traffic against the description',
  details:
    'Errors contradict the description: an undeclared status, a wrong type, a null or value that is not allowed, a missing required field, an undescribed path. Warnings go beyond it: additional fields, headers, query parameters. 5xx answers and redacted values are ignored. Exits with 0 if nothing is at or above --fail-on, 1 if something is, 2 if it cannot say.',
  arguments: [upstreamArgument],
  flags: [
    {
      name: 'spec',
      value: '<file|url>',
      summary: 'the description (default: the source of the linked sandbox)',
    },
    {
      name: 'har',
      value: '<file>',
      repeatable: true,
      summary: 'use a HAR file instead of recordings',
    },
    {
      name: 'fail-on',
      value: '<any|error>',
      choices: ['any', 'error'],
      summary: 'when to exit with 1 (default: error)',
    },
    {
      name: 'format',
      value: '<format>',
      choices: ['text', 'json', 'markdown'],
      summary: 'output format (default: text)',
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
