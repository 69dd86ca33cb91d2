/** A schema of a document as its author wrote it: where each thing that it says stands, references and `allOf` followed. */
import { behind, childOf, readNode, textAt } from './documents/document.ts'
import { type Found, placeText, type Sources } from './sources.ts'

export interface SchemaSite {
  /** Where it is used, a reference not followed. */
  readonly at: Found
  /** The schema objects that speak: what the reference leads to, and the parts of `allOf`. */
  readonly parts: readonly Found[]
  /** Without 'null'; [] where nothing is said. */
  readonly types: readonly string[]
  readonly isNullable: boolean
  readonly properties: ReadonlyMap<string, Found>
  /** Name to the place in the list that requires it. */
  readonly required: ReadonlyMap<string, Found>
  /** Schema of the members that are not named. Absent: none is given. */
  readonly additional?: Found
  /** Names are bound by patterns, or the object is open and has no properties: nothing is undeclared in it. */
  readonly isOpen: boolean
  readonly items?: Found
  /** The list, and what is in it. */
  readonly enumeration?: { readonly at: Found; readonly values: readonly unknown[] }
  readonly variants: readonly Found[]
  readonly discriminator?: { readonly property: string; readonly mapping: ReadonlyMap<string, string> }
}

const MOST_PARTS = 64

export class SchemaSites {
  readonly sources: Sources
  private readonly made = new Map<string, SchemaSite>()

  constructor(sources: Sources) {
    this.sources = sources
  }

  /** What is said at a place; undefined where there is no schema. */
  at(found: Found | undefined): SchemaSite | undefined {
    if (found === undefined) return undefined
    const place = placeText(found)
    let site = this.made.get(place)
    if (site === undefined) {
      site = this.read(found)
      this.made.set(place, site)
    }
    return site
  }

  private read(found: Found): SchemaSite {
    const draft = new Draft(this.sources)
    draft.add(found, new Set())
    return { at: found, ...draft.site() }
  }
}

class Draft {
  private readonly sources: Sources
  private readonly parts: Found[] = []
  private types: readonly string[] = []
  private isNullable = false
  private readonly properties = new Map<string, Found>()
  private readonly required = new Map<string, Found>()
  private additional: Found | undefined
  private hasPatterns = false
  private items: Found | undefined
  private enumeration: SchemaSite['enumeration']
  private variants: readonly Found[] = []
  private discriminator: SchemaSite['discriminator']

  constructor(sources: Sources) {
    this.sources = sources
  }

  add(found: Found, seen: Set<string>): void {
    const place = placeText(found)
    if (seen.has(place) || this.parts.length >= MOST_PARTS) return
    seen.add(place)
    const reference = textAt(found.node, '$ref')
    if (reference !== undefined) {
      const target = this.sources.target(found, reference)
      if (target !== undefined) this.add(target, seen)
    }
    if (reference === undefined || this.sources.idiom === 'openapi-3.1') this.addOwn(found)
    for (const part of this.sources.items(this.sources.child(found, 'allOf'))) this.add(part, seen)
    for (const keyword of ['oneOf', 'anyOf']) this.addVariants(this.sources.child(found, keyword), seen)
  }

  private addVariants(list: Found | undefined, seen: Set<string>): void {
    const all = this.sources.items(list)
    const real = all.filter((one) => textAt(one.node, 'type') !== 'null')
    if (real.length < all.length) this.isNullable = true
    if (real.length === 1 && real[0] !== undefined) this.add(real[0], seen)
    else if (this.variants.length === 0) this.variants = real
  }

  private addOwn(found: Found): void {
    const { sources } = this
    if (behind(found.node).kind !== 'mapping') return
    this.parts.push(found)
    this.addTypes(found)
    for (const flag of ['nullable', 'x-nullable']) if (scalarAt(found, flag) === true) this.isNullable = true
    for (const [name, property] of sources.members(sources.child(found, 'properties')))
      if (!this.properties.has(name)) this.properties.set(name, property)
    for (const name of sources.items(sources.child(found, 'required'))) {
      const text = behind(name.node)
      if (text.kind === 'scalar' && typeof text.value === 'string') this.required.set(text.value, name)
    }
    const additional = sources.child(found, 'additionalProperties')
    if (additional !== undefined && behind(additional.node).kind === 'mapping') this.additional ??= additional
    if (sources.child(found, 'patternProperties') !== undefined) this.hasPatterns = true
    const items = sources.child(found, 'items')
    if (items !== undefined && behind(items.node).kind === 'mapping') this.items ??= items
    const values = sources.child(found, 'enum')
    if (values !== undefined && this.enumeration === undefined) {
      const read = readNode(values.node)
      if (Array.isArray(read)) {
        this.enumeration = { at: values, values: read }
        if (read.includes(null) && this.sources.idiom !== 'openapi-3.0') this.isNullable = true
      }
    }
    this.addDiscriminator(found)
  }

  private addTypes(found: Found): void {
    const type = childOf(found.node, 'type')
    const said = type === undefined ? [] : [readNode(type)].flat().filter((one) => typeof one === 'string')
    if (said.includes('null')) this.isNullable = true
    if (this.types.length === 0) this.types = said.filter((one) => one !== 'null')
  }

  private addDiscriminator(found: Found): void {
    const said = this.sources.child(found, 'discriminator')
    const property = said === undefined ? undefined : textAt(said.node, 'propertyName')
    if (said === undefined || property === undefined || this.discriminator !== undefined) return
    const pairs = this.sources.members(this.sources.child(said, 'mapping')).flatMap(([value, { node }]) => {
      const target = behind(node)
      return target.kind === 'scalar' ? [[value, String(target.value)] as const] : []
    })
    this.discriminator = { property, mapping: new Map(pairs) }
  }

  site(): Omit<SchemaSite, 'at'> {
    const { parts, types, isNullable, properties, required, variants, additional, items, enumeration, discriminator } =
      this
    const hasProperties = parts.some((part) => childOf(part.node, 'properties') !== undefined)
    return {
      parts,
      types,
      isNullable: isNullable,
      properties,
      required,
      isOpen: this.hasPatterns || (!hasProperties && variants.length === 0),
      variants,
      ...(additional && { additional }),
      ...(items && { items }),
      ...(enumeration && { enumeration }),
      ...(discriminator && { discriminator }),
    }
  }
}

export function scalarAt(found: Found, key: string): unknown {
  const child = childOf(found.node, key)
  const node = child === undefined ? undefined : behind(child)
  return node?.kind === 'scalar' ? node.value : undefined
}
