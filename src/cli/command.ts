/** What a command is: declared facts for parsing, help, completion and the reference page, and one function that runs it. */
import type { Flags } from './flags.ts'
import type { Terminal } from './terminal.ts'
import type { ValueKind } from './values.ts'

export type ExitCode = 0 | 1 | 2

export interface Command {
  /** One or two words: 'sandbox add'. */
  readonly name: string
  readonly summary: string
  /** More to say in `--help`, below the summary. */
  readonly details?: string
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  /** Whole command lines. */
  readonly examples: readonly string[]
  run(call: Call): Promise<ExitCode>
}

export interface Argument {
  readonly name: string
  readonly summary: string
  readonly optional?: boolean
  /** The only values allowed. */
  readonly choices?: readonly string[]
  /** What a shell offers for it. */
  readonly values?: ValueKind
}

export interface Flag {
  /** Without dashes. */
  readonly name: string
  /** Placeholder of its value; a flag without one is a switch. */
  readonly value?: string
  readonly summary: string
  readonly choices?: readonly string[]
  readonly repeatable?: boolean
  /** What a shell offers for it. */
  readonly values?: ValueKind
  /** Written without a value it means 'true'. */
  readonly valueOptional?: boolean
}

/** One invocation. */
export interface Call {
  /** In the order of the declared arguments; optional ones may be missing at the end. */
  readonly args: readonly string[]
  readonly flags: Flags
  readonly terminal: Terminal
}

/** What every command understands. */
export const globalFlags: readonly Flag[] = [
  {
    name: 'config',
    value: '<file>',
    values: 'files',
    summary: 'configuration file (default: tool.yaml, if it exists)',
  },
  { name: 'data-dir', value: '<dir>', values: 'files', summary: 'directory for sandboxes (default: ./tool-data)' },
  { name: 'debug', summary: 'print the stack trace of an error' },
  { name: 'no-color', summary: 'turn off colours' },
]

export const jsonFlag: Flag = { name: 'json', summary: 'print JSON' }
