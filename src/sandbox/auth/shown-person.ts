/** How a property shows a person whom another type describes: as an object of the same kind, or by one of their names. */
import type { ResourcePlan } from '../../api/plan.ts'
import { allProperties } from '../../api/schema/properties.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { isHiddenBeside } from '../../http/secrets.ts'
import { isObject, type JsonObject, setOwn, textOf } from '../../support/json.ts'
import { project } from '../response/project.ts'
import type { Runtime } from '../runtime.ts'
import type { PersonPlan } from './told-caller.ts'

/** Properties that tell one person from another. */
const IDENTITY =
  /^(id|uuid|guid|gid|sid|sub|userid|accountid|useruuid|username|login|handle|nickname|email|emailaddress|mail)$/

/** What one person is shown of another, without what is a secret of theirs, however deep. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > DEEPEST ? [] : value.map((one) => withoutSecrets(one, depth + 1))
  if (!isObject(value)) return value
  if (depth > DEEPEST) return {}
  const shown: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value))
    if (!isHiddenBeside(name)) setOwn(shown, name, withoutSecrets(one, depth + 1))
  return shown
}

const DEEPEST = 8

/** What names a person, by what a property is called or says of itself; each in the order in which it is looked for. */
const NAMES = {
  id: ['id', 'uuid', 'gid', 'guid', 'userid', 'accountid', 'sub'],
  email: ['email', 'emailaddress', 'mail'],
  username: ['username', 'login', 'handle', 'nickname', 'screenname'],
  name: ['name', 'fullname', 'displayname', 'realname'],
} as const

type Form = keyof typeof NAMES

const FORMS = new Map<string, Form>(
  Object.entries(NAMES).flatMap(([form, names]) => names.map((name) => [name, form as Form] as const)),
)

/** Reads of a person what a property shows of them; undefined where they have nothing of that. */
export type Reading = (person: JsonObject) => unknown

/** True for a type that tells its records apart as persons are told apart. */
export function isPersonal({ schema }: ResourcePlan, runtime: Runtime): boolean {
  return [...allProperties(schema, runtime).keys()].some((name) => IDENTITY.test(plain(name)))
}

/** An object that has the properties of the person, or most of them, and one that says which person it is. */
export function readingOfObject(property: Schema, { schema }: PersonPlan, runtime: Runtime): Reading | undefined {
  const { properties } = runtime.view(property)
  const theirs = new Map([...allProperties(schema, runtime).keys()].map((name) => [plain(name), name]))
  const shared = [...properties].flatMap(([name, own]) => {
    const form = FORMS.get(plain(name))
    if (isHiddenBeside(name)) return []
    const from = theirs.get(plain(name)) ?? (form === undefined ? undefined : inForm(form, theirs)[0])
    return from === undefined ? [] : [{ name, own, from, isKey: IDENTITY.test(plain(name)) }]
  })
  const keys = shared.filter(({ isKey }) => isKey)
  if (keys.length === 0 || shared.length < Math.min(2, properties.size) || shared.length * 2 < properties.size)
    return undefined
  return (person) => {
    const whole = withoutSecrets(project(person, property, runtime))
    const hasAll = isObject(whole) && shared.every(({ name, from }) => from === name || Object.hasOwn(whole, name))
    if (hasAll && runtime.accepts(property, whole)) return whole
    const shown: Record<string, unknown> = {}
    for (const { name, own, from } of shared) {
      const value = withoutSecrets(project(person[from], own, runtime))
      if (value !== undefined && runtime.accepts(own, value)) setOwn(shown, name, value)
    }
    return keys.some(({ name }) => Object.hasOwn(shown, name)) ? shown : undefined
  }
}

/** A text or a number that is what the name, the form or the words of the property say: an id, an address, a name. */
export function readingOfName(
  property: Schema,
  ending: string,
  { schema, id }: PersonPlan,
  runtime: Runtime,
): Reading | undefined {
  const { types, keywords } = runtime.view(property)
  if (
    types.length === 0 ||
    types.some((type) => !/^(string|integer|number)$/.test(type)) ||
    keywords['enum'] !== undefined
  )
    return undefined
  const form = formOf(ending) ?? formSaid(property, runtime)
  if (form === undefined) return undefined
  const theirs = new Map([...allProperties(schema, runtime).keys()].map((name) => [plain(name), name]))
  const [key] = id.isHidden !== true && id.place.length === 1 ? id.place : []
  const known = form === 'id' && key !== undefined ? [key] : []
  const from = [...known, ...inForm(form, theirs)]
  if (from.length === 0) return undefined
  const example = keywords['example'] ?? keywords['default']
  return (person) =>
    from
      .map((name) => person[name])
      .find((value) => value !== null && isLike(value, example) && runtime.accepts(property, value))
}

/** How a person calls what names them in one form, by their properties in plain words. */
function inForm(form: Form, theirs: ReadonlyMap<string, string>): readonly string[] {
  return NAMES[form].flatMap((name) => theirs.get(name) ?? [])
}

function formOf(ending: string): Form | undefined {
  if (/^(u|gu|g|s)?id$/.test(ending)) return 'id'
  if (/^email(address)?$/.test(ending)) return 'email'
  if (/^(username|login|handle)$/.test(ending)) return 'username'
  return /^(display|full)?name$/.test(ending) ? 'name' : undefined
}

/** By the format, what is shown, and the words of the description. */
function formSaid(property: Schema, runtime: Runtime): Form | undefined {
  const { types, keywords, references } = runtime.view(property)
  const shown = textOf(keywords['example'])
  const said = textOf(keywords['description']).slice(0, 300)
  if (keywords['format'] === 'email' || shown.includes('@') || /\be-?mail\b/i.test(said)) return 'email'
  if (keywords['format'] === 'uuid' || !types.includes('string')) return 'id'
  if (/\b(uu)?ids?\b|\bidentifier\b/i.test(said) || /_?id$/.test(textOf(references[0]))) return 'id'
  if (/\b(user ?name|login|handle)\b/i.test(said)) return 'username'
  return /\bname\b/i.test(said) ? 'name' : undefined
}

/** Of the same form as what the description shows: digits for digits, an address for an address. */
function isLike(value: unknown, example: unknown): boolean {
  if (isObject(value) || value === undefined) return false
  if (typeof example !== 'string' || example === '' || typeof value !== 'string') return true
  const ours = [/^\d+$/, /@/, /^[0-9a-f]{8}-[0-9a-f]{4}-/i, /\s/]
  return ours.every((form) => form.test(value) === form.test(example))
}
