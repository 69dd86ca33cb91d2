/** An error as data, on standard error: what a program reads that asked for `--json`. */

/** `exit` is what every error ends with; a check that found something is no error. */
export function errorJson(message: string): string {
  const [, what = message, hint] = advising.exec(message) ?? bracketed.exec(message) ?? []
  return JSON.stringify({ error: { message: what, ...(hint !== undefined && { hint }), exit: 2 } })
}

/** What to do, as messages end: in brackets, or a command after a colon. */
const bracketed = /^(.*\S) \(([^()]+)\)$/
const advising = /^(.*?\S)[:;] ((?:add|set|start|run|use|name)\b[^:;]*"tool .*)$/

/** The command line may be one that no parser understands. */
export function asksForJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      word === '--json' || word === '--format=json' || (word === 'json' && argv[index - 1] === '--format'),
  )
}
