/** An explanation as the interface's "Trace output" lays it out. */
import type { HttpResponse } from '../../http/message.ts'
import type { Explanation } from '../../sandbox/explain.ts'
import { printable } from '../../support/table.ts'

/** What is replayed. */
export interface Replay {
  readonly sandbox: string
  readonly seed: string
}

const LONGEST_BODY = 2000

export function traceText({ sandbox, seed }: Replay, { outcome, steps }: Explanation): readonly string[] {
  return [
    `replay of "${sandbox}" against a fork with seed ${seed}: no real state is touched`,
    ...steps.map(({ step, decision }) => `${step.padEnd(9)}  ${printable(decision)}`),
    `→ ${outcome.response.status === 0 ? 'no answer' : outcome.response.status}`,
    ...fieldLines(outcome.response),
    '',
    ...bodyLines(outcome.response),
  ]
}

/** By name, whatever order and case they are sent in. */
function fieldLines({ fields }: HttpResponse): readonly string[] {
  return fields
    .flatMap((name, i) => (i % 2 === 0 ? [`${spelled(name)}: ${printable(fields[i + 1] ?? '')}`] : []))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** As the interface writes names: `Etag`, `Www-Authenticate`. */
function spelled(name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
}

function bodyLines(response: HttpResponse): readonly string[] {
  // Lines and tabs may stay; what would move the cursor may not.
  const text = bodyText(response).split('\n').map(visible).join('\n')
  if (text === '') return []
  if (text.length <= LONGEST_BODY) return [text]
  return [`${text.slice(0, LONGEST_BODY)}… (truncated, ${text.length} characters)`]
}

function visible(line: string): string {
  return line.split('\t').map(printable).join('\t')
}

export function bodyText({ body }: HttpResponse): string {
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return `(${body.length} bytes that are not text)`
  }
}
