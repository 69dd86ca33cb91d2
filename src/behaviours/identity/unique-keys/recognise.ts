/**
 * What no two records may share, as words say it: the declared conflict of a create ("A book with the same `title`
 * already exists"), the property itself ("The name must be unique"), or a key that records are found by.
 */
import type { Operation } from '../../../api/description.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { conflictOf } from '../../../derive/operations/conflicts.ts'
import type { Model, Recogniser } from '../../../derive/recogniser.ts'
import { findRecord } from '../../../derive/schemas/bodies.ts'
import { eachRecordSchema, requestSchema, saidProperties } from '../../../derive/schemas/requests.ts'
import { type UniqueKeys, uniqueKeys } from './fact.ts'

export const recogniser: Recogniser<UniqueKeys, UniqueKeys> = {
  fact: uniqueKeys,
  operation(operation, model) {
    if (operation.method === 'GET') return undefined
    const places = saidUnique(operation, model)
    if (places.length === 0) return undefined
    const names = places.map((place) => place.join('.')).join(', ')
    return {
      places,
      provenance: 'derived',
      why: `the description of ${operation.id} says that no two records share ${names}`,
    }
  },
  resource(plan, model) {
    const creates = model.operationsOn(plan.type).filter((one) => one.plan.kind === 'create')
    const operations = creates.map(({ id }) => model.operation(id).operation)
    const places = plan.alternateKeys.filter((key) => isUnique(key, plan, operations, model))
    if (places.length === 0) return undefined
    const names = places.map((place) => place.join('.')).join(', ')
    return {
      places,
      provenance: 'derived',
      why: `${names} identifies records, and is described as unique or refused if taken`,
    }
  },
}

/** `The unique identifier of the account`: the words of another key, in the record or in the request that makes one. */
function isUnique(key: Place, plan: ResourcePlan, creates: readonly Operation[], model: Model): boolean {
  const { reader } = model
  const records = creates.map((op) => findRecord(requestSchema(op), model.hints(plan.type), reader)?.schema)
  const said = [plan.schema, ...records].flatMap((record) => {
    const text = record === undefined ? undefined : reader.view(reader.at(record, key)).keywords['description']
    return typeof text === 'string' ? [text] : []
  })
  if (isRefused(key, plan, creates, model)) return !said.some((text) => NOT_UNIQUE.test(text))
  return said.some((text) => UNIQUE.test(text) && !NOT_UNIQUE.test(text))
}

/** A name that paths address records by, where a create knows a conflict that tells of nothing else. */
function isRefused(key: Place, { type }: ResourcePlan, creates: readonly Operation[], model: Model): boolean {
  const own = plain(key.at(-1) ?? '')
  const isName = key.length === 1 && /(name|slug|login|handle|email)$/.test(own)
  const targets = model
    .operationsOn(type)
    .flatMap(({ plan: { target } }) => (target?.in === 'path' ? [plain(target.name)] : []))
  // What somebody logs in by is a key of a record that paths need not know.
  const isAddressed = !LOGIN.test(own) || targets.some((name) => name.endsWith(own))
  return isName && creates.some((op) => isTaken(conflictOf(op), own, isAddressed))
}

const LOGIN = /^(username|login|email|emailaddress|handle)$/

function isTaken(conflict: string | undefined, own: string, isAddressed: boolean): boolean {
  if (conflict === undefined) return false
  if (isAddressed && /^\W*(conflict)?\W*$/i.test(conflict)) return true
  return TAKEN.test(conflict) && (isAddressed || plain(conflict).includes(own))
}

const UNIQUE = /\bunique(ly)?\b/i
/** "Need not be unique". */
const NOT_UNIQUE = /(\b(not|no|non|never)\b|n['’]t\b)[^.]{0,40}\bunique/i

const CONFLICTS: readonly RegExp[] = [
  /\bwith (?:an? |the |this |that |such )?(?:same |provided |given |specified |such )?(?:[a-z]+ )?[`'"]?(?!already|exist)([A-Za-z_]+)[`'"]? (?:provided |given )?(?:was |has been |is )?(?:already|exist)/i,
  /\bthe same [`'"]?([A-Za-z_]+)[`'"]? (?:already |is |exists)/i,
  /^[\W]*(?:the )?(?:[a-z]+ )?[`'"]?([A-Za-z_]+)[`'"]? (?:conflicts with an existing|is (?:already )?(?:in use|taken|used))/i,
]

function saidUnique(operation: Operation, model: Model): readonly Place[] {
  const declared = conflictOf(operation)
  const shown = model.resource(operation.plan.makes?.type ?? operation.plan.type)
  const asked = eachRecordSchema(operation, model)
  if (shown === undefined || asked === undefined) return []
  const own = allProperties(shown.schema, model)
  const sent = saidProperties(operation, shown.schema, model)
  const isKey = (name: string): boolean => {
    const { types, keywords } = model.view(own.get(name))
    return own.has(name) && sent.has(name) && !types.includes('boolean') && keywords['enum'] === undefined
  }
  const told = toldUnique(operation.description).flatMap((word) =>
    [...sent.keys()].filter((name) => plain(name) === word),
  )
  if (declared === undefined) return told.filter(isKey).map((name) => [name])
  const conflict = declared.slice(0, 1_000)
  const named = namedTaken([...sent.keys()], conflict)
  const names = [...sent].flatMap(([name, schema]) => {
    const said = model.view(schema).keywords['description']
    return named.has(name) || isSaidUnique(name, said) || isUniqueReference(name, said) ? [name] : []
  })
  const found = CONFLICTS.flatMap((form) => form.exec(conflict)?.[1] ?? [])
  const said = [...new Set([...found, ...told, ...names])].filter(isKey)
  const all = said.length > 0 ? said : natural(conflict, [...sent.keys()].filter(isKey))
  return all.length > 0 ? all.map((name) => [name]) : referencesInside(sent, own, model)
}

/** References in an object that is sent and shown alike. */
function referencesInside(
  sent: ReadonlyMap<string, Schema>,
  own: ReadonlyMap<string, Schema>,
  model: Model,
): readonly Place[] {
  return [...sent].flatMap(([name, schema]) => {
    const shown = model.view(own.get(name)).properties
    return [...model.view(schema).properties].flatMap(([inner, one]) =>
      shown.has(inner) && isUniqueReference(inner, model.view(one).keywords['description']) ? [[name, inner]] : [],
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
