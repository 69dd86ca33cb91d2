/**
 * The schemas of one description. Each place that a reference leads to becomes
 * one entry under one key; schemas written inline stay where they are.
 */
import { schemaReference } from '../../api/model.ts'
import { pointerText, pointerTokens } from '../../api/references.ts'
import { Normaliser, type SchemaDialect } from '../../api/schema/normalise.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'
import type { LoadedDocument } from '../document-set.ts'
import { openParts } from './closed-parts.ts'
import { giveNamedChoices } from './named-choices.ts'
import { findNamed, type Names, namesOf } from './names.ts'
import { fields, get, type Node, pointerOf, rootNode, step } from './node.ts'
import { preparer } from './prepare.ts'
import { type Found, findReference, placeOf, quoted, type References, referenceOf, resolve } from './reading.ts'
import { keyCandidates, safeKey } from './schema-keys.ts'
import { giveSubtypes } from './subtypes.ts'
import { UniqueNames } from './unique-names.ts'

export interface SchemaTableOptions {
  readonly references: References
  /** Where the root document keeps its components, ['components', 'schemas'] or ['definitions']; absent: an entry is only what is referred to. */
  readonly components?: readonly string[]
  /** The dialect of a document where nothing else is said. */
  readonly dialectOf: (document: LoadedDocument) => SchemaDialect
  /** What every key begins with; absent: nothing. */
  readonly prefix?: string
  /** Looks into a node that is referred to, where a format wraps its schemas; absent: the node is the schema. */
  readonly holding?: (node: Node) => Held
}

/** The schema that a node holds, with its dialect where it says one; or the clause that says why there is none. */
export type Held = { readonly node: Node; readonly dialect?: SchemaDialect | undefined } | { readonly missing: string }

/** What a broken reference becomes: anything goes. */
const UNRESOLVED = '(unresolved)'
/** How many references may do nothing but lead on. */
const HOPS = 100

export class SchemaTable {
  private readonly options: SchemaTableOptions
  private readonly names: Names
  private readonly keys = new Map<string, string>()
  private readonly places = new Map<string, Node>()
  private readonly waiting: {
    readonly key: string
    readonly node: Node
    readonly dialect: SchemaDialect | undefined
  }[] = []
  private readonly entries = new Map<string, Schema>()
  private readonly unresolved: string
  private readonly given: UniqueNames
  private readonly normalisers = new Map<string, Normaliser>()
  private readonly prepare: (node: Node) => unknown
  /** The node that is being read: where its references stand. */
  private current: Node
  /** The dialect that was asked for what is being read; what it refers to is read by it as well. */
  private dialect: SchemaDialect | undefined
  private searched: { readonly node: Node; readonly places: ReadonlyMap<string, string> } | undefined
  private readonly inline = new WeakMap<object, Schema>()
  /** Every schema that is put together from others. */
  private readonly composed: SchemaObject[] = []
  private readonly components: Node | undefined

  constructor(options: SchemaTableOptions) {
    this.options = options
    this.unresolved = (options.prefix ?? '') + UNRESOLVED
    this.given = new UniqueNames([this.unresolved])
    this.names = namesOf(options.references.documents)
    this.prepare = preparer(options.references)
    this.current = rootNode(options.references.documents.root)
    this.components = this.findComponents()
    // Names of components come first: no other place may take them.
    for (const component of fields(this.components)) this.reserve(component)
  }

  /** The schema at a node, brought to 2020-12, its references leading to entries. Without a dialect that of its document counts. */
  read(node: Node, dialect?: SchemaDialect): Schema {
    const { value } = node
    if (!isObject(value)) return this.normalised(node, dialect)
    const before = this.inline.get(value)
    if (before !== undefined) return before
    const schema = this.normalised(node, dialect)
    this.inline.set(value, schema)
    return schema
  }

  /** All entries: components in their order, then the others as they were met. Call once, after everything is read. */
  finish(): Map<string, Schema> {
    // Reading an entry may add further ones to the end.
    for (const next of this.waiting) this.entries.set(next.key, this.read(next.node, next.dialect))
    openParts(this.composed, this.entries)
    giveNamedChoices(this.entries)
    giveSubtypes(this.entries)
    return this.entries
  }

  /** The place a key stands for. */
  nodeOf(key: string): Node | undefined {
    return this.places.get(key)
  }

  private findComponents(): Node | undefined {
    const { references, components } = this.options
    if (components === undefined) return undefined
    let node: Node | undefined = rootNode(references.documents.root)
    for (const key of components) {
      const next = get(node, key)
      node = next === undefined ? undefined : resolve(references, next)
    }
    return node
  }

  private reserve(component: Node): void {
    if (component.key.startsWith('x-') && !isObject(component.value)) return
    const isElsewhere = this.chased(component)
    const target = isElsewhere === undefined || this.keys.has(placeOf(isElsewhere)) ? component : isElsewhere
    this.keys.set(
      placeOf(component),
      this.enter(target, () => [safeKey(component.key)]),
    )
  }

  /** What a component that is a bare reference into no component stands for; the component then lends it its name. */
  private chased(component: Node): Node | undefined {
    const reference = bareReference(component.value)
    const found = reference === undefined ? undefined : this.find(component, reference, [])
    const target = found !== undefined && 'node' in found ? this.canonical(found.node) : undefined
    return target === undefined || this.isComponent(target) ? undefined : target
  }

  private isComponent({ parent }: Node): boolean {
    return parent !== undefined && this.components !== undefined && parent.value === this.components.value
  }

  /** The end of a chain of bare references: a component, or the first that is no bare reference; undefined when there is none. */
  private canonical(start: Node): Node | undefined {
    let node = start
    for (let hops = 0; hops < HOPS; hops++) {
      const reference = this.isComponent(node) ? undefined : bareReference(node.value)
      if (reference === undefined) return node
      const found = this.find(node, reference, [])
      if ('missing' in found) return undefined
      node = found.node
    }
    return undefined
  }

  private enter(node: Node, candidates: () => readonly string[], dialect?: SchemaDialect): string {
    const place = placeOf(node)
    const known = this.keys.get(place)
    if (known !== undefined) return known
    const key = this.freeKey(candidates())
    this.keys.set(place, key)
    this.places.set(key, node)
    this.waiting.push({ key, node, dialect })
    // The order of keys is the order of meeting them, not of reading them.
    this.entries.set(key, true)
    return key
  }

  private freeKey(candidates: readonly string[]): string {
    const prefix = this.options.prefix ?? ''
    const free = candidates.find((candidate) => !this.given.has(prefix + candidate))
    return this.given.take(prefix + (free ?? candidates[candidates.length - 1] ?? 'schema'))
  }

  private normalised(node: Node, dialect: SchemaDialect | undefined): Schema {
    this.current = node
    this.dialect = dialect
    const place = {
      pointer: pointerOf(node),
      depth: 0,
      ids: node.document.scan.hasNames ? idsAbove(node) : [],
    }
    const schema = this.normaliserOf(node.document, dialect).schema(this.prepare(node), place)
    const isBroken = isObject(schema) && schema['$ref'] === schemaReference(this.unresolved)
    return isBroken && Object.keys(schema).length === 1 ? true : schema
  }

  /** One for each document and dialect, so that parts which several entries share are brought to 2020-12 once. */
  private normaliserOf(document: LoadedDocument, asked: SchemaDialect | undefined): Normaliser {
    const key = `${document.index} ${asked ?? ''}`
    let normaliser = this.normalisers.get(key)
    if (normaliser === undefined) {
      const { references, dialectOf } = this.options
      normaliser = new Normaliser({
        dialect: asked ?? dialectOf(document),
        report: (pointer, message) => references.problems.reportAt(document, pointer, message),
        mapReference: (reference, ids) => this.map(this.current, reference, ids),
        made: (_, schema) => {
          if (isObject(schema) && Array.isArray(schema['allOf'])) this.composed.push(schema)
        },
        ...(document.marks === undefined ? {} : { markOf: (raw: object) => document.marks?.of(raw) }),
      })
      this.normalisers.set(key, normaliser)
    }
    return normaliser
  }

  /** The new spelling of a reference. */
  private map(from: Node, reference: string, ids: readonly string[]): string {
    const found = this.find(from, reference, ids)
    const end = 'node' in found ? this.canonical(found.node) : undefined
    const held: Held | undefined = end === undefined ? undefined : (this.options.holding?.(end) ?? { node: end })
    const target = held !== undefined && 'node' in held ? held.node : undefined
    const isSchema = target !== undefined && (isObject(target.value) || typeof target.value === 'boolean')
    if (held !== undefined && 'node' in held && isSchema)
      return schemaReference(this.enter(held.node, () => keyCandidates(held.node), held.dialect ?? this.dialect))
    const missing =
      'missing' in found ? found.missing : held !== undefined && 'missing' in held ? held.missing : undefined
    const why =
      missing ?? `Reference ${quoted(reference)} ${end === undefined ? 'leads in a circle' : 'leads to no schema'}`
    this.reportBroken(from, reference, why)
    this.entries.set(this.unresolved, true)
    return schemaReference(this.unresolved)
  }

  private reportBroken(from: Node, reference: string, why: string): void {
    const { problems } = this.options.references
    if (this.searched?.node !== from && !problems.isFull)
      this.searched = { node: from, places: referencePlaces(from.value) }
    const inside = this.searched?.node === from ? this.searched.places.get(reference) : undefined
    problems.reportAt(from.document, pointerOf(from) + (inside ?? ''), why)
  }

  private find(from: Node, reference: string, ids: readonly string[]): Found {
    const named = findNamed(this.names, from.document, reference, ids)
    if (named !== undefined) return { node: named }
    const found = findReference(this.options.references, from, reference)
    if ('node' in found) return found
    const mended = this.inOwnSchema(from, reference) ?? this.byName(reference)
    return mended === undefined ? found : { node: mended }
  }

  /** A schema pasted in whole refers to its own definitions as if it were the document. */
  private inOwnSchema(from: Node, reference: string): Node | undefined {
    const tokens = /^#\/(?:\$defs|definitions)\//.test(reference) ? pointerTokens(reference.slice(1)) : undefined
    let node: Node | undefined = tokens === undefined ? undefined : from
    for (const token of tokens ?? []) node = node === undefined ? undefined : step(node, token)
    return node
  }

  /** References of earlier versions and bare names still name a component. */
  private byName(reference: string): Node | undefined {
    const name = /^#?\/?(?:components\/schemas\/|definitions\/)?([^/#]+)$/.exec(reference)?.[1]
    return name === undefined ? undefined : get(this.components, name)
  }
}

function bareReference(value: unknown): string | undefined {
  const reference = referenceOf(value)
  return reference !== undefined && isObject(value) && Object.keys(value).length === 1 ? reference : undefined
}

function idsAbove(node: Node): readonly string[] {
  const ids: string[] = []
  for (let at = node.parent; at?.parent !== undefined; at = at.parent) {
    const id = isObject(at.value) ? at.value['$id'] : undefined
    if (typeof id === 'string') ids.unshift(id)
  }
  return ids
}

/** How much of a schema is searched for the places of broken references. */
const SEARCHED = 100_000

/** Pointers, inside a schema, to the first field that holds each reference. */
function referencePlaces(schema: unknown): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  const queue: { readonly value: object; readonly pointer: string }[] = []
  if (isObject(schema)) queue.push({ value: schema, pointer: '' })
  for (const { value, pointer } of queue) {
    const reference = referenceOf(value)
    if (reference !== undefined && !places.has(reference)) places.set(reference, `${pointer}/$ref`)
    for (const [key, child] of Object.entries(value))
      if (typeof child === 'object' && child !== null && queue.length < SEARCHED)
        queue.push({ value: child, pointer: pointer + pointerText([key]) })
  }
  return places
}
