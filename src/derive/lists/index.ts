/** How a list is asked for and answered: the registered styles, the first that recognises itself. */
import type { DescribedOperation } from '../../api/model.ts'
import type { ListPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { Planner } from '../operations/planner.ts'
import { isCalled } from '../paths/paths.ts'
import type { Found } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import type { SuccessAnswer } from '../schemas/success.ts'
import { restsOn } from '../stated.ts'
import { bothWays } from './both-ways.ts'
import { byTime } from './by-time.ts'
import { cursorById } from './cursor-by-id.ts'
import { envelopeOf, showsPaths } from './envelope.ts'
import { narrowing } from './filters.ts'
import { fromValues } from './from-values.ts'
import { inputsOf } from './inputs.ts'
import { lentTo } from './lent.ts'
import { OFFSET, PAGE, SAYS_SIZE, SIZES, TOKEN } from './names.ts'
import { none } from './none.ts'
import { offset } from './offset.ts'
import { page, toldByAnswer } from './page.ts'
import { type StatedList, statedList } from './stated-list.ts'
import { type Input, isWhole, type ListContext, type ListStyle, type Settings } from './style.ts'
import { token } from './token.ts'

export const listStyles: readonly ListStyle[] = [bothWays, cursorById, page, offset, byTime, token, fromValues, none]

/** The plan of one list or search; `found` is where its records stand, `whole` what else is known of them. */
export function listPlan(
  op: DescribedOperation,
  answer: SuccessAnswer,
  found: Found,
  id: Place,
  { reader, complaints, lent, told }: Pick<Planner, 'reader' | 'complaints' | 'lent' | 'told'>,
  whole: Schema = found.schema,
): ListPlan {
  const declared = inputsOf(op, reader)
  const envelope = envelopeOf(answer.media?.schema, found.place, op, answer.response, reader)
  const borrowed = lentTo(envelope, declared, lent)
  const inputs = [...declared, ...borrowed]
  const isOpen = found.place.length > 0 && !('nextUrl' in envelope)
  const answered = answer.media?.schema
  const context: ListContext = { op, found, inputs, envelope, answered, reader, id, told: isOpen ? told : new Map() }
  const stated = statedList(op, styleNames, complaints)
  const isOfKeys = isCalled(op.path) && !reader.isObject(found.schema)
  const { style, said } = recognised(context, stated)
  const ways = { ...otherWays(style, said.settings, context), ...said.settings }
  const used = new Set(Object.values({ ...ways, ...stated?.settings }))
  const size = sizeAmong(inputs, used, reader)
  const orSize = 'orSize' in ways ? undefined : otherSize(inputs, size, used, reader)
  const rest = inputs.filter((i) => !used.has(i.name) && i !== size && i !== orSize)
  const sizes = sizesOf(size, size === undefined && 'size' in said.settings ? none.name : style.name, reader)
  const settings: Settings = {
    ...(style.name === 'offset' ? withoutClash(envelope) : withoutRepeats(envelope, said.settings)),
    ...ways,
    ...(reader.isArray(answer.media?.schema) && linksAlone(style, inputs, said.settings) && { linkHeader: true }),
    ...(showsPaths(envelope, answer, reader) && { paths: true }),
    ...(size !== undefined ? { size: size.name } : borrowed.length > 0 && shownSize(envelope)),
    ...(orSize !== undefined && { orSize: orSize.name }),
    in: inputs.find((i) => used.has(i.name))?.in ?? size?.in ?? 'query',
    ...stated?.settings,
  }
  return {
    style: style.name,
    settings,
    ...sizes,
    ...statedSizes(sizes, stated),
    ...narrowing(rest, isOfKeys ? whole : found.schema, id, reader, whole, isCalled(op.path) ? found.place.at(-1) : ''),
    ...(stated?.because ?? { provenance: restsOn(writesInputs(op)), why: said.why }),
  }
}

/** `pageSize` of the answer, where no input is known to ask for it. */
function shownSize({ pageSize }: Settings): Settings {
  return Array.isArray(pageSize) ? { size: String(pageSize.at(-1)), orSize: 'limit' } : {}
}

/** What else the request may say to the same end: a token that the answer carries beside the page, a page beside an id. */
function otherWays(style: ListStyle, own: Settings, { inputs, envelope, reader }: ListContext): Settings {
  const taken = new Set(Object.values(own))
  const free = inputs.filter(({ name }) => !taken.has(name))
  const whole = free.filter((input) => isWhole(input, reader))
  const token = free.find((input) => TOKEN.test(input.name) && reader.view(input.schema).types.includes('string'))
  const byNumber = style.name === cursorById.name
  const number = byNumber ? whole.find(({ name }) => PAGE.test(name)) : undefined
  const skip = byNumber ? whole.find(({ name }) => OFFSET.test(name)) : undefined
  return {
    ...((style === page || style === offset) &&
      'nextToken' in envelope &&
      token !== undefined && { token: token.name }),
    ...(number !== undefined && { page: number.name, firstPage: 1 }),
    ...(skip !== undefined && { skip: skip.name }),
  }
}

/** Another input for the size, of those that can mean nothing else. */
function otherSize(
  inputs: readonly Input[],
  size: Input | undefined,
  used: ReadonlySet<unknown>,
  reader: Reader,
): Input | undefined {
  return size === undefined
    ? undefined
    : inputs.find((i) => i !== size && !used.has(i.name) && SIZES[0]?.test(i.name) && isNumeric(i, reader))
}

/** A bare array has no room for the cursor that the request takes, nor for what leads on from a page: only a `Link` field has (RFC 8288). */
function linksAlone(style: ListStyle, inputs: readonly Input[], settings: Settings): boolean {
  if (style === token || style === page || TOKEN.test(String(settings['offset']))) return true
  const after = inputs.find(({ name }) => name === settings['after'])
  return style.name === 'cursor-by-id' && /\bcursor\b/i.test(after?.description ?? '')
}

const styleNames: readonly string[] = listStyles.map(({ name }) => name)

/** True when an overlay wrote some parameter, or the whole operation. */
function writesInputs({ overlaid }: DescribedOperation): boolean {
  return overlaid === true || overlaid?.includes('parameters') === true
}

type Sizes = Pick<ListPlan, 'defaultSize' | 'maxSize'>

/** A stated default may be larger than the largest page that was concluded. */
function statedSizes(sizes: Sizes, stated: StatedList | undefined): Partial<Sizes> {
  const maxSize = stated?.maxSize ?? Math.max(sizes.maxSize, stated?.defaultSize ?? 0)
  return { maxSize, defaultSize: Math.min(stated?.defaultSize ?? sizes.defaultSize, maxSize) }
}

/** Under style `offset` the key `offset` names the input; the place that shows it is `offsetAt`, and a next one is an offset. */
function withoutClash({ offset: offsetAt, nextPage, ...rest }: Settings): Settings {
  return {
    ...(nextPage !== undefined && { nextOffset: nextPage }),
    ...rest,
    ...(offsetAt !== undefined && { offsetAt }),
  }
}

/** A place of the answer whose value is an id or a token to give back is no number besides. */
function withoutRepeats(envelope: Settings, { nextToken, previousToken }: Settings): Settings {
  const isTaken = (place: Settings[string] | undefined): boolean => place === nextToken || place === previousToken
  return Object.fromEntries(Object.entries(envelope).filter(([, place]) => !Array.isArray(place) || !isTaken(place)))
}

function recognised(
  context: ListContext,
  stated: StatedList | undefined,
): { style: ListStyle; said: { settings: Settings; why: string } } {
  const chosen = listStyles.find(({ name }) => name === stated?.style)
  if (chosen !== undefined) return { style: chosen, said: chosen.recognise(context) ?? { settings: {}, why: '' } }
  for (const style of listStyles) {
    const said = style.recognise(context)
    if (said !== undefined && style !== none) return { style, said }
  }
  const told = toldByAnswer(context)
  if (told !== undefined) return { style: page, said: told }
  return { style: none, said: { settings: {}, why: 'no parameter asks for the next page' } }
}

function sizeAmong(inputs: readonly Input[], used: ReadonlySet<unknown>, reader: Reader): Input | undefined {
  const free = inputs.filter((i) => !used.has(i.name) && isNumeric(i, reader))
  for (const names of SIZES) {
    const found = free.find((i) => names.test(i.name))
    if (found !== undefined) return found
  }
  return free.find((i) => isWhole(i, reader) && saysSize(i))
}

function saysSize({ description }: Input): boolean {
  const said = description.slice(0, 300)
  return (
    SAYS_SIZE.test(said) &&
    !MEASURES.test(said) &&
    !/\b(per|for each|of each) (?!page|call|request|response|query)/i.test(said)
  )
}

/** "Number of days to include": no records. */
const MEASURES =
  /\b(number|amount|count) of ([\w-]+ )?(seconds|minutes|hours|days|weeks|months|quarters|years|levels|layers|characters|words|bytes)\b/i

function isNumeric(input: Input, reader: Reader): boolean {
  const { types } = reader.view(input.schema)
  return (
    types.length === 0 ||
    types.some((t) => t === 'integer' || t === 'number') ||
    (types.includes('string') &&
      (/limit|size|page|max/i.test(input.name) || /\bnumber of\b[^.]{0,100}\breturn/i.test(input.description)))
  )
}

/** Page sizes where nothing is said. */
const USUAL = 100
const LARGEST = 1_000
const ALL = 10_000

function sizesOf(size: Input | undefined, style: string, reader: Reader): { defaultSize: number; maxSize: number } {
  if (size === undefined)
    return style === 'none' ? { defaultSize: ALL, maxSize: ALL } : { defaultSize: USUAL, maxSize: LARGEST }
  const { keywords } = reader.view(size.schema)
  const text = size.description
  const upper =
    whole(keywords['maximum']) ??
    number(
      /\b(?:max(?:imum)?|up to|no more than|at most|between \d+ and|from \d+ to|range (?:of|is) \d+(?:-| to ))\b\D{0,30}?([\d,]+)/i,
      text,
    ) ??
    LARGEST
  const said = whole(keywords['default']) ?? number(/\bdefault(?:s|ed)?\b[^\d.;]{0,30}([\d,]+)/i, text)
  const maxSize = Math.max(1, Math.min(upper, ALL))
  return { maxSize, defaultSize: Math.max(1, Math.min(said ?? USUAL, maxSize)) }
}

function whole(value: unknown): number | undefined {
  const n = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof n === 'number' && Number.isInteger(n) && n > 0 ? n : undefined
}

function number(pattern: RegExp, text: string): number | undefined {
  const match = pattern.exec(text.slice(0, 1_000))
  return match?.[1] === undefined ? undefined : whole(Number(match[1].replaceAll(',', '')))
}
