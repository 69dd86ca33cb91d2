/** A stored value as one representation shows it: the declared and the required properties, nothing a reader may not see. */
import { standsForKeys } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import { at, field, isObject, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Call } from '../exchange.ts'
import { asText } from '../operation/creation/message-recipients.ts'
import type { Runtime } from '../runtime.ts'
import { momentIn } from '../state/moments.ts'
import { withAt } from '../state/place.ts'
import { timeFor } from '../state/times.ts'
import { toldOnce } from './told-once.ts'

/** Deeper than any real record; beyond it values are shown as they are. */
const DEPTH = 32

export function project(
  value: unknown,
  schema: Schema | undefined,
  runtime: Runtime,
  isFresh = false,
  depth = 0,
): unknown {
  if (schema === undefined || typeof schema === 'boolean' || depth > DEPTH) return value
  const view = runtime.view(schema)
  if (Array.isArray(value)) {
    const { items, types } = view
    if (types.length === 1 && types[0] === 'string') return asText(value) ?? value
    return items === undefined ? value : value.map((item) => project(item, items, runtime, isFresh, depth + 1))
  }
  if (!isObject(value)) return inForm(value, view)
  if (view.variants.length > 0) return projectVariant(value, view.variants, schema, runtime, isFresh, depth)
  if (view.properties.size === 0) return inAWord(value, view.types)
  const subtype = view.discriminator === undefined ? undefined : subtypeOf(value, view, runtime)
  return projectObject(value, subtype ?? schema, runtime, isFresh, depth)
}

/** The schema that a value names as its own, where the one at hand is but the base of several. */
function subtypeOf(
  value: Readonly<Record<string, unknown>>,
  { discriminator, references }: SchemaView,
  runtime: Runtime,
): Schema | undefined {
  const [base] = references
  const name = discriminator === undefined ? undefined : field(value, discriminator.property)
  if (discriminator === undefined || base === undefined || typeof name !== 'string') return undefined
  const target = targetsOf(discriminator).get(name)
  const own = target === undefined ? [] : runtime.view(target).references
  return own[0] !== base && own.includes(base) ? target : undefined
}

const targetsOf = oncePer(
  ({ mapping }: NonNullable<SchemaView['discriminator']>): ReadonlyMap<string, Schema> =>
    new Map([...mapping].map(([name, target]) => [name, { $ref: target }])),
)

/** What an answer shows of a record tells which record it is, unless the description forbids it. */
export function identified(call: Call, value: JsonObject, shown: unknown, schema: Schema | undefined): unknown {
  const place = call.compiled.resource?.id.place ?? []
  if (!isObject(shown) || place.length === 0 || at(shown, place) !== undefined) return shown
  const view = call.runtime.view(schema)
  const id = at(value, place)
  if (id === undefined || view.additional === false || view.properties.size === 0) return shown
  const word = plain(place.join('.'))
  if (Object.entries(shown).some(([name, inner]) => plain(name) === word || at(inner, place) === id)) return shown
  return withAt(shown as JsonObject, place, id)
}

/** Digits as the number, and a time in the form, that one answer of several shows. */
function inForm(value: unknown, view: SchemaView): unknown {
  const { types } = view
  if (types.length !== 1) return value
  if (typeof value === 'string' && (types[0] === 'integer' || types[0] === 'number')) {
    if (types[0] === 'integer' && /^(0|[1-9]\d{0,14})$/.test(value)) return Number(value)
    return isWholeTime(value) ? (timeFor(view, momentIn(value) ?? 0) ?? value) : value
  }
  const isTime = typeof value === 'number' && types[0] === 'string' && view.keywords['format'] === 'date-time'
  return isTime && value > 1e8 ? (timeFor(view, momentIn(value) ?? 0) ?? value) : value
}

function isWholeTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
}

/** The `State: {Status: running, ...}` of a record, in lists that say `State: running`. */
function inAWord(value: Readonly<Record<string, unknown>>, types: readonly string[]): unknown {
  if (types.length !== 1 || types[0] !== 'string') return value
  const said = Object.entries(value).find(
    ([name, own]) => /^(status|state|value)$/i.test(name) && typeof own === 'string',
  )
  return said === undefined ? value : said[1]
}

function projectObject(
  value: Readonly<Record<string, unknown>>,
  schema: Schema,
  runtime: Runtime,
  isFresh: boolean,
  depth: number,
): unknown {
  const view = runtime.view(schema)
  const hidden = typeof schema === 'boolean' ? undefined : hiddenIn(schema, runtime)[isFresh ? 'fresh' : 'later']
  const open = view.additional !== undefined && view.additional !== false
  const shown: Record<string, unknown> = {}
  for (const own of Object.keys(value)) {
    const name = view.properties.has(own) ? own : spelledHere(own, value, schema, runtime)
    const property = view.properties.get(name)
    if (property === undefined) {
      if ((open && (!isPassword(name) || isMap(view.additional, runtime))) || view.required.has(name))
        setOwn(shown, name, value[own])
    } else if (hidden?.has(name) !== true)
      setOwn(shown, name, project(value[own], property, runtime, isFresh, depth + 1))
  }
  const key = depth > 0 ? keyShown(value, schema, runtime) : undefined
  if (key === undefined) return shown
  const keyed = Object.entries(value).map(([name, own]) => [name, project(own, key, runtime, isFresh, depth + 1)])
  return Object.fromEntries(keyed)
}

/** `labels: {localeCode: string}` where `{en_US: "Red"}` is held: the one declared property stands for any key. */
function keyShown(value: Readonly<Record<string, unknown>>, schema: Schema, runtime: Runtime): Schema | undefined {
  const { properties, additional } = runtime.view(schema)
  const [declared, ...others] = properties
  if (declared === undefined || others.length > 0 || additional !== undefined || Object.hasOwn(value, declared[0])) {
    return undefined
  }
  const keys = Object.keys(value)
  const { types } = runtime.view(declared[1])
  if (!standsForKeys(declared[0], keys)) return undefined
  const isPlain = types.length === 1 && /^(string|number|integer|boolean|array)$/.test(types[0] ?? '')
  return isPlain && keys.every((key) => runtime.accepts(declared[1], value[key])) ? declared[1] : undefined
}

/** The properties that no reader sees, and those that one sees only when they are made. */
const hiddenIn = oncePer((schema: Schema & object, runtime: Runtime) => {
  const all = [...runtime.view(schema).properties]
  const fresh = new Set(all.flatMap(([name, own]) => (runtime.view(own).keywords['writeOnly'] === true ? [name] : [])))
  return { fresh, later: new Set([...fresh, ...toldOnce(schema, runtime)]) }
})

/** Values of a declared type: whatever key they stand under is declared. */
function isMap(additional: Schema | undefined, runtime: Runtime): boolean {
  return runtime.view(additional).types.length > 0
}

/** What no provider shows unless it says so. */
export function isPassword(name: string): boolean {
  return PASSWORD.test(name)
}

const PASSWORD = /^((new|old|current|user)_?)?(password|passwd|passphrase)(_?confirm(ation)?)?$/i

/** How this representation spells a name that it does not have: `bookId` where another one says `BookID`. */
function spelledHere(own: string, value: Readonly<Record<string, unknown>>, schema: Schema, runtime: Runtime): string {
  if (typeof schema === 'boolean') return own
  const { byWord, known } = spellingsOf(schema, runtime)
  let name = known.get(own)
  if (name === undefined) {
    name = byWord.get(plain(own)) ?? own
    if (known.size < MOST_KNOWN) known.set(own, name)
  }
  if (name === own && plain(own) === 'arn') name = ownArn(byWord, value) ?? own
  return name === own || Object.hasOwn(value, name) ? own : name
}

/** The `Arn` of a record that has a `BookName` or `BookId`, where a list calls it `BookArn`. */
function ownArn(byWord: ReadonlyMap<string, string>, value: Readonly<Record<string, unknown>>): string | undefined {
  const stems = Object.keys(value).flatMap((name) => /^(.+)(?:name|id)$/.exec(plain(name))?.[1] ?? [])
  return stems.flatMap((stem) => byWord.get(`${stem}arn`) ?? [])[0]
}

/** Names of records remembered for one representation. */
const MOST_KNOWN = 256

const spellingsOf = oncePer((schema: Schema & object, runtime: Runtime) => ({
  byWord: new Map([...runtime.view(schema).properties.keys()].map((name) => [plain(name), name])),
  known: new Map<string, string>(),
}))

/** The variant that takes the value decides; where none does, the value stays for the value maker to mend. */
function projectVariant(
  value: Readonly<Record<string, unknown>>,
  variants: readonly Schema[],
  schema: Schema,
  runtime: Runtime,
  isFresh: boolean,
  depth: number,
): unknown {
  if (runtime.view(schema).properties.size > 0) return value
  for (const variant of variants) {
    const shown = project(value, variant, runtime, isFresh, depth + 1)
    if (runtime.accepts(variant, shown)) return shown
  }
  return value
}
