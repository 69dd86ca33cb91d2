/** The body of a request: decoded by media type, typed by schema, judged. */
import type { MediaType } from '../../api/description.ts'
import type { Place } from '../../api/plan.ts'
import { coerce } from '../../api/schema/coerce.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { typeShown } from '../../derive/naming/named-types.ts'
import { isActionWord } from '../../derive/naming/verbs.ts'
import { plain, words as wordsOf } from '../../derive/naming/words.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { decodeBody } from '../../http/body.ts'
import { parseJson } from '../../http/json-text.ts'
import { isJson, matchDeclared, parseMediaType } from '../../http/media-type.ts'
import type { Pair } from '../../http/query.ts'
import { at, field, isObject, setOwn } from '../../support/json.ts'
import { isGuarded, namesCredential } from '../auth/credential-parameters.ts'
import { secretsOf } from '../auth/secrets.ts'
import type { Matched, UploadedFile } from '../exchange.ts'
import { showsOne } from '../operation/answers/single-answer.ts'
import type { Refusal } from '../operation/kind.ts'
import type { Violation } from '../outcome.ts'
import { fromSeconds, readsSeconds } from '../response/named-errors.ts'
import type { Runtime } from '../runtime.ts'
import { calledForm, membersOf } from './called-form.ts'
import { uncoded } from './coding.ts'
import { asMeant, meantByFields } from './misdeclared.ts'

export interface ReadBody {
  readonly value: unknown
  readonly files: readonly UploadedFile[]
  readonly violations: readonly Violation[]
  readonly refusal?: Refusal
}

const NO_BODY: ReadBody = { value: undefined, files: [], violations: [] }

export function readBody(sent: Matched, runtime: Runtime, judge: boolean): ReadBody {
  const types = Object.keys(sent.compiled.operation.requestBody?.content ?? {})
  const matched = sent.request.body.length === 0 || areBytes(types) ? sent : uncoded(sent)
  return 'refuse' in matched ? { ...NO_BODY, refusal: matched.refuse } : bodyOf(matched, types, runtime, judge)
}

function bodyOf(matched: Matched, types: readonly string[], runtime: Runtime, judge: boolean): ReadBody {
  const { request, compiled } = matched
  const declared = compiled.operation.requestBody
  if (request.body.length === 0 && !isEmptyForm(matched)) {
    const told = inQuery(matched, runtime)
    if (told !== undefined)
      return {
        value: told.value,
        files: [],
        violations: judge ? judged(matched, runtime, told.schema, told.value) : [],
      }
    if (!judge || declared?.required !== true || saysAllInPath(matched)) return NO_BODY
    return { ...NO_BODY, violations: [{ in: 'body', path: '', message: 'is required' }] }
  }
  const form = calledForm(request, compiled)
  if (form !== undefined) return calledBody(form, matched, runtime, judge)
  // A field without a value says as much as none.
  const contentType = request.fields.get('content-type')?.trim() || undefined
  if (contentType !== undefined && areBytes(types))
    return decoded(matched, runtime, declared?.content[types[0] ?? ''], types[0], judge)
  const type =
    contentType === undefined
      ? types[0]
      : (matchDeclared(contentType, types) ?? meantByFields(contentType, matched, runtime))
  if (judge && contentType !== undefined && types.length > 0 && type === undefined)
    return unsupported(contentType, types)
  const media = type === undefined ? undefined : declared?.content[type]
  return decoded(matched, runtime, media, contentType ?? type, judge)
}

/** The form in place of the declared body, without what only the query declares. */
function calledBody(pairs: readonly Pair[], matched: Matched, runtime: Runtime, judge: boolean): ReadBody {
  const { operation } = matched.compiled
  const schema = requestSchema(operation)
  const { properties } = runtime.view(schema)
  const asked = new Set(operation.parameters.flatMap(({ name }) => (properties.has(name) ? [] : [name])))
  const sent = membersOf(pairs.filter(([name]) => !asked.has(name)))
  if (schema === undefined) return { ...NO_BODY, value: sent }
  const value = coerce(sent, schema, runtime.view)
  return { value, files: [], violations: judge ? judged(matched, runtime, schema, value) : [] }
}

/**
 * The body of a client that says in the query what the description wants in a body that must be there: such providers
 * read both. Only names that are properties of the body and no parameters, and carry no credential.
 */
function inQuery(
  { query, request, compiled }: Matched,
  runtime: Runtime,
): { readonly value: unknown; readonly schema: Schema } | undefined {
  const { requestBody, parameters } = compiled.operation
  if (requestBody?.required !== true || query.length === 0 || !/^(POST|PUT|PATCH)$/.test(request.method))
    return undefined
  const schema = requestSchema({ requestBody })
  if (schema === undefined) return undefined
  const { properties } = runtime.view(schema)
  const secrets = secretsOf(runtime.api.head).query
  const said: Record<string, unknown> = {}
  for (const [name, value] of query)
    if (properties.has(name) && !secrets.has(name) && !parameters.some((p) => p.name === name))
      setOwn(said, name, value)
  return Object.keys(said).length === 0 ? undefined : { value: coerce(said, schema, runtime.view), schema }
}

/** A DELETE whose path says what it takes away: a body means nothing to it (RFC 9110, section 9.3.5). */
function saysAllInPath({ request, compiled }: Matched): boolean {
  const { kind, target, part } = compiled.operation.plan
  return request.method === 'DELETE' && ((kind === 'delete' && target?.in === 'path') || part !== undefined)
}

/** A form without fields has no bytes, but is a body all the same. */
function isEmptyForm(matched: Matched): boolean {
  const type = matched.request.fields.get('content-type')
  const declared = matched.compiled.operation.requestBody
  if (type === undefined || declared === undefined || !FORM.test(type)) return false
  return Object.keys(declared.content).some((name) => FORM.test(name))
}

/** Members of one object, and of all records of one request: each costs time that others wait for. */
const MOST_MEMBERS = 10_000
const MOST_OF_ALL = 250_000

/** Why a body holds more than is read; undefined where it does not. */
function crowded(body: unknown, input: Place): string | undefined {
  let all = 0
  for (const one of input.length === 0 ? [body] : [body, at(body, input)]) {
    for (const object of Array.isArray(one) ? one : [one]) {
      const count = isObject(object) ? Object.keys(object).length : 0
      all += count
      if (count > MOST_MEMBERS)
        return `Request body has an object of ${count} members: at most ${MOST_MEMBERS} are read`
    }
  }
  return all > MOST_OF_ALL ? `Request body has ${all} members in all: at most ${MOST_OF_ALL} are read` : undefined
}

/** Nothing but bytes is declared, as text where they are some. */
function areBytes(types: readonly string[]): boolean {
  return types.some((type) => BYTES.test(type)) && types.every((type) => BYTES.test(type) || /^text\/plain/i.test(type))
}

/** Bytes of no stated kind: whatever the client calls them, they are taken as they are. */
const BYTES = /^application\/octet-stream/i
const FORM = /^application\/x-www-form-urlencoded/i

function decoded(
  matched: Matched,
  runtime: Runtime,
  media: MediaType | undefined,
  contentType: string | undefined,
  judge: boolean,
): ReadBody {
  const { schema } = media ?? {}
  const shape =
    schema === undefined ? undefined : { schema, view: runtime.view, inMembers: runtime.api.head.xml !== undefined }
  const read = decodeBody(matched.request.body, contentType, shape)
  if (!read.ok) {
    const { status, message } = read.error
    const refusal = { status, message, code: status === 415 ? 'unsupported_media_type' : 'invalid_request' }
    return { ...NO_BODY, refusal }
  }
  const whole = read.value.value ?? (matched.request.body.length === 0 ? {} : undefined)
  const crowd = crowded(whole, matched.compiled.operation.plan.input ?? [])
  if (crowd !== undefined) return { ...NO_BODY, refusal: { status: 413, message: crowd, code: 'invalid_request' } }
  if (schema === undefined) return { value: whole, files: read.value.files, violations: [] }
  const meant = asMeant({ ...read.value, value: whole }, matched.request.body, contentType, schema, runtime)
  const { textual } = meant
  if (!meant.judged) return { value: meant.value, files: meant.files, violations: [] }
  const { value: sent, files } = withJsonParts(meant.value, meant.files, schema, runtime)
  const held = inItsObject(sent, schema, runtime)
  if (held !== sent) return { value: held, files, violations: [] }
  const typed = textual ? coerce(sent, schema, runtime.view) : sent
  const value = readsSeconds(matched.compiled.operation, contentType) ? fromSeconds(runtime, typed, schema) : typed
  return { value, files, violations: judge ? judged(matched, runtime, schema, value) : [] }
}

/**
 * A part of multipart that is JSON, where the schema wants no text, is that value also when it
 * came under a file name: clients name every part that has a media type of its own.
 */
function withJsonParts(
  value: unknown,
  files: readonly UploadedFile[],
  schema: Schema,
  runtime: Runtime,
): Pick<ReadBody, 'value' | 'files'> {
  if (files.length === 0 || !isObject(value)) return { value, files }
  const { properties } = runtime.view(schema)
  const read: Record<string, unknown> = { ...value }
  const left = files.filter(({ field: name, name: given, mediaType, bytes }) => {
    const media = mediaType === undefined ? undefined : parseMediaType(mediaType)
    const { types } = runtime.view(properties.get(name))
    if (media === undefined || !isJson(media) || types.length === 0 || types.includes('string')) return true
    const parsed = field(value, name) === given ? parseJson(Buffer.from(bytes).toString()) : undefined
    if (parsed?.ok !== true) return true
    setOwn(read, name, parsed.value)
    return false
  })
  return { value: read, files: left }
}

function judged(matched: Matched, runtime: Runtime, schema: Schema, value: unknown): readonly Violation[] {
  const { plan } = matched.compiled.operation
  const partial = isMerge(matched, schema, runtime) && !saysOne(schema, runtime)
  const lacking = partial ? lackingWrapper(plan.input ?? [], schema, value, runtime) : undefined
  if (lacking !== undefined) return [lacking]
  const validator = runtime.requestValidator(schema, partial)
  if (validator.accepts(value)) return []
  const judged = partial ? withoutNulls(value, schema, runtime, 0) : value
  return validator
    .violations(judged, 16)
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
function inItsObject(value: unknown, schema: Schema, runtime: Runtime): unknown {
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

function schemaOf(steps: readonly string[], schema: Schema, runtime: Runtime): Schema | undefined {
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
  const missing = /^must have property "(.*)"$/.exec(message)?.[1]
  return missing === undefined ? pointer : `${pointer}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function unsupported(contentType: string, types: readonly string[]): ReadBody {
  const message = `Content-Type ${contentType.slice(0, 200)} is not accepted here; accepted are ${types.join(', ')}`
  return { ...NO_BODY, refusal: { status: 415, message, code: 'unsupported_media_type', param: 'Content-Type' } }
}
