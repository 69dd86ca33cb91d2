/** JSON Patch (RFC 6902) on plain values; the input is never changed. */
import { isEqual } from '../../../api/schema/equal.ts'
import { field, isObject, setOwn } from '../../../support/json.ts'
import { err, ok, type Result } from '../../../support/result.ts'
import { idText } from '../../state/place.ts'

/** A document as the one member of an object, and what the patch may still do. */
interface Work {
  readonly root: Record<string, unknown>
  copied: number
  visited: number
}

/** What a pointer leads to: a member of an object, or an index of an array, which need not be there. */
type Spot =
  | { readonly list: unknown[]; readonly index: number }
  | { readonly object: Record<string, unknown>; readonly name: string }

/** Bounds of one patch: operations, characters of JSON that its copies may add, and values that its pointers visit or its changes shift. */
const MOST = 10_000
const MOST_COPIED = 256 * 1024
const MOST_VISITED = 2_000_000
/** Nesting of the result: what a request may bring. */
const MOST_LEVELS = 512
/** Elements that an array shifts in the time of one visit. */
const SHIFTED = 64

/** Thrown when a patch asks for more than `MOST_VISITED`. */
class TooMuchWork extends Error {}

function visit(work: Work, values: number): void {
  work.visited += values
  if (work.visited > MOST_VISITED) throw new TooMuchWork()
}

/** The document after all operations, or a clause on the first that cannot be done. */
export function applyJsonPatch(document: unknown, operations: readonly unknown[]): Result<unknown, string> {
  if (operations.length > MOST) return err(`there are more than ${MOST} operations`)
  const work = { root: { '': structuredClone(document) }, copied: 0, visited: 0 }
  for (const [index, operation] of operations.entries()) {
    const problem = attempt(work, operation)
    if (problem !== undefined) return err(`operation ${index} ${problem}`)
  }
  const value = work.root['']
  return isWithin(value, MOST_LEVELS) ? ok(value) : err(`the result nests deeper than ${MOST_LEVELS} levels`)
}

/** False when a value nests deeper than so many levels. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return children.every((child) => isWithin(child, levels - 1))
}

function attempt(work: Work, operation: unknown): string | undefined {
  try {
    return applyOne(work, operation)
  } catch (error) {
    if (error instanceof TooMuchWork)
      return `comes when more than ${MOST_VISITED} values have been visited: send it in several patches`
    if (error instanceof RangeError) return `nests deeper than ${MOST_LEVELS} levels`
    throw error
  }
}

/** An array index (RFC 6901 section 4). */
const INDEX = /^(0|[1-9]\d{0,8})$/
/** What some providers write in its place: the element whose property has a value, `@id=='u1'`; others its id alone. */
const CHOOSER = /^@([\w.-]{1,100})==?(['"]?)(.*)\2$/

/** The index that a step of a pointer names in an array; -1 for none. */
function indexIn(array: readonly unknown[], step: string, work: Work): number {
  if (INDEX.test(step)) return Number(step)
  if (step === '-') return -1
  const [, name, , wanted] = CHOOSER.exec(step) ?? []
  const isIt = (element: unknown): boolean =>
    name === undefined ? field(element, 'id') === step : idText(field(element, name)) === wanted
  const chosen = array.findIndex(isIt)
  visit(work, chosen < 0 ? array.length : chosen)
  const unnamed = wanted === 'default' && array.length === 1 && field(array[0], name ?? '') === undefined
  return unnamed ? 0 : chosen
}

function applyOne(work: Work, operation: unknown): string | undefined {
  if (!isObject(operation)) return 'is not an object'
  const { op, path, from, value } = operation
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) return 'has no path'
  if ((op === 'add' || op === 'replace' || op === 'test') && !Object.hasOwn(operation, 'value')) return 'has no value'
  switch (op) {
    case 'add':
      return add(work, path, structuredClone(value))
    case 'remove':
      return remove(work, path)
    case 'replace':
      return replace(work, path, structuredClone(value))
    case 'move':
    case 'copy':
      return typeof from === 'string' ? bring(work, op, from, path) : 'finds nothing at its from'
    case 'test':
      return test(work, path, value) ? undefined : `finds another value at ${path}`
    default:
      return `has an unknown op ${JSON.stringify(op)}`
  }
}

function locate(work: Work, pointer: string): Spot | undefined {
  const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  visit(work, steps.length)
  steps[0] = ''
  const last = steps.pop() ?? ''
  let parent: unknown = work.root
  for (const step of steps) {
    if (Array.isArray(parent)) parent = parent[indexIn(parent, step, work)]
    else if (isObject(parent) && Object.hasOwn(parent, step)) parent = parent[step]
    else return undefined
  }
  if (Array.isArray(parent)) return { list: parent, index: last === '-' ? parent.length : indexIn(parent, last, work) }
  return isObject(parent) ? { object: parent as Record<string, unknown>, name: last } : undefined
}

function isThere(spot: Spot | undefined): spot is Spot {
  if (spot === undefined) return false
  return 'list' in spot ? spot.index >= 0 && spot.index < spot.list.length : Object.hasOwn(spot.object, spot.name)
}

function valueAt(spot: Spot): unknown {
  return 'list' in spot ? spot.list[spot.index] : spot.object[spot.name]
}

/** A move takes the value itself, a copy another one like it. */
function bring(work: Work, op: 'move' | 'copy', from: string, path: string): string | undefined {
  const source = locate(work, from)
  if (!isThere(source)) return 'finds nothing at its from'
  const value = valueAt(source)
  if (op === 'move') {
    if (path.startsWith(`${from}/`)) return 'moves a value into itself'
    take(work, source)
    return add(work, path, value)
  }
  work.copied += JSON.stringify(value ?? null).length
  return work.copied > MOST_COPIED ? 'copies too much' : add(work, path, structuredClone(value))
}

function test(work: Work, path: string, value: unknown): boolean {
  const spot = locate(work, path)
  return isThere(spot) && isEqual(valueAt(spot), value)
}

function add(work: Work, path: string, value: unknown): string | undefined {
  const spot = locate(work, path)
  if (spot === undefined) return `finds no parent of ${path}`
  if ('object' in spot) {
    setOwn(spot.object, spot.name, value)
    return undefined
  }
  const { list, index } = spot
  if (index < 0 || index > list.length) return `has no index ${path.slice(path.lastIndexOf('/') + 1)}`
  shift(work, list, index)
  list.splice(index, 0, value)
  return undefined
}

function replace(work: Work, path: string, value: unknown): string | undefined {
  const spot = locate(work, path)
  if (!isThere(spot)) return `finds nothing at ${path}`
  if ('list' in spot) spot.list[spot.index] = value
  else setOwn(spot.object, spot.name, value)
  return undefined
}

function remove(work: Work, path: string): string | undefined {
  const spot = locate(work, path)
  if (!isThere(spot)) return `finds nothing at ${path}`
  take(work, spot)
  return undefined
}

function take(work: Work, spot: Spot): void {
  if ('object' in spot) {
    delete spot.object[spot.name]
    return
  }
  shift(work, spot.list, spot.index)
  spot.list.splice(spot.index, 1)
}

/** All elements behind a place in an array are shifted when one comes or goes. */
function shift(work: Work, list: readonly unknown[], index: number): void {
  visit(work, Math.ceil((list.length - index) / SHIFTED))
}
