/** Media types that show examples and say no schema get one that was read off the examples. */
import type { MediaType, RequestBody, ResponseDescription } from '../../api/description.ts'
import type { DescribedApi, DescribedOperation } from '../../api/model.ts'
import { inferSchema } from '../../api/schema/infer.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'

export function withInferredSchemas(described: DescribedApi): DescribedApi {
  return { ...described, operations: described.operations.map(inferredOperation) }
}

function inferredOperation(operation: DescribedOperation): DescribedOperation {
  const body = operation.requestBody
  const responses = mapValues(operation.responses, (response) => inferredContent(response))
  const whole = responses === operation.responses ? operation : { ...operation, responses }
  const requestBody = body === undefined ? undefined : inferredContent(body)
  return requestBody === undefined || requestBody === body ? whole : { ...whole, requestBody }
}

function inferredContent<T extends ResponseDescription | RequestBody>(holder: T): T {
  const content = mapValues(holder.content, inferredMedia)
  return content === holder.content ? holder : { ...holder, content }
}

function inferredMedia(media: MediaType, type: string): MediaType {
  const examples = Object.values(media.examples).filter((example) => isOfType(media.schema, example))
  if (
    examples.length === 0 ||
    media.itemSchema !== undefined ||
    !saysNothing(itemsOf(media.schema)) ||
    !/json/i.test(type)
  )
    return media
  return { ...media, schema: open(inferSchema(examples)) }
}

/** Of an array, what it holds. */
function itemsOf(schema: Schema | undefined): Schema | undefined {
  return isObject(schema) && schema['type'] === 'array' && isObject(schema['items']) ? itemsOf(schema['items']) : schema
}

/** A link to an example, written as one, is none of an object. */
function isOfType(schema: Schema | undefined, example: unknown): boolean {
  const type = isObject(schema) ? schema['type'] : undefined
  if (type === 'object') return isObject(example)
  return type !== 'array' || Array.isArray(example)
}

/** Examples show some of what may stand in an object, not all. */
function open(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema
  if (schema['type'] === 'null') return {}
  const { properties, items } = schema
  const inner = isObject(properties) ? { properties: opened(properties), additionalProperties: true } : {}
  return { ...schema, ...inner, ...(isObject(items) && { items: open(items) }) }
}

function opened(properties: Readonly<Record<string, unknown>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, open(schema as Schema)]))
}

/** No schema, or one without a word on what stands inside. */
export function saysNothing(schema: Schema | undefined): boolean {
  if (schema === undefined || schema === true) return true
  if (!isObject(schema)) return false
  const telling = Object.keys(schema).filter(
    (keyword) => !/^(type|title|description|example|examples|x-.*)$/.test(keyword),
  )
  return (
    telling.length === 0 && (schema['type'] === undefined || schema['type'] === 'object' || schema['type'] === 'array')
  )
}

/** A copy with other values, or the same object when none is another. */
function mapValues<V>(
  record: Readonly<Record<string, V>>,
  change: (value: V, name: string) => V,
): Readonly<Record<string, V>> {
  const entries = Object.entries(record)
  const changed = entries.map(([name, value]) => [name, change(value, name)] as const)
  return changed.every(([, value], i) => value === entries[i]?.[1]) ? record : Object.fromEntries(changed)
}
