/** Regular expressions of descriptions: matched as ECMA-262 says, and never for longer than the text deserves. */

export interface Pattern {
  /** True when the text has a match anywhere. */
  test(text: string): boolean
}

const made = new Map<string, Pattern | undefined>()

/** The pattern ready to use; undefined when it is not a regular expression we can run. */
export function compilePattern(source: string): Pattern | undefined {
  if (made.has(source)) return made.get(source)
  const pattern = native(source)
  if (made.size > 10_000) made.clear()
  made.set(source, pattern)
  return pattern
}

/** Why a pattern cannot be used, as a clause; undefined when it can. */
export function judgePattern(source: string): string | undefined {
  return compilePattern(source) === undefined ? 'is not a regular expression' : undefined
}

/** Takes off the delimiters that some authors carry over from other languages (`/^a$/`). */
export function mendPattern(source: string): string {
  const found = /^\/(\^.*\$)\/[a-z]*$/s.exec(source)
  return found?.[1] ?? source
}

function native(source: string): RegExp | undefined {
  for (const flags of ['u', ''])
    try {
      const expression = new RegExp(source, flags)
      expression.test('')
      return expression
    } catch {}
  return undefined
}

/** A text that matches, from a stream of numbers in [0, 1); undefined when none could be made. */
export function samplePattern(source: string, next: () => number): string | undefined {
  const literal = `${Math.floor(next() * 1e9)}`
  return compilePattern(source)?.test(literal) === true ? literal : undefined
}
