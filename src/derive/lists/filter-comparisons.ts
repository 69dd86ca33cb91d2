/** How does a filter compare, and with which property? */
import type { Schema } from '../../api/schema/schema.ts'
import { isPlural, plain, singularName, stem } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import type { Compare } from './filters.ts'
import type { Input } from './style.ts'

export const SUFFIXES: readonly (readonly [pattern: RegExp, compare: Compare])[] = [
  [/[[._](gt|greater_than|after|since)\]?$/i, 'gt'],
  [/[[._](gte|ge|from|min|start|greater_than_or_equal(_to)?)\]?$/i, 'gte'],
  [/[[._](lt|less_than|before|until)\]?$/i, 'lt'],
  [/[[._](lte|le|to|max|end|less_than_or_equal(_to)?)\]?$/i, 'lte'],
  [/[[._]in\]?$/i, 'in'],
  [/[[._](contains|like|ilike|prefix)\]?$/i, 'contains'],
  [/(?<=[a-z])Prefix$/, 'begins'],
  [/[[._](eq|equals|is)\]?$/i, 'equals'],
  [/(After|Since)$/, 'gt'],
  [/(From|Gte)$/, 'gte'],
  [/(Before|Until)$/, 'lt'],
  [/(To|Lte)$/, 'lte'],
  [/(?<=[a-z])Min(imum)?$/, 'gte'],
  [/(?<=[a-z])Max(imum)?$/, 'lte'],
]

export const PREFIXES: readonly (readonly [pattern: RegExp, compare: Compare])[] = [
  [/^(min|from|start|starting|begin|beginning|since|after)[_.-]?(?=.)/i, 'gte'],
  [/^(max|to|end|ending|until|before)[_.-]?(?=.)/i, 'lte'],
]

/** `start_time` that is said to bound a range, though records have a property of that name. */
export function isBound(input: Input): boolean {
  return (
    /^(start|begin|end|from|to|since|until)/i.test(input.name) &&
    /\b(range|inclusive|exclusive|on or after|on or before|at or after|after|before|since|until)\b/i.test(
      input.description,
    )
  )
}

export function compareOf(input: Input, name: string, property: Schema | undefined, reader: Reader): Compare {
  const { types, variants } = reader.view(input.schema)
  const object = types.includes('object') ? input.schema : variants.find((v) => reader.view(v).types.includes('object'))
  if (object !== undefined && [...reader.properties(object).keys()].some((n) => /^(gte?|lte?|eq|in)$/.test(n)))
    return 'range'
  if (object !== undefined && property !== undefined && reader.isScalar(property)) return 'range'
  if (types.includes('array')) return 'in'
  if (property !== undefined && reader.isArray(property)) return 'contains'
  const isText = property !== undefined && reader.view(property).types.includes('string')
  if (types.includes('string') && isText && PARTLY.test(input.description)) return 'contains'
  return types.includes('string') && isPlural(input.name) && !isPlural(name) ? 'in' : 'equals'
}

/** Words of a filter that takes a piece of what it looks for. */
const PARTLY =
  /\bor (a )?part of (its|their|the|his|her)\b|\bpartial(ly)? (match|name|text|title)|\bpartially match|\bsubstring\b/i

/** The record's property that a parameter names: the same word, its plural when it is a list, or the word with or without `_id`. */
export function propertyNamed(
  name: string,
  properties: ReadonlyMap<string, Schema>,
  reader: Reader,
): string | undefined {
  const bare = name.replace(/^(?:query\.)?filters?[[.](?:\w+_?filter\.)?([^\]]+)\]?$/i, '$1')
  const wanted = plain(bare)
  const [, said] = /^(.*[a-zA-Z])(?:_filter|(?<=[a-z])Filter)$/.exec(bare) ?? []
  if (said !== undefined && ![...properties.keys()].some((own) => plain(own) === wanted)) {
    const own = propertyNamed(said, properties, reader)
    return reader.isScalar(properties.get(own ?? '')) ? own : undefined
  }
  if (wanted === '' || wanted === 'expand' || wanted === 'fields' || wanted === 'include') return undefined
  const stemmed = plain(stem(bare))
  let loose: string | undefined
  for (const [property, schema] of properties) {
    const own = plain(property)
    if (own === wanted) return property
    if (own === `${wanted}id` || own === stemmed || plain(singularName(property)) === plain(singularName(bare))) {
      if (own === stemmed && reader.isArray(schema) && !/id$/i.test(bare)) continue
      loose ??= property
    }
  }
  return loose
}

/** `created_after` is about `created_at`. */
export function timeNamed(bare: string, properties: ReadonlyMap<string, Schema>): string | undefined {
  const wanted = plain(bare)
  const wishes = [
    `${wanted}at`,
    `${wanted}on`,
    `${wanted}date`,
    `date${wanted}`,
    `${wanted}time`,
    ...(wanted === '' || wanted === 'date' || wanted === 'time'
      ? ['createdat', 'created', 'createddate', 'timestamp', 'datetime', 'date']
      : []),
  ]
  for (const wish of wishes) for (const name of properties.keys()) if (plain(name) === wish) return name
  return undefined
}
