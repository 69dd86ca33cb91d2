/** Operations of paths, webhooks and callbacks. */
import { isObject } from '../../support/json.ts'
import type { Part } from '../documents.ts'
import type { Operation } from './contract.ts'
import { isTrue, sunsetOf, textIn, textsIn } from './parts.ts'
import { readBody, readBody2, readResponses } from './read-content.ts'
import type { Reading } from './read-contract.ts'
import { parametersOf, readParameters } from './read-parameters.ts'
import { readSecurity } from './read-security.ts'
import { readServers } from './read-servers.ts'

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** Operations of one description; references can make more of them than anyone wrote. */
const MOST = 50_000

export function readPaths(reading: Reading): readonly Operation[] {
  const { parts } = reading
  return readItems(reading, parts.get(parts.root, 'paths'), 0)
}

export function readWebhooks(reading: Reading): readonly Operation[] {
  const { parts } = reading
  const said = parts.get(parts.root, 'webhooks') ?? parts.get(parts.root, 'x-webhooks')
  return readItems(reading, said, 1)
}

/** `depth`: callbacks may have callbacks. */
function readItems(reading: Reading, map: Part | undefined, depth: number): readonly Operation[] {
  const found: Operation[] = []
  for (const [path, item] of reading.parts.entries(map)) {
    if (path.startsWith('x-')) continue
    for (const [method, node] of operationsIn(reading, item)) {
      if (found.length >= MOST) return found
      found.push(readOperation(reading, { method, path, node, item, depth }))
    }
  }
  return found
}

function operationsIn({ parts }: Reading, item: Part): readonly (readonly [method: string, node: Part])[] {
  const fixed = parts.entries(item).filter(([key]) => METHODS.has(key.toLowerCase()))
  return [...fixed, ...parts.entries(parts.get(item, 'additionalOperations'))]
    .filter(([, node]) => isObject(node.value))
    .map(([key, node]) => [key.toUpperCase(), node])
}

interface Place {
  readonly method: string
  readonly path: string
  readonly node: Part
  readonly item: Part
  readonly depth: number
}

function readOperation(reading: Reading, { method, path, node, item, depth }: Place): Operation {
  const said = parametersOf(reading, [item, node])
  const body = reading.isTwo ? readBody2(reading, node, said) : readBody(reading, node)
  const operationId = textIn(node, 'operationId')
  const sunset = sunsetOf(node)
  const stability = textIn(node, 'x-stability-level')
  return {
    method,
    path,
    key: path.replace(/\{[^{}]*\}/g, '{}'),
    deprecated: isTrue(node, 'deprecated'),
    ...(sunset !== undefined && { sunset }),
    ...(stability !== undefined && { stability }),
    ...(operationId !== undefined && { operationId }),
    tags: textsIn(reading.parts.get(node, 'tags')),
    parameters: readParameters(reading, said, path),
    ...(body !== undefined && { body }),
    responses: readResponses(reading, node),
    security: readSecurity(reading, node),
    callbacks: depth > 2 ? [] : readCallbacks(reading, node, depth),
    servers: readServers(reading, [node, item, reading.parts.root]),
  }
}

function readCallbacks(reading: Reading, operation: Part, depth: number): readonly Operation[] {
  const { parts } = reading
  const map = parts.get(operation, 'callbacks') ?? parts.get(operation, 'x-callbacks')
  return parts.entries(map).flatMap(([name, callback]) =>
    readItems(reading, callback, depth + 1).map((operation) => ({
      ...operation,
      path: `${name} ${operation.path}`,
      key: `${name} ${operation.key}`,
    })),
  )
}
