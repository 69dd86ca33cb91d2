/** The control plane described by itself, from its own routes. */
import { json } from '../http/message.ts'
import { type Json, type JsonObject, setOwn } from '../support/json.ts'
import type { Endpoint, QueryParameter } from './endpoint.ts'
import type { ControlRoute } from './routes.ts'
import { componentSchemas } from './schemas.ts'

export function describeControl(routes: () => readonly ControlRoute[]): Endpoint {
  return {
    id: 'describeControl',
    summary: 'This description',
    answer: { status: 200, schema: { type: 'object' } },
    run: () => json(200, controlDescription(routes())),
  }
}

/** An OpenAPI 3.1 document of exactly these routes. */
export function controlDescription(routes: readonly ControlRoute[]): JsonObject {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const item = paths[route.path] ?? {}
    setOwn(paths, route.path, item)
    item[route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Control plane', version: '1', summary: 'Inspects and changes running sandboxes' },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: componentSchemas,
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Tool-Token' } },
    },
  }
}

function operation({ path, endpoint }: ControlRoute): JsonObject {
  const { id, summary, query = [], body, answer } = endpoint
  const isNamed = path.includes('{name}')
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => pathParameter(name))
  const parameters = [...inPath, ...query.map(queryParameter)]
  const content = { [answer.mediaType ?? 'application/json']: { schema: answer.schema } }
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [String(answer.status)]: { description: summary, content },
      ...refusals(isNamed, body !== undefined || query.length > 0),
    },
  }
}

function pathParameter(name: string): JsonObject {
  const description = name === 'name' ? 'Name of a sandbox' : 'Id of an event'
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}

function queryParameter({ name, description, schema }: QueryParameter): JsonObject {
  return { name, in: 'query', description, schema }
}

function refusals(isNamed: boolean, isJudged: boolean): JsonObject {
  return {
    ...(isJudged ? { '400': refusal('Malformed request') } : {}),
    '401': refusal('The token is missing or wrong'),
    ...(isNamed ? { '404': refusal('Unknown sandbox'), '503': refusal('The sandbox cannot be served') } : {}),
    default: refusal('What went wrong'),
  }
}

function refusal(description: string): JsonObject {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Message' } } } }
}
