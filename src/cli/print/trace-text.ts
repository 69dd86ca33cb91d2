/** An explanation as the interface's "Trace output" lays it out. */
import type { Explained } from '../../sandbox/explained.ts'
import { printable } from '../../support/printable.ts'

/** What is replayed. */
export interface Replay {
  readonly sandbox: string
  readonly seed: string
}

/** Characters, not code units. */
const LONGEST_BODY = 2000

export function traceText({ sandbox, seed }: Replay, { steps, response }: Explained): readonly string[] {
  return [
    `replay of "${sandbox}" against a fork with seed ${seed}: no real state is touched`,
    ...steps.map(({ step, decision }) => `${step.padEnd(9)}  ${printable(decision)}`),
    `→ ${response.status === 0 ? 'no answer' : response.status}`,
    ...fieldLines(response),
    '',
    ...bodyLines(response),
  ]
}

/** By name, whatever order and case they are sent in. */
function fieldLines({ headers }: Explained['response']): readonly string[] {
  return headers
    .map(([name, value]) => `${spelled(name)}: ${printable(value)}`)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** As the interface writes names: `Etag`, `Www-Authenticate`. */
function spelled(name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}

function bodyLines({ body }: Explained['response']): readonly string[] {
  if (body === '') return []
  if (body.length <= LONGEST_BODY) return [shown(body)]
  const count = charactersIn(body)
  if (count <= LONGEST_BODY) return [shown(body)]
  const first = [...body.slice(0, 2 * LONGEST_BODY)].slice(0, LONGEST_BODY).join('')
  return [`${shown(first)}… (truncated, ${count} characters)`]
}

/** A character beyond the first 65,536 of Unicode is two code units and one character. */
function charactersIn(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    if ((text.codePointAt(i) ?? 0) > 0xffff) i++
    count++
  }
  return count
}

/** Lines and tabs may stay; what would move the cursor may not. */
function shown(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

function visible(line: string): string {
  return line.split('\t').map(printable).join('\t')
}
