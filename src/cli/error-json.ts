/** An error as data, on standard error: what a program reads that asked for `--json`. */

/** `exit` is what every error ends with; a check that found something is no error. */
export function errorJson(message: string): string {
  const hint = /^(?:.*\S) \(([^()]+)\)$/.exec(message)?.[1]
  return JSON.stringify({ error: { message, ...(hint !== undefined && { hint }), exit: 2 } })
}

/** The command line may be one that no parser understands. */
export function asksForJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      word === '--json' || word === '--format=json' || (word === 'json' && argv[index - 1] === '--format'),
  )
}
