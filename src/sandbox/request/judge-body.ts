/** Judges the value of a body by its schema, but for what providers let pass. */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { typeShown } from '../../derive/naming/named-types.ts'
import { isActionWord } from '../../derive/naming/verbs.ts'
import { plain, words as wordsOf } from '../../derive/naming/words.ts'
import { at, field, isObject, setOwn } from '../../support/json.ts'
import { isGuarded, namesCredential } from '../auth/credential-parameters.ts'
import type { Matched } from '../exchange.ts'
import { showsOne } from '../operation/answers/single-answer.ts'
import type { Violation } from '../outcome.ts'
import type { Runtime } from '../runtime.ts'

/** At most so many violations are looked for; what providers let pass is not among those that are given. */
export function judged(
  matched: Matched,
  runtime: Runtime,
  schema: Schema,
  value: unknown,
  most = 16,
): readonly Violation[] {
  const { plan } = matched.compiled.operation
  const partial = isMerge(matched, schema, runtime) && !saysOne(schema, runtime)
  const lacking = partial ? lackingWrapper(plan.input ?? [], schema, value, runtime) : undefined
  if (lacking !== undefined) return [lacking]
  const validator = runtime.requestValidator(schema, partial)
  if (validator.accepts(value)) return []
  const judged = partial ? withoutNulls(value, schema, runtime, 0) : value
  return validator
    .violations(judged, most)
    .map((v): Violation => ({ in: 'body', path: pathOf(v.pointer, v.message), message: v.message }))
    .filter((v) => !isCredential(v, matched, schema, runtime) && !mayBeLeftOut(v, schema, value, runtime))
    .filter((v) => !isUndeclared(v, matched, schema, runtime))
    .filter((v) => !isOneOfThem(v, schema, value, matched, runtime))
    .filter((v) => !isNamedByIdAlone(v, schema, value, matched, runtime))
}

/**
 * True for what changes a record and may leave out what it does not change. A deed done with PATCH asks for all it
 * needs, and so does the path of a part for the part (`PATCH /hooks/{id}/headers` with `{headers}`).
 */
function isMerge({ compiled, request }: Matched, schema: Schema, runtime: Runtime): boolean {
  const { plan, path } = compiled.operation
  const word = path.slice(path.lastIndexOf('/') + 1)
  if (request.method !== 'PATCH') return plan.kind === 'update' && request.method !== 'PUT' && /\}[^/]*\/?$/.test(path)
  if (plan.kind !== 'action') return plan.kind !== 'create'
  return !isActionWord(word) && ![...runtime.view(schema).required].some((name) => plain(name) === plain(word))
}

/** One plain value is all a body may say: without it nothing would change. */
function saysOne(schema: Schema, runtime: Runtime): boolean {
  const view = runtime.view(schema)
  const [only, ...others] = view.properties.values()
  const isOpen = view.variants.length > 0 || (view.additional !== undefined && view.additional !== false)
  if (only === undefined || others.length > 0 || isOpen) return false
  const { properties, types, variants } = runtime.view(only)
  return properties.size === 0 && variants.length === 0 && types.length > 0 && !types.includes('object')
}

/**
 * A required property that is declared nowhere is not missing where the path names it (`project` below `{project_id}`,
 * `bookId` below `{bookIdOrAlias}`), nor where its object says what else is required: what has no form there was left
 * behind in the list.
 */
function isUndeclared({ path, message }: Violation, matched: Matched, schema: Schema, runtime: Runtime): boolean {
  if (!message.startsWith('must have property')) return false
  const steps = path.slice(1).split('/')
  const last = steps.at(-1) ?? ''
  if (schemaOf(steps, schema, runtime) !== undefined) return false
  const around = runtime.view(schemaOf(steps.slice(0, -1), schema, runtime))
  const isWhole = around.variants.length === 0 && (around.additional === undefined || around.additional === false)
  if (isWhole && [...around.required].some((one) => around.properties.has(one))) return true
  const name = plain(last)
  return [...matched.pathParameters.keys()].some((param) =>
    param
      .split(EITHER)
      .some((own) => plain(own) === name || plain(own).replace(/(id|uuid|gid|key|slug)$/, '') === name),
  )
}

/** Between the two names of one parameter: `bookIdOrAlias`. */
const EITHER = /(?<=[a-z])Or(?=[A-Z])|[_-]or[_-]/

/** One object, where a create takes an array of such and shows one record: the description means each. */
function isOneOfThem(
  { path, message }: Violation,
  schema: Schema,
  value: unknown,
  { compiled }: Matched,
  runtime: Runtime,
): boolean {
  if (path !== '' || message !== 'must be array' || !isObject(value) || compiled.operation.method !== 'POST')
    return false
  const { items } = runtime.view(schema)
  const isMeant = items !== undefined && runtime.view(items).properties.size > 0 && runtime.accepts(items, value)
  return isMeant && showsOne(compiled, runtime)
}

/** The array itself, where an object with nothing but that array is declared, is that array. */
export function inItsObject(value: unknown, schema: Schema, runtime: Runtime): unknown {
  if (!Array.isArray(value)) return value
  const { types, properties } = runtime.view(schema)
  const [only, ...others] = properties
  if (only === undefined || others.length > 0 || types.includes('array')) return value
  const [name, property] = only
  const isMeant = runtime.view(property).types.includes('array') && runtime.accepts(property, value)
  return isMeant && !runtime.accepts(schema, value) ? { [name]: value } : value
}

/** Another record whose id is read-only can be named by no object: the id alone names it. */
function isNamedByIdAlone(
  { path, message }: Violation,
  schema: Schema,
  value: unknown,
  { compiled }: Matched,
  runtime: Runtime,
): boolean {
  if (message !== 'must be object') return false
  const steps = path.slice(1).split('/')
  const name = steps.at(-1) ?? ''
  const own = schemaOf(steps, schema, runtime)
  const sent = at(value, steps)
  const isId = typeof sent === 'string' || typeof sent === 'number'
  const plan = own === undefined || !isId ? undefined : typeShown(name, own, runtime)
  if (own === undefined || plan === undefined || plan.type === compiled.operation.plan.type) return false
  const id = schemaAt(runtime.view, own, plan.id.place)
  return id !== undefined && runtime.view(id).keywords['readOnly'] === true
}

/**
 * A property whose words say what happens without it need not be there, nor need the annotations of OData, by which a
 * service describes its own records (OData JSON Format 4.01, section 4.6), nor what tells the kinds of a component apart
 * where only one is taken.
 */
function mayBeLeftOut({ path, message }: Violation, schema: Schema, value: unknown, runtime: Runtime): boolean {
  if (!message.startsWith('must have property')) return false
  if (/\/(\w*)@odata\.\w+$/.test(path)) return true
  const steps = path.slice(1).split('/')
  const { discriminator, variants } = runtime.view(schemaOf(steps.slice(0, -1), schema, runtime))
  if (variants.length === 0 && discriminator?.property === steps.at(-1)) return true
  const current = schemaOf(steps, schema, runtime)
  if (current === undefined) return false
  const { keywords, properties } = runtime.view(current)
  const { description } = keywords
  if (typeof description !== 'string') return false
  const either = properties.size === 0 ? EITHER_OF_TWO.exec(description) : null
  if (either !== null) {
    const words = description.slice(either.index, either.index + either[0].length + 80)
    return saysAnother(words, steps, schema, value, runtime)
  }
  return WITHOUT.test(description) && !REFUSED.test(description)
}

/** The other one that the words name is there. */
function saysAnother(
  words: string,
  steps: readonly string[],
  schema: Schema,
  value: unknown,
  runtime: Runtime,
): boolean {
  const around = steps.slice(0, -1)
  const sent = at(value, around)
  const whole = ` ${wordsOf(words).join(' ')} `
  const named = [...runtime.view(schemaOf(around, schema, runtime)).properties.keys()].filter(
    (name) => name !== steps.at(-1) && whole.includes(` ${wordsOf(name).join(' ')} `),
  )
  return isObject(sent) && named.some((name) => Object.hasOwn(sent, name))
}

/** The schema of what stands there; undefined where none does. */
export function schemaOf(steps: readonly string[], schema: Schema, runtime: Runtime): Schema | undefined {
  let current: Schema | undefined = schema
  for (const step of steps) {
    const { properties, items } = runtime.view(current)
    current = /^\d+$/.test(step) && items !== undefined ? items : properties.get(step)
  }
  return current
}

const WITHOUT =
  /\b(if|when) (it is |it's |this is )?(not (specified|provided|set|given|supplied|present|included)|omitted|absent|left (out|blank|empty))(?=\s*(?:[,.;:)]|$|(?:an?|the|it|this|then|we|defaults?|uses?|will)\b))/i

/** "Required if `other` is not specified", "Required unless `other` is given". */
const EITHER_OF_TWO =
  /\b(?:required|mandatory) (?:only )?(?:unless\b|(?:if|when) [^.]{1,80}\b(?:not (?:specified|provided|given|set|present|supplied|included)|n['’]t (?:specified|provided|given|set)|absent|omitted|missing)\b)/i

/** Words that say the other thing: without it the request fails. */
const REFUSED = /\b(errors?|fails?|rejected|refused|invalid|required|mandatory|must|4\d\d)\b/i

/** The credential need not stand in the body once more. */
function isCredential({ path, message }: Violation, matched: Matched, schema: Schema, runtime: Runtime): boolean {
  const name = path.slice(1)
  if (message !== `must have property "${name}"` || !isGuarded(matched.compiled.operation)) return false
  return namesCredential(name, runtime.view(runtime.view(schema).properties.get(name)).keywords['description'])
}

/** A merge removes by null (RFC 7396) what need not be there, whatever its schema says of null. */
function withoutNulls(value: unknown, schema: Schema | undefined, runtime: Runtime, depth: number): unknown {
  if (!isObject(value) || depth > 16) return value
  const view = runtime.view(schema)
  const kept: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null && !view.required.has(name)) continue
    setOwn(kept, name, withoutNulls(inner, view.properties.get(name), runtime, depth + 1))
  }
  return kept
}

/** A merge may leave out properties of the record, not the record. */
function lackingWrapper(place: Place, schema: Schema, value: unknown, runtime: Runtime): Violation | undefined {
  let current: Schema | undefined = schema
  let inner = value
  for (const [depth, step] of place.entries()) {
    const view = runtime.view(current)
    inner = field(inner, step)
    if (inner === undefined && view.required.has(step)) {
      return { in: 'body', path: `/${place.slice(0, depth + 1).join('/')}`, message: `must have property "${step}"` }
    }
    current = view.properties.get(step)
  }
  return undefined
}

/** A missing property is named itself, not the object it is missing from. */
function pathOf(pointer: string, message: string): string {
  const missing = /^must have property "(.*?)"(?: when it has ".*")?$/s.exec(message)?.[1]
  return missing === undefined ? pointer : `${pointer}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
