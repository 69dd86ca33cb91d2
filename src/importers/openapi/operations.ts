/** Finding the operations of a document, and giving each its id. */
import type { OperationId } from '../../api/description.ts'
import { parseNotation } from '../../http/path-notation.ts'
import { isObject } from '../../support/json.ts'
import { bracketedHint } from '../../support/nearest.ts'
import { limits } from '../limits.ts'
import { fields, get, type Node, textAt } from './node.ts'
import { quoted, type Reading, resolve } from './reading.ts'
import { UniqueNames } from './unique-names.ts'

export interface FoundOperation {
  /** Upper case. */
  readonly method: string
  readonly path: string
  /** The path as it is written, where that is a notation of another kind. */
  readonly notation?: string
  readonly node: Node
  /** The path item with its reference resolved. */
  readonly item: Node
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
const ITEM_FIELDS = new Set([
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
  'produces',
  'consumes',
])

/** The operations under `paths`, in the document's order. */
export function findOperations(reading: Reading, paths: Node | undefined): readonly FoundOperation[] {
  const map = paths === undefined ? undefined : resolve(reading, paths)
  if (map === undefined || map.value === null) return []
  if (!isObject(map.value)) {
    reading.problems.report(map, '"paths" is not a map and is left out')
    return []
  }
  const found: FoundOperation[] = []
  const known = new Set<string>()
  for (const entry of fields(map)) {
    if (entry.key.startsWith('x-')) continue
    if (entry.key.length > limits.pathLength) {
      reading.problems.report(map, `A path is longer than ${limits.pathLength} characters and is left out`)
      continue
    }
    const written = pathTemplate(reading, entry)
    const plain = parseNotation(written)?.path
    for (const operation of operationsOf(reading, entry)) {
      const path = plain === undefined ? written : freePath(plain, operation.method, known)
      const identity = `${operation.method} ${path}`
      if (known.has(identity)) {
        reading.problems.report(operation.node, `${identity} is declared twice; the first one is used`)
        continue
      }
      if (known.size >= limits.operations) {
        reading.problems.report(map, `There are more than ${limits.operations} operations; the others are left out`)
        return found
      }
      known.add(identity)
      found.push({ ...operation, path, ...(plain === undefined ? {} : { notation: written }) })
    }
  }
  return found
}

/** Templates that differ in their notation only call the parameter otherwise: `{id:[0-9]+}` and `{id:[a-z]+}`. */
function freePath(plain: string, method: string, known: ReadonlySet<string>): string {
  let path = plain
  for (let number = 2; known.has(`${method} ${path}`) && number < 100; number++)
    path = plain.replace(/\{([^{}]+)\}/, `{$1_${number}}`)
  return path
}

function pathTemplate(reading: Reading, entry: Node): string {
  const path = entry.key.trim()
  if (path.startsWith('/')) return path
  const mended = path.replace(/^[a-z]+:\/\/[^/]*/i, '')
  reading.problems.report(entry, `Path ${quoted(entry.key)} does not begin with a slash; one is added`)
  return mended.startsWith('/') ? mended : `/${mended}`
}

/** The operations of one path item, webhook or callback. */
export function operationsOf(reading: Reading, entry: Node): readonly Omit<FoundOperation, 'path' | 'notation'>[] {
  const item = resolve(reading, entry)
  if (item === undefined) return []
  if (!isObject(item.value)) {
    reading.problems.report(entry, 'A path item is expected here; left out')
    return []
  }
  const named = fields(item).filter((child) => isOperationField(reading, child))
  const additional = fields(get(item, 'additionalOperations'))
  return [...named, ...additional].flatMap((child) => {
    const node = resolve(reading, child)
    if (node === undefined) return []
    if (isObject(node.value)) return [{ method: child.key.toUpperCase(), node, item }]
    reading.problems.report(child, 'An operation is expected here; left out')
    return []
  })
}

function isOperationField(reading: Reading, child: Node): boolean {
  if (METHODS.has(child.key.toLowerCase())) return true
  if (ITEM_FIELDS.has(child.key) || child.key.startsWith('x-')) return false
  const isMethod = /^[A-Za-z][A-Za-z0-9_-]*$/.test(child.key)
  if (isMethod && isObject(child.value) && Object.hasOwn(child.value, 'responses')) return true
  const meant = bracketedHint(child.key, METHODS)
  reading.problems.report(
    child,
    `${quoted(child.key)} is neither a method nor a field of a path item; left out${meant}`,
  )
  return false
}

/** An id for each operation: the declared one where it is the first of its name, else one made of method and path. */
export function operationIds(reading: Reading, operations: readonly FoundOperation[]): readonly OperationId[] {
  const declared = new Map<string, FoundOperation>()
  for (const operation of operations) {
    const id = declaredId(operation)
    if (id === undefined) continue
    if (declared.has(id))
      reading.problems.report(
        operation.node,
        `operationId ${quoted(id)} is used twice; this operation gets another one`,
      )
    else declared.set(id, operation)
  }
  const taken = new UniqueNames(declared.keys())
  return operations.map((operation) => {
    const id = declaredId(operation)
    if (id !== undefined && declared.get(id) === operation) return id as OperationId
    return taken.take(derivedId(operation)) as OperationId
  })
}

function declaredId({ node }: FoundOperation): string | undefined {
  // Ids stand in a header field, where control characters may not.
  const id = textAt(node, 'operationId')
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
  return id === '' ? undefined : id
}

/** 'GET /users/{id}' is getUsersById. */
function derivedId({ method, path }: FoundOperation): string {
  const words = path.split('/').flatMap((segment) => {
    const parts = segment.split(/(\{[^}]*\})/).filter((part) => part !== '')
    return parts.map((part) => (part.startsWith('{') ? `By${pascal(part)}` : pascal(part)))
  })
  const name = words.join('')
  return method.toLowerCase().replace(/[^a-z0-9]+/g, '_') + (name === '' ? 'Root' : name)
}

function pascal(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
