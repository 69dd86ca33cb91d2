import { textOf } from '../../support/json.ts'
import type { Reader } from '../schemas/reader.ts'
import { OPAQUE, SIZES, TOKEN } from './names.ts'
import { type Input, isTime, type ListContext, type ListStyle, namesProperty, type Settings } from './style.ts'

const LOOSE = /^(after|page\[after\]|next|start|page|from|next_?page|since|token|(next_?)?page_?pointer)$/i
/** `ExclusiveStartBookName`: the last that was seen. */
const STARTS_AFTER = /^exclusive_?start_?\w*(name|id|arn|key)$/i
/** Words of a time that says where a list goes on, and not from when on it is wanted. */
const GOES_ON = /\b(cursor|opaque|pointer|token|pages?|pagination|continu\w+)\b/i
/** Inputs that say how much of a list is wanted. */
const isSized = ({ name }: Input): boolean => SIZES.some((names) => names.test(name))
/** Inputs by which a client finds its own way. */
const WALKS = /^(.*[.[])?(page|page_?(number|no|index|num)|offset|skip|start|start_?(index|at)|from)\]?$/i
/** Inputs by which a page is named by a number; `start` may be a time. */
const COUNTS = /^(.*[.[])?(page|page_?(number|no|index|num)|offset|skip)\]?$/i
const BACK =
  /^(.*[.[])?(before|previous|prev|ending_before|prev_?cursor|previous_?cursor|before_?cursor|prev_?iterator)\]?$/i

/** The name under which a next-URL carries its place in the list, where the description names none: clients only follow it. */
const UNNAMED = 'cursor'
const UNNAMED_BACK = 'before'

/** The request gives back a token that the last answer carried, in the body or in its next-URL. */
export const token: ListStyle = {
  name: 'token',
  recognise(context) {
    const { inputs, envelope, reader } = context
    const carried = 'nextToken' in envelope
    const plain = inputs.find((input) => TOKEN.test(input.name) && (carried || !namesProperty(input, context)))
    const loose = inputs.find(
      (i) =>
        LOOSE.test(i.name) &&
        ((carried && (!/^token$/i.test(i.name) || /\b(page|results)\b/i.test(i.description))) ||
          (/^after$|\[after\]/i.test(i.name) && ('nextUrl' in envelope || /token/i.test(i.description))) ||
          (/^next$/i.test(i.name) && 'nextUrl' in envelope && 'hasMore' in envelope) ||
          (('nextUrl' in envelope || !/^(start|page|from|since)$/i.test(i.name)) &&
            /\bcursor\b|\bopaque\b|\bpointer\b/i.test(i.description))) &&
        !reader.view(i.schema).types.some((t) => t === 'integer' || t === 'number') &&
        (!isDateTime(i, reader) || GOES_ON.test(i.description)),
    )
    const started = inputs.find((input) => STARTS_AFTER.test(input.name))
    const given = plain ?? loose ?? started
    const opaque = opaqueOffset(inputs, reader)
    const place = envelope['offset'] ?? nextOffsetIn(envelope) ?? context.told.get(opaque?.name ?? '')
    if (given === undefined && opaque !== undefined && place !== undefined)
      return {
        settings: { token: opaque.name, nextToken: place },
        why: `${opaque.name} takes the text of that name from the previous answer`,
      }
    if (given === undefined) return unnamed(context) ?? ledByUrl(inputs, envelope)
    const words = carried ? undefined : (context.told.get(given.name) ?? shownAgain(given, context))
    const back = inputs.find((input) => BACK.test(input.name) && !isTime(input, reader))
    return {
      settings: {
        token: given.name,
        ...(words !== undefined && { nextToken: words }),
        ...(back !== undefined && { back: back.name }),
        ...(isDateTime(given, reader) && { dated: true }),
      },
      why: carried ? `${given.name} takes the token of the answer before` : `${given.name} names a place in the list`,
    }
  },
}

/**
 * `{items, isTruncated, marker}`: beside the flag of more, the text called like the parameter is where it goes on; and so
 * is one called like a place in a list (`{items, position}`), where the request says how much it wants.
 */
function shownAgain({ name }: Input, { op, envelope, reader, inputs }: ListContext): readonly string[] | undefined {
  const isPlace = PLACE.test(name) && inputs.some(isSized)
  if (!('hasMore' in envelope) && !isPlace) return undefined
  const [media] = Object.values(op.responses['200']?.content ?? {})
  const shown = reader.properties(media?.schema).get(name)
  return shown !== undefined && reader.view(shown).types.includes('string') ? [name] : undefined
}

/** What an answer's token is sent back as, where the request names no parameter for it but asks for a size. */
const SENT_AS: readonly (readonly [answered: RegExp, sent: string, or?: string])[] = [
  [/^next_cursor$/, 'start_cursor', 'cursor'],
  [/^nextCursor$/, 'cursor', 'startCursor'],
  [/^next_page_token$/, 'page_token'],
  [/^nextPageToken$/, 'pageToken'],
  [/^(next_token|nextToken|continuation_?[tT]oken)$/, ''],
]

function unnamed({ inputs, envelope, answered, reader }: ListContext): ReturnType<ListStyle['recognise']> {
  const place = envelope['nextToken']
  if (!Array.isArray(place) || inputs.some(({ name }) => WALKS.test(name))) return undefined
  if (!('hasMore' in envelope) && !inputs.some(isSized)) return undefined
  const last = String(place.at(-1))
  const named = SAYS_NAME.exec(
    textOf(reader.view(reader.at(answered, place)).keywords['description']).slice(0, 500),
  )?.[1]
  if (named !== undefined)
    return { settings: { token: named }, why: `${last} of the previous answer is described as sent in ${named}` }
  const known = SENT_AS.find(([answered]) => answered.test(last))
  if (known === undefined) return undefined
  const [, sent, or] = known
  return {
    settings: { token: sent === '' ? last : sent, ...(or !== undefined && { orToken: or }) },
    why: `${last} of the previous answer is sent back, although no parameter is declared for it`,
  }
}

/** "Cursor to send as `after` for the following page". */
const SAYS_NAME =
  /\b(?:send|sent|pass|passed|use|used|give|given)(?: back| it| this)? as (?:the )?[`'"]([\w.-]{1,40})[`'"]/i

const PLACE = /^(position|marker|bookmark|cursor|continuation|scroll_?id|.*token)$/i

/** A token that has to be a time. */
function isDateTime({ schema }: Input, reader: Reader): boolean {
  return reader.view(schema).keywords['format'] === 'date-time'
}

/** An `offset` that is a text, and said to come from the answer before. */
function opaqueOffset(inputs: readonly Input[], reader: Reader): Input | undefined {
  return inputs.find(
    ({ name, schema, description }) =>
      /^(.*[.[])?offset\]?$/i.test(name) &&
      OPAQUE.test(description) &&
      reader.view(schema).types.every((type) => type === 'string'),
  )
}

/** `next_page: {offset}`: the object of the next page holds it. */
function nextOffsetIn({ nextToken }: Settings): Settings[string] | undefined {
  return Array.isArray(nextToken) && nextToken.length > 1 && /^offset$/i.test(nextToken.at(-1)) ? nextToken : undefined
}

/** A next-URL or a `Link` field in the answer and a page size in the request, but no parameter that takes anything: it alone leads on. */
function ledByUrl(inputs: readonly Input[], envelope: Settings): ReturnType<ListStyle['recognise']> {
  if (envelope['linkHeader'] === true && !('nextUrl' in envelope) && !inputs.some(({ name }) => COUNTS.test(name)))
    return inputs.some(({ name }) => SIZES.some((names) => names.test(name)))
      ? { settings: { token: UNNAMED }, why: 'only the Link header of the answer leads to the next page' }
      : undefined
  if (!('nextUrl' in envelope) || inputs.some(({ name }) => WALKS.test(name))) return undefined
  if (!('hasMore' in envelope) && !inputs.some(isSized)) return undefined
  const isFree = inputs.every(({ name }) => name !== UNNAMED_BACK)
  const back = 'previousUrl' in envelope && isFree ? { back: UNNAMED_BACK } : {}
  return { settings: { token: UNNAMED, ...back }, why: 'only the URL of the answer leads to the next page' }
}
