/** Small descriptions for tests of this folder, written the way a person would sketch an API. */
import type { OperationId, PathTemplate } from '../../src/api/description.ts'
import type { DescribedApi, DescribedEvent, DescribedOperation } from '../../src/api/model.ts'
import type { Schema } from '../../src/api/schema/schema.ts'

export interface Sketch {
  readonly id?: string
  readonly summary?: string
  readonly description?: string
  /** Query parameters: name to schema; `!` before a name makes it required. */
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: Schema
  readonly bodyType?: string
  /** Schema of the answer; null for an answer without a body. */
  readonly answer?: Schema | null
  readonly status?: string
  readonly answerType?: string
  readonly example?: unknown
  readonly answerHeaders?: readonly string[]
  readonly params?: Readonly<Record<string, Schema>>
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Operations by 'METHOD /path', components by name. */
export function smallApi(
  operations: Readonly<Record<string, Sketch>>,
  schemas: Readonly<Record<string, Schema>> = {},
  events: readonly Partial<DescribedEvent>[] = [],
): DescribedApi {
  return {
    title: 'small',
    version: '1',
    format: 'openapi-3.1',
    source: { location: '-', sha256: '' },
    basePaths: [''],
    hosts: [],
    securitySchemes: {},
    operations: Object.entries(operations).map(([key, sketch]) => operationFrom(key, sketch)),
    events: events.map((event) => ({ name: 'event', extensions: {}, ...event })),
    schemas: new Map(Object.entries(schemas)),
    problems: [],
    draft: false,
  }
}

function operationFrom(key: string, sketch: Sketch): DescribedOperation {
  const [method = 'GET', path = '/'] = key.split(' ')
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '')
  return {
    id: (sketch.id ?? key) as OperationId,
    method,
    path: path as PathTemplate,
    ...(sketch.summary !== undefined && { summary: sketch.summary }),
    ...(sketch.description !== undefined && { description: sketch.description }),
    security: [],
    parameters: [
      ...inPath.map((name) => ({
        ...parameter(name, sketch.params?.[name] ?? { type: 'string' }),
        in: 'path' as const,
        required: true,
      })),
      ...Object.entries(sketch.query ?? {}).map(([name, schema]) => parameter(name, schema)),
    ],
    ...(sketch.body !== undefined && {
      requestBody: { required: true, content: { [sketch.bodyType ?? 'application/json']: media(sketch.body) } },
    }),
    responses: responsesOf(sketch),
    callbacks: [],
    tags: [],
    extensions: sketch.extensions ?? {},
  }
}

function parameter(written: string, schema: Schema): DescribedOperation['parameters'][number] {
  const name = written.replace(/^!/, '')
  const description = typeof schema === 'object' ? schema['description'] : undefined
  return {
    name,
    in: 'query',
    required: written.startsWith('!'),
    style: 'form',
    explode: true,
    allowReserved: false,
    schema,
    ...(typeof description === 'string' && { description }),
  }
}

function media(
  schema: Schema,
  example?: unknown,
): { schema: Schema; examples: Record<string, unknown>; encoding: Record<string, never> } {
  return { schema, examples: example === undefined ? {} : { '': example }, encoding: {} }
}

function responsesOf(sketch: Sketch): DescribedOperation['responses'] {
  if (sketch.answer === undefined) return {}
  const content =
    sketch.answer === null ? {} : { [sketch.answerType ?? 'application/json']: media(sketch.answer, sketch.example) }
  const headers = Object.fromEntries((sketch.answerHeaders ?? []).map((name) => [name, { required: false }]))
  return { [sketch.status ?? '200']: { description: '', headers, content } }
}

export function ref(name: string): Schema {
  return { $ref: `#/schemas/${name}` }
}

export function object(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

export function arrayOf(items: Schema): Schema {
  return { type: 'array', items }
}

export const text: Schema = { type: 'string' }
export const whole: Schema = { type: 'integer' }
export const flag: Schema = { type: 'boolean' }
