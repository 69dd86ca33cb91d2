/** The body of a request: decoded by media type, typed by schema, judged. */
import type { MediaType } from '../../api/description.ts'
import type { Place } from '../../api/plan.ts'
import { coerce } from '../../api/schema/coerce.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { requestSchema } from '../../derive/schemas/requests.ts'
import { decodeBody } from '../../http/body.ts'
import { parseSentJson } from '../../http/json-text.ts'
import { isJson, matchDeclared, parseMediaType } from '../../http/media-type.ts'
import type { Pair } from '../../http/query.ts'
import { at, field, isObject, setOwn } from '../../support/json.ts'
import { secretsOf } from '../auth/secrets.ts'
import type { Matched, UploadedFile } from '../exchange.ts'
import type { Refusal } from '../operation/kind.ts'
import type { Violation } from '../outcome.ts'
import { fromSeconds, readsSeconds } from '../response/named-errors.ts'
import type { Runtime } from '../runtime.ts'
import { calledForm, membersOf } from './called-form.ts'
import { uncoded } from './coding.ts'
import { emptyFields, encodedFields } from './encoded-fields.ts'
import { inItsObject, judged } from './judge-body.ts'
import { asMeant, meantByFields } from './misdeclared.ts'
import { accepted } from './typed-value.ts'

export interface ReadBody {
  readonly value: unknown
  readonly files: readonly UploadedFile[]
  readonly violations: readonly Violation[]
  /** What it was judged by; absent where it was by none. */
  readonly schema?: Schema
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
        schema: told.schema,
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
  const value = coerce(sent, schema, runtime.view, accepted(runtime))
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
  return Object.keys(said).length === 0
    ? undefined
    : { value: coerce(said, schema, runtime.view, accepted(runtime)), schema }
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
  const parts = withJsonParts(meant.value, meant.files, schema, runtime)
  const { files } = parts
  const fields = textual ? encodedFields(parts.value, matched.request.body, contentType, media, runtime) : parts.value
  const empty = textual ? emptyFields(fields, media, runtime) : NO_FIELDS
  const sent = empty.size === 0 ? fields : without(fields, empty)
  const held = inItsObject(sent, schema, runtime)
  if (held !== sent) return { value: held, files, violations: [] }
  const typed = textual ? coerce(sent, schema, runtime.view, accepted(runtime)) : sent
  const value = readsSeconds(matched.compiled.operation, contentType) ? fromSeconds(runtime, typed, schema) : typed
  const violations = judge ? judged(matched, runtime, schema, value) : []
  return { value, files, violations: violations.filter(({ path }) => !empty.has(path.slice(1))), schema }
}

const NO_FIELDS: ReadonlySet<string> = new Set()

function without(value: unknown, names: ReadonlySet<string>): unknown {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => !names.has(name)))
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
    const parsed = field(value, name) === given ? parseSentJson(Buffer.from(bytes).toString()) : undefined
    if (parsed?.ok !== true) return true
    setOwn(read, name, parsed.value)
    return false
  })
  return { value: read, files: left }
}

function unsupported(contentType: string, types: readonly string[]): ReadBody {
  const message = `Content-Type ${contentType.slice(0, 200)} is not accepted here; accepted are ${types.join(', ')}`
  return { ...NO_BODY, refusal: { status: 415, message, code: 'unsupported_media_type', param: 'Content-Type' } }
}
