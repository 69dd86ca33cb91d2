/** What an operation declares to answer: the answer of success, the one that covers a status, its media types. */
import type { MediaType, Operation, ResponseDescription } from '../../../api/description.ts'
import { namedStatus } from '../../../derive/operations/conflicts.ts'
import { looksLikeError } from '../../../derive/schemas/success.ts'
import { oncePer } from '../../../support/once-per.ts'

export interface DeclaredAnswer {
  /** The status that is sent. */
  readonly status: number
  /** As declared: '200', '2XX', 'default'; undefined when nothing is declared. */
  readonly declared: string | undefined
  readonly response: ResponseDescription | undefined
  /** Declared media types, the preferred first. */
  readonly mediaTypes: readonly string[]
}

/** Also where only a range or `default` covers the status, unless that tells of errors. */
export function successFor(operation: Operation): DeclaredAnswer {
  const { success } = operation.plan
  const answer = answerCovering(operation, statusNumber(success))
  return answer.declared === 'default' && looksLikeError(answer.response) ? answerFor(operation, success) : answer
}

/** The declared answer for a status ('200', '2XX', 'default'); empty when the operation does not declare it. */
function answerFor(operation: Operation, wanted: string): DeclaredAnswer {
  const response = Object.hasOwn(operation.responses, wanted) ? operation.responses[wanted] : undefined
  return {
    status: statusNumber(wanted),
    declared: response === undefined ? undefined : wanted,
    response,
    mediaTypes: response === undefined ? [] : preferred(Object.keys(response.content)),
  }
}

/** The declared answer that covers a status: exact, range, default. */
export function answerCovering(operation: Operation, status: number): DeclaredAnswer {
  for (const name of [String(status), `${Math.floor(status / 100)}XX`, 'default'])
    if (Object.hasOwn(operation.responses, name)) return { ...answerFor(operation, name), status }
  const named = namedStatus(operation, status)
  if (named !== undefined) return { ...answerFor(operation, named), status }
  return { status, declared: undefined, response: undefined, mediaTypes: [] }
}

export function declaresTag({ response }: DeclaredAnswer): boolean {
  return response !== undefined && hasTag(response)
}

const hasTag = oncePer(({ headers }: ResponseDescription): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'etag'),
)

export function mediaOf(answer: DeclaredAnswer, mediaType: string): MediaType | undefined {
  const content = answer.response?.content
  return content !== undefined && Object.hasOwn(content, mediaType) ? content[mediaType] : undefined
}

function statusNumber(name: string): number {
  if (/^[2-5]\d\d$/.test(name)) return Number(name)
  const range = /^([2-5])xx$/i.exec(name)
  return range?.[1] === undefined ? 200 : Number(range[1]) * 100
}

/** JSON first, then as declared: what a client that does not say gets. */
function preferred(types: readonly string[]): string[] {
  const rank = (type: string) =>
    /^application\/json(?![\w+-])/i.test(type) ? 0 : /[+/]json(?![\w+-])/i.test(type) ? 1 : /^\*\/\*/.test(type) ? 2 : 3
  return [...types].sort((a, b) => rank(a) - rank(b))
}
