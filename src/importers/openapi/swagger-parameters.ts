/** Swagger 2.0's parameters: schemas written into the parameter, `collectionFormat`, body and form. */
import { type Serialisation, serialisationFor } from '../../api/collection-format.ts'
import type { Encoding, MediaType, Parameter, RequestBody } from '../../api/description.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { plainOfBrackets, withBracketsSpelledOut } from './bracketed-names.ts'
import { fields, get, type Node, textAt } from './node.ts'
import type { NamedParameter } from './parameters.ts'
import type { Reading } from './reading.ts'

/** Fields of a parameter or header that are no part of its schema. */
const NO_SCHEMA = new Set([
  'name',
  'in',
  'required',
  'collectionFormat',
  'allowEmptyValue',
  'schema',
  'x-example',
  'x-examples',
])

/** The schema that stands in the parameter itself (or, written as in OpenAPI 3, under `schema`). */
export function readSimpleSchema(reading: Reading, node: Node): Schema {
  const own = get(node, 'schema')
  if (own !== undefined && isObject(own.value)) return reading.schemas.read(own)
  const value: Record<string, unknown> = {}
  for (const child of fields(node)) if (!NO_SCHEMA.has(child.key)) setOwn(value, child.key, child.value)
  return reading.schemas.read({ ...node, value })
}

export function simpleExample(node: Node): { readonly example?: unknown } {
  const shown = get(node, 'x-example') ?? get(node, 'example')
  return shown === undefined ? {} : { example: shown.value }
}

/** What `collectionFormat` means in OpenAPI 3's words. */
export function serialisationOf(node: Node, place: Parameter['in']): Serialisation {
  return serialisationFor(textAt(node, 'collectionFormat'), place)
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** The request body that `in: body` or `in: formData` parameters make; undefined when there are none. */
export function readBody2(
  reading: Reading,
  named: readonly NamedParameter[],
  consumes: readonly string[],
): RequestBody | undefined {
  const [body, second] = named.filter((parameter) => parameter.in === 'body')
  const form = named.filter((parameter) => parameter.in === 'formData')
  if (second !== undefined) reading.problems.report(second.node, 'A second body parameter is left out')
  if (body === undefined) return form.length === 0 ? undefined : readForm(reading, form, consumes)
  for (const { node } of form) reading.problems.report(node, 'A form parameter next to a body parameter is left out')
  const { node } = body
  const schema = get(node, 'schema')
  const description = textAt(node, 'description')
  const read = schema === undefined ? {} : { schema: reading.schemas.read(schema) }
  const content: Record<string, MediaType> = {}
  for (const name of consumes.length > 0 ? consumes : ['application/json'])
    setOwn(content, name, { ...read, examples: bodyExamples(node, name), encoding: {} })
  return {
    required: get(node, 'required')?.value === true,
    ...(description === undefined ? {} : { description }),
    content,
  }
}

function bodyExamples(node: Node, mediaType: string): Readonly<Record<string, unknown>> {
  const single = get(node, 'x-example')
  if (single !== undefined) return { '': single.value }
  const byType = get(get(node, 'x-examples'), mediaType)
  return byType === undefined ? {} : { '': byType.value }
}

function readForm(reading: Reading, form: readonly NamedParameter[], consumes: readonly string[]): RequestBody {
  const properties: Record<string, Schema> = {}
  const encoding: Record<string, Encoding> = {}
  const required: string[] = []
  let hasFile = false
  for (const { node, name } of form) {
    const example = simpleExample(node)
    const schema = readSimpleSchema(reading, node)
    setOwn(properties, name, 'example' in example && isObject(schema) ? { ...schema, ...example } : schema)
    if (get(node, 'required')?.value === true) required.push(name)
    if (textAt(node, 'type') === 'file') hasFile = true
    const isList = textAt(node, 'type') === 'array'
    const mayBeEmpty = get(node, 'allowEmptyValue')?.value === true
    if (isList || mayBeEmpty)
      setOwn(encoding, plainOfBrackets(name), {
        ...(isList ? serialisationOf(node, 'query') : {}),
        ...(mayBeEmpty ? { allowEmptyValue: true } : {}),
      })
  }
  const schema = withBracketsSpelledOut({
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
  }) as Schema
  const said = consumes.filter((name) => FORM_TYPES.some((type) => name.startsWith(type)))
  const usable = hasFile ? said.filter((name) => name.startsWith('multipart/')) : said
  const names = usable.length > 0 ? usable : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']
  return {
    required: required.length > 0,
    content: Object.fromEntries(names.map((name) => [name, { schema, examples: {}, encoding }])),
  }
}
