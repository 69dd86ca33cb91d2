/**
 * What an operation declares to refuse with. Operations that tell of errors by name and not by status declare what they
 * can say under statuses that nobody uses (480 and on, without a gap), each described by one name.
 */
import type { Operation, ResponseDescription } from '../../api/description.ts'
import { oncePer } from '../../support/once-per.ts'

export interface NamedErrors {
  readonly names: readonly string[]
  /** Every error has the same status: the operation is named by a field of the request. */
  readonly isFlat: boolean
  readonly isXml: boolean
}

const UNUSED = /^(4[89]\d|5[1-9]\d)$/
const FIRST = 480
const NAME = /^[A-Z][A-Za-z0-9.]+$/

/** The names by which an operation tells of errors; undefined where it declares statuses as others do. */
export const namedErrors: (operation: Operation) => NamedErrors | undefined = oncePer((operation) => {
  const declared = countedFrom(operation)
  const isOdd = Object.keys(operation.responses).some((status) => UNUSED.test(status) && Number(status) >= declared.end)
  const names = declared.answers.map(({ description }) => description).filter((name) => NAME.test(name))
  if (names.length === 0 || names.length < declared.answers.length || isOdd) return undefined
  const isXml = declared.answers.every(({ content }) => Object.keys(content).some((type) => /xml/i.test(type)))
  return { names, isFlat: operation.path.includes('#'), isXml }
})

/** What stands under 480 and on; where there are more than twenty, under 500 and on, too. */
function countedFrom({ responses }: Operation): {
  readonly answers: readonly ResponseDescription[]
  readonly end: number
} {
  const answers: ResponseDescription[] = []
  let end = FIRST
  for (let answer = responses[String(end)]; answer !== undefined; answer = responses[String(end)]) {
    if (end >= 500 && !NAME.test(answer.description)) break
    answers.push(answer)
    end++
  }
  return { answers, end }
}

/** Words of names, by the status they stand for; the most telling first. */
export const MEANT: ReadonlyMap<number, readonly RegExp[]> = new Map([
  [404, [/^(Resource|Entity)?NotFound/, /NotFound|NoSuch|NonExist|DoesNotExist|NotExist/]],
  [409, [/Exists|Duplicate/, /Conflict|InUse/]],
  [412, [/Precondition/]],
  [429, [/Throttl|TooManyRequests|LimitExceeded/]],
  [403, [/AccessDenied|NotAuthorized|Authorization/]],
  [400, [/^Validation/, /InvalidParameter|InvalidInput|InvalidArgument/, /^Invalid|BadRequest|Malformed/]],
])

/** The unused status under which an operation declares what it answers where others say this one; undefined for none. */
export function namedStatus(operation: Operation, status: number): string | undefined {
  const meant = namedErrors(operation) === undefined ? undefined : MEANT.get(status)
  if (meant === undefined) return undefined
  const { end } = countedFrom(operation)
  const names = Object.keys(operation.responses).filter((one) => Number(one) >= FIRST && Number(one) < end)
  return names.find((one) => meant.some((words) => words.test(operation.responses[one]?.description ?? '')))
}

/** The declared status for a conflict with the state of things; undefined where the description declares no such answer. */
export function conflictStatus(
  { responses }: Pick<Operation, 'responses'>,
  likely: readonly number[] = [409, 422, 400, 412],
): number | undefined {
  const told = Object.keys(responses).find(
    (status) => IMPOSSIBLE.test(responses[status]?.description ?? '') && MEANS_NO.test(status),
  )
  if (told !== undefined) return Number(told)
  const exact = likely.find((status) => Object.hasOwn(responses, String(status)))
  if (exact !== undefined) return exact
  return Object.hasOwn(responses, '4XX') || Object.hasOwn(responses, 'default') ? 400 : undefined
}

const MEANS_NO = /^4(0[03579]|1[02]|2[23])$/
/** `Method Not Allowed if merge cannot be performed`, `Cancellation no longer possible` */
const IMPOSSIBLE =
  /\b(no longer (be )?(possible|allowed|\w+ed)|(?<!\brequests? )(cannot|can't|can not|could not) be (performed|done|executed|completed|cancell?ed|merged|captured|voided|refunded|closed|approved|rejected|released|confirmed|reopened)|not in (a|the) (valid|right|correct|required|appropriate|proper|cancell?able|\w+able) (state|status))\b/i

/** True for an operation that declares no error at all. */
export function declaresNoError({ responses }: Pick<Operation, 'responses'>): boolean {
  return !Object.keys(responses).some((status) => /^([45]|default)/.test(status))
}

/** The words of the declared conflict; undefined where none is declared. */
export function conflictOf(operation: Operation): string | undefined {
  const { responses } = operation
  return (responses['409'] ?? responses[namedStatus(operation, 409) ?? ''])?.description
}
