/** Path templates as a trie: inserted once, walked for every request. */
import { listAt } from '../support/list-at.ts'
import { NO_BODY } from './message.ts'
import {
  decodeSegment,
  holdsFixedPairs,
  matchPartial,
  type ParsedTemplate,
  parsePathTemplate,
} from './path-template.ts'
import { type Pair, parseQuery } from './query.ts'
import type { RouteEntry, Spoken, Trie } from './router.ts'

export interface Ending<T> {
  readonly entry: RouteEntry<T>
  readonly parsed: ParsedTemplate
  readonly takesParameters: boolean
}

const NO_NAMES: ReadonlySet<string> = new Set()

interface PartialBranch<T> {
  readonly literals: readonly string[]
  readonly literalLength: number
  readonly node: Node<T>
}

export interface Node<T> {
  readonly literals: Map<string, Node<T>>
  readonly partials: PartialBranch<T>[]
  parameter: Node<T> | undefined
  rest: Node<T> | undefined
  /** By method; several where templates differ in their fixed query or in parameter names only. */
  readonly endings: Map<string, Ending<T>[]>
  /** Some endings ask more of their parameters than that they are there. */
  asks: boolean
}

export function newNode<T>(): Node<T> {
  return { literals: new Map(), partials: [], parameter: undefined, rest: undefined, endings: new Map(), asks: false }
}

export function insert<T>(root: Node<T>, entry: RouteEntry<T>): Ending<T> {
  const parsed = parsePathTemplate(entry.path, entry.greedy ?? NO_NAMES)
  let node = root
  for (const segment of parsed.segments) {
    if (segment.kind === 'literal') node = literalBranch(node, segment.text)
    else if (segment.kind === 'partial') node = partialBranch(node, segment.literals)
    else if (segment.kind === 'parameter') node = node.parameter ??= newNode()
    else node = node.rest ??= newNode()
  }
  const ending = { entry, parsed, takesParameters: parsed.segments.some((s) => s.kind !== 'literal') }
  const sameMethod = listAt(node.endings, entry.method)
  sameMethod.push(ending)
  sameMethod.sort((a, b) => fixedIn(b) - fixedIn(a) || asksMore(b) - asksMore(a))
  node.asks ||= entry.fits !== undefined || entry.suits !== undefined
  return ending
}

function asksMore({ entry }: Ending<unknown>): number {
  return entry.fits === undefined ? 0 : 1
}

function literalBranch<T>(node: Node<T>, text: string): Node<T> {
  let next = node.literals.get(text)
  if (next === undefined) {
    next = newNode()
    node.literals.set(text, next)
  }
  return next
}

function partialBranch<T>(node: Node<T>, literals: readonly string[]): Node<T> {
  const key = literals.join('\0')
  const known = node.partials.find((branch) => branch.literals.join('\0') === key)
  if (known !== undefined) return known.node
  const literalLength = literals.reduce((sum, literal) => sum + literal.length, 0)
  const added = { literals, literalLength, node: newNode<T>() }
  node.partials.push(added)
  node.partials.sort(
    (a, b) => b.literalLength - a.literalLength || (b.literals[0] ?? '').length - (a.literals[0] ?? '').length,
  )
  return added.node
}

/** Branches still to be tried, the most preferred on top. Belongs to a router and is reused, so that a match allocates nothing. */
export interface Waiting<T> {
  readonly nodes: Node<T>[]
  readonly from: number[]
}

/** Depth first in order of preference. */
export function walk<T>(
  trie: Trie<T>,
  method: string,
  path: string,
  search: string,
  spoken: Spoken,
  allowed: string[],
  folds = false,
): Ending<T> | undefined {
  const { root, waiting } = trie
  waiting.nodes.length = 0
  waiting.from.length = 0
  let node: Node<T> | undefined = root
  let from: number | undefined = 1
  while (node !== undefined && from !== undefined) {
    if (from > path.length) {
      const ending = endingFor(node.asks ? fitting(node, path) : node, method, search, spoken, allowed)
      if (ending !== undefined) return ending
    } else pushBranches(waiting, node, path, from, folds)
    node = waiting.nodes.pop()
    from = waiting.from.pop()
  }
  return undefined
}

/** Puts the branches that fit the segment at `from` on the stack, the least preferred first. */
function pushBranches<T>(waiting: Waiting<T>, node: Node<T>, path: string, from: number, folds: boolean): void {
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const text = path.slice(from, end)
  if (node.rest !== undefined && from < path.length) push(waiting, node.rest, path.length + 1)
  if (text !== '') {
    if (node.parameter !== undefined) push(waiting, node.parameter, end + 1)
    for (let i = node.partials.length - 1; i >= 0; i--) {
      const branch = node.partials[i]
      if (branch !== undefined && matchPartial(text, branch.literals) !== undefined) push(waiting, branch.node, end + 1)
    }
  }
  const literal =
    node.literals.get(text) ??
    (text.includes('%') ? node.literals.get(decodeSegment(text)) : undefined) ??
    (folds ? foldedLiteral(node, text) : undefined)
  if (literal !== undefined) push(waiting, literal, end + 1)
}

/** The literal that differs in capitals only; none where several do. */
function foldedLiteral<T>({ literals }: Node<T>, text: string): Node<T> | undefined {
  const wanted = text.toLowerCase()
  const near = [...literals.keys()].filter((literal) => literal.toLowerCase() === wanted)
  return near.length === 1 ? literals.get(near[0] ?? '') : undefined
}

function push<T>(waiting: Waiting<T>, node: Node<T>, from: number): void {
  waiting.nodes.push(node)
  waiting.from.push(from)
}

/** The endings whose parameters may hold what the path says; of those that ask for the same query, the most suited one first. */
function fitting<T>(node: Node<T>, path: string): Pick<Node<T>, 'endings'> {
  const endings = new Map<string, Ending<T>[]>()
  for (const [method, all] of node.endings) {
    const those = all.flatMap((ending) => {
      const { fits, suits, namesAt } = ending.entry
      const values = [...parametersOf(ending.parsed, path, namesAt).values()]
      return fits?.(values) === false ? [] : [{ ending, suited: suits?.(values) ?? 0 }]
    })
    those.sort(
      (a, b) => fixedIn(b.ending) - fixedIn(a.ending) || asksMore(b.ending) - asksMore(a.ending) || b.suited - a.suited,
    )
    const found = those.map(({ ending }) => ending)
    if (found.length > 0) endings.set(method, found)
  }
  return { endings }
}

function fixedIn({ parsed }: Ending<unknown>): number {
  return parsed.fixedQuery.length
}

function endingFor<T>(
  node: Pick<Node<T>, 'endings'>,
  method: string,
  search: string,
  spoken: Spoken,
  allowed: string[],
): Ending<T> | undefined {
  const endings = node.endings.get(method) ?? (method === 'HEAD' ? node.endings.get('GET') : undefined)
  if (endings === undefined) {
    for (const declared of node.endings.keys()) allowed.push(declared)
    return undefined
  }
  if (endings.length === 1) return endings[0]
  const said = [parseQuery(search), formOf(spoken)].flat()
  return (
    endings.find(({ parsed }) => holdsFixedPairs(parsed.fixedQuery, said, spoken.fields)) ??
    endings.find(({ parsed }) => parsed.fixedQuery.length === 0) ??
    endings[0]
  )
}

function formOf({ fields, body = NO_BODY }: Spoken): readonly Pair[] {
  const isForm = /^application\/x-www-form-urlencoded/i.test(fields?.get('content-type') ?? '')
  return isForm ? parseQuery(new TextDecoder().decode(body)) : []
}

/** What the path says for the parameters of a template that fits it. */
export function parametersOf(
  parsed: ParsedTemplate,
  path: string,
  namesAt: RouteEntry<unknown>['namesAt'],
): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  let from = 1
  let name = ''
  for (const [index, segment] of parsed.segments.entries()) {
    const slash = path.indexOf('/', from)
    const end = slash < 0 ? path.length : slash
    if (namesAt !== undefined && index >= namesAt[0] && index <= namesAt[1]) {
      const text = path.slice(from, end)
      const own = segment.kind === 'partial' ? matchPartial(text, segment.literals)?.[0] : text
      name += `${name === '' ? '' : '/'}${decodeSegment(own ?? '')}`
      if (segment.kind === 'parameter') parameters.set(segment.name, name)
      if (segment.kind === 'partial') parameters.set(segment.names[0] ?? '', name)
    } else if (segment.kind === 'parameter') parameters.set(segment.name, decodeSegment(path.slice(from, end)))
    else if (segment.kind === 'rest') parameters.set(segment.name, decodeSegment(path.slice(from)))
    else if (segment.kind === 'partial') {
      const values = matchPartial(path.slice(from, end), segment.literals) ?? []
      for (let i = 0; i < values.length; i++) parameters.set(segment.names[i] ?? '', decodeSegment(values[i] ?? ''))
    }
    from = end + 1
  }
  return parameters
}
