/**
 * Names that a record has from others of its own: the `slug` of its title, the `full_name` of somebody's first and last
 * name, the `full_name` of what is known by its name inside something else (`ada/poems`).
 */
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, type JsonObject, setOwn, textOf } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { type Links, ownLink } from '../../state/links.ts'
import { NO_VALUES } from '../../state/merge.ts'
import { idText, withAt } from '../../state/place.ts'
import { exampleAt } from '../../state/samples.ts'
import type { StoredRecord } from '../../state/stored-record.ts'

/** The names that follow from what is said, and are not said themselves. */
export function derivedNames(plan: ResourcePlan, said: JsonObject, links: Links, runtime: Runtime): JsonObject {
  const deriving = derivingOf(plan, runtime)
  if (deriving.length === 0) return NO_VALUES
  const found: Record<string, string> = {}
  for (const { name, schema, of } of deriving) {
    const value = Object.hasOwn(said, name) ? undefined : of(said, links)
    if (value !== undefined && runtime.accepts(schema, value)) setOwn(found, name, value)
  }
  return found as JsonObject
}

/** The record after a change, with names that were derived from what it said before derived from what it says now. */
export function withDerived(plan: ResourcePlan, before: JsonObject, after: JsonObject, runtime: Runtime): JsonObject {
  let changed = after
  for (const { name, of, follows } of derivingOf(plan, runtime)) {
    const was = follows ? of(before, NO_LINKS) : undefined
    const now = was === undefined || before[name] !== was || after[name] !== was ? undefined : of(after, NO_LINKS)
    if (now !== undefined && now !== was) changed = withAt(changed, [name], now)
  }
  return changed
}

/** The record whose id was only just chosen, with the ARN that has it. */
export function withArn(call: Call, plan: ResourcePlan, record: StoredRecord, said: JsonObject): StoredRecord {
  const id = plan.arn === undefined ? undefined : idText(at(record.value, plan.id.place))
  if (id === undefined) return record
  const names = derivedNames(plan, withAt(said, plan.id.place, id), record.links, call.runtime)
  const arns = Object.entries(names).filter(([name]) => /arn$/i.test(name) && !Object.hasOwn(said, name))
  if (arns.length === 0) return record
  return call.resources.change(plan, record, { ...record.value, ...Object.fromEntries(arns) })
}

const NO_LINKS: Links = {}

export interface Deriving {
  readonly name: string
  readonly schema: Schema
  readonly of: (said: JsonObject, links: Links) => string | undefined
  /** True where the name changes with those it is made of. */
  readonly follows: boolean
}

export const derivingOf: (plan: ResourcePlan, runtime: Runtime) => readonly Deriving[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Deriving[] => {
    const properties = [...allProperties(plan.schema, runtime)]
    const has = (words: RegExp): boolean => properties.some(([name]) => words.test(plain(name)))
    const isPerson = has(FIRST) && has(LAST)
    return properties.flatMap(([name, schema]): readonly Deriving[] => {
      const word = plain(name)
      const isId = plan.id.place.length === 1 && plan.id.place[0] === name
      if (isId || !runtime.view(schema).types.includes('string')) return []
      const same = saidSame(name, runtime.view(schema).keywords['description'], properties)
      if (same !== undefined) return [{ name, schema, of: (said) => idText(said[same]), follows: true }]
      const arn = plan.alternateKeys.some((key) => key.join('.') === name) ? arnOf(plan, name, runtime) : undefined
      if (arn !== undefined) return [{ name, schema, of: arn, follows: false }]
      if (/^(slug|permalink|urlslug)$/.test(word)) return [{ name, schema, of: slugIn, follows: false }]
      if (isPerson && /^(fullname|displayname|name)$/.test(word))
        return [{ name, schema, of: wholeName, follows: true }]
      const [around, ...more] = plan.scope
      const isInside = around !== undefined && more.length === 0 && plan.id.place.join('.') === 'name' && !isPerson
      if (!isInside || !/^(fullname|pathwithnamespace|namewithowner)$/.test(word)) return []
      return [{ name, schema, of: (said, links) => nameInside(said, ownLink(links, around)), follows: false }]
    })
  },
)

/** "For shelves, the id and name properties are the same": the other of the two. */
function saidSame(own: string, text: unknown, properties: readonly (readonly [string, Schema])[]): string | undefined {
  const [, a = '', b = ''] = SAME.exec(textOf(text).slice(0, 500)) ?? []
  const other = a === own ? b : b === own ? a : undefined
  return properties.some(([name]) => name === other) ? other : undefined
}

const SAME = /\bthe (\w+) and (?:the )?(\w+) (?:properties|fields|attributes|values) are the same\b/i

/** What the first example of an answer about such records shows. */
function shownAt(plan: ResourcePlan, place: Place, runtime: Runtime): string | undefined {
  const own = exampleAt(plan, place, runtime)
  if (own !== undefined) return own
  for (const { id, plan: of } of runtime.operationsOn(plan.type)) {
    const media = Object.values(runtime.operation(id).success.response?.content ?? {})
    const shown = media.flatMap(({ schema, examples }) => [
      ...Object.values(examples),
      runtime.view(schema).keywords['example'],
    ])
    for (const example of shown) {
      const value = idText(at(example, [...(of.output ?? []), ...place]))
      if (value !== undefined) return value
    }
  }
  return undefined
}

/** The example of an ARN with the record's own id in the place of the one it shows. */
function arnOf(plan: ResourcePlan, name: string, runtime: Runtime): Deriving['of'] | undefined {
  if (!/arn$/i.test(name)) return undefined
  const [written = '', shown = ''] = [shownAt(plan, [name], runtime), shownAt(plan, plan.id.place, runtime)]
  // `arn:aws:library:eu:<account>:rack/one` is the example of an example.
  const example = /[<>{}\s]/.test(written) ? '' : written
  const cut = /[:/](?=[^:/]*$)/.exec(example)?.index ?? -1
  const before = example.startsWith('arn:') ? example.slice(0, cut + 1) : `arn:${plain(plan.type)}/`
  const { arn, scope } = plan
  return (said, links) => {
    const id = idText(at(said, plan.id.place))
    if (id === undefined) return undefined
    if (arn !== undefined && !example.startsWith('arn:')) {
      const around = scope.flatMap((link) => [link.replaceAll('_', '-'), ownLink(links, link) ?? ''])
      return arn.before + [...around, arn.kind, id].join(arn.joint)
    }
    return shown !== '' && example.includes(shown) ? example.replace(shown, () => id) : before + id
  }
}

const FIRST = /^(first|given)name$/
const LAST = /^((last|family)name|surname)$/

function wholeName(said: JsonObject): string | undefined {
  const named = (words: RegExp): unknown => Object.entries(said).find(([name]) => words.test(plain(name)))?.[1]
  const parts = [named(FIRST), named(LAST)].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 2 ? parts.join(' ') : undefined
}

function nameInside(said: JsonObject, around: string | undefined): string | undefined {
  const { name } = said
  return around === undefined || typeof name !== 'string' ? undefined : `${around}/${name}`
}

/** A title as it stands in addresses; undefined where there is none, or nothing of it can stand there. */
export function slugIn(said: JsonObject): string | undefined {
  const titles = ['title', 'name', 'headline', 'subject'].map((name) => said[name])
  const slug = String(titles.find((text) => typeof text === 'string') ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return slug === '' ? undefined : slug
}
