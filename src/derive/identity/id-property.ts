/** Which property of a record is the id that a path or a request means? */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, singularName, words } from '../naming/words.ts'
import type { TypeDraft } from '../resources/resources.ts'
import { hasId, isEnvelopeWord } from '../schemas/envelope-words.ts'
import type { Reader } from '../schemas/reader.ts'
import { referredPlace } from './own-reference.ts'
import { numberFor } from './sequence-numbers.ts'
import { isKey, usualKey } from './usual-keys.ts'

/** The property of a record that a parameter of this name means; undefined when none is plain. */
export function propertyFor(
  param: string,
  draft: TypeDraft,
  reader: Reader,
  takes: Schema | undefined = undefined,
): Place | undefined {
  const properties = reader.properties(draft.schema)
  const scalar = (name: string): boolean => isKey(properties.get(name), reader)
  const byFlat = (wanted: string): string | undefined =>
    [...properties.keys()].find((name) => plain(name) === wanted && scalar(name))
  const either = /^(.+?)Or[A-Z]/.exec(param)?.[1]
  if (either !== undefined) return propertyFor(either, draft, reader)
  const wanted = plain(param)
  const names = draft.hints.names.map((name) => plain(singularName(name)))
  const exact = SAYS.test(wanted) ? (byFlat('id') ?? byFlat('uuid') ?? byFlat(wanted)) : byFlat(wanted)
  if (exact !== undefined) return [exact]
  const referred = referredPlace(wanted, names, draft.schema, reader)
  if (referred !== undefined) return referred
  const isOther = plain(singularName(draft.home.literal)) !== plain(singularName(param))
  const told = isOther ? byFlat(`${wanted}name`) : undefined
  if (told !== undefined) return [told]
  const whole = PART.test(wanted) ? ownPart(wanted, names, [...properties.keys()].filter(scalar)) : undefined
  if (whole !== undefined) return [whole]
  const own = names.includes(plain(singularName(param))) ? (byFlat('id') ?? byFlat('uuid')) : undefined
  if (own !== undefined) return [own]
  const nested = nestedPlace(names.includes(wanted) ? 'name' : wanted, properties, draft, reader)
  if (nested !== undefined) return nested
  const stems = names.filter((name) => wanted.startsWith(name)).sort((a, b) => b.length - a.length)
  for (const stem of stems) {
    const rest = byFlat(wanted.slice(stem.length) || 'id')
    if (rest !== undefined) return [rest]
  }
  const all = words(param)
  const around = aroundType(all, names)
  const chosen = around === undefined ? undefined : byFlat(around)
  if (chosen !== undefined) return [chosen]
  for (let from = 1; from < all.length; from++) {
    const found = byFlat(all.slice(from).join(''))
    if (found !== undefined) return [found]
  }
  for (const name of names) {
    const own = byFlat(`${name}id`) ?? byFlat(`${name}sid`) ?? byFlat(`${name}uuid`) ?? byFlat(`${name}key`)
    if (own !== undefined) return [own]
  }
  const last = all.at(-1) ?? ''
  const isOnlyShort = last === 'id' && !hasId(properties)
  if (all.length > 1 && (isOnlyShort || /^(uid|uuid|sid|guid)$/.test(last)) && isShown(last, draft, reader))
    return [last]
  const head =
    all.length > 1 && !/^(id|uuid|key)$/.test(all.at(-1) ?? '') ? byFlat(all.slice(0, -1).join('')) : undefined
  if (head !== undefined) return [head]
  const path = /path$/.test(wanted) ? byFlat('path') : undefined
  if (path !== undefined) return [path]
  return numberFor(param, draft, reader) ?? usualKey(param, takes, draft, reader)
}

/** `{external_customer_id}` of a customer that has an `external_id`: the property, with the type in its middle. */
function aroundType(all: readonly string[], names: readonly string[]): string | undefined {
  const [first = ''] = all
  if (RELATES.test(first)) return undefined
  for (let from = 1; from < all.length - 1; from++)
    for (let to = from + 1; to < all.length; to++)
      if (names.includes(all.slice(from, to).join(''))) return [...all.slice(0, from), ...all.slice(to)].join('')
  return undefined
}

/** Words that say which other record of the type is meant: `{parent_folder_id}` is no `parent_id`. */
const RELATES =
  /^(parent|child|root|source|src|target|destination|dest|from|to|previous|next|original|origin|owner|sub|old|new|linked|related|base|primary)$/

const PART = /^(code|key|slug|number|ref|reference|token|handle|hash)$/

/** `{code}` of a transfer recipient that has a `recipient_code`: what the end of its own name begins. */
function ownPart(wanted: string, names: readonly string[], properties: readonly string[]): string | undefined {
  return properties.find((name) => {
    const own = plain(name)
    return own.length > wanted.length + 2 && names.some((type) => `${type}${wanted}`.endsWith(own))
  })
}

/** What somebody says is no key of it: the `comment` of a comment, where that has an id. */
const SAYS = /^(comment|message|note|reply|remark|text|memo|annotation)$/

/** True where lists or other answers show such a key, though the whole record does not: `{book_uid}`, and `uid` in the list. */
function isShown(name: string, { families }: TypeDraft, reader: Reader): boolean {
  return families.some(({ shown }) => shown.some(({ schema }) => isKey(reader.properties(schema).get(name), reader)))
}

/** `collection` of a collection: what names it, where it has no other key. Many may share it, as the `note` of a note. */
export function isCalledAs(name: string, draft: TypeDraft): boolean {
  return !/token|secret/i.test(name) && draft.hints.names.some((own) => plain(singularName(own)) === plain(name))
}

/** Another object of the record's own stands beside it, not only what an envelope says. */
function standsBesideParts(name: string, properties: ReadonlyMap<string, Schema>, reader: Reader): boolean {
  return [...properties].some(([other, schema]) => other !== name && reader.isObject(schema) && !isEnvelopeWord(other))
}

/** `metadata.name`, `run.run_uuid`, `Data.ConsentId` beside `Risk`: an object that holds the record's own identity. */
function nestedPlace(
  wanted: string,
  properties: ReadonlyMap<string, Schema>,
  draft: TypeDraft,
  reader: Reader,
): Place | undefined {
  const isBare = /^(id|name|key|slug|code|uuid)$/.test(wanted)
  for (const [name, property] of properties) {
    const holds = /^(metadata|meta|attributes|properties|spec|info|identity|header|_id|id|key)$/i.test(name)
    const isData = !isBare && name.toLowerCase() === 'data' && standsBesideParts(name, properties, reader)
    const isOwn = !isBare && draft.hints.names.some((n) => words(n).includes(singularName(name)))
    if (!(holds || isData || isOwn) || !reader.isObject(property)) continue
    for (const [inner, deep] of reader.view(property).properties)
      if (plain(inner) === wanted && isKey(deep, reader)) return [name, inner]
  }
  return undefined
}
