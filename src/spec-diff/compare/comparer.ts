/**
 * Compares schemas pair by pair. A pair is looked at once for each way that values travel; what stands below it are
 * edges to other pairs, so that recursion ends and shared schemas cost no more than one look.
 */
import { schemaRules } from '../rules/schemas.ts'
import { digestOf } from '../schema/digest.ts'
import type { SchemaNode, SchemaNodes } from '../schema/node.ts'
import type { Type } from '../schema/shape.ts'
import { Shapes } from '../schema/shapes.ts'
import { type Severity, severityOf } from '../severity.ts'
import { compareForms, compareGroups, type Judge } from './groups.ts'
import { compareKinds } from './kinds.ts'
import { compareLimits } from './limits.ts'
import { compareNotes } from './notes.ts'
import { compareArrays, compareObjects } from './objects.ts'
import { type Difference, type Edge, Findings, type Found, type Pair, type Side } from './pair.ts'

/** A difference and where it stands below the pair that was asked about. */
export interface Placed extends Difference {
  readonly steps: readonly string[]
}

/** Pairs looked at to tell whether one alternative covers another. */
const JUDGED = 3_000
/** How deep alternatives of alternatives are judged. */
const DEEPEST = 12

export class Comparer {
  readonly #nodes: { readonly before: SchemaNodes; readonly after: SchemaNodes }
  readonly #shapes: { readonly before: Shapes; readonly after: Shapes }
  readonly #known = new Map<string, Found>()
  readonly #clean = new Set<string>()
  readonly #within = new Map<string, boolean>()
  readonly #digests = new Map<SchemaNode, string>()
  #depth = 0

  constructor(before: SchemaNodes, after: SchemaNodes) {
    this.#nodes = { before, after }
    this.#shapes = { before: new Shapes(before), after: new Shapes(after) }
  }

  /** Every difference of a pair and of what stands below it, each pair told at the shortest way to it. */
  differences(pair: Pair, side: Side): readonly Placed[] {
    const placed: Placed[] = []
    const queue: { readonly pair: Pair; readonly key: string; readonly from: number; readonly step: string }[] = []
    const seen = new Set<string>()
    const want = (next: Pair, from: number, step: string): void => {
      const key = keyOf(next, side)
      if (seen.has(key) || this.#clean.has(key)) return
      seen.add(key)
      queue.push({ pair: next, key, from, step })
    }
    const stepsTo = (at: number): readonly string[] => {
      const steps: string[] = []
      for (let index = at; index >= 0; index = queue[index]?.from ?? -1) steps.push(queue[index]?.step ?? '')
      return steps.reverse().filter((step) => step !== '')
    }
    want(pair, -1, '')
    for (let index = 0; index < queue.length; index++) {
      const next = queue[index]
      if (next === undefined) break
      const { differences, edges } = this.#look(next.pair, side)
      for (const difference of differences) placed.push({ ...difference, steps: stepsTo(index) })
      for (const edge of edges) want(edge, index, edge.step)
    }
    if (placed.length === 0) for (const key of seen) this.#clean.add(key)
    return placed
  }

  /** True where neither schema takes a list or an object. */
  areScalars({ before, after }: Pair): boolean {
    return [this.#shapes.before.of(before), this.#shapes.after.of(after)].every(
      ({ types, groups }) => types !== undefined && groups.length === 0 && !types.has('array') && !types.has('object'),
    )
  }

  #look(pair: Pair, side: Side): Found {
    const key = keyOf(pair, side)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // Met again while it is looked at: taken as equal.
    this.#known.set(key, { differences: [], edges: [] })
    const found = this.#compare(pair, side)
    this.#known.set(key, found)
    return found
  }

  #compare(pair: Pair, side: Side): Found {
    const found = new Findings()
    const was = this.#shapes.before.of(pair.before)
    const is = this.#shapes.after.of(pair.after)
    const sides = { ...pair, was, is }
    const judge = this.#judge(side)
    if (!compareForms(found, sides, judge) && compareKinds(found, was, is, side)) {
      compareLimits(found, was, is)
      const objects = {
        found,
        side,
        was: { shape: was, nodes: this.#nodes.before, shapes: this.#shapes.before },
        is: { shape: is, nodes: this.#nodes.after, shapes: this.#shapes.after },
      }
      compareObjects(objects)
      compareArrays(objects)
      compareGroups(found, sides, judge)
    }
    compareNotes(found, was, is)
    if (was.content !== undefined || is.content !== undefined)
      found.into('(content)', was.content ?? this.#nodes.before.any, is.content ?? this.#nodes.after.any)
    return found
  }

  #judge(side: Side): Judge {
    return {
      isWithin: (before, after, which) => this.#isWithin({ before, after }, side, which),
      digest: (node, which) => this.#digest(node, which),
      slice: (node, type, which) => this.#slice(node, type, which),
    }
  }

  /** `which` 'before': all that was is. 'after': all that is was. */
  #isWithin(pair: Pair, { isText }: Side, which: 'before' | 'after'): boolean {
    const side: Side = { way: which === 'before' ? 'sent' : 'received', isText }
    const key = keyOf(pair, side)
    const known = this.#within.get(key)
    if (known !== undefined) return known
    if (this.#depth >= DEEPEST) return true
    // Met again while it is judged: taken as covered, as recursion wants.
    this.#within.set(key, true)
    this.#depth++
    const isWithin = this.#judgePair(pair, side)
    this.#depth--
    this.#within.set(key, isWithin)
    return isWithin
  }

  #judgePair(pair: Pair, side: Side): boolean {
    const seen = new Set<string>([keyOf(pair, side)])
    const queue: (Pair | Edge)[] = [pair]
    for (const next of queue) {
      const { differences, edges } = this.#look(next, side)
      if (differences.some(({ rule }) => sets(rule, side))) return false
      for (const edge of edges) {
        const key = keyOf(edge, side)
        if (seen.has(key) || seen.size > JUDGED) continue
        seen.add(key)
        queue.push(edge)
      }
    }
    return true
  }

  #digest(node: SchemaNode, which: 'before' | 'after'): string {
    let text = this.#digests.get(node)
    if (text === undefined) {
      const { parts } = this.#nodes[which]
      text = node.parts.map((part) => digestOf(parts, part)).join('&')
      this.#digests.set(node, text)
    }
    return text
  }

  #slice(node: SchemaNode, type: Type, which: 'before' | 'after'): SchemaNode {
    const nodes = this.#nodes[which]
    return nodes.all([node, nodes.of({ value: sliceOf(type), document: 0 })])
  }
}

const slices = new Map<Type, object>()

function sliceOf(type: Type): object {
  let slice = slices.get(type)
  if (slice === undefined) {
    slice = { type }
    slices.set(type, slice)
  }
  return slice
}

function keyOf({ before, after }: Pair, { way, isText }: Side): string {
  return `${before.id} ${after.id} ${way}${isText ? ' text' : ''}`
}

/** Of alternatives, also a property that comes or goes sets one apart from the other. */
function sets(rule: string, { way }: Side): boolean {
  return APART.has(rule) || levelOf(rule, way) === 'ERR'
}

const APART = new Set(['property-added', 'property-added-closed', 'property-removed', 'optional-property-removed'])

/** How bad a change of a schema is for values that go this way. */
export function levelOf(id: string, way: Side['way']): Severity {
  const rule = schemaRules.get(id)
  if (rule === undefined) throw new Error(`No rule ${id}`)
  return rule.except?.[way] ?? severityOf(rule.effect, way)
}
