/** The imported model written as an OpenAPI document: what `--emit-spec` leaves for people and other programs. */

import { resolve } from 'node:path'
import { declaredOperations } from '../api/declared.ts'
import type { OAuthFlow, Operation, SecurityScheme, WebhookEvent } from '../api/description.ts'
import { extensions } from '../api/extensions.ts'
import { type ApiModel, schemaKey } from '../api/model.ts'
import { normaliseSchema } from '../api/schema/normalise.ts'
import type { Schema } from '../api/schema/schema.ts'
import { writeFileAtomically } from '../stores/atomic-file.ts'
import { jsonText } from '../support/exact-json.ts'
import type { Call } from './command.ts'
import { type MakeSchema, operationObject, record, usesNewerOpenApi } from './emit-operation.ts'

/** Writes the document where the flag says; nothing without the flag. */
export function emitSpec({ flags, terminal }: Call, model: ApiModel): void {
  const path = flags.text('emit-spec')
  if (path === undefined) return
  writeFileAtomically(resolve(terminal.cwd, path), [`${jsonText(openApiDocument(model), 2)}\n`])
}

/** An OpenAPI 3.1 document that says what the model says; 3.2 where only that can. */
export function openApiDocument({ head, operations, schemas }: ApiModel): object {
  const names = componentNames(schemas.keys())
  const makeSchema: MakeSchema = (schema) => withReferences(schema, names)
  const all = declaredOperations(head.operations).flatMap(({ id }) => operations.get(id) ?? [])
  const servers = head.basePaths.filter((path) => path !== '').map(serverObject)
  return {
    openapi: all.some(usesNewerOpenApi) ? '3.2.0' : '3.1.0',
    info: { title: head.title, version: head.version },
    ...(servers.length > 0 ? { servers } : {}),
    ...(head.switches === undefined ? {} : { [extensions.behaviours]: head.switches }),
    paths: pathsObject(all, makeSchema, head.events),
    ...webhooksObject(head.events, all, makeSchema),
    components: {
      schemas: record([...schemas].map(([key, schema]) => [names.get(key) ?? key, makeSchema(schema)])),
      securitySchemes: record(
        Object.entries(head.securitySchemes).map(([name, scheme]) => [name, schemeObject(scheme)]),
      ),
    },
  }
}

/** Variables must have a default: their own name, where nothing is known. */
function serverObject(url: string): object {
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  return names.length === 0 ? { url } : { url, variables: record(names.map((name) => [name, { default: name }])) }
}

function pathsObject(all: readonly Operation[], makeSchema: MakeSchema, events: readonly WebhookEvent[]): object {
  const paths = new Map<string, [string, unknown][]>()
  for (const operation of all) {
    const item = paths.get(operation.notation ?? operation.path) ?? []
    const callbacks = callbacksObject(events, operation, makeSchema)
    item.push([operation.method, { ...operationObject(operation, makeSchema), ...callbacks }])
    paths.set(operation.notation ?? operation.path, item)
  }
  return record([...paths].map(([path, item]) => [path, pathItem(item)]))
}

const fixedMethods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY'])

function pathItem(item: readonly [method: string, operation: unknown][]): object {
  const fixed = item.filter(([method]) => fixedMethods.has(method))
  const additional = item.filter(([method]) => !fixedMethods.has(method))
  return {
    ...record(fixed.map(([method, operation]) => [method.toLowerCase(), operation])),
    ...(additional.length > 0 ? { additionalOperations: record(additional) } : {}),
  }
}

/** Events that no operation declares as its callback. */
function webhooksObject(events: readonly WebhookEvent[], all: readonly Operation[], makeSchema: MakeSchema): object {
  const called = new Set(all.flatMap(({ callbacks }) => callbacks))
  const own = events.filter(({ name }) => !called.has(name))
  return own.length === 0 ? {} : { webhooks: record(own.map((event) => [event.name, eventItem(event, makeSchema)])) }
}

/** An earlier import did not keep where a callback goes: a place in the request stands for it. */
const SOME_URL = '{$request.body#/url}'

function callbacksObject(events: readonly WebhookEvent[], { callbacks }: Operation, makeSchema: MakeSchema): object {
  const own = events.filter(({ name }) => callbacks.includes(name))
  if (own.length === 0) return {}
  const callback = (event: WebhookEvent): object => ({ [event.callback ?? SOME_URL]: eventItem(event, makeSchema) })
  return { callbacks: record(own.map((event) => [event.name, callback(event)])) }
}

function eventItem(
  { summary, trigger, payload, example, method = 'POST' }: WebhookEvent,
  makeSchema: MakeSchema,
): object {
  const media = {
    ...(payload === undefined ? {} : { schema: makeSchema(payload) }),
    ...(example === undefined ? {} : { example }),
  }
  return {
    [method.toLowerCase()]: {
      ...(summary === undefined ? {} : { summary }),
      'x-tool-trigger': trigger,
      requestBody: { content: { 'application/json': media } },
      responses: { '200': { description: 'Received' } },
    },
  }
}

function schemeObject({ jwt, ...scheme }: SecurityScheme): object {
  switch (scheme.type) {
    case 'oauth2':
      return { type: 'oauth2', flows: record(scheme.flows.map((flow) => [flow.grant, flowObject(flow)])) }
    case 'openIdConnect':
      return { type: 'openIdConnect', openIdConnectUrl: scheme.url }
    case 'http':
      return { ...scheme, ...(jwt === true && scheme.scheme === 'bearer' && { bearerFormat: 'JWT' }) }
    default:
      return scheme
  }
}

function flowObject({ grant: _grant, scopes, ...urls }: OAuthFlow): object {
  return { ...urls, scopes: record(scopes.map((scope) => [scope, ''])) }
}

/** Component names may hold few characters; keys of ours may hold any. */
function componentNames(keys: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const key of keys) {
    const plain = key.replace(/[^\w.-]+/g, '_') || '_'
    let name = plain
    for (let n = 2; taken.has(name); n++) name = `${plain}-${n}`
    taken.add(name)
    names.set(key, name)
  }
  return names
}

function withReferences(schema: Schema, names: ReadonlyMap<string, string>): Schema {
  const unreported = (): void => {}
  return normaliseSchema(schema, '2020-12', unreported, (reference) => {
    const key = schemaKey(reference)
    return key === undefined ? reference : `#/components/schemas/${names.get(key) ?? key}`
  })
}
