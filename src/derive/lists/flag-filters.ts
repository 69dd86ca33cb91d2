/** Filters by what records are: flags that a word names (`type=unapproved`), times that tell of it (`archived=false`), and states inside objects. */
import type { FilterPlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { textOf } from '../../support/json.ts'
import { isOnly } from '../identity/usual-keys.ts'
import { plain } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import type { Input } from './style.ts'

type Properties = ReadonlyMap<string, Schema>

/** `archived=false` of records with an `archived_at`, which is empty as long as that has not happened. */
export function byMoment(
  { name, schema, description }: Input,
  properties: Properties,
  reader: Reader,
): FilterPlan | undefined {
  const { types } = reader.view(schema)
  if (types.length !== 1 || types[0] !== 'boolean' || BESIDE.test(description)) return undefined
  const wanted = plain(name.replace(/^(is|was|has_been)_/i, ''))
  const own = [...properties.keys()].find((one) => /^(.+?)(at|on|date|time)$/.exec(plain(one))?.[1] === wanted)
  if (own === undefined || ALWAYS.test(wanted) || !/(ed|en|sent|paid|read|done)$/.test(wanted)) return undefined
  const known = reader.view(properties.get(own)).types
  return known.includes('string') || known.includes('integer')
    ? { name, property: [own], compare: 'happened' }
    : undefined
}

/** Words of a flag that shows such records beside the others. */
const BESIDE = /\b(includ\w*|also|as well|even|in addition|too)\b/i
/** What happens to every record. */
const ALWAYS = /(created|updated|modified|changed)$/

const CHOICE = /^(types?|filters?|status(es)?|states?|show|view|visibility|only)$/i

/** `type=unapproved` of records that are `approved` or not: each of the choices that is the name of a flag. */
export function byFlags({ name, schema }: Input, properties: Properties, reader: Reader): FilterPlan | undefined {
  if (!CHOICE.test(name)) return undefined
  const { keywords, items } = reader.view(schema)
  const choices = keywords['enum'] ?? reader.view(items).keywords['enum']
  if (!Array.isArray(choices)) return undefined
  const flags = new Map(
    [...properties].flatMap(([own, one]) =>
      isOnly('boolean', one, reader) ? [[plain(own).replace(/^is(?=[a-z]{4})/, ''), own] as const] : [],
    ),
  )
  const words = choices.map(textOf).flatMap((choice): readonly (readonly [string, FlagWord])[] => {
    const word = plain(choice)
    const is = flags.get(word)
    if (is !== undefined) return [[choice, { property: [is], is: true }]]
    const not = flags.get(/^(?:un|not|non|in)(.{4,})$/.exec(word)?.[1] ?? '')
    return not === undefined ? [] : [[choice, { property: [not], is: false }]]
  })
  return words.length === 0 ? undefined : { name, property: [], compare: 'flags', words: Object.fromEntries(words) }
}

type FlagWord = NonNullable<FilterPlan['words']>[string]

/** `state=success` of records whose `state` is an object with a `status`: where in it the word stands. */
export function stateInside(
  input: Input,
  own: string,
  property: Schema | undefined,
  reader: Reader,
): string | undefined {
  if (!/^(status|state)$/i.test(own) || !reader.isScalar(input.schema) || reader.isArray(property ?? true))
    return undefined
  const { types } = reader.view(input.schema)
  const inner = [...reader.properties(property)].flatMap(([name, one]) => {
    const held = reader.view(one).types
    const isTaken = types.length === 0 || held.length === 0 || held.some((type) => types.includes(type))
    return reader.isScalar(one) && isTaken ? [name] : []
  })
  const isNumbered = types.includes('integer') || /\bids?\b/i.test(input.description)
  if (isNumbered && inner.includes('id')) return 'id'
  return STATES.flatMap((word) => inner.filter((name) => plain(name) === word))[0]
}

/** What an object calls its state, the likeliest first. */
const STATES = ['status', 'state', 'value', 'name', 'code']
