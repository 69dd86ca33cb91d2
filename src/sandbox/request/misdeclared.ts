/** Bodies whose declared media type is not the only one that can hold what their schema describes: objects in bytes or parts, texts in forms. */
import type { Schema } from '../../api/schema/schema.ts'
import { type DecodedBody, decodeBody, isTextual } from '../../http/body.ts'
import { essenceOf, isJson, parseMediaType } from '../../http/media-type.ts'
import { isObject } from '../../support/json.ts'
import type { Matched } from '../exchange.ts'
import type { Runtime } from '../runtime.ts'

/**
 * The declared type that JSON or a form is meant for, where objects are declared only in types of bytes
 * (`message/rfc822`, `application/form-data`), or the request for a token in JSON; JSON also where they are in forms, or in parts of which none has to be a file.
 */
export function meantByFields(contentType: string, { compiled }: Matched, runtime: Runtime): string | undefined {
  const content = Object.entries(compiled.operation.requestBody?.content ?? {})
  const sent = parseMediaType(contentType)
  if (sent === undefined) return undefined
  const [only, ...others] = content
  if (essenceOf(sent) === 'application/octet-stream' && isPayload(content, runtime)) return only?.[0]
  const isText = isJson(sent)
  if (!(isText || FORMS.includes(essenceOf(sent)))) return undefined
  if (!isText && only !== undefined && others.length === 0 && isGrant(only[0], only[1].schema, runtime)) return only[0]
  return content.every(
    ([name, { schema }]) =>
      (isOfBytes(name) || (isText && (isForm(name) || isOfParts(name, schema, runtime)))) &&
      wantsObject(schema, runtime),
  )
    ? content[0]?.[0]
    : undefined
}

/** Bytes that a description calls the one text of an object: `{Payload}` is the body itself. */
function isPayload(content: readonly (readonly [string, { schema?: Schema }])[], runtime: Runtime): boolean {
  const [only, ...others] = content
  const { properties } = runtime.view(only?.[1].schema)
  const [own] = properties.values()
  return others.length === 0 && properties.size === 1 && own !== undefined && isOnlyText(own, runtime)
}

/** The request for a token (RFC 6749 section 4.1.3) is a form, whatever else is declared. */
function isGrant(name: string, schema: Schema | undefined, runtime: Runtime): boolean {
  const media = parseMediaType(name)
  return media !== undefined && isJson(media) && runtime.view(schema).properties.has('grant_type')
}

const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

function isOfBytes(name: string): boolean {
  const media = parseMediaType(name)
  if (media === undefined || media.type === 'multipart' || media.type === '*') return false
  return !isTextual(media) || (media.suffix === 'xml' && media.type !== 'application')
}

/** Older descriptions call every field of a body a field of a form, whatever their providers read. */
function isForm(name: string): boolean {
  const media = parseMediaType(name)
  return media !== undefined && essenceOf(media) === 'application/x-www-form-urlencoded'
}

function isOfParts(name: string, schema: Schema | undefined, runtime: Runtime): boolean {
  if (parseMediaType(name)?.type !== 'multipart') return false
  const { required, properties } = runtime.view(schema)
  return [...required].every((part) => runtime.view(properties.get(part)).keywords['format'] !== 'binary')
}

export interface Meant extends DecodedBody {
  /** False for bytes that no schema of an object can judge. */
  readonly judged: boolean
}

/** What was read, as the schema means it. */
export function asMeant(
  read: DecodedBody,
  bytes: Uint8Array,
  contentType: string | undefined,
  schema: Schema,
  runtime: Runtime,
): Meant {
  const media = contentType === undefined ? undefined : parseMediaType(contentType)
  if (media === undefined) return { ...read, judged: true }
  if (essenceOf(media) === 'application/x-www-form-urlencoded' && isOnlyText(schema, runtime))
    return { value: new TextDecoder().decode(bytes), files: [], textual: true, judged: true }
  if (!isOfBytes(contentType ?? '') || !wantsObject(schema, runtime)) return { ...read, judged: true }
  const unnamed = decodeBody(bytes, undefined)
  if (unnamed.ok && isObject(unnamed.value.value)) return { ...unnamed.value, judged: true }
  return { ...read, value: undefined, judged: false }
}

function wantsObject(schema: Schema | undefined, runtime: Runtime): boolean {
  const { types, properties } = runtime.view(schema)
  return properties.size > 0 && types.length === 1 && types[0] === 'object'
}

function isOnlyText(schema: Schema, runtime: Runtime): boolean {
  const { types, variants } = runtime.view(schema)
  return variants.length === 0 && types.length === 1 && types[0] === 'string'
}
