import { TOKEN } from './names.ts'
import { namesId } from './offset.ts'
import {
  type Input,
  inputNamed,
  isTime,
  isWhole,
  type ListContext,
  type ListStyle,
  namesProperty,
  type Settings,
} from './style.ts'

/** The request names the record after (or before) which the page starts. */
export const cursorById: ListStyle = {
  name: 'cursor-by-id',
  recognise(context) {
    const { inputs, envelope, reader } = context
    const likeId = inputs.find((input) => takesIds(input, context))
    if (likeId !== undefined)
      return { settings: { after: likeId.name }, why: `${likeId.name} takes nothing but ids of these records` }
    const plain =
      inputNamed(inputs, /^(starting_?after|after_?id|since_?id|start_?after|last_?seen_?id)$/i) ?? lastSeen(context)
    const said = inputs.find((input) => saysAfter(input, reader))
    if (plain === undefined && said !== undefined)
      return { settings: { after: said.name }, why: `${said.name} is described as the id after which the page starts` }
    const after = plain ?? inputNamed(inputs, /^(after|page\[after\]|page_?after)$/i)
    const before = inputNamed(
      inputs.filter((input) => !isTime(input, reader)),
      /^(ending_?before|before_?id|max_id|before|page\[before\]|page_?before)$/i,
    )
    if (after === undefined || mayBeCounted(after, inputs, reader)) return undefined
    const bySides = 'lastId' in envelope || 'firstId' in envelope
    const byWord =
      /\b(an? )?(object |item )?id(entifier)?\b/i.test(after.description) && !/token|opaque/i.test(after.description)
    if ('nextOffset' in envelope && isWhole(after, reader)) return undefined
    const carried = 'nextToken' in envelope || 'nextUrl' in envelope || 'nextTokenHeader' in envelope
    if (plain === undefined && carried && !(bySides && !('nextToken' in envelope))) return undefined
    if (plain === undefined && !bySides && !byWord && !envelopeSaysNothing(envelope)) return undefined
    if (isWhole(after, reader) && /date|time|epoch|second/i.test(after.description)) return undefined
    const told = after.name === 'after' || plain !== undefined ? carriedIds(envelope) : {}
    return {
      settings: { after: after.name, ...(before !== undefined && { before: before.name }), ...told },
      why: `${after.name} names the record after which the page starts`,
    }
  },
}

/** An `offset` does as well: that style takes both. */
function mayBeCounted(after: Input, inputs: readonly Input[], reader: ListContext['reader']): boolean {
  return namesId(after) && inputs.some((input) => /^(offset|skip)$/i.test(input.name) && isWhole(input, reader))
}

const STARTS = /^(start|since|marker|(start|from|last|offset)_?(id|key))$/i
const AFTER =
  /\b\w*(id|name|key)s?\b[^.]{0,40}\b(greater|larger|after)\b|\b(greater|larger|after)\b[^.]{0,40}\b\w*(id|name|key)\b|\blast (returned |listed )?(id|key|item|entry|record)\b/i

/** `last_seen`, which may as well be a time or a property of the records. */
function lastSeen(context: ListContext): Input | undefined {
  const input = inputNamed(context.inputs, /^last_?seen$/i)
  return input === undefined || isTime(input, context.reader) || namesProperty(input, context) ? undefined : input
}

/** `start`, of which words say that ids of the page are greater, or that it is the last of the page before. */
function saysAfter(input: Input, reader: ListContext['reader']): boolean {
  const { name, description, schema } = input
  if (
    isTime(input, reader) ||
    !STARTS.test(name) ||
    !AFTER.test(description.slice(0, 500)) ||
    /token|opaque|cursor|\b(date|time|timestamp)\b/i.test(description)
  )
    return false
  return reader.view(schema).types.every((type) => type === 'string' || type === 'integer')
}

/** `pagination: {next: 7, prev: 4}`: numbers that are ids to give back. */
function carriedIds({ nextPage, previousPage }: Settings): Settings {
  return {
    ...(nextPage !== undefined && { nextToken: nextPage }),
    ...(previousPage !== undefined && { previousToken: previousPage }),
  }
}

/** An `after` with no token to give back can only name a record. */
function envelopeSaysNothing(envelope: Settings): boolean {
  return !Object.keys(envelope).some((key) => /token|url/i.test(key) && key !== 'selfUrl')
}

/** A token whose schema is that of the id: what the answer calls a token is an id. */
function takesIds(input: Input, { found, id, reader }: ListContext): boolean {
  if (!TOKEN.test(input.name) && !/^(after|starting_?after)$/i.test(input.name)) return false
  const mine = reader.view(input.schema).keywords
  const theirs = reader.view(reader.at(found.schema, id)).keywords
  if (typeof mine['pattern'] === 'string') return mine['pattern'] === theirs['pattern']
  return mine['format'] === 'uuid' && theirs['format'] === 'uuid'
}
