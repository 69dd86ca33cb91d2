/** A shape while its layers are added, one after the other. */
import { canonical } from '../../api/schema/equal.ts'
import { doubleOf } from '../../support/exact-number.ts'
import { isObject } from '../../support/json.ts'
import type { Dialect } from '../documents.ts'
import type { SchemaNode } from './node.ts'
import type { Bound, Count, Discriminator, Group, Type } from './shape.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Draft {
  never: boolean
  types: ReadonlySet<Type> | undefined
  /** Some layer refuses null; one takes it whatever the others say. */
  refusesNull: boolean
  forcesNull: boolean
  values: ReadonlyMap<string, unknown> | undefined
  readonly formats: Set<string>
  readonly patterns: Set<string>
  minimum: Bound | undefined
  maximum: Bound | undefined
  readonly counts: Map<Count, number>
  readonly multiples: Set<number>
  uniqueItems: boolean
  readonly properties: Map<string, SchemaNode[]>
  readonly required: Set<string>
  readonly additional: SchemaNode[]
  readonly patternProperties: Map<string, SchemaNode[]>
  readonly propertyNames: SchemaNode[]
  readonly items: SchemaNode[]
  readonly prefixItems: SchemaNode[][]
  readonly contains: SchemaNode[]
  readonly content: SchemaNode[]
  readonly groups: Group[]
  readonly not: Set<string>
  readonly conditions: Set<string>
  readonly dependentRequired: Map<string, ReadonlySet<string>>
  readonly dependentSchemas: Map<string, SchemaNode[]>
  discriminator: Discriminator | undefined
  readOnly: boolean
  writeOnly: boolean
  deprecated: boolean
  default: string | undefined
  extensible: readonly string[] | undefined
  contentForm: string
}

export function newDraft(): Draft {
  return {
    never: false,
    types: undefined,
    refusesNull: false,
    forcesNull: false,
    values: undefined,
    formats: new Set(),
    patterns: new Set(),
    minimum: undefined,
    maximum: undefined,
    counts: new Map(),
    multiples: new Set(),
    uniqueItems: false,
    properties: new Map(),
    required: new Set(),
    additional: [],
    patternProperties: new Map(),
    propertyNames: [],
    items: [],
    prefixItems: [],
    contains: [],
    content: [],
    groups: [],
    not: new Set(),
    conditions: new Set(),
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    discriminator: undefined,
    readOnly: false,
    writeOnly: false,
    deprecated: false,
    default: undefined,
    extensible: undefined,
    contentForm: '',
  }
}

const TYPES = new Set(['boolean', 'integer', 'number', 'string', 'array', 'object'])

/** `type`, `nullable`, `enum` and `const` of one layer. */
export function addKind(draft: Draft, layer: Fields): void {
  const said: readonly unknown[] = layer['type'] === undefined ? [] : [layer['type']].flat()
  const types = new Set(said.map((type) => (type === 'file' ? 'string' : type)).filter(isType))
  if (said.includes('file')) draft.formats.add('binary')
  if (types.size > 0) draft.types = intersectTypes(draft.types, types)
  else if (said.includes('null')) draft.types = new Set()
  const values = valuesOf(layer)
  if (values !== undefined) addValues(draft, values)
  const isNullable = layer['nullable'] === true || layer['x-nullable'] === true
  if (said.length > 0) draft.refusesNull ||= !isNullable && !said.includes('null')
  else if (values !== undefined) draft.refusesNull ||= !isNullable && !values.includes(null)
  else draft.forcesNull ||= isNullable
}

function isType(type: unknown): type is Type {
  return typeof type === 'string' && TYPES.has(type)
}

export function addValues(draft: Draft, values: readonly unknown[]): void {
  const own = new Map(values.filter((value) => value !== null).map((value) => [canonical(value), value]))
  const before = draft.values
  draft.values = before === undefined ? own : new Map([...own].filter(([key]) => before.has(key)))
}

function valuesOf(layer: Fields): readonly unknown[] | undefined {
  if (Object.hasOwn(layer, 'const')) return [layer['const']]
  const said = layer['enum']
  return Array.isArray(said) ? said : undefined
}

function intersectTypes(before: ReadonlySet<Type> | undefined, types: ReadonlySet<Type>): ReadonlySet<Type> {
  const own = withoutDoubling(types)
  if (before === undefined) return own
  const both = [...before, ...own].filter((type) => takes(before, type) && takes(own, type))
  return new Set(both)
}

/** Integers are numbers. */
export function withoutDoubling(types: ReadonlySet<Type>): ReadonlySet<Type> {
  return types.has('number') ? new Set([...types].filter((type) => type !== 'integer')) : types
}

export function takes(types: ReadonlySet<Type>, type: Type): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'))
}

const COUNTS: readonly Count[] = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]

/** Everything of one layer that holds of texts, numbers, and sizes. */
export function addLimits(draft: Draft, layer: Fields, dialect: Dialect): void {
  if (typeof layer['format'] === 'string') draft.formats.add(layer['format'])
  if (typeof layer['pattern'] === 'string') draft.patterns.add(layer['pattern'])
  for (const bound of boundsOf(layer, 'minimum', dialect)) draft.minimum = tighter(draft.minimum, bound, 1)
  for (const bound of boundsOf(layer, 'maximum', dialect)) draft.maximum = tighter(draft.maximum, bound, -1)
  for (const keyword of COUNTS) {
    const count = doubleOf(layer[keyword])
    if (count === undefined || (keyword.startsWith('min') && count <= 0 && keyword !== 'minContains')) continue
    const before = draft.counts.get(keyword)
    const isTighter = before === undefined || (keyword.startsWith('min') ? count > before : count < before)
    if (isTighter) draft.counts.set(keyword, count)
  }
  const multiple = doubleOf(layer['multipleOf'])
  if (multiple !== undefined && multiple > 0) draft.multiples.add(multiple)
  if (layer['uniqueItems'] === true) draft.uniqueItems = true
}

function boundsOf(layer: Fields, keyword: 'minimum' | 'maximum', dialect: Dialect): readonly Bound[] {
  const exclusive = layer[keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum']
  const value = doubleOf(layer[keyword])
  const apart = dialect === '3.1' || typeof exclusive !== 'boolean' ? doubleOf(exclusive) : undefined
  return [
    ...(value === undefined ? [] : [{ value, exclusive: exclusive === true }]),
    ...(apart === undefined ? [] : [{ value: apart, exclusive: true }]),
  ]
}

/** `sign` 1: the greater one is tighter. */
function tighter(before: Bound | undefined, bound: Bound, sign: 1 | -1): Bound {
  if (before === undefined) return bound
  const difference = (bound.value - before.value) * sign
  if (difference === 0) return before.exclusive ? before : bound
  return difference > 0 ? bound : before
}

/** What is said about a schema rather than about values. */
export function addNotes(draft: Draft, layer: Fields): void {
  if (layer['readOnly'] === true) draft.readOnly = true
  if (layer['writeOnly'] === true) draft.writeOnly = true
  if (layer['deprecated'] === true) draft.deprecated = true
  if (draft.default === undefined && Object.hasOwn(layer, 'default')) draft.default = canonical(layer['default'])
  const extensible = layer['x-extensible-enum']
  if (Array.isArray(extensible)) draft.extensible = extensible.map(canonical)
  const form = ['contentEncoding', 'contentMediaType'].map((key) => layer[key]).filter((text) => text !== undefined)
  if (form.length > 0) draft.contentForm = form.join(' ')
  draft.discriminator ??= discriminatorOf(layer['discriminator'])
}

function discriminatorOf(said: unknown): Discriminator | undefined {
  if (typeof said === 'string') return { property: said, mapping: new Map() }
  if (!isObject(said) || typeof said['propertyName'] !== 'string') return undefined
  const mapping = isObject(said['mapping']) ? Object.entries(said['mapping']) : []
  return {
    property: said['propertyName'],
    mapping: new Map(mapping.map(([value, target]) => [value, lastWord(String(target))])),
  }
}

export function lastWord(reference: string): string {
  return reference.slice(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1)
}
