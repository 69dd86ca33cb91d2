/** Swagger 2.0: what it writes in its own way becomes what OpenAPI 3 would have written. */
import type {
  HeaderDescription,
  MediaType,
  OAuthFlow,
  OperationId,
  Parameter,
  ResponseDescription,
  SecurityScheme,
} from '../api/description.ts'
import type { DescribedOperation } from '../api/model.ts'
import { field, setOwn, textOf } from '../support/json.ts'
import type { Importer } from './importer.ts'
import { type Described, describeDocument } from './openapi/describe.ts'
import { describedOperation, type OperationParts } from './openapi/described-operation.ts'
import { addAllWebhooks, Events, type Payload, preferJson } from './openapi/events.ts'
import { mediaTypeName } from './openapi/media-types.ts'
import { fields, get, items, type Node, textAt } from './openapi/node.ts'
import { findOperations, operationIds } from './openapi/operations.ts'
import { fitToPath, isGoverned, type NamedParameter, namedParameters } from './openapi/parameters.ts'
import type { Reading } from './openapi/reading.ts'
import { readHeaders, readResponses } from './openapi/responses.ts'
import { readSchemes, securityRules } from './openapi/security.ts'
import { addAddress, basePathsOf, noAddresses } from './openapi/servers.ts'
import { readBody2, readSimpleSchema, serialisationOf, simpleExample } from './openapi/swagger-parameters.ts'
import { readApiKey } from './openapi-3.ts'

export const swagger2: Importer = {
  format: 'swagger-2.0',
  recognises: ({ value }) => (isVersion2(value) ? 1 : 0),
  read(parsed, sha256, readDocument) {
    return describeDocument(parsed, sha256, readDocument, {
      components: ['definitions'],
      dialect: 'swagger-2.0',
      read: readDocument2,
    })
  },
}

function isVersion2(value: unknown): boolean {
  const said = field(value, 'swagger')
  return (typeof said === 'string' || typeof said === 'number') && /^\s*v?2(?:\.|\s*$)/.test(textOf(said))
}

function readDocument2(reading: Reading, root: Node): Described {
  const declared = readSchemes(reading, get(root, 'securityDefinitions'), (node) => readScheme(reading, node))
  const security = securityRules(reading, root, declared)
  const events = new Events(reading, (node, item) => readPayload(reading, root, { node, item }))
  const found = findOperations(reading, get(root, 'paths'))
  const ids = operationIds(reading, found)
  const operations = found.map((operation, index) =>
    readOperation({ reading, root, operation, id: ids[index] ?? ('' as OperationId), security, events }),
  )
  addAllWebhooks(events, root)
  return {
    format: 'swagger-2.0',
    ...readAddresses(root),
    securitySchemes: security.schemes,
    operations,
    events: events.found,
  }
}

function readAddresses(root: Node): Pick<Described, 'basePaths' | 'hosts'> {
  const addresses = noAddresses()
  const host = textAt(root, 'host') ?? ''
  const path = textAt(root, 'basePath') ?? ''
  const address = `${path.startsWith('/') ? '' : '/'}${path}`
  if (host === '') addAddress(address, '', addresses)
  else addAddress(`//${host.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '')}${address}`, '', addresses)
  return { basePaths: basePathsOf(addresses), hosts: [...addresses.hosts] }
}

function readOperation(parts: OperationParts): DescribedOperation {
  const { reading, root, operation } = parts
  const { node, item, path } = operation
  const named = namedParameters(reading, [get(item, 'parameters'), get(node, 'parameters')], path)
  const requestBody = readBody2(reading, named, mediaTypes(root, node, 'consumes'))
  const produces = mediaTypes(root, node, 'produces')
  return describedOperation(parts, {
    summary: textAt(node, 'summary'),
    description: textAt(node, 'description'),
    parameters: () =>
      fitToPath(
        reading,
        { node, path },
        named.filter((parameter) => !isGoverned(parameter)).flatMap((parameter) => readParameter2(reading, parameter)),
      ),
    requestBody,
    responses: () => readResponses(reading, node, (response) => readResponse2(reading, response, produces)),
    callbacks: 'x-callbacks',
  })
}

/** `consumes` or `produces`, the operation's before the document's. */
function mediaTypes(root: Node, operation: Node, key: 'consumes' | 'produces'): readonly string[] {
  const said = get(operation, key) ?? get(root, key)
  const listed = typeof said?.value === 'string' ? [said.value] : items(said).map((item) => item.value)
  return listed.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [mediaTypeName(name)] : []))
}

function readParameter2(reading: Reading, parameter: NamedParameter): readonly Parameter[] {
  const { node, name, in: place } = parameter
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return []
  const description = textAt(node, 'description')
  return [
    {
      name,
      in: place,
      required: place === 'path' || get(node, 'required')?.value === true,
      ...serialisationOf(node, place),
      allowReserved: false,
      ...(place === 'query' && get(node, 'allowEmptyValue')?.value === true ? { allowEmptyValue: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: readSimpleSchema(reading, node),
      ...simpleExample(node),
    },
  ]
}

function readResponse2(reading: Reading, node: Node, produces: readonly string[]): ResponseDescription {
  const schema = get(node, 'schema')
  const shown = get(node, 'examples')
  const examples = new Map(fields(shown).map((example) => [mediaTypeName(example.key), example.value]))
  const content: Record<string, MediaType> = {}
  const isFile = textAt(schema, 'type') === 'file'
  const read = schema === undefined ? {} : { schema: reading.schemas.read(schema) }
  const names =
    schema === undefined
      ? []
      : produces.length > 0
        ? produces
        : [isFile ? 'application/octet-stream' : 'application/json']
  const shownTypes = [...examples.keys()].filter((name) => name.includes('/'))
  for (const name of new Set([...names, ...(schema === undefined || produces.length === 0 ? shownTypes : [])]))
    setOwn(content, name, {
      ...read,
      examples: shownFor(name, examples),
      encoding: {},
    })
  return {
    description: textAt(node, 'description') ?? '',
    headers: readHeaders(reading, node, readHeader2),
    content,
  }
}

/** The example of a media type, also when only one of the two spells out its parameters. */
function shownFor(name: string, examples: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const bare = name.split(';', 1)[0] ?? name
  const key = examples.has(name) ? name : bare
  return examples.has(key) ? { '': examples.get(key) } : {}
}

function readHeader2(reading: Reading, node: Node): HeaderDescription {
  const description = textAt(node, 'description')
  const { style } = serialisationOf(node, 'header')
  return {
    required: false,
    ...(description === undefined ? {} : { description }),
    ...(style === 'simple' ? {} : { style }),
    schema: readSimpleSchema(reading, node),
    ...simpleExample(node),
  }
}

function readPayload(
  reading: Reading,
  root: Node,
  { node, item }: { readonly node: Node; readonly item: Node },
): Payload {
  const named = namedParameters(reading, [get(item, 'parameters'), get(node, 'parameters')], '')
  const content = readBody2(reading, named, mediaTypes(root, node, 'consumes'))?.content ?? {}
  const name = preferJson(Object.keys(content))
  const media = name === undefined ? undefined : content[name]
  const [example] = Object.values(media?.examples ?? {})
  return {
    ...(media?.schema === undefined ? {} : { payload: media.schema }),
    ...(example === undefined ? {} : { example }),
  }
}

const GRANTS: Readonly<Record<string, OAuthFlow['grant']>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

function readScheme(reading: Reading, node: Node): SecurityScheme | undefined {
  const type = textAt(node, 'type')
  if (type === 'basic') return { type: 'http', scheme: 'basic' }
  if (type === 'apiKey') return readApiKey(reading, node)
  if (type === 'http') return { type, scheme: (textAt(node, 'scheme') ?? 'bearer').trim().toLowerCase() }
  if (type !== 'oauth2') return undefined
  const said = textAt(node, 'flow') ?? ''
  const grant = Object.hasOwn(GRANTS, said) ? GRANTS[said] : undefined
  if (grant === undefined) return { type, flows: [] }
  const authorizationUrl = textAt(node, 'authorizationUrl')
  const tokenUrl = textAt(node, 'tokenUrl')
  const scopes = fields(get(node, 'scopes')).map((scope) => scope.key)
  const urls = {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
  }
  return { type, flows: [{ grant, ...urls, scopes: scopes.filter((scope) => !scope.startsWith('x-')) }] }
}
