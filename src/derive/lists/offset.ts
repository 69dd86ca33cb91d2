import type { Reader } from '../schemas/reader.ts'
import { OFFSET, OPAQUE, SIZES, TOKEN } from './names.ts'
import { type Input, isWhole, type ListContext, type ListStyle, namesProperty } from './style.ts'

/** `first` is a number of records where it stands alone, and the place of the first one beside a `max`. */
function firstBesideMax(inputs: readonly Input[], reader: Reader): Input | undefined {
  if (!inputs.some((i) => /^max(_?results)?$/i.test(i.name) && isWhole(i, reader))) return undefined
  return inputs.find((i) => i.name === 'first' && isWhole(i, reader))
}

/** A number that is written as a text: beside a page's size, and said to count records or to begin with 0. */
function isWritten({ name, schema, description }: Input, inputs: readonly Input[], reader: Reader): boolean {
  const { types, keywords } = reader.view(schema)
  if (!types.includes('string') || keywords['format'] !== undefined || keywords['enum'] !== undefined) return false
  if (!/(offset|skip|start_?(index|at|position)|first_?result)\]?$/i.test(name)) return false
  if (OPAQUE.test(description)) return false
  const isSized = inputs.some((i) => i.name !== name && SIZES.some((size) => size.test(i.name)))
  const isNumber = [keywords['default'], keywords['example']].some((value) => /^\d+$/.test(String(value)))
  const isPlain = description === '' && /^\$?(offset|skip)$/i.test(name)
  const isCounted = /\bskip|zero-based|\bindex\b|\bposition\b|\bpage of\b|pagination|number of|^offset\b/i.test(
    description,
  )
  return isSized && (isNumber || isCounted || isPlain) && !inputs.some((i) => /page_?token|cursor/i.test(i.name))
}

/** `after`, said to be an id. */
export function namesId({ name, description }: Input): boolean {
  return /^(after|starting_?after|after_?id)$/i.test(name) && /\bids?\b/i.test(description)
}

/** A cursor that is a number counts: `cursor`, `after` beside a number to give back, `since` an index. */
function isCounting(input: Input, context: ListContext): boolean {
  const { envelope, reader } = context
  const { name, schema, description } = input
  if (namesProperty(input, context)) return false
  if (TOKEN.test(name) && 'nextOffset' in envelope && !('nextToken' in envelope)) return true
  if (reader.view(schema).types.length === 0 || !isWhole(input, reader)) return false
  if (/^since$/i.test(name)) return /\bindex\b/i.test(description)
  return TOKEN.test(name) || (/^after$/i.test(name) && 'nextOffset' in envelope)
}

/** Pages with a count and a link either way begin at 0, as do those whose words say so, whatever else is declared. */
function isSlice({ description }: Input, { envelope }: ListContext): boolean {
  const isLinked = ['total', 'nextUrl', 'previousUrl'].every((name) => name in envelope)
  return isLinked || /\b(zero|0)[ -](based|index)/i.test(description)
}

/** The request says how many records to skip. */
export const offset: ListStyle = {
  name: 'offset',
  recognise(context) {
    const { inputs, reader } = context
    const named = inputs.find(
      (i) =>
        OFFSET.test(i.name) &&
        (isWhole(i, reader) || isWritten(i, inputs, reader)) &&
        !/date|time|epoch|timestamp/i.test(i.description + String(reader.view(i.schema).keywords['format'] ?? '')),
    )
    const given = named ?? firstBesideMax(inputs, reader) ?? inputs.find((input) => isCounting(input, context))
    if (given === undefined) return undefined
    const first = reader.view(given.schema).keywords['minimum'] === 1 && !isSlice(given, context) ? 1 : 0
    const after = inputs.find(namesId)
    return {
      settings: { offset: given.name, firstOffset: first, ...(after !== undefined && { after: after.name }) },
      why: `${given.name} says how many records to skip`,
    }
  },
}
