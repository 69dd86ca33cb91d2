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
import { keyOf, PairGraph, type Placed } from './graph.ts'
import { compareForms, compareGroups, type Judge } from './groups.ts'
import { compareKinds } from './kinds.ts'
import { compareLimits } from './limits.ts'
import { compareNotes } from './notes.ts'
import { compareArrays, compareObjects } from './objects.ts'
import { Findings, type Found, type Pair, type Side } from './pair.ts'

/** Pairs looked at to tell whether one alternative covers another. */
const JUDGED = 3_000
/** How deep alternatives of alternatives are judged. */
const DEEPEST = 12
/** Pairs looked at for that in the whole comparison; beyond, no alternative covers another. */
const JUDGED_AT_ALL = 300_000

const NOTHING: Found = { differences: [], edges: [] }

/** What is known of pairs for one way that values travel. */
interface Way {
  readonly graph: PairGraph
  readonly looked: Map<number, Found>
  readonly within: Map<number, boolean>
}

export class Comparer {
  readonly #nodes: { readonly before: SchemaNodes; readonly after: SchemaNodes }
  readonly #shapes: { readonly before: Shapes; readonly after: Shapes }
  readonly #ways = new Map<string, Way>()
  readonly #digests = new Map<SchemaNode, string>()
  #depth = 0
  #judged = 0

  constructor(before: SchemaNodes, after: SchemaNodes) {
    this.#nodes = { before, after }
    this.#shapes = { before: new Shapes(before), after: new Shapes(after) }
  }

  /** Every difference of a pair and of what stands below it, each pair told at the shortest way to it. */
  differences(pair: Pair, side: Side): readonly Placed[] {
    return this.#way(side).graph.differences(pair)
  }

  #way(side: Side): Way {
    const name = `${side.way}${side.isText ? ' text' : ''}`
    let way = this.#ways.get(name)
    if (way === undefined) {
      const graph = new PairGraph((pair) => this.#look(pair, side))
      way = { graph, looked: new Map(), within: new Map() }
      this.#ways.set(name, way)
    }
    return way
  }

  /** True where neither schema takes a list or an object. */
  areScalars({ before, after }: Pair): boolean {
    return [this.#shapes.before.of(before), this.#shapes.after.of(after)].every(
      ({ types, groups }) => types !== undefined && groups.length === 0 && !types.has('array') && !types.has('object'),
    )
  }

  #look(pair: Pair, side: Side): Found {
    const { looked } = this.#way(side)
    const key = keyOf(pair)
    const known = looked.get(key)
    if (known !== undefined) return known
    // Met again while it is looked at: taken as equal.
    looked.set(key, NOTHING)
    const found = this.#compare(pair, side)
    looked.set(key, found)
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
    const { within } = this.#way(side)
    const key = keyOf(pair)
    const known = within.get(key)
    if (known !== undefined) return known
    if (this.#depth >= DEEPEST || this.#judged >= JUDGED_AT_ALL) return false
    // Met again while it is judged: taken as covered, as recursion wants.
    within.set(key, true)
    this.#depth++
    const isWithin = this.#judgePair(pair, side)
    this.#depth--
    within.set(key, isWithin)
    return isWithin
  }

  #judgePair(pair: Pair, side: Side): boolean {
    const seen = new Set([keyOf(pair)])
    const queue: Pair[] = [pair]
    for (const next of queue) {
      const { differences, edges } = this.#look(next, side)
      this.#judged++
      if (differences.some(({ rule }) => sets(rule, side))) return false
      for (const edge of edges) {
        const key = keyOf(edge)
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
