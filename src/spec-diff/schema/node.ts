/** Schemas as nodes: parts that hold together, each such set of parts once. */
import { isObject } from '../../support/json.ts'
import { type Parts, referenceIn } from '../contract/parts.ts'
import type { Part } from '../documents.ts'

/** All parts hold of a value; none: anything goes. */
export interface SchemaNode {
  readonly id: number
  readonly parts: readonly Part[]
}

/** How many references may do nothing but lead on. */
const HOPS = 100

/** What may stand beside a reference where the dialect ignores other fields. */
const BESIDE = new Set(['nullable', 'x-nullable', 'readOnly', 'writeOnly', 'deprecated', 'default'])
/** What says nothing of values. */
const SILENT = new Set([
  '$ref',
  'description',
  'title',
  'summary',
  'example',
  'examples',
  'externalDocs',
  'xml',
  '$comment',
])

export class SchemaNodes {
  readonly any: SchemaNode = { id: 0, parts: [] }
  readonly parts: Parts
  readonly #single = new WeakMap<object, SchemaNode>()
  readonly #several = new Map<string, SchemaNode>()
  readonly #never: SchemaNode
  #next = 1

  constructor(parts: Parts) {
    this.parts = parts
    this.#never = this.#make([{ value: false, document: 0 }])
  }

  /** The node of a schema as written; what is none counts as anything. */
  of(part: Part | undefined): SchemaNode {
    const end = part === undefined ? undefined : this.#chased(part)
    if (end === undefined) return this.any
    if (end.value === false) return this.#never
    if (!isObject(end.value) || isSilent(end.value)) return this.any
    let node = this.#single.get(end.value)
    if (node === undefined) {
      node = this.#make([end])
      this.#single.set(end.value, node)
    }
    return node
  }

  /** The node of what must hold together. */
  all(nodes: readonly SchemaNode[]): SchemaNode {
    const known = [...new Set(nodes.filter((node) => node !== this.any))]
    const [first] = known
    if (first === undefined) return this.any
    if (known.length === 1) return first
    const key = known.map(({ id }) => id).join()
    let node = this.#several.get(key)
    if (node === undefined) {
      node = this.#make(known.flatMap(({ parts }) => parts))
      this.#several.set(key, node)
    }
    return node
  }

  /** The fields of a part that count, without its reference; and where that leads. */
  layersOf(part: Part): readonly Part[] {
    const reference = referenceIn(part.value)
    if (reference === undefined || !isObject(part.value)) return [part]
    const { $ref: _, ...beside } = part.value
    const isHidden = this.parts.dialectOf(part) !== '3.1'
    const own = isHidden ? Object.fromEntries(Object.entries(beside).filter(([key]) => BESIDE.has(key))) : beside
    const target = this.parts.documents.find(part.document, reference)
    return [{ value: own, document: part.document }, ...(target === undefined ? [] : [target])]
  }

  #make(parts: readonly Part[]): SchemaNode {
    return { id: this.#next++, parts }
  }

  #chased(part: Part): Part | undefined {
    let at: Part | undefined = part
    for (let hops = 0; at !== undefined && hops < HOPS; hops++) {
      const reference = referenceIn(at.value)
      if (reference === undefined || !this.#isBare(at)) return at
      at = this.parts.documents.find(at.document, reference)
    }
    return undefined
  }

  #isBare(part: Part): boolean {
    const isHidden = this.parts.dialectOf(part) !== '3.1'
    return Object.keys(part.value as object).every(
      (key) => SILENT.has(key) || (key.startsWith('x-') && key !== 'x-nullable') || (isHidden && !BESIDE.has(key)),
    )
  }
}

/** True where nothing is said of values. */
function isSilent(value: object): boolean {
  return Object.keys(value).every(
    (key) => key !== '$ref' && (SILENT.has(key) || /^x-(?!nullable$|extensible)/.test(key)),
  )
}
