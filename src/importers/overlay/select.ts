/** What a JSONPath query selects, with its places (RFC 9535, section 2). The work is bounded: a hostile query ends early. */
import { isObject } from '../../support/json.ts'
import { compileIRegexp } from './i-regexp.ts'
import type { Call, Operand, Operator, Query, Segment, Selector, Test } from './json-path.ts'

/** A value with the steps that lead to it; indexes of lists are numbers. */
export interface Selected {
  readonly value: unknown
  readonly key: string | number
  /** Undefined for the document itself. */
  readonly parent: Selected | undefined
}

/** How many nodes may still be looked at. Shared by all queries of one import. */
export interface Effort {
  left: number
}

/** Thrown when the effort is used up. */
export class TooMuchWork extends Error {}

export function spend(effort: Effort, work: number): void {
  effort.left -= work
  if (effort.left < 0) throw new TooMuchWork()
}

/** The nodes in document order as RFC 9535 has it; a node may stand in it more than once. */
export function select(document: unknown, query: Query, effort: Effort): readonly Selected[] {
  const root: Selected = { value: document, key: '', parent: undefined }
  return new Search(root, effort).nodes(query, root)
}

export function stepsTo(node: Selected): readonly (string | number)[] {
  const steps: (string | number)[] = []
  for (let at: Selected = node; at.parent !== undefined; at = at.parent) steps.push(at.key)
  return steps.reverse()
}

/** Stands for "no such value" (RFC 9535, section 2.4.1). */
const NOTHING = Symbol('nothing')

class Search {
  private readonly root: Selected
  private readonly effort: Effort

  constructor(root: Selected, effort: Effort) {
    this.root = root
    this.effort = effort
  }

  nodes({ root, segments }: Query, current: Selected): readonly Selected[] {
    let found: readonly Selected[] = [root === '$' ? this.root : current]
    for (const segment of segments) found = this.next(found, segment)
    return found
  }

  private next(from: readonly Selected[], { deep, selectors }: Segment): readonly Selected[] {
    const found: Selected[] = []
    const visit = (node: Selected): void => {
      for (const selector of selectors) this.pick(node, selector, found)
    }
    for (const node of from)
      if (deep) this.below(node, visit)
      else visit(node)
    return found
  }

  /** The node and everything below it, parents first. */
  private below(node: Selected, visit: (node: Selected) => void): void {
    const stack = [node]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      visit(top)
      const children = this.children(top)
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as Selected)
    }
  }

  private children(node: Selected): readonly Selected[] {
    const { value } = node
    if (Array.isArray(value)) {
      this.spend(value.length)
      return value.map((item: unknown, index) => ({ value: item, key: index, parent: node }))
    }
    if (!isObject(value)) return []
    const keys = Object.keys(value)
    this.spend(keys.length)
    return keys.map((key) => ({ value: value[key], key, parent: node }))
  }

  private spend(work: number): void {
    spend(this.effort, work + 1)
  }

  private pick(node: Selected, selector: Selector, into: Selected[]): void {
    const { value } = node
    this.spend(0)
    switch (selector.kind) {
      case 'name':
        if (isObject(value) && Object.hasOwn(value, selector.name))
          into.push({ value: value[selector.name], key: selector.name, parent: node })
        return
      case 'every':
        for (const child of this.children(node)) into.push(child)
        return
      case 'index':
        if (Array.isArray(value)) this.pickIndex(node, value, selector.index, into)
        return
      case 'slice':
        if (Array.isArray(value))
          for (const index of this.slice(value.length, selector)) this.pickIndex(node, value, index, into)
        return
      case 'filter':
        for (const child of this.children(node)) if (this.holds(selector.test, child)) into.push(child)
        return
      default:
        selector satisfies never
    }
  }

  private pickIndex(node: Selected, list: readonly unknown[], wanted: number, into: Selected[]): void {
    const index = wanted < 0 ? list.length + wanted : wanted
    if (index >= 0 && index < list.length) into.push({ value: list[index], key: index, parent: node })
  }

  /** RFC 9535, section 2.3.4.2.2. */
  private slice(length: number, { start, end, step }: Extract<Selector, { kind: 'slice' }>): readonly number[] {
    if (step === 0) return []
    const normal = (index: number): number => (index >= 0 ? index : length + index)
    const clamp = (index: number, least: number, most: number): number => Math.min(Math.max(index, least), most)
    const found: number[] = []
    if (step > 0) {
      const to = clamp(normal(end ?? length), 0, length)
      for (let i = clamp(normal(start ?? 0), 0, length); i < to; i += step) found.push(i)
    } else {
      const to = clamp(normal(end ?? -length - 1), -1, length - 1)
      for (let i = clamp(normal(start ?? length - 1), -1, length - 1); i > to; i += step) found.push(i)
    }
    this.spend(found.length)
    return found
  }

  private holds(test: Test, node: Selected): boolean {
    switch (test.kind) {
      case 'or':
        return test.parts.some((part) => this.holds(part, node))
      case 'and':
        return test.parts.every((part) => this.holds(part, node))
      case 'not':
        return !this.holds(test.test, node)
      case 'exists':
        return this.nodes(test.query, node).length > 0
      case 'compare':
        return this.compare(this.valueOf(test.left, node), test.operator, this.valueOf(test.right, node))
      case 'matches':
        return this.matches(test.call, node)
      default:
        return test satisfies never
    }
  }

  private valueOf(operand: Operand, node: Selected): unknown {
    if (operand.kind === 'literal') return operand.value
    if (operand.kind === 'call') return this.called(operand.call, node)
    const [first] = this.nodes(operand.query, node)
    return first === undefined ? NOTHING : first.value
  }

  private called({ name, operands }: Call, node: Selected): unknown {
    const [operand] = operands
    if (operand === undefined) return NOTHING
    if (name === 'length') return this.lengthOf(this.valueOf(operand, node))
    const found = operand.kind === 'query' ? this.nodes(operand.query, node) : []
    if (name === 'count') return found.length
    return found.length === 1 ? found[0]?.value : NOTHING
  }

  /** Characters of a text, elements of a list, members of an object. */
  private lengthOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.length
    if (isObject(value)) return Object.keys(value).length
    if (typeof value !== 'string') return NOTHING
    this.spend(value.length)
    return [...value].length
  }

  private matches({ name, operands }: Call, node: Selected): boolean {
    const [text, source] = operands.map((operand) => this.valueOf(operand, node))
    if (typeof text !== 'string' || typeof source !== 'string') return false
    this.spend(text.length + source.length)
    return compileIRegexp(source, name === 'match' ? 'whole' : 'any')?.test(text) ?? false
  }

  private compare(left: unknown, operator: Operator, right: unknown): boolean {
    switch (operator) {
      case '==':
        return this.equal(left, right)
      case '!=':
        return !this.equal(left, right)
      case '<':
        return isLess(left, right)
      case '>':
        return isLess(right, left)
      case '<=':
        return isLess(left, right) || this.equal(left, right)
      case '>=':
        return isLess(right, left) || this.equal(left, right)
      default:
        return operator satisfies never
    }
  }

  private equal(a: unknown, b: unknown): boolean {
    if (a === b) return true
    this.spend(0)
    if (Array.isArray(a) && Array.isArray(b))
      return a.length === b.length && a.every((item, index) => this.equal(item, b[index]))
    if (!isObject(a) || !isObject(b)) return false
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && this.equal(a[key], b[key]))
    )
  }
}

function isLess(a: unknown, b: unknown): boolean {
  return (
    (typeof a === 'number' && typeof b === 'number' && a < b) ||
    (typeof a === 'string' && typeof b === 'string' && a < b)
  )
}
