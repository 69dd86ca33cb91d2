/** What must be gone before a record may be deleted, by plain words: "You must delete all its tables first", "The shelf must be empty". */
import type { Operation } from '../../../api/description.ts'
import { plain, singularName, unmarked, words } from '../../../derive/naming/words.ts'
import { conflictStatus, declaresNoError, namedStatus } from '../../../derive/operations/conflicts.ts'
import type { Recogniser } from '../../../derive/recogniser.ts'
import { type RestrictedDelete, restrictedDelete } from './fact.ts'

type Described = Pick<Operation, 'summary' | 'description' | 'responses' | 'parameters'>

export const recogniser: Recogniser<RestrictedDelete, object> = {
  fact: restrictedDelete,
  operation(operation, model) {
    const { type, kind } = operation.plan
    if (type === undefined || (kind !== 'delete' && kind !== 'bulk')) return undefined
    const inside = model.api.head.resources.flatMap((child) =>
      child.links.flatMap((one) =>
        one.type === type && child.type !== type && child.creatable ? [{ child: child.type, link: one.link }] : [],
      ),
    )
    const declared = notEmptyStatus(operation)
    const types = new Set(
      emptiedFirst(
        operation,
        type,
        inside.map(({ child }) => child),
      ),
    )
    const first = declared === undefined ? inside.filter(({ child }) => types.has(child)) : inside
    const isKnown = namedStatus(operation, 409) !== undefined || declaresNoError(operation)
    const status = declared ?? conflictStatus(operation) ?? (isKnown ? 409 : undefined)
    if (first.length === 0 || status === undefined) return undefined
    const names = first.map(({ child }) => child).join(', ')
    return { first, status, provenance: 'derived', why: `the description says that each ${names} must be gone first` }
  },
}

/** That of an error which is declared for this alone: `ShelfNotEmpty`, "The shelf is not empty". */
function notEmptyStatus({ responses }: Operation): number | undefined {
  const found = Object.entries(responses).find(
    ([status, { description }]) => /^4/.test(status) && /\b(is|are) not empty\b|[a-z]NotEmpty/.test(description),
  )?.[0]
  return found === undefined ? undefined : /^4[0-7]\d$/.test(found) ? Number(found) : 400
}

/** Of the types that stand under a record, those that words say must be gone before it is deleted. */
function emptiedFirst(op: Described, own: string, types: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const whole of sentencesOf(op)) {
    const sentence = withoutLeave(whole)
    const said = types.filter((type) => names(sentence, type))
    const first = isOfAnother(sentence, own)
      ? undefined
      : FIRST.map((pattern) => pattern.exec(sentence)).find((match) => match !== null)
    if (first) for (const type of said) if (names(first[1] ?? sentence, type)) found.add(type)
    if (!first && EMPTY.test(sentence) && isAbout(sentence, own))
      for (const type of types.length === 1 ? types : said) found.add(type)
  }
  return [...found]
}

const GO = '(?:delete|remove|terminate|deregister|disassociate|detach|destroy)'
const GONE = '(?:deleted|removed|terminated|deregistered|disassociated|detached|destroyed)'
const HAS = '(?:contains?|has|have|holds|referenced by|used by|attached to|associated with)'
const FAILS =
  '(?:(?:will |operation |request |deletion )fails?\\b|failed_?precondition|is (?:refused|rejected)\\b|an error\\b)'
const NOT = "(?:cannot|can not|can't|could not|may not|must not|unable to)"

/** What need not be, what goes in any case, and what is only a matter of who asks. */
const LETS_GO = new RegExp(
  [
    "(?:\\bnot|n't) (?:need|have|required)\\b",
    '\\bneed not\\b|\\bnot necessary\\b|\\b(?:deletes?|deleted|removes?|removed)\\b[^,]{0,40}\\beven (?:if|when|though)\\b|\\bwhether or not\\b|\\bregardless\\b',
    '\\b(?:must|needs? to|have to|has to) (?:have|be|hold)\\b.{0,30}\\b(?:permissions?|privileges?|scopes?|rights?|roles?|administrators?|admins?|owners?)\\b',
  ].join('|'),
)

/** The sentence without the clauses that say such. */
function withoutLeave(sentence: string): string {
  if (!LETS_GO.test(sentence)) return sentence
  return sentence
    .split(/(?=,|[()]|\band\b|\bbut\b)/)
    .filter((clause) => !LETS_GO.test(clause))
    .join(' ')
}

/** The record itself is to hold nothing. */
const EMPTY =
  /\b(?:must|needs? to|has to|have to|should) (?:first )?be empty\b|\b(?:only|unless|if|until|because) [^.]{0,40}\b(?:is|are|was) (?:not )?empty\b|\bonly (?:delete |remove )?(?:an? )?empty\b|^(?:the )?[\w ]{2,30} (?:is )?(?:not |non-?)empty\b/

/** With what has to name the records that must go, where that is not the whole sentence. */
const FIRST: readonly RegExp[] = [
  new RegExp(`\\b(?:must|need to|needs to|have to|has to|be sure to|make sure to)\\b.{0,40}\\b${GO}\\b`),
  new RegExp(`\\bmust (?:first )?be (?:first )?${GONE}\\b`),
  new RegExp(`\\b${NOT} (?:be ${GONE}|${GO})\\b.{0,60}?\\b(?:if|while|when|because|that|which|as)\\b(.*)`),
  new RegExp(`\\b(?:if|when)\\b.{0,80}\\b${HAS}\\b.{0,80}\\b${FAILS}`),
  new RegExp(`\\b${FAILS}.{0,80}\\b(?:if|when)\\b.{0,80}\\b${HAS}\\b`),
]

/** "You can't delete a version that an alias references" is said of versions, where functions are deleted. */
function isOfAnother(sentence: string, own: string): boolean {
  const [, what] = REFUSED.exec(sentence) ?? []
  return what !== undefined && !names(what, own) && !/\b(?:it|this|that|them|these|one|resource|object)\b/.test(what)
}

const REFUSED = new RegExp(`\\b${NOT} ${GO} ((?:an?|the|any) [^.,]{2,60}?) (?:if|while|when|because|that|which|as)\\b`)

/** "The trash must be empty" is about something else. */
function isAbout(sentence: string, own: string): boolean {
  const [, subject = ''] =
    /(?:^|\bthe |\ban? )([a-z-]+) (?:must|needs? to|has to|is|are)\b.{0,20}empty/.exec(sentence) ?? []
  return subject === '' || /^(it|this|that|which|they)$/.test(subject)
    ? !/\b(response|body|parameter|field|value)\b/.test(sentence)
    : names(subject, own)
}

/** The sentence speaks of records of the type: by its whole name, or by the last word of it. */
function names(sentence: string, type: string): boolean {
  const last = words(type).at(-1) ?? type
  const said = new Set(sentence.split(/[^a-z]+/).map((word) => singularName(word)))
  return plain(sentence).includes(plain(type)) || said.has(singularName(last))
}

const REFUSALS = /^(400|409|412|422|4[89]\d)$/
const LONGEST = 4_000

function sentencesOf({ summary = '', description = '', responses, parameters }: Described): readonly string[] {
  const refusals = Object.entries(responses).flatMap(([status, answer]) =>
    REFUSALS.test(status) ? [answer.description] : [],
  )
  const choices = parameters.flatMap((one) => (one.in === 'query' ? [one.description ?? ''] : []))
  return [summary, description, ...refusals, ...choices].flatMap((text) =>
    text
      .slice(0, LONGEST)
      .replace(/<[^>]{0,200}>/g, ' ')
      .split(/(?<=[.!?;])\s+|\n\s*[\n*-]/)
      .map(unmarked)
      .filter((one) => one.length < 400),
  )
}
