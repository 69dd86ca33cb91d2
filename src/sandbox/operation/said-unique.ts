/**
 * What no two records may share, as words say it: the declared conflict of a create ("A book with the same `title`
 * already exists"), or, where there is one, the property itself ("The name must be unique").
 */
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { NOT_UNIQUE } from '../../derive/unique.ts'
import { at, isObject, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { namedStatus } from '../response/named-errors.ts'
import type { Runtime } from '../runtime.ts'
import type { Links } from '../state/links.ts'
import { plain } from '../state/place.ts'
import { allProperties } from '../state/properties.ts'
import type { CompiledOperation } from './compiled.ts'
import { recordSchema } from './input.ts'

/** Records that are compared, the newest first: a create must not take longer the more there are. */
const MOST = 200

/** Where a record under the same parents is as the input says, if the description knows that for a conflict. */
export function sharedByAnother(call: Call, plan: ResourcePlan, input: JsonObject, links: Links): Place | undefined {
  const places = saidUnique(call.compiled, call.runtime).filter((place) => isSaid(at(input, place)))
  if (places.length === 0) return undefined
  const { link, filter } = call.resources.indexFor(links)
  const wanted = Object.entries(filter)
  for (const other of call.resources.records.list(plan.type, { link, limit: MOST, reverse: true })) {
    if (wanted.some(([own, value]) => other.links[own] !== value)) continue
    const place = places.find((one) => at(other.value, one) === at(input, one))
    if (place !== undefined && !standsElsewhere(other.value, input)) return place
  }
  return undefined
}

/** Another parent is named by the one record than by the other. */
function standsElsewhere(value: JsonObject, input: JsonObject): boolean {
  return Object.entries(input).some(([name, said]) => {
    const other = /^(parent|folder|directory)(_?id)?$/i.test(name) ? value[name] : undefined
    if (other === undefined) return false
    const idOf = (one: unknown): unknown => (isObject(one) ? one['id'] : one)
    return idOf(other) !== idOf(said)
  })
}

function isSaid(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

const CONFLICTS: readonly RegExp[] = [
  /\bwith (?:an? |the |this |that |such )?(?:same |provided |given |specified |such )?(?:[a-z]+ )?[`'"]?(?!already|exist)([A-Za-z_]+)[`'"]? (?:provided |given )?(?:was |has been |is )?(?:already|exist)/i,
  /\bthe same [`'"]?([A-Za-z_]+)[`'"]? (?:already |is |exists)/i,
  /^[\W]*(?:the )?(?:[a-z]+ )?[`'"]?([A-Za-z_]+)[`'"]? (?:conflicts with an existing|is (?:already )?(?:in use|taken|used))/i,
]

const saidUnique = oncePer(({ operation }: CompiledOperation, runtime: Runtime): readonly Place[] => {
  const declared = operation.responses['409'] ?? operation.responses[namedStatus(operation, 409) ?? '']
  const shown = runtime.resource(operation.plan.type)
  const asked = recordSchema(operation, runtime)
  if (shown === undefined || asked === undefined) return []
  const own = allProperties(shown.schema, runtime)
  const sent = allProperties(asked, runtime)
  const isKey = (name: string): boolean => {
    const { types, keywords } = runtime.view(own.get(name))
    return own.has(name) && sent.has(name) && !types.includes('boolean') && keywords['enum'] === undefined
  }
  const told = toldUnique(operation.description).flatMap((word) =>
    [...sent.keys()].filter((name) => plain(name) === word),
  )
  if (declared === undefined) return told.filter(isKey).map((name) => [name])
  const conflict = declared.description.slice(0, 1_000)
  const named = namedTaken([...sent.keys()], conflict)
  const names = [...sent].flatMap(([name, schema]) => {
    const said = runtime.view(schema).keywords['description']
    return named.has(name) || isSaidUnique(name, said) || isUniqueReference(name, said) ? [name] : []
  })
  const found = CONFLICTS.flatMap((form) => form.exec(conflict)?.[1] ?? [])
  const said = [...new Set([...found, ...told, ...names])].filter(isKey)
  const all = said.length > 0 ? said : natural(conflict, [...sent.keys()].filter(isKey))
  return all.length > 0 ? all.map((name) => [name]) : referencesInside(sent, own, runtime)
})

/** References in an object that is sent and shown alike. */
function referencesInside(
  sent: ReadonlyMap<string, Schema>,
  own: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): readonly Place[] {
  return [...sent].flatMap(([name, schema]) => {
    const shown = runtime.view(own.get(name)).properties
    return [...runtime.view(schema).properties].flatMap(([inner, one]) =>
      shown.has(inner) && isUniqueReference(inner, runtime.view(one).keywords['description']) ? [[name, inner]] : [],
    )
  })
}

/** "Creates a user. Username must be unique." of the operation itself. */
function toldUnique(description: string | undefined): readonly string[] {
  const said = (description ?? '').slice(0, 2_000)
  return [...said.matchAll(MUST_BE)].flatMap(([, word]) => (word === undefined ? [] : [plain(word)]))
}

const MUST_BE =
  /(?:^|[.:\n]\**\s*|\s{2,})(?:the |an? )?[`'"*]{0,2}(\w+)[`'"*]{0,2} (?:(?:attribute|property|field|parameter|value) )?(?:must|has to|have to|needs? to) be unique\b/gi

/** The property that names a record by its nature, where a conflict says only that there is such a record, or no more than that it is one. */
function natural(conflict: string, names: readonly string[]): readonly string[] {
  const usual = EXISTS.test(conflict) ? NATURAL : /^\W*conflict\W*$/i.test(conflict) ? LOGINS : []
  for (const word of usual) {
    const name = names.find((one) => plain(one) === word)
    if (name !== undefined) return [name]
  }
  return []
}

const EXISTS =
  /\b(resource|object|record|entity|entry|item)\b[^.]{0,20}\balready exists?\b|\bexisting (resource|data|object|record|entity)\b|^\W*duplicate( (entry|resource|record|object))?\W*$/i
const LOGINS = ['username', 'login', 'slug']
const NATURAL = [...LOGINS, 'sku', 'key', 'code', 'name']

const NAMES = /(name|label|slug|handle|code|number|email|alias|sku|title|domain|hostname|tag|identifier)$/i

/**
 * "Given name already exists", "username or email taken": the words of a conflict name properties. What only ends in such
 * a word (`book_name`) is meant where it is the only one, and none is called just so.
 */
function namedTaken(names: readonly string[], conflict: string): ReadonlySet<string> {
  if (!TAKEN.test(conflict)) return new Set()
  const said = new Set(conflict.toLowerCase().match(/[a-z0-9_]+/g))
  const keys = names.filter((name) => NAMES.test(name))
  const found = [...said].flatMap((word) => {
    const exact = keys.filter((name) => name.toLowerCase() === word)
    const ending = keys.filter((name) => NAMES.exec(name)?.[1]?.toLowerCase() === word)
    return exact.length > 0 || ending.length > 1 ? exact : ending
  })
  return new Set(found)
}

const TAKEN =
  /\balready (exist|used|taken|in use|been (used|taken)|registered)|\bexists\b|\btaken\b|\bin use\b|\bduplicate/i

/** What its caller calls a request that makes a record: the record shows it, and another of the same is refused. */
function isUniqueReference(name: string, text: unknown): boolean {
  if (!/(reference|request_?id|token)$/i.test(name) || typeof text !== 'string') return false
  return /\b(must|should) (use|be) an? unique\b|\bunique (value|string|name)\b.{0,40} that ensures\b/i.test(
    text.slice(0, 2_000).replace(/<[^>]{0,200}>/g, ''),
  )
}

/** "The name must be unique", "The shelf's unique label": names, not ids and not what is unique to a request. */
function isSaidUnique(name: string, text: unknown): boolean {
  const last = NAMES.exec(name)?.[1]
  if (last === undefined || typeof text !== 'string') return false
  const said = text.slice(0, 1_000)
  if (NOT_UNIQUE.test(said)) return false
  if (/\b(must|should|has to|have to|needs? to) be (\w+ )?unique\b|\b(name|label|value|number) is unique\b/i.test(said))
    return true
  return new RegExp(`\\bunique (\\w+ ){0,2}${last}\\b`, 'i').test(said)
}
