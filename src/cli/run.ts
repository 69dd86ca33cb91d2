/** The command line as a function: argv and a terminal in, an exit code out. The only catch for commands. */
import { systemWords } from '../stores/system-errors.ts'
import { errorCodes, messageOf, ToolError } from '../support/errors.ts'
import { printable } from '../support/printable.ts'
import type { ExitCode } from './command.ts'
import { up } from './commands/up.ts'
import { asksForJson, errorJson } from './error-json.ts'
import { quickFlags } from './quick-flags.ts'
import { guarded, processTerminal, type Terminal } from './terminal.ts'

export async function run(argv: readonly string[], given: Terminal = processTerminal(argv)): Promise<ExitCode> {
  const terminal = guarded(given)
  try {
    return await dispatch(argv, terminal)
  } catch (error) {
    return report(error, terminal, { debug: argv.includes('--debug'), json: asksForJson(argv) })
  } finally {
    terminal.progress('')
  }
}

/** `up` is started by scripts that wait for it: well-formed flags spare it the whole command-line library. */
async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (argv[0] === '__values') return (await import('./values.ts')).printValues(argv.slice(1), terminal)
  const flags = argv[0] === 'up' ? quickFlags(argv.slice(1), up.flags) : undefined
  if (flags) return up.run({ args: [], flags, terminal })
  const { runProgram } = await import('./program.ts')
  return runProgram(argv, terminal)
}

function report(error: unknown, terminal: Terminal, { debug, json }: { debug: boolean; json: boolean }): ExitCode {
  const say = (message: string): void => terminal.err(json ? errorJson(message) : `error: ${message}`)
  if (error instanceof ToolError) {
    say(oneLine(error.message))
    if (debug) terminal.err(String(error.stack))
    return errorCodes[error.code].exit
  }
  const message = messageOf(error)
  const limit = systemLimit(error)
  const fault = `${oneLine(message)} (this is a fault of the tool; run again with --debug and report what it prints)`
  say(limit === undefined ? fault : `Cannot continue: ${limit}`)
  if (debug) terminal.err(error instanceof Error ? String(error.stack) : message)
  return 2
}

/** What no code of ours can help, in words. */
function systemLimit(error: unknown): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  return /^(EMFILE|ENFILE|ENOSPC|EDQUOT|EROFS)$/.test(code) ? systemWords(error) : undefined
}

/** Messages quote what strangers wrote. */
function oneLine(message: string): string {
  return printable(message.replace(/\s*[\r\n]+\s*/g, ' '))
}
