import type { Call, ExitCode } from './command.ts'

/** Runs an old spelling as the current one, and says so in one line. */
export function deprecated(
  call: Call,
  old: string,
  current: string,
  run: (call: Call) => Promise<ExitCode>,
): Promise<ExitCode> {
  call.terminal.err(`"${old}" is an old spelling of "${current}"`)
  return run(call)
}
