/** Regular expressions of JSONPath functions (I-Regexp, RFC 9485), matched as those of descriptions are. */
import { compilePattern, type Pattern } from '../../api/schema/patterns.ts'

/** The expression ready to use: for the whole of a text, or for any part; undefined when it is none. */
export function compileIRegexp(source: string, part: 'whole' | 'any'): Pattern | undefined {
  const pattern = withNarrowDots(source)
  // On its own first: what closes a group that it has not opened is no expression, though it is inside another.
  if (part === 'any' || compilePattern(pattern) === undefined) return compilePattern(pattern)
  return compilePattern(`^(?:${pattern})$`)
}

/** A dot is any character but a line feed and a carriage return (RFC 9485, 5.3); ECMA-262 knows two more line breaks. */
function withNarrowDots(source: string): string {
  return source.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]?|\./g, (token) => (token === '.' ? '[^\\n\\r]' : token))
}
