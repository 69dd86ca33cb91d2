/**
 * Nested values from flat names: `a[b][c]=1`, `a[]=1`, `a[0][b]=1`, `a=1&a=2`,
 * as HTML forms and official client libraries write them, and back.
 *
 * Keys in brackets that are all whole numbers from 0 up make an array; an
 * object otherwise. A name that is used in two contradictory ways keeps both:
 * the plain value stands under ''.
 */

import { jsonText } from '../support/exact-json.ts'
import { scalarText } from '../support/exact-number.ts'
import { isScalar, setOwn } from '../support/json.ts'

/** How deep brackets are followed; deeper ones stay part of the name. */
const DEPTH = 32
/** Highest index that may make an array; beyond it the object with integer keys is kept. */
const INDEX = 10_000

class Branch {
  /** In the order of first appearance. */
  readonly children = new Map<string, Branch | Leaf>()
  /** How many `[]` were counted up. */
  next = 0
}

class Leaf {
  readonly values: unknown[]
  constructor(value: unknown) {
    this.values = [value]
  }
}

/** The nested value that pairs describe. Values are kept as they are: texts, parsed JSON, anything. */
export function nest(pairs: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const root = new Branch()
  for (const [name, value] of pairs) add(root, stepsOf(name), value)
  const whole: Record<string, unknown> = {}
  for (const [name, child] of root.children) setOwn(whole, name, valueAt(child))
  return whole
}

/** `a[b][]` is ['a', 'b', '']; brackets that do not close belong to the name. */
export function stepsOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0) return [name]
  const steps = [name.slice(0, open)]
  let at = open
  while (at < name.length && steps.length < DEPTH) {
    if (name[at] !== '[') return [name]
    const close = name.indexOf(']', at)
    if (close === -1) return [name]
    steps.push(name.slice(at + 1, close))
    at = close + 1
  }
  if (at < name.length) steps.push(name.slice(at))
  return steps
}

function add(root: Branch, steps: readonly string[], value: unknown): void {
  let branch = root
  const last = steps.length - 1
  for (let i = 0; i < last; i++) branch = descend(branch, keyOf(branch, steps[i] ?? '', steps[i + 1]))
  const key = keyOf(branch, steps[last] ?? '', undefined)
  const present = branch.children.get(key)
  if (present === undefined) branch.children.set(key, new Leaf(value))
  else if (present instanceof Leaf) present.values.push(value)
  else add(present, [''], value)
}

/**
 * `[]` counts up. In `a[][b]=1&a[][c]=2&a[][b]=3` a new element begins when the
 * element being filled already has what comes next.
 */
function keyOf(branch: Branch, step: string, following: string | undefined): string {
  if (step !== '') return step
  if (following !== undefined && following !== '' && branch.next > 0) {
    const current = branch.children.get(String(branch.next - 1))
    if (current instanceof Branch && !current.children.has(following)) return String(branch.next - 1)
  }
  return String(branch.next++)
}

function descend(branch: Branch, key: string): Branch {
  const present = branch.children.get(key)
  if (present instanceof Branch) return present
  const made = new Branch()
  branch.children.set(key, made)
  if (present instanceof Leaf) made.children.set('', present)
  return made
}

function valueAt(node: Branch | Leaf): unknown {
  if (node instanceof Leaf) return node.values.length === 1 ? node.values[0] : node.values
  const keys = [...node.children.keys()]
  if (keys.every((key) => /^(0|[1-9]\d{0,4})$/.test(key) && Number(key) <= INDEX)) return listOf(node, keys)
  const value: Record<string, unknown> = {}
  for (const [key, child] of node.children) setOwn(value, key, valueAt(child))
  return value
}

/** In the order of the indexes, gaps closed; a repeated `a[]` or `a[0]` adds its values in place. */
function listOf(branch: Branch, keys: readonly string[]): unknown[] {
  const ordered = [...keys].sort((a, b) => Number(a) - Number(b))
  return ordered.flatMap((key) => {
    const child = branch.children.get(key)
    if (child instanceof Leaf) return child.values
    return child === undefined ? [] : [valueAt(child)]
  })
}

/** The pairs that `nest` reads back: objects as `a[b]`, arrays as `a[0]`; null as ''. Empty objects and arrays leave no trace. */
export function flatten(value: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (const [name, inner] of Object.entries(value)) flattenInto(pairs, name, inner, 0)
  return pairs
}

function flattenInto(pairs: [string, string][], name: string, value: unknown, depth: number): void {
  if (value === undefined) return
  if (typeof value !== 'object' || value === null || depth >= DEPTH - 1) {
    pairs.push([name, textOf(value)])
    return
  }
  const entries: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, inner] of entries) flattenInto(pairs, `${name}[${key}]`, inner, depth + 1)
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return isScalar(value) ? scalarText(value) : jsonText(value)
}
