import { isWhole, type ListStyle } from './style.ts'

export const OFFSET: RegExp =
  /^(.*[.[])?(\$?offset|\$?skip|start|start_?index|start_?at|start_?position|first_?result|begin|from|start_?row|skip_?count|record_?offset)\]?$/i

/** The request says how many records to pass over. */
export const offset: ListStyle = {
  name: 'offset',
  recognise({ inputs, reader }) {
    const given = inputs.find(
      (i) =>
        OFFSET.test(i.name) &&
        isWhole(i, reader) &&
        !/date|time|epoch|timestamp/i.test(i.description + String(reader.view(i.schema).keywords['format'] ?? '')),
    )
    if (given === undefined) return undefined
    const first = reader.view(given.schema).keywords['minimum'] === 1 ? 1 : 0
    return {
      settings: { offset: given.name, firstOffset: first },
      why: `${given.name} says how many records to pass over`,
    }
  },
}
