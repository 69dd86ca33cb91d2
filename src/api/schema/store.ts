/**
 * Documents of JSON Schema that refer to each other by URI: `$id`, `$anchor`,
 * `$dynamicAnchor`, JSON pointers. Descriptions do not need it, their references
 * are `#/schemas/<key>`; plain schema documents do.
 */
import { isObject, textOf } from '../../support/json.ts'
import { Normaliser, type SchemaDialect } from './normalise.ts'
import type { Schema, SchemaObject } from './schema.ts'
import type { Resolve } from './view.ts'

export interface SchemaDocument {
  /** Where the document was found; its base URI unless it has an `$id`. */
  readonly uri: string
  readonly document: unknown
  readonly dialect: SchemaDialect
}

export interface SchemaStore {
  /** The schema behind an absolute URI. */
  readonly resolve: Resolve
  readonly dynamicAnchors: (schema: SchemaObject) => ReadonlyMap<string, string> | undefined
}

/** A schema with a base URI of its own, and what it names. */
interface Resource {
  readonly uri: string
  /** The base its own `$id` was resolved against. */
  readonly outer: string
  readonly root: unknown
  readonly dialect: SchemaDialect
  readonly anchors: Map<string, unknown>
  /** Anchor name to its URI. */
  readonly dynamic: Map<string, string>
}

const DIALECTS: readonly (readonly [RegExp, SchemaDialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, 'draft-04'],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
]

/** A resolver over these documents; references in what it gives are absolute. */
export function schemaStore(documents: readonly SchemaDocument[]): SchemaStore {
  const library = new Library()
  for (const { uri, document, dialect } of documents) library.add(uri, document, dialect)
  return {
    resolve: (reference) => library.resolve(reference),
    dynamicAnchors: (schema) => library.resourceOf(schema)?.dynamic,
  }
}

class Library {
  private readonly resources = new Map<string, Resource>()
  private readonly owners = new WeakMap<object, Resource>()
  private readonly normalised = new WeakMap<object, Schema>()
  private readonly origins = new WeakMap<object, Resource>()

  add(uri: string, document: unknown, dialect: SchemaDialect): void {
    const said = isObject(document)
      ? DIALECTS.find(([pattern]) => pattern.test(textOf(document['$schema'])))?.[1]
      : dialect
    const root = this.open(uri, uri, document, said ?? dialect)
    this.resources.set(withoutFragment(uri), root)
    this.index(document, root)
  }

  resourceOf(schema: SchemaObject): Resource | undefined {
    return this.origins.get(schema)
  }

  resolve(reference: string): Schema | undefined {
    const hash = reference.indexOf('#')
    const resource = this.resources.get(hash < 0 ? reference : reference.slice(0, hash))
    if (resource === undefined) return undefined
    const fragment = hash < 0 ? '' : decode(reference.slice(hash + 1))
    if (fragment === '') return this.schema(resource.root, resource)
    if (fragment.startsWith('/')) return this.follow(fragment, resource)
    const raw = resource.anchors.get(fragment)
    return raw === undefined ? undefined : this.schema(raw, resource)
  }

  private follow(pointer: string, resource: Resource): Schema | undefined {
    let raw = resource.root
    let owner = resource
    for (const step of pointer.slice(1).split('/')) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, key)) return undefined
      raw = (raw as Record<string, unknown>)[key]
      if (typeof raw === 'object' && raw !== null) owner = this.owners.get(raw) ?? owner
    }
    return this.schema(raw, owner)
  }

  private schema(raw: unknown, resource: Resource): Schema | undefined {
    if (typeof raw === 'boolean') return raw
    if (!isObject(raw)) return undefined
    const before = this.normalised.get(raw)
    if (before !== undefined) return before
    const base = raw === resource.root ? resource.outer : resource.uri
    const normaliser = new Normaliser({
      dialect: resource.dialect,
      report: () => {},
      mapReference: (reference, ids) =>
        absolute(
          reference,
          ids.reduce((uri, id) => absolute(id, uri), base),
        ),
      made: (part, schema) => {
        if (typeof schema === 'object') this.origins.set(schema, this.owners.get(part) ?? resource)
      },
    })
    const schema = normaliser.schema(raw, { pointer: '', depth: 0, ids: [] })
    this.normalised.set(raw, schema)
    return schema
  }

  /** Notes every schema's resource, and the names each resource gives. */
  private index(root: unknown, start: Resource): void {
    const open: [unknown, Resource][] = [[root, start]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [raw, outer] = next
      if (!isObject(raw) || this.owners.has(raw)) continue
      const resource = raw === start.root ? start : this.ownResource(raw, outer)
      this.owners.set(raw, resource)
      nameAnchors(raw, resource)
      for (const part of subschemas(raw)) open.push([part, resource])
    }
  }

  private ownResource(raw: SchemaObject, outer: Resource): Resource {
    const id = idOf(raw, outer.dialect)
    return id === undefined ? outer : this.open(outer.uri, absolute(id, outer.uri), raw, outer.dialect)
  }

  private open(outer: string, uri: string, root: unknown, dialect: SchemaDialect): Resource {
    const id = isObject(root) ? idOf(root, dialect) : undefined
    const own = withoutFragment(id === undefined ? uri : absolute(id, outer))
    const resource = { uri: own, outer, root, dialect, anchors: new Map(), dynamic: new Map() }
    this.resources.set(own, resource)
    return resource
  }
}

function nameAnchors(raw: SchemaObject, { anchors, dynamic, uri, dialect }: Resource): void {
  const { $anchor: plain, $dynamicAnchor: moving, id } = raw as Record<string, unknown>
  if (dialect === 'draft-04') {
    if (typeof id === 'string' && id.startsWith('#')) anchors.set(id.slice(1), raw)
    return
  }
  if (typeof plain === 'string') anchors.set(plain, raw)
  if (typeof moving !== 'string') return
  anchors.set(moving, raw)
  dynamic.set(moving, `${uri}#${moving}`)
}

function idOf(raw: SchemaObject, dialect: SchemaDialect): string | undefined {
  const id = dialect === 'draft-04' ? ('$ref' in raw ? undefined : raw['id']) : raw['$id']
  return typeof id === 'string' && !id.startsWith('#') ? id : undefined
}

const DATA = new Set(['enum', 'const', 'default', 'example', 'examples', 'required', 'type'])
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])
const KNOWN = new Set([
  ...['items', 'prefixItems', 'additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'if'],
  ...['then', 'else', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
])

function subschemas(raw: SchemaObject): unknown[] {
  return Object.entries(raw).flatMap(([keyword, value]) => {
    if (DATA.has(keyword)) return []
    if (MAPS.has(keyword)) return isObject(value) ? Object.values(value) : []
    return KNOWN.has(keyword) ? (Array.isArray(value) ? value : [value]) : []
  })
}

function absolute(reference: string, base: string): string {
  const uri = URL.canParse(reference, base) ? new URL(reference, base).href : reference
  return uri.endsWith('#') ? uri.slice(0, -1) : uri
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#')
  return hash < 0 ? uri : uri.slice(0, hash)
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
