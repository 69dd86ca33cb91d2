/** One operation of the model as an OpenAPI object. */
import type {
  Encoding,
  HeaderDescription,
  MediaType,
  Operation,
  Parameter,
  ResponseDescription,
} from '../api/description.ts'
import type { Schema } from '../api/schema/schema.ts'
import { setOwn } from '../support/json.ts'

/** A schema with the references that the document needs. */
export type MakeSchema = (schema: Schema) => Schema

const since31 = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

/** True for what OpenAPI 3.1 cannot say: other methods, plain cookies, whole queries, and schemas of streamed items. */
export function usesNewerOpenApi({ method, parameters, requestBody, responses }: Operation): boolean {
  const contents = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content)]
  return (
    !since31.has(method) ||
    parameters.some(({ style, whole }) => style === 'cookie' || whole === true) ||
    contents.some((content) => Object.values(content).some(({ itemSchema }) => itemSchema !== undefined))
  )
}

export function operationObject(operation: Operation, makeSchema: MakeSchema): object {
  const { id, summary, description, security, parameters, requestBody, responses } = operation
  return {
    operationId: id,
    ...present({ summary, description }),
    security,
    ...(parameters.length > 0 ? { parameters: parameters.map((one) => parameterObject(one, makeSchema)) } : {}),
    ...(requestBody
      ? { requestBody: { ...requestBody, content: contentObject(requestBody.content, makeSchema) } }
      : {}),
    responses: mapped(responses, (response) => responseObject(response, makeSchema)),
    ...operation.statements,
  }
}

function parameterObject({ schema, mediaType, style, ...parameter }: Parameter, makeSchema: MakeSchema): object {
  const { name, in: place, required, explode, allowReserved, allowEmptyValue, whole, description, example } = parameter
  const made = schema === undefined ? undefined : makeSchema(schema)
  const shape =
    mediaType === undefined
      ? // Tabs between values are Swagger 2.0's; later versions cannot say them.
        { ...(style === 'tabDelimited' ? {} : { style }), explode, schema: made ?? {} }
      : { content: record([[mediaType, present({ schema: made })]]) }
  return {
    name,
    in: whole === true ? 'querystring' : place,
    required,
    ...present({ description, example, allowReserved: allowReserved || undefined, allowEmptyValue }),
    ...shape,
  }
}

function responseObject({ description, headers, content }: ResponseDescription, makeSchema: MakeSchema): object {
  return {
    description,
    ...(Object.keys(headers).length > 0
      ? { headers: mapped(headers, (header) => headerObject(header, makeSchema)) }
      : {}),
    ...(Object.keys(content).length > 0 ? { content: contentObject(content, makeSchema) } : {}),
  }
}

function headerObject(header: HeaderDescription, makeSchema: MakeSchema): object {
  const { required, description, schema, example, explode, mediaType } = header
  const made = schema === undefined ? {} : makeSchema(schema)
  const shape = mediaType === undefined ? { schema: made } : { content: record([[mediaType, { schema: made }]]) }
  return { required, ...present({ description, example, explode }), ...shape }
}

function contentObject(content: Readonly<Record<string, MediaType>>, makeSchema: MakeSchema): object {
  return mapped(content, ({ schema, itemSchema, examples, encoding }) => ({
    ...present({
      schema: schema === undefined ? undefined : makeSchema(schema),
      itemSchema: itemSchema === undefined ? undefined : makeSchema(itemSchema),
    }),
    ...examplesOf(examples),
    ...(Object.keys(encoding).length > 0 ? { encoding: mapped(encoding, encodingObject) } : {}),
  }))
}

/** Fields that may be empty are Swagger 2.0's; later versions cannot say them. */
function encodingObject({ allowEmptyValue, ...encoding }: Encoding): object {
  return encoding
}

/** The unnamed example stands alone; beside named ones it takes the name "default". */
function examplesOf(examples: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(examples)
  const [only] = entries
  if (only === undefined) return {}
  if (entries.length === 1 && only[0] === '') return { example: only[1] }
  return { examples: record(entries.map(([name, value]) => [name === '' ? 'default' : name, { value }])) }
}

function mapped<T>(values: Readonly<Record<string, T>>, make: (value: T) => object): object {
  return record(Object.entries(values).map(([key, value]) => [key, make(value)]))
}

/** Without the properties that are undefined. */
function present(properties: Readonly<Record<string, unknown>>): object {
  return record(Object.entries(properties).filter(([, value]) => value !== undefined))
}

/** An object whose keys come from outside. */
export function record(entries: readonly (readonly [string, unknown])[]): object {
  const made = {}
  for (const [key, value] of entries) setOwn(made, key, value)
  return made
}
