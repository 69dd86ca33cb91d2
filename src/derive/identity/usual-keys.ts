/** The property that names a record by a usual name, where the path does not say which. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { namesRequest, plain, words } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import type { Reader } from '../schemas/reader.ts'

const USUAL =
  'id _id pk uuid guid gid sid uid identifier key slug code number name token handle username login email ip sku isbn symbol domain hostname reference'.split(
    ' ',
  )

/** Names in words: a path that takes whole numbers means none of them. */
const IN_WORDS = /^(uuid|guid|slug|name|handle|username|login|email|symbol|domain|hostname|sku|isbn|code|token)$/

/** The first of the usual names; else one that is described as the identifier; else one that ends in id. */
export function usualKey(
  param: string,
  takes: Schema | undefined,
  draft: TypeDraft,
  reader: Reader,
): Place | undefined {
  const properties = reader.properties(draft.schema)
  const numbered = isOnly('integer', takes, reader) || isOnly('number', takes, reader)
  for (const wanted of USUAL) {
    if ((wanted === 'email' || wanted === 'token') && !plain(param).includes(wanted)) continue
    for (const [name, property] of properties) {
      const isWord = numbered && IN_WORDS.test(wanted) && isOnly('string', property, reader)
      if (name.toLowerCase() === wanted && isKey(property, reader) && !isWord) return [name]
    }
  }
  for (const [name, property] of properties) {
    const text = reader.view(property).keywords['description']
    if (
      typeof text === 'string' &&
      isKey(property, reader) &&
      !isAddress(property, reader) &&
      !namesRequest(name, draft.hints.names) &&
      /\b(unique identifier|identifier (of|for)|its identifier|uniquely identif)/i.test(text)
    )
      return [name]
  }
  const ending = [...properties].filter(
    ([name, property]) =>
      /id$/i.test(name) &&
      words(name).at(-1) === 'id' &&
      isKey(property, reader) &&
      !namesRequest(name, draft.hints.names),
  )
  const own = ending.find(([name]) => draft.hints.names.some((n) => words(n).some((w) => words(name).includes(w))))
  return own === undefined ? undefined : [own[0]]
}

/** `/books/12`, `https://api.example/books/12`: where a record is found, with its id in it. */
function isAddress(schema: Schema, reader: Reader): boolean {
  const { example, examples, format } = reader.view(schema).keywords
  const shown = example ?? (Array.isArray(examples) ? examples[0] : undefined)
  return (
    /^(uri|url)/.test(String(format)) || (typeof shown === 'string' && /^([a-z]+:\/)?\/[^\s]*\/[^/\s]+$/i.test(shown))
  )
}

export function isKey(schema: Schema | undefined, reader: Reader): boolean {
  if (schema === undefined) return false
  const { types, variants, properties } = reader.view(schema)
  if (types.includes('boolean')) return false
  if (types.length > 0) return types.some((t) => t === 'string' || t === 'integer' || t === 'number')
  return properties.size === 0 && (variants.length === 0 || variants.some((v) => isKey(v, reader)))
}

export function isOnly(type: string, schema: Schema | undefined, reader: Reader): boolean {
  const { types } = reader.view(schema)
  return types.length === 1 && types[0] === type
}
