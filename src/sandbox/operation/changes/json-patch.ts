/** JSON Patch (RFC 6902) on plain values; the input is never changed. */
import { isDeepStrictEqual } from 'node:util'
import { field, isObject, setOwn } from '../../../support/json.ts'
import { err, ok, type Result } from '../../../support/result.ts'
import { idText } from '../../state/place.ts'

interface Container {
  readonly parent: unknown
  readonly key: string
}

/** The document after all operations, or a clause on the first that cannot be done. */
export function applyJsonPatch(document: unknown, operations: readonly unknown[]): Result<unknown, string> {
  if (operations.length > MOST) return err(`there are more than ${MOST} operations`)
  const root = { '': structuredClone(document) }
  const budget = { left: MOST_COPIED }
  for (const [index, operation] of operations.entries()) {
    const problem = applyOne(root, operation, budget)
    if (problem !== undefined) return err(`operation ${index} ${problem}`)
  }
  return ok(root[''])
}

/** Bounds of one patch: operations, and characters of JSON that its copies may add. */
const MOST = 10_000
const MOST_COPIED = 1024 * 1024

/** An array index (RFC 6901 section 4). */
const INDEX = /^(0|[1-9]\d{0,8})$/
/** What some providers write in its place: the element whose property has a value, `@id=='u1'`; others its id alone. */
const CHOOSER = /^@([\w.-]{1,100})==?(['"]?)(.*)\2$/

/** The index that a step of a pointer names in an array; -1 for none. */
function indexIn(array: readonly unknown[], step: string): number {
  if (INDEX.test(step)) return Number(step)
  const [, name, , wanted] = CHOOSER.exec(step) ?? []
  if (name === undefined) return step === '-' ? -1 : array.findIndex((element) => field(element, 'id') === step)
  const chosen = array.findIndex((element) => idText(field(element, name)) === wanted)
  const unnamed = wanted === 'default' && array.length === 1 && field(array[0], name) === undefined
  return unnamed ? 0 : chosen
}

function applyOne(root: Record<string, unknown>, operation: unknown, budget: { left: number }): string | undefined {
  if (!isObject(operation)) return 'is no object'
  const { op, path, from, value } = operation
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) return 'has no path'
  switch (op) {
    case 'add':
      return Object.hasOwn(operation, 'value') ? add(root, path, value) : 'has no value'
    case 'remove':
      return remove(root, path)
    case 'replace':
      return replace(root, path, value)
    case 'move':
    case 'copy': {
      const source = typeof from === 'string' ? read(root, from) : undefined
      if (source === undefined || typeof from !== 'string') return 'finds nothing at its from'
      if (op === 'copy') budget.left -= JSON.stringify(source.value ?? null).length
      if (budget.left < 0) return 'copies too much'
      if (op === 'move' && path.startsWith(`${from}/`)) return 'moves a value into itself'
      const problem = op === 'move' ? remove(root, from) : undefined
      return problem ?? add(root, path, structuredClone(source.value))
    }
    case 'test':
      if (!Object.hasOwn(operation, 'value')) return 'has no value'
      return read(root, path) !== undefined && isDeepStrictEqual(read(root, path)?.value, value)
        ? undefined
        : `finds another value at ${path}`
    default:
      return `has an unknown op ${JSON.stringify(op)}`
  }
}

function locate(root: Record<string, unknown>, pointer: string): Container | undefined {
  const steps = [
    '',
    ...pointer
      .split('/')
      .slice(1)
      .map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~')),
  ]
  const key = steps.pop() ?? ''
  let parent: unknown = root
  for (const step of steps) {
    if (Array.isArray(parent)) parent = parent[indexIn(parent, step)]
    else if (isObject(parent) && Object.hasOwn(parent, step)) parent = parent[step]
    else return undefined
  }
  return { parent, key }
}

function read(root: Record<string, unknown>, pointer: string): { readonly value: unknown } | undefined {
  const place = locate(root, pointer)
  if (place === undefined) return undefined
  const { parent, key } = place
  if (Array.isArray(parent)) {
    const index = indexIn(parent, key)
    return index >= 0 && index < parent.length ? { value: parent[index] } : undefined
  }
  return isObject(parent) && Object.hasOwn(parent, key) ? { value: parent[key] } : undefined
}

function add(root: Record<string, unknown>, pointer: string, value: unknown): string | undefined {
  const place = locate(root, pointer)
  if (place === undefined) return `finds no parent of ${pointer}`
  const { parent, key } = place
  if (Array.isArray(parent)) {
    const index = key === '-' ? parent.length : indexIn(parent, key)
    if (index < 0 || index > parent.length) return `has no index ${key}`
    parent.splice(index, 0, value)
    return undefined
  }
  if (!isObject(parent)) return `finds no parent of ${pointer}`
  setOwn(parent, key, value)
  return undefined
}

function replace(root: Record<string, unknown>, pointer: string, value: unknown): string | undefined {
  if (read(root, pointer) === undefined) return `finds nothing at ${pointer}`
  const { parent, key } = locate(root, pointer) ?? {}
  if (Array.isArray(parent)) parent[indexIn(parent, key ?? '')] = value
  else if (isObject(parent)) setOwn(parent, key ?? '', value)
  return undefined
}

function remove(root: Record<string, unknown>, pointer: string): string | undefined {
  if (read(root, pointer) === undefined) return `finds nothing at ${pointer}`
  const place = locate(root, pointer)
  if (Array.isArray(place?.parent)) place.parent.splice(indexIn(place.parent, place.key), 1)
  else if (isObject(place?.parent)) delete (place.parent as Record<string, unknown>)[place.key]
  return undefined
}
