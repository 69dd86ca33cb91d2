/**
 * Applies overlays to the value of a document, action after action. The value
 * handed in is never changed: what is written to is copied first, once, so that
 * parts which several places share (YAML aliases) stay apart.
 */
import type { ImportProblem } from '../../api/description.ts'
import { isObject, setOwn } from '../../support/json.ts'
import { err, ok, type Result } from '../../support/result.ts'
import { nestsTooDeep } from '../documents.ts'
import { limits } from '../limits.ts'
import { Marks } from './marks.ts'
import { type Action, type Overlay, quoted } from './overlay.ts'
import { type Effort, type Selected, select, spend, stepsTo, TooMuchWork } from './select.ts'

/** What writing a value costs, where looking at one costs 1. */
const WRITING = 20

export interface Overlaid {
  readonly value: unknown
  readonly marks: Marks
  /** Targets that select nothing, and changes that fit nothing. */
  readonly problems: readonly ImportProblem[]
}

/** The document with all overlays applied in their order; an error when one of them takes too much work. */
export function applyOverlays(value: unknown, overlays: readonly Overlay[]): Result<Overlaid, ImportProblem> {
  const target = new Target(value)
  const effort: Effort = { left: limits.overlayNodes }
  const problems: ImportProblem[] = []
  for (const overlay of overlays)
    for (const [index, action] of overlay.actions.entries()) {
      const problem = (message: string): ImportProblem => ({
        document: overlay.location,
        pointer: `/actions/${index}`,
        ...(action.line !== undefined && { line: action.line }),
        message,
      })
      try {
        for (const message of apply(target, action, effort)) problems.push(problem(message))
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error
        return err(problem(`Target ${quoted(action.text)} takes too much work on this document`))
      }
    }
  const [last] = overlays.slice(-1)
  if (last !== undefined && nestsTooDeep(target.root))
    return err({
      document: last.location,
      pointer: '',
      message: `With it the document is nested deeper than ${limits.nesting}`,
    })
  return ok({ value: target.root, marks: target.marks, problems })
}

/** Does one action and gives what is to be said of it. */
function apply(target: Target, { text, target: query, change }: Action, effort: Effort): readonly string[] {
  const found = distinct(select(target.root, query, effort))
  if (found.length === 0) return [`Target ${quoted(text)} matches nothing`]
  if (change.kind === 'remove') {
    for (const steps of [...found].sort(lastFirst))
      if (!target.remove(steps)) return [`Target ${quoted(text)} is the whole document, which is not removed`]
    return []
  }
  const value = change.kind === 'update' ? change.value : copied(target, change, effort)
  if (value === undefined)
    return [`"copy" ${quoted(change.kind === 'copy' ? change.text : '')} must match exactly one place`]
  const size = sizeOf(value, effort)
  const misfits = found.filter((steps) => {
    spend(effort, size * WRITING)
    return !target.merge(steps, value)
  })
  return misfits.length === 0
    ? []
    : [`Target ${quoted(text)} matches ${misfits.length} of ${found.length} places that the change does not fit`]
}

/** The one value that `copy` names (Overlay 1.1). */
function copied(target: Target, { from }: Extract<Action['change'], { kind: 'copy' }>, effort: Effort): unknown {
  const found = select(target.root, from, effort)
  return distinct(found).length === 1 ? cloned(found[0]?.value, effort) : undefined
}

/** A copy that shares nothing with what is being changed. */
function cloned(value: unknown, effort: Effort): unknown {
  spend(effort, WRITING)
  if (Array.isArray(value)) return value.map((item) => cloned(item, effort))
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setOwn(copy, key, cloned(value[key], effort))
  return copy
}

/** How many values a value consists of: what one more of it costs all who read the document. */
function sizeOf(value: unknown, effort: Effort): number {
  spend(effort, 1)
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, child) => sum + sizeOf(child, effort), 1)
}

type Steps = readonly (string | number)[]

/** Each place once, in the order found. */
function distinct(found: readonly Selected[]): readonly Steps[] {
  const places = new Map<string, Steps>()
  for (const node of found) {
    const steps = stepsTo(node)
    const key = JSON.stringify(steps)
    if (!places.has(key)) places.set(key, steps)
  }
  return [...places.values()]
}

/** Deeper places and higher indexes first, so that the places of the others stay what they are. */
function lastFirst(a: Steps, b: Steps): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i], b[i]]
    if (x === y) continue
    if (typeof x === 'number' && typeof y === 'number') return y - x
    return String(x) < String(y) ? 1 : -1
  }
  return b.length - a.length
}

type Container = Record<string, unknown> | unknown[]

/** The document while it is changed. */
class Target {
  readonly marks = new Marks()
  root: unknown
  /** Containers that nobody else holds. */
  private readonly own = new WeakSet<object>()

  constructor(root: unknown) {
    this.root = root
  }

  /** False for the whole document. A place that is gone by now is removed enough. */
  remove(steps: Steps): boolean {
    const last = steps.at(-1)
    if (last === undefined) return false
    const parent = this.writable(steps.slice(0, -1))
    if (Array.isArray(parent) && typeof last === 'number') parent.splice(last, 1)
    else if (parent !== undefined && !Array.isArray(parent)) delete parent[last]
    return true
  }

  /** False where the value does not fit what stands there. */
  merge(steps: Steps, value: unknown): boolean {
    const there = this.at(steps)
    if (there === undefined) return true
    if (isContainer(there)) {
      const container = this.writable(steps)
      if (Array.isArray(container)) this.appendAt(steps, container, value)
      else if (container !== undefined && isObject(value)) this.mergeObject(container, value)
      else return false
      return true
    }
    const last = steps.at(-1)
    const parent = isContainer(value) || last === undefined ? undefined : this.writable(steps.slice(0, -1))
    if (parent === undefined || last === undefined) return false
    if (Array.isArray(parent)) parent[Number(last)] = value
    else setOwn(parent, String(last), value)
    this.marks.addField(parent, String(last))
    return true
  }

  private appendAt(steps: Steps, list: unknown[], value: unknown): void {
    this.append(list, value)
    const holder = this.writable(steps.slice(0, -1))
    if (steps.length > 0 && holder !== undefined) this.marks.addField(holder, String(steps.at(-1)))
  }

  /** A list is taken as entries (1.1), anything else is one entry. */
  private append(list: unknown[], value: unknown): void {
    const from = list.length
    const added: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const entry of added) {
      list.push(entry)
      this.marks.addWhole(entry)
    }
    for (let index = from; index < list.length; index++) this.marks.addField(list, String(index))
  }

  private mergeObject(into: Record<string, unknown>, update: { readonly [key: string]: unknown }): void {
    for (const key of Object.keys(update)) {
      const value = update[key]
      const there = Object.hasOwn(into, key) ? into[key] : undefined
      if (isObject(value) && isObject(there)) this.mergeObject(this.owned(into, key) as Record<string, unknown>, value)
      else if (Array.isArray(value) && Array.isArray(there)) {
        this.append(this.owned(into, key) as unknown[], value)
        this.marks.addField(into, key)
      } else {
        setOwn(into, key, value)
        this.marks.addField(into, key)
        this.marks.addWhole(value)
      }
    }
  }

  private at(steps: Steps): unknown {
    let value = this.root
    for (const step of steps) {
      if (!isContainer(value) || !Object.hasOwn(value, step)) return undefined
      value = (value as Record<string | number, unknown>)[step]
    }
    return value
  }

  /** The container at a place, safe to write to; undefined when there is none. */
  private writable(steps: Steps): Container | undefined {
    if (!isContainer(this.at(steps))) return undefined
    const holder = { root: this.root }
    let container = this.owned(holder, 'root')
    this.root = holder.root
    for (const step of steps) container = this.owned(container, step)
    return container
  }

  /** The container in a field, copied unless it is ours already. */
  private owned(parent: Container, key: string | number): Container {
    const there = (parent as Record<string | number, unknown>)[key] as Container
    if (this.own.has(there)) return there
    const copy: Container = Array.isArray(there) ? [...there] : copyOf(there)
    this.own.add(copy)
    this.marks.carry(there, copy)
    if (Array.isArray(parent)) parent[Number(key)] = copy
    else setOwn(parent, String(key), copy)
    return copy
  }
}

function copyOf(object: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(object)) setOwn(copy, key, object[key])
  return copy
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}
