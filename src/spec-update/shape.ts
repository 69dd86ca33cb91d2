/**
 * What many values of one place have in common, gathered one value at a time in
 * bounded memory. Where the document has a schema for the place, the shape
 * follows it: alternatives are told apart, values of enumerations are counted.
 */
import { isObject } from '../support/json.ts'
import { isWhollyPersonal } from '../traffic/personal.ts'
import { isKnownName } from '../traffic/schema-words.ts'
import type { SchemaSite, SchemaSites } from './schema-site.ts'
import {
  formatOf,
  isAsSent,
  isCode,
  isIdentifier,
  isListed,
  isRedacted,
  type SeenPlace,
  type SeenType,
  typeOf,
} from './seen-value.ts'
import { type Look, noSightings, type Sightings, see, seeIn } from './sightings.ts'
import type { Found } from './sources.ts'
import { chooseVariant } from './variant.ts'

export interface Shape {
  /** The schema that the document has for it. Absent: none. */
  readonly site?: SchemaSite
  /** Bodies in which it stood, however often. */
  readonly bodies: Sightings
  /** Bodies in which it was of a type. What is redacted has none. */
  readonly types: Map<SeenType, Sightings>
  redacted: number
  /** Formats of its texts, '' for none. */
  readonly formats: Set<string>
  readonly properties: Map<string, Shape>
  items?: Shape
  /** Of the members that are not named, where the document has a schema for them. */
  additional?: Shape
  readonly variants: Map<number, Shape>
  /** Values that the enumeration does not have. */
  readonly strange: Map<string | number, Sightings>
  /** Objects that lacked a required property. */
  readonly missing: Map<string, Sightings>
}

/** Places that are told apart in all, names of one object, values of one place, and how deep. */
const MOST_SHAPES = 200_000
const MOST_NAMES = 400
const MOST_STRANGE = 50
const MOST_DEPTH = 24
const MOST_ITEMS = 1_000

interface Place extends SeenPlace {
  readonly depth: number
}

const ROOT: Place = { name: '', isPersonal: false, depth: 0 }

export class Shapes {
  private readonly sites: SchemaSites
  private made = 0

  constructor(sites: SchemaSites) {
    this.sites = sites
  }

  make(schema: Found | undefined): Shape {
    this.made++
    const site = this.sites.at(schema)
    return {
      ...(site && { site }),
      bodies: noSightings(),
      types: new Map(),
      redacted: 0,
      formats: new Set(),
      properties: new Map(),
      variants: new Map(),
      strange: new Map(),
      missing: new Map(),
    }
  }

  observe(shape: Shape, value: unknown, look: Look, place: Place = ROOT): void {
    see(shape.bodies, look)
    if (isRedacted(value)) {
      shape.redacted++
      return
    }
    const type = typeOf(value)
    seeIn(shape.types, type, look)
    // What has no format once has none.
    if (typeof value === 'string' && !shape.formats.has('')) shape.formats.add(formatOf(value) ?? '')
    const { site } = shape
    if (site?.enumeration !== undefined && isAsSent(value, place, look.choices))
      this.noteStrange(shape, site.enumeration.values, value, look)
    if (place.depth >= MOST_DEPTH || type === 'null') return
    const inside = { ...place, depth: place.depth + 1 }
    if (site !== undefined && site.variants.length > 0) this.observeVariant(shape, site, value, look, inside)
    if (Array.isArray(value)) this.observeItems(shape, value, look, inside)
    else if (isObject(value)) this.observeMembers(shape, value, look, inside)
  }

  private noteStrange(shape: Shape, known: readonly unknown[], value: unknown, look: Look): void {
    const isOne = isListed(value) || (isCode(value) && known.some(isCode))
    if (known.includes(value) || !isOne) return
    const key = value as string | number
    if (shape.strange.has(key) || shape.strange.size < MOST_STRANGE) seeIn(shape.strange, key, look)
  }

  private observeVariant(shape: Shape, site: SchemaSite, value: unknown, look: Look, place: Place): void {
    const chosen = chooseVariant(this.sites, site, value)
    if (chosen < 0) return
    let variant = shape.variants.get(chosen)
    if (variant === undefined) {
      if (this.made >= MOST_SHAPES) return
      variant = this.make(site.variants[chosen])
      shape.variants.set(chosen, variant)
    }
    const rest = isObject(value) ? without(value, site.properties) : value
    this.observe(variant, rest, look, place)
  }

  private observeItems(shape: Shape, list: readonly unknown[], look: Look, place: Place): void {
    if (list.length === 0) return
    if (shape.items === undefined) {
      if (this.made >= MOST_SHAPES) return
      shape.items = this.make(shape.site?.items)
    }
    for (const item of list.slice(0, MOST_ITEMS)) this.observe(shape.items, item, look, place)
  }

  private observeMembers(shape: Shape, value: { readonly [key: string]: unknown }, look: Look, place: Place): void {
    const { site } = shape
    const takesNone = site !== undefined && (site.isOpen || site.variants.length > 0)
    for (const name of Object.keys(value)) {
      const declared = site?.properties.get(name)
      const isNamed = declared !== undefined || site?.additional === undefined
      if (declared === undefined && isNamed && !shape.properties.has(name) && (takesNone || !isOfSchema(name, look)))
        continue
      const member = isNamed ? this.member(shape, name, declared) : this.additional(shape)
      if (member !== undefined) this.observe(member, value[name], look, below(place, name, value[name]))
    }
    for (const name of site?.required.keys() ?? []) if (!Object.hasOwn(value, name)) seeIn(shape.missing, name, look)
  }

  private member(shape: Shape, name: string, declared: Found | undefined): Shape | undefined {
    const known = shape.properties.get(name)
    if (known !== undefined) return known
    if (this.made >= MOST_SHAPES || shape.properties.size >= MOST_NAMES) return undefined
    const made = this.make(declared)
    shape.properties.set(name, made)
    return made
  }

  private additional(shape: Shape): Shape | undefined {
    if (shape.additional === undefined && this.made < MOST_SHAPES) shape.additional = this.make(shape.site?.additional)
    return shape.additional
  }
}

/** Keys of maps are values: a name is one of a schema where it is known, or noted as such. */
function isOfSchema(name: string, { choices }: Look): boolean {
  return !isIdentifier(name) && (isKnownName(name) || (choices !== 'all' && choices.has(name)))
}

/** As redaction goes down: names of what holds an object tell of all below it. */
function below({ depth, isPersonal }: Place, name: string, inner: unknown): Place {
  const holds = typeof inner === 'object' && inner !== null
  return { name, isPersonal: isPersonal || (holds && isWhollyPersonal(name)), depth }
}

function without(
  value: { readonly [key: string]: unknown },
  names: ReadonlyMap<string, unknown>,
): { readonly [key: string]: unknown } {
  if (names.size === 0) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}
