/**
 * Path templates learned from paths. A tree of steps: words are literal, values
 * (told by their class) share one child; words that turn out to be values are
 * merged into it:
 *
 *   /users/alice/repos ┐
 *   /users/bob/repos   ├ many words below one parent, new ones still coming,
 *   /users/carol       ┘ subtrees alike  →  /users/{user_id}/repos
 *
 * A path that was given a template gets the same one for ever, unless words on
 * it are merged: the merge is told, with both templates.
 */

import { singularName } from '../../derive/naming/words.ts'
import { setOwn } from '../../support/json.ts'
import { isKnownName } from '../../traffic/schema-words.ts'
import { readSegment } from './value-class.ts'
import { isCollection, isLikelyStep, isOwnWord } from './vocabulary.ts'

export interface Node {
  /** Words, and values with something fixed behind them (`{}:cancel`), by their text. */
  readonly words: Map<string, Node>
  /** Where values go. */
  value: Node | undefined
  /** Words that nobody knows go to `value` as well. */
  isOpen: boolean
  /** Requests that came through or ended here. */
  through: number
  /** Methods of those that ended here. */
  readonly methods: Set<string>
  /** Requests that took a word that is no step of an API, and the last 32 of them: bit set where the word was new. */
  taken: number
  news: number
}

export interface PathTree {
  /** The template of a path as sent; the path is learned from. */
  templateOf(method: string, path: string): string
  /** Templates that stood for the second one until words on them were merged; each told once, in order. */
  takeMerges(): readonly (readonly [before: RegExp, after: string])[]
  /** Steps that `isTold` is false of are left out: they are learned anew. */
  save(isTold?: (step: string) => boolean): unknown
}

/** Nodes of one upstream, words below one node, and steps of a path that are looked at. */
const MOST_NODES = 20_000
const MOST_WORDS = 300
const MOST_STEPS = 24

export function makePathTree(saved?: unknown): PathTree {
  const tree = new Tree(saved === undefined ? newNode() : readNode(saved, 0))
  return {
    templateOf: (method, path) => tree.templateOf(method, path),
    takeMerges: () => tree.takeMerges(),
    save: (isTold = isKnownName) => writeNode(tree.root, isTold),
  }
}

function newNode(): Node {
  return { words: new Map(), value: undefined, isOpen: false, through: 0, methods: new Set(), taken: 0, news: 0 }
}

class Tree {
  readonly root: Node
  private nodes: number
  private merges: (readonly [before: RegExp, after: string])[] = []

  constructor(root: Node) {
    this.root = root
    this.nodes = countNodes(root)
  }

  takeMerges(): readonly (readonly [before: RegExp, after: string])[] {
    const taken = this.merges
    this.merges = []
    return taken
  }

  templateOf(method: string, path: string): string {
    const sent = path.replace(/^\/+/, '').split('/')
    let node = this.root
    const labels: string[] = []
    for (const [at, text] of sent.entries()) {
      node.through++
      if (at >= MOST_STEPS) {
        labels.push('{rest}')
        break
      }
      const [label, next] = this.step(node, text, labels)
      labels.push(label)
      node = next
    }
    node.through++
    if (node.methods.size < 16) node.methods.add(method)
    return templateText(labels)
  }

  private step(node: Node, text: string, before: readonly string[]): readonly [label: string, next: Node] {
    const { word, isValue, behind } = readSegment(text, before.at(-1))
    if (isValue && behind === '') return ['{}', this.valueOf(node)]
    const name = isValue ? `{}${behind}` : word
    const known = node.words.get(name)
    if (isValue) return [name, known ?? this.add(node, name)]
    if (!isLikelyStep(word)) this.note(node, known === undefined && !node.isOpen)
    if (known !== undefined) {
      if (!isLikelyStep(word) && this.mayMerge(node, before)) return ['{}', this.merge(node, before)]
      return [word, known]
    }
    const isTaken = node.isOpen ? !isOwnWord(word) : this.isFull(node)
    if (isTaken) return ['{}', this.valueOf(node)]
    const added = this.add(node, word)
    if (!isLikelyStep(word) && this.mayMerge(node, before)) return ['{}', this.merge(node, before)]
    return [word, added]
  }

  private note(node: Node, isNew: boolean): void {
    node.taken++
    node.news = ((node.news << 1) | (isNew ? 1 : 0)) >>> 0
  }

  private isFull(node: Node): boolean {
    return node.words.size >= MOST_WORDS || this.nodes >= MOST_NODES
  }

  private valueOf(node: Node): Node {
    if (node.value === undefined) {
      node.value = newNode()
      this.nodes++
    }
    return node.value
  }

  private add(node: Node, word: string): Node {
    if (this.isFull(node)) return this.valueOf(node)
    const added = newNode()
    node.words.set(word, added)
    this.nodes++
    return added
  }

  private mayMerge(node: Node, before: readonly string[]): boolean {
    const demand = demandOf(before, node)
    if (node.taken < demand.taken) return false
    const free = freeWords(node)
    if (free.length < demand.words) return false
    const news = bits(node.news) / Math.min(32, node.taken)
    if (news < demand.news) return false
    if (free.length / node.words.size < demand.share) return false
    return areAlike(free.map(([, child]) => child))
  }

  /** Free words become values, and steps that are seldom taken and lead nowhere else with them. */
  private merge(node: Node, before: readonly string[]): Node {
    const all = freeWords(node)
    const counts = all.map(([, child]) => child.through).sort((a, b) => a - b)
    const usual = counts[counts.length >> 1] ?? 1
    // A word that is taken far more often than its siblings is a step of the API.
    const free = all.filter(([, child]) => child.through < Math.max(12, 6 * usual))
    const value = this.valueOf(node)
    const merged = new Set(free.map(([word]) => word))
    const places = new Set(free.flatMap(([, child]) => featuresOf(child)))
    for (const [word, child] of node.words)
      if (!isOwnWord(word) && isCollection(word) && child.through <= 2 * usual)
        if (featuresOf(child).every((feature) => places.has(feature))) merged.add(word)
    for (const word of merged) {
      const child = node.words.get(word)
      if (child !== undefined) this.fold(child, value)
      node.words.delete(word)
    }
    node.isOpen = true
    const base = before.map((label) => (label === '{}' ? '\\{[^}/]*\\}' : escaped(label))).join('/')
    const names = [...merged].map(escaped).join('|')
    const start = templateText([...before, '{}'])
    this.merges.push([new RegExp(`^/${base === '' ? '' : `${base}/`}(?:${names})(?=/|$)`), start])
    return value
  }

  private fold(from: Node, into: Node): void {
    into.through += from.through
    into.taken += from.taken
    for (const method of from.methods) into.methods.add(method)
    if (from.value !== undefined) {
      if (into.value === undefined) into.value = from.value
      else this.fold(from.value, into.value)
    }
    into.isOpen ||= from.isOpen
    for (const [word, child] of from.words) {
      const same = into.words.get(word)
      if (same === undefined) into.words.set(word, child)
      else this.fold(child, same)
    }
    this.nodes = Math.max(1, this.nodes - 1)
  }
}

function freeWords(node: Node): [string, Node][] {
  return [...node.words].filter(([word]) => !word.startsWith('{}') && !isLikelyStep(word))
}

interface Demand {
  /** Requests that took one of them. */
  readonly taken: number
  readonly words: number
  /** Share of the last of those in which the word was new. */
  readonly news: number
  /** Free words among all of the node. */
  readonly share: number
}

/** What is asked of words below a step before they are taken for values: little behind a plural, much at the root and behind a value. */
function demandOf(before: readonly string[], node: Node): Demand {
  const last = before.at(-1)
  if (last === undefined || /^v\d|^apis?$/i.test(last)) return { taken: 60, words: 40, news: 0.7, share: 0.8 }
  if (last === '{}') return { taken: 16, words: 8, news: 0.4, share: 0.6 }
  const hasValues = node.value !== undefined && node.value.through >= 3
  if (hasValues) return { taken: 3, words: 3, news: 0.1, share: 0.3 }
  if (isCollection(last)) return { taken: 8, words: 5, news: 0.2, share: 0.4 }
  return { taken: 16, words: 8, news: 0.3, share: 0.5 }
}

/** Most lead to the same places: one thing can be done with most of them. */
function areAlike(nodes: readonly Node[]): boolean {
  const counts = new Map<string, number>()
  for (const node of nodes) for (const feature of featuresOf(node)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const own = [...counts].filter(([, count]) => count === 1).length
  return (nodes.length >= 6 || Math.max(0, ...counts.values()) >= nodes.length * 0.5) && own <= nodes.length * 0.5
}

function featuresOf(node: Node): string[] {
  // What is no step of an API may be a value of its own.
  const places = new Set([...node.words.keys()].map((word) => (isLikelyStep(word) ? word : '{}')))
  if (node.value !== undefined) places.add('{}')
  return [...node.methods, ...[...places].map((place) => `/${place}`)]
}

function bits(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Values are called after what stands before them. */
function templateText(labels: readonly string[]): string {
  const used = new Set<string>()
  const shown = labels.map((label, i) => {
    if (!label.startsWith('{}')) return label
    const parent = labels[i - 1]
    const base = parent === undefined || !/^[A-Za-z][\w-]*$/.test(parent) ? 'id' : `${singularName(parent)}_id`
    let name = base
    for (let n = 2; used.has(name); n++) name = `${base}_${n}`
    used.add(name)
    return `{${name}}${label.slice(2)}`
  })
  return `/${shown.join('/')}`
}

function countNodes(node: Node): number {
  let count = 1 + (node.value === undefined ? 0 : countNodes(node.value))
  for (const child of node.words.values()) count += countNodes(child)
  return count
}

function writeNode(node: Node, isTold: (step: string) => boolean): unknown {
  const words = {}
  for (const [word, child] of node.words)
    if (isTold(word.replace(/^\{\}[:.]?/, ''))) setOwn(words, word, writeNode(child, isTold))
  return {
    n: node.through,
    ...(node.methods.size > 0 && { m: [...node.methods] }),
    ...(node.taken > 0 && { t: [node.taken, node.news] }),
    ...(node.isOpen && { o: 1 }),
    ...(node.words.size > 0 && { w: words }),
    ...(node.value !== undefined && { v: writeNode(node.value, isTold) }),
  }
}

interface Written {
  readonly n?: number
  readonly m?: readonly string[]
  readonly t?: readonly [number, number]
  readonly o?: 1
  readonly w?: Readonly<Record<string, unknown>>
  readonly v?: unknown
}

/** Of what `writeNode` wrote; the caller has checked the version. */
function readNode(written: unknown, depth: number): Node {
  const node = newNode()
  if (typeof written !== 'object' || written === null || depth > MOST_STEPS + 1) return node
  const { n = 0, m = [], t = [0, 0], o, w = {}, v } = written as Written
  node.through = n
  for (const method of m) node.methods.add(method)
  node.taken = t[0]
  node.news = t[1]
  node.isOpen = o === 1
  for (const [word, child] of Object.entries(w)) node.words.set(word, readNode(child, depth + 1))
  if (v !== undefined) node.value = readNode(v, depth + 1)
  return node
}
