/** OpenAPI 3.0, 3.1 and 3.2. */
import type { OperationId, Parameter, RequestBody, SecurityScheme } from '../api/description.ts'
import type { DescribedOperation } from '../api/model.ts'
import { field, isObject, textOf } from '../support/json.ts'
import type { Importer } from './importer.ts'
import { type Described, describeDocument } from './openapi/describe.ts'
import { describedOperation, type OperationParts } from './openapi/described-operation.ts'
import { addAllWebhooks, Events, type Payload, preferJson } from './openapi/events.ts'
import { readContent } from './openapi/media-types.ts'
import { fields, flagAt, get, type Node, textAt } from './openapi/node.ts'
import { type FoundOperation, findOperations, operationIds } from './openapi/operations.ts'
import { fitToPath, isGoverned, namedParameters, readParameter } from './openapi/parameters.ts'
import { quoted, type Reading, referred, resolve } from './openapi/reading.ts'
import { readResponse3, readResponses } from './openapi/responses.ts'
import { readSchemes, securityRules } from './openapi/security.ts'
import { type Addresses, addServers, basePathsOf, noAddresses } from './openapi/servers.ts'

export const openApi3: Importer = {
  format: 'openapi-3',
  recognises: ({ value }) => (versionOf(value) === undefined ? 0 : 1),
  read(parsed, sha256, readDocument) {
    const version = versionOf(parsed.value) ?? '3.0'
    return describeDocument(parsed, sha256, readDocument, {
      components: ['components', 'schemas'],
      dialect: version === '3.0' ? 'openapi-3.0' : '2020-12',
      read: (reading, root) => readDocument3(reading, root, version),
    })
  },
}

/** '3.0', '3.1', ...; also where YAML made a number of it. */
function versionOf(value: unknown): string | undefined {
  const said = field(value, 'openapi')
  if (typeof said !== 'string' && typeof said !== 'number') return undefined
  const [, minor] = /^\s*v?3(?:\.(\d+))?/.exec(textOf(said)) ?? []
  return /^\s*v?3(?:\.|\s*$)/.test(textOf(said)) ? `3.${minor ?? '0'}` : undefined
}

function readDocument3(reading: Reading, root: Node, version: string): Described {
  const addresses = noAddresses()
  addServers(reading, get(root, 'servers'), addresses)
  const components = resolveAt(reading, root, 'components')
  const declared = readSchemes(reading, get(components, 'securitySchemes'), (node) => readScheme(reading, node))
  const security = securityRules(reading, root, declared)
  const events = new Events(reading, (node) => readPayload(reading, node))
  const found = findOperations(reading, get(root, 'paths'))
  const ids = operationIds(reading, found)
  const operations = found.map((operation, index) => {
    addServers(reading, get(operation.item, 'servers'), addresses)
    addServers(reading, get(operation.node, 'servers'), addresses)
    return readOperation({ reading, root, operation, id: ids[index] ?? ('' as OperationId), security, events })
  })
  addAllWebhooks(events, root)
  return {
    format: `openapi-${version}`,
    ...addressesOf(addresses),
    securitySchemes: security.schemes,
    operations,
    events: events.found,
  }
}

function addressesOf(addresses: Addresses): Pick<Described, 'basePaths' | 'hosts'> {
  return { basePaths: basePathsOf(addresses), hosts: [...addresses.hosts] }
}

function resolveAt(reading: Reading, node: Node, key: string): Node | undefined {
  const child = get(node, key)
  return child === undefined ? undefined : resolve(reading, child)
}

function readOperation(parts: OperationParts): DescribedOperation {
  const { reading, operation } = parts
  const { node, item } = operation
  const requestBody = takesNoBody(parts) ? undefined : readRequestBody(reading, node)
  return describedOperation(parts, {
    summary: textAt(node, 'summary') ?? textAt(item, 'summary'),
    description: textAt(node, 'description') ?? textAt(item, 'description'),
    parameters: () => readParameters(reading, operation),
    requestBody,
    responses: () => readResponses(reading, node, (response) => readResponse3(reading, response)),
    callbacks: 'callbacks',
  })
}

/** Where HTTP gives a body no meaning, OpenAPI 3.0 ignores what is said of one (3.0.3, 4.7.10; RFC 9110, 9.3.1 and 9.3.8). */
function takesNoBody({ root, operation }: OperationParts): boolean {
  return /^(GET|HEAD|TRACE)$/.test(operation.method) && versionOf(root.value) === '3.0'
}

function readParameters(reading: Reading, { node, item, path }: FoundOperation): readonly Parameter[] {
  const named = namedParameters(reading, [get(item, 'parameters'), get(node, 'parameters')], path)
  const read = named
    .filter((parameter) => !isGoverned(parameter))
    .flatMap((parameter) => readParameter(reading, parameter))
  return fitToPath(reading, { node, path }, read)
}

function readRequestBody(reading: Reading, operation: Node): RequestBody | undefined {
  const declared = get(operation, 'requestBody')
  const body = declared === undefined ? undefined : referred(reading, declared)
  if (body === undefined || body.value === null) return undefined
  if (!isObject(body.value)) {
    reading.problems.report(body, 'A request body is expected here; left out')
    return undefined
  }
  const description = textAt(body, 'description')
  return {
    required: flagAt(body, 'required') === true,
    ...(description === undefined ? {} : { description }),
    content: readContent(reading, get(body, 'content')),
  }
}

function readPayload(reading: Reading, operation: Node): Payload {
  const { content = {} } = readRequestBody(reading, operation) ?? {}
  const name = preferJson(Object.keys(content))
  const media = name === undefined ? undefined : content[name]
  const [example] = Object.values(media?.examples ?? {})
  return {
    ...(media?.schema === undefined ? {} : { payload: media.schema }),
    ...(example === undefined ? {} : { example }),
  }
}

const GRANTS = ['implicit', 'password', 'clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const

function readScheme(reading: Reading, node: Node): SecurityScheme | undefined {
  const type = textAt(node, 'type')
  if (type === 'apiKey') return readApiKey(reading, node)
  if (type === 'http') return { type, scheme: (textAt(node, 'scheme') ?? 'bearer').trim().toLowerCase() }
  if (type === 'basic' || type === 'bearer') {
    reading.problems.report(node, `Security scheme type ${quoted(type)} is read as http ${type}`)
    return { type: 'http', scheme: type }
  }
  if (type === 'openIdConnect') return { type, url: textAt(node, 'openIdConnectUrl') ?? '' }
  if (type === 'mutualTLS') return { type }
  return type === 'oauth2' ? readOAuth(reading, node) : undefined
}

/** Shared with 2.0, which writes it the same way. */
export function readApiKey(reading: Reading, node: Node): SecurityScheme | undefined {
  const name = textAt(node, 'name')
  if (name === undefined || name === '') return undefined
  const place = textAt(node, 'in')?.toLowerCase()
  if (place === 'header' || place === 'query' || place === 'cookie') return { type: 'apiKey', in: place, name }
  reading.problems.report(node, `Security scheme ${quoted(node.key)} does not say where its key stands; read as header`)
  return { type: 'apiKey', in: 'header', name }
}

function readOAuth(reading: Reading, node: Node): SecurityScheme {
  const flows = resolveAt(reading, node, 'flows')
  return {
    type: 'oauth2',
    flows: GRANTS.flatMap((grant) => {
      const flow = get(flows, grant)
      if (flow === undefined || !isObject(flow.value)) return []
      const authorizationUrl = textAt(flow, 'authorizationUrl') ?? textAt(flow, 'deviceAuthorizationUrl')
      const tokenUrl = textAt(flow, 'tokenUrl')
      const refreshUrl = textAt(flow, 'refreshUrl')
      return [
        {
          grant,
          ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
          ...(tokenUrl === undefined ? {} : { tokenUrl }),
          ...(refreshUrl === undefined ? {} : { refreshUrl }),
          scopes: fields(get(flow, 'scopes')).map((scope) => scope.key),
        },
      ]
    }),
  }
}
