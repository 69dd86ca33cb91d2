import type { Reader } from '../reader.ts'
import { type Input, isWhole, type ListStyle, SIZES } from './style.ts'

export const OFFSET: RegExp =
  /^(.*[.[])?(\$?offset|\$?skip|start|start_?index|start_?at|start_?position|first_?result|begin|from|start_?row|skip_?count|record_?offset|record_?index|limit_?start)\]?$/i

/** `first` is a number of records where it stands alone, and the place of the first one beside a `max`. */
function firstBesideMax(inputs: readonly Input[], reader: Reader): Input | undefined {
  if (!inputs.some((i) => /^max(_?results)?$/i.test(i.name) && isWhole(i, reader))) return undefined
  return inputs.find((i) => i.name === 'first' && isWhole(i, reader))
}

/** What is said of a place that only the answer before tells. */
export const OPAQUE: RegExp =
  /\b(token|cursor|opaque)\b|\b(previous|last|preceding) (page|request|response|call|query|answer)\b/i

/** A number that is written as a text: beside a page's size, and said to count records or to begin with 0. */
function isWritten({ name, schema, description }: Input, inputs: readonly Input[], reader: Reader): boolean {
  const { types, keywords } = reader.view(schema)
  if (!types.includes('string') || keywords['format'] !== undefined || keywords['enum'] !== undefined) return false
  if (!/(offset|skip|start_?(index|at|position)|first_?result)\]?$/i.test(name)) return false
  if (OPAQUE.test(description)) return false
  const isSized = inputs.some((i) => i.name !== name && SIZES.some((size) => size.test(i.name)))
  const isNumber = [keywords['default'], keywords['example']].some((value) => /^\d+$/.test(String(value)))
  const isCounted = /\bskip|zero-based|\bindex\b|\bposition\b|\bpage of\b|pagination|number of|^offset\b/i.test(
    description,
  )
  return isSized && (isNumber || isCounted) && !inputs.some((i) => /page_?token|cursor/i.test(i.name))
}

/** `after`, said to be an id. */
export function namesId({ name, description }: Input): boolean {
  return /^(after|starting_?after|after_?id)$/i.test(name) && /\bids?\b/i.test(description)
}

/** The request says how many records to pass over. */
export const offset: ListStyle = {
  name: 'offset',
  recognise({ inputs, reader }) {
    const named = inputs.find(
      (i) =>
        OFFSET.test(i.name) &&
        (isWhole(i, reader) || isWritten(i, inputs, reader)) &&
        !/date|time|epoch|timestamp/i.test(i.description + String(reader.view(i.schema).keywords['format'] ?? '')),
    )
    const given = named ?? firstBesideMax(inputs, reader)
    if (given === undefined) return undefined
    const first = reader.view(given.schema).keywords['minimum'] === 1 ? 1 : 0
    const after = inputs.find(namesId)
    return {
      settings: { offset: given.name, firstOffset: first, ...(after !== undefined && { after: after.name }) },
      why: `${given.name} says how many records to pass over`,
    }
  },
}
