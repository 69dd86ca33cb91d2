/** Places inside a value, as rules write them: `card.number`, `items.0.id`, or a JSON pointer (RFC 6901). */

export type Steps = readonly string[]

export function stepsOf(text: string): Steps {
  if (text === '') return []
  if (!text.startsWith('/')) return text.split('.')
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at the place; undefined where a step is missing. */
export function lookUp(value: unknown, steps: Steps): unknown {
  let current = value
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = (current as Readonly<Record<string, unknown>>)[step]
  }
  return current
}
