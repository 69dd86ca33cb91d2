import type { Reader } from '../reader.ts'
import { type Input, isWhole, type ListStyle } from './style.ts'

export const OFFSET: RegExp =
  /^(.*[.[])?(\$?offset|\$?skip|start|start_?index|start_?at|start_?position|first_?result|begin|from|start_?row|skip_?count|record_?offset)\]?$/i

/** `first` is a number of records where it stands alone, and the place of the first one beside a `max`. */
function firstBesideMax(inputs: readonly Input[], reader: Reader): Input | undefined {
  if (!inputs.some((i) => /^max(_?results)?$/i.test(i.name) && isWhole(i, reader))) return undefined
  return inputs.find((i) => i.name === 'first' && isWhole(i, reader))
}

/** The request says how many records to pass over. */
export const offset: ListStyle = {
  name: 'offset',
  recognise({ inputs, reader }) {
    const named = inputs.find(
      (i) =>
        OFFSET.test(i.name) &&
        isWhole(i, reader) &&
        !/date|time|epoch|timestamp/i.test(i.description + String(reader.view(i.schema).keywords['format'] ?? '')),
    )
    const given = named ?? firstBesideMax(inputs, reader)
    if (given === undefined) return undefined
    const first = reader.view(given.schema).keywords['minimum'] === 1 ? 1 : 0
    return {
      settings: { offset: given.name, firstOffset: first },
      why: `${given.name} says how many records to pass over`,
    }
  },
}
