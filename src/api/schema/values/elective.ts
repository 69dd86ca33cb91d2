/** Which properties are not made up: they are there when they are sent, or shown. */
import type { SchemaView } from '../view.ts'
import { isRelatedAmount, isWholeAmount } from './agreement/money.ts'
import { isIdName, numberConvention } from './conventions.ts'
import { groundOf } from './ground.ts'
import { snakeName } from './names.ts'
import { saidDefault } from './said.ts'
import type { Property, Shape } from './shape.ts'
import { isExpected, isTimeName } from './times.ts'
import { isByProvider, isProse } from './written.ts'

/** Those of the properties of an object that are left out because of what stands beside them. */
export function electives(properties: readonly Property[], { required }: SchemaView): ReadonlySet<Property> {
  const free = properties.filter((p) => !p.required)
  const isTally = areNumbers(properties)
  const unknown = free.filter((p) => isUnknown(p) && !(isTally && isNumber(p)))
  const apart = unrelatedAmounts(properties)
  if (required.size === 0) {
    if (areChoices(properties)) return new Set(properties)
    return new Set([...apart, ...(properties.length - unknown.length < FEW_KNOWN ? [] : unknown)])
  }
  const parts = free.filter((p) => p.shape.kind === 'object' && isMadeUp(p.shape.view))
  const open = free.filter((p) => p.shape.offered.length === 0 && isMadeUp(p.shape.view))
  const isOfManyKinds = required.size > 1 && open.length >= MANY_KINDS
  return new Set([
    ...free.filter(isGuess),
    ...unknown,
    ...apart,
    ...(parts.length >= MANY_PARTS ? parts : []),
    ...(isOfManyKinds ? open.filter(({ name }) => !isByProvider(snakeName(name)) && !isExpected(snakeName(name))) : []),
  ])
}

/** Called optional by its own words, deprecated, said to hold nothing any more, or the page before or behind. */
export function isElective(owner: SchemaView, name: string, { kind, view }: Shape): boolean {
  const { required } = owner
  const word = snakeName(name)
  if (kind === 'scalar' && isNeighbour(owner, word, view)) return true
  const { description } = view.keywords
  if (required.has(name)) return false
  if (isDeprecated(view) || isOfConversion(view) || (!NAMES.test(word) && isOfClient(view))) return true
  if (!isMadeUp(view) || typeof description !== 'string') return false
  if (UNUSED.test(description) || standsIn(owner, name, description)) return true
  if (!OPTIONAL.test(description) || BY_SERVER.test(description) || /^(etag|self_?link|href|self)$/i.test(name))
    return false
  return saidDefault(view, word) === undefined
}

/** "The API caller-provided external ID": where no client said it, nothing is there. */
function isOfClient({ types, keywords: { description, default: preset } }: SchemaView): boolean {
  if (preset !== undefined || typeof description !== 'string' || !types.includes('string')) return false
  const said = description.slice(0, 200)
  return BY_CLIENT.test(said) && !ELSE.test(said) && !BY_SERVER.test(description)
}

/** By what a record is called: it has one in any case. */
const NAMES = /^(name|title|label|display_name)$/
/** The provider makes one for who says none. */
const ELSE = /\b(?:unless|none|not|no|otherwise|missing|absent|omitted|default)\b/i

const BY_CLIENT =
  /\b(?:(?:caller|client|user|merchant|seller|customer)-(?:provided|supplied|specified|defined|assigned)|(?:provided|supplied|specified|assigned|defined) by (?:the )?(?:API )?(?:caller|client|merchant|seller|you))\b/i

/** By its keyword or its words, and without an example or a default. */
function isDeprecated({ keywords: { deprecated, description, default: preset } }: SchemaView): boolean {
  if (preset !== undefined) return false
  return deprecated === true || (typeof description === 'string' && DEPRECATED.test(description))
}

/** "Returned when the currency of the payment is different from that of the account": one record is in one currency. */
function isOfConversion({ keywords: { description, default: preset } }: SchemaView): boolean {
  return preset === undefined && typeof description === 'string' && CONVERTED.test(description.slice(0, 1_000))
}

const CONVERTED =
  /\b(?:returned|present|included|available|populated|provided|shown|set|appears?|exists?)\b(?: only)? (?:when|if|where|in (?:the )?cases?)\b(?=[^.]{0,200}\bcurrenc(?:y|ies)\b)[^.]{0,200}\b(?:(?:is|are) (?:different|not the same)|differs?|in (?:the|an?) (?:\w+ currency|other currency))\b/i

/** "Used only if the name has not been provided": the other is there, if nobody sent this one. */
function standsIn({ properties }: SchemaView, name: string, description: string): boolean {
  const other = STANDS_IN.exec(description.slice(0, 1_000))?.[1]
  return (
    other !== undefined && [...properties.keys()].some((one) => one !== name && snakeName(one) === snakeName(other))
  )
}

const STANDS_IN =
  /\b(?:used|generate[ds]?|applied|considered|respected)\b[^.]{0,80}\bonly (?:if|when) (?:the |an? |no )?[`"']?(\w+)[`"']?(?: (?:field|property|parameter))? (?:has not been|have not been|is not|isn['’]t|was not) (?:provided|specified|given|set)\b/i
const DEPRECATED = /^[\W_]*deprecated(?![a-z])/i
const UNUSED = /\bno longer (?:populated|returned|used|propagated|set|included)\b/i

/** Amounts of a break-down that may be left out, and of which nothing tells how they go with the others. */
function unrelatedAmounts(properties: readonly Property[]): readonly Property[] {
  const amounts = properties.filter(({ shape: { kind, view } }) => kind === 'object' && isAmount(view))
  if (amounts.length < FEW_KINDS || !amounts.some(({ name }) => isWholeAmount(snakeName(name)))) return []
  return amounts.filter(
    ({ name, required, shape: { offered, view } }) =>
      !required && offered.length === 0 && isMadeUp(view) && !isRelatedAmount(snakeName(name)),
  )
}

/** `{value, currency}`. */
function isAmount({ properties }: SchemaView): boolean {
  const names = [...properties.keys()].map(snakeName)
  return (
    names.length <= FEW_KINDS &&
    names.some((one) => /^(value|amount)$/.test(one)) &&
    names.some((one) => /^currency(_code)?$/.test(one))
  )
}

/** Nothing but objects that may be there: of a payment's card, account and wallet there is one. */
function areChoices(properties: readonly Property[]): boolean {
  const isOne = ({ shape: { kind, view, offered } }: Property) =>
    kind === 'object' && offered.length === 0 && isMadeUp(view)
  return properties.length >= FEW_KINDS && properties.every(isOne)
}

/** A text of which nothing is known but that it may be there: what people write, and what gets a filler. */
function isGuess({ name, shape: { kind, view, offered } }: Property): boolean {
  if (kind !== 'scalar' || view.types[0] !== 'string' || offered.length > 0 || !isMadeUp(view)) return false
  if (saysWritten(view)) return false
  return isProse(snakeName(name)) || groundOf(name, view) === 'filler'
}

/** A text or a number of which nothing says what it is. */
function isUnknown({ name, shape: { kind, view, offered } }: Property): boolean {
  if (kind !== 'scalar' || offered.length > 0 || !isMadeUp(view) || view.keywords['enum'] !== undefined) return false
  if (isByProvider(snakeName(name)) || saysWritten(view)) return false
  if (!isNumber({ shape: { view } })) return view.types[0] === 'string' && groundOf(name, view) === 'filler'
  return numberConvention(name) === undefined && !isTimeName(name) && !isIdName(name)
}

/** Counts of one thing by its kinds, and no page: what it is, each is. */
function areNumbers(properties: readonly Property[]): boolean {
  const isPage = properties.some(({ name }) => PAGE.test(snakeName(name)))
  return !isPage && properties.filter(isNumber).length * 2 >= properties.length
}

const PAGE = /^(page|pages|per_page|page_size|page_number|total_pages|page_count)$/

function isNumber({ shape: { view } }: { readonly shape: Pick<Shape, 'view'> }): boolean {
  return view.types[0] === 'integer' || view.types[0] === 'number'
}

function saysWritten({ keywords: { description } }: SchemaView): boolean {
  return (
    typeof description === 'string' && (BY_SERVER.test(description) || /\b(?:output|read)[- ]only\b/i.test(description))
  )
}

/** The page before or behind, of which nothing is known: null or absent, unless an example or a list says it. */
function isNeighbour({ required, properties }: SchemaView, snake: string, { types }: SchemaView): boolean {
  if (!NEIGHBOUR.test(snake) || !types.includes('string')) return false
  if (REST.test(snake)) return true
  return [...properties.keys()].some((name) => {
    const other = snakeName(name)
    return other !== snake && !required.has(name) && PAGING.test(other)
  })
}

/** The rest of a list, whatever stands beside it. */
const REST = /^(next_page_token|next_cursor|next_token|next_page_cursor|continuation_token|continue)$/
const NEIGHBOUR =
  /^(next|prev|previous)(_page)?(_(url|uri|link|href|token|cursor))?$|^(continuation_token|continue|next_page_cursor)$/
const PAGING = /^(self|first|last|count|total|prev|previous|next|per_page|page)(_page)?(_(url|uri|link|href|count))?$/

/** The provider does not write it, and it has no default. */
function isMadeUp({ keywords }: SchemaView): boolean {
  return keywords['readOnly'] !== true && keywords['default'] === undefined
}

/** "Etag of the thing, computed by the server", "URL under which it is found". */
const BY_SERVER =
  /\b(?:computed|set|assigned|generated|returned|created|filled) by the (?:server|service|system|api)\b|\bunder which (?:it|this|the)\b/i

/** Of so many objects that may be there, beside what has to be, hardly any is: a message is a photo or a poll. */
const MANY_PARTS = 8
/** So many properties that may be there beside those that must be show records of many kinds, of which each has a few. */
const MANY_KINDS = 12
const FEW_KINDS = 4
/** So many properties tell what an object is. */
const FEW_KNOWN = 3

const OPTIONAL = /^\W{0,3}optional\b(?!.{0,40}\boutput only\b)/i
