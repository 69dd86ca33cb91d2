/**
 * From a node to its shape. `allOf`, references and their other fields are laid into one; an `anyOf` or `oneOf` that
 * only adds null is nullability, and one of constants an enum. What is written differently and means the same has the
 * same shape.
 */
import { isObject } from '../../support/json.ts'
import { childOf, referenceIn } from '../contract/parts.ts'
import type { Part } from '../documents.ts'
import { digestOf } from './digest.ts'
import { addKind, addLimits, addNotes, addValues, type Draft, type Fields, lastWord, newDraft } from './draft.ts'
import type { SchemaNode, SchemaNodes } from './node.ts'
import type { Member, Shape, Type } from './shape.ts'

/** Layers of one schema; what a hostile document stacks beyond them is left out. */
const LAYERS = 2_000

export class Shapes {
  readonly nodes: SchemaNodes
  readonly #known = new Map<number, Shape>()

  constructor(nodes: SchemaNodes) {
    this.nodes = nodes
  }

  of(node: SchemaNode): Shape {
    let shape = this.#known.get(node.id)
    if (shape === undefined) {
      shape = new Reading(this.nodes).read(node)
      this.#known.set(node.id, shape)
    }
    return shape
  }
}

class Reading {
  readonly nodes: SchemaNodes
  readonly draft: Draft = newDraft()
  readonly #seen = new Set<object>()

  constructor(nodes: SchemaNodes) {
    this.nodes = nodes
  }

  read(node: SchemaNode): Shape {
    for (const part of node.parts) this.add(part)
    return settled(this.draft, this.nodes)
  }

  private add(part: Part): void {
    const { value } = part
    if (value === false) this.draft.never = true
    if (!isObject(value) || this.#seen.has(value) || this.#seen.size >= LAYERS) return
    this.#seen.add(value)
    if (referenceIn(value) !== undefined) {
      for (const layer of this.nodes.layersOf(part)) this.add(layer)
      return
    }
    for (const member of listAt(part, 'allOf')) this.add(member)
    addKind(this.draft, value)
    addLimits(this.draft, value, this.nodes.parts.dialectOf(part))
    addNotes(this.draft, value)
    this.addObject(part, value)
    this.addArray(part, value)
    this.addLogic(part, value)
    for (const kind of ['oneOf', 'anyOf'] as const) this.addGroup(part, kind)
  }

  private node(part: Part | undefined): SchemaNode {
    return this.nodes.of(part)
  }

  private addObject(part: Part, value: Fields): void {
    const { draft } = this
    this.addMap(draft.properties, childOf(part, 'properties'))
    this.addMap(draft.patternProperties, childOf(part, 'patternProperties'))
    this.addMap(draft.dependentSchemas, childOf(part, 'dependentSchemas'))
    if (Array.isArray(value['required']))
      for (const name of value['required']) if (typeof name === 'string') draft.required.add(name)
    for (const key of ['additionalProperties', 'unevaluatedProperties']) {
      const said = childOf(part, key)
      if (said !== undefined && (key === 'additionalProperties' || said.value === false))
        draft.additional.push(this.node(said))
    }
    const names = childOf(part, 'propertyNames')
    if (names !== undefined) draft.propertyNames.push(this.node(names))
    const dependent = value['dependentRequired'] ?? value['dependencies']
    if (isObject(dependent))
      for (const [name, needed] of Object.entries(dependent))
        if (Array.isArray(needed)) draft.dependentRequired.set(name, new Set(needed.map(String)))
  }

  private addMap(map: Map<string, SchemaNode[]>, said: Part | undefined): void {
    const whole = said === undefined ? undefined : this.nodes.parts.followed(said)
    if (whole === undefined || !isObject(whole.value)) return
    for (const name of Object.keys(whole.value)) {
      const node = this.node(childOf(whole, name))
      const before = map.get(name)
      if (before === undefined) map.set(name, [node])
      else before.push(node)
    }
  }

  private addArray(part: Part, value: Fields): void {
    const { draft } = this
    const items = childOf(part, 'items')
    const listed = listAt(part, 'prefixItems').length > 0 ? 'prefixItems' : 'items'
    listAt(part, listed).forEach((item, index) => {
      draft.prefixItems[index] ??= []
      draft.prefixItems[index].push(this.node(item))
    })
    if (items !== undefined && !Array.isArray(items.value)) draft.items.push(this.node(items))
    if (Array.isArray(value['items'])) draft.items.push(this.node(childOf(part, 'additionalItems')))
    if (items === undefined && value['unevaluatedItems'] === false)
      draft.items.push(this.node(childOf(part, 'unevaluatedItems')))
    const content = childOf(part, 'contentSchema')
    if (content !== undefined) draft.content.push(this.node(content))
    const contains = childOf(part, 'contains')
    if (contains !== undefined) draft.contains.push(this.node(contains))
  }

  private addLogic(part: Part, value: Fields): void {
    const { parts } = this.nodes
    const not = childOf(part, 'not')
    if (not !== undefined) this.draft.not.add(digestOf(parts, not))
    if (!Object.hasOwn(value, 'if')) return
    const texts = ['if', 'then', 'else'].map((key) => {
      const said = childOf(part, key)
      return said === undefined ? '' : digestOf(parts, said)
    })
    if (texts[1] !== '' || texts[2] !== '') this.draft.conditions.add(texts.join(' '))
  }

  private addGroup(part: Part, kind: 'oneOf' | 'anyOf'): void {
    const listed = listAt(part, kind)
    if (listed.length === 0) return
    const members = listed.filter((member) => !this.isNull(member))
    if (members.length < listed.length) this.draft.forcesNull = true
    else if (members.length > 1) this.draft.refusesNull ||= !members.some((member) => this.takesNull(member))
    const constants = members.map((member) => this.constantsOf(member))
    const [first] = members
    if (first === undefined) this.draft.types = new Set()
    else if (members.length === 1) this.add(first)
    else if (constants.every((values) => values !== undefined)) addValues(this.draft, constants.flat())
    else this.draft.groups.push({ kind, members: members.map((member) => this.member(member)) })
  }

  private member(part: Part): Member {
    const reference = referenceIn(part.value)
    const title = isObject(part.value) ? part.value['title'] : undefined
    const name = reference === undefined ? (typeof title === 'string' ? title : '') : lastWord(reference)
    return { name, node: this.node(part) }
  }

  private isNull(member: Part): boolean {
    const value = this.nodes.parts.followed(member)?.value
    if (!isObject(value)) return false
    const values = value['enum']
    const isNullAlone = Array.isArray(values) && values.length === 1 && values[0] === null
    return value['type'] === 'null' || isNullAlone || (Object.hasOwn(value, 'const') && value['const'] === null)
  }

  private takesNull(member: Part): boolean {
    const value = this.nodes.parts.followed(member)?.value
    return isObject(value) && (value['nullable'] === true || [value['type']].flat().includes('null'))
  }

  /** What a member of nothing but constants takes. */
  private constantsOf(member: Part): readonly unknown[] | undefined {
    const value = this.nodes.parts.followed(member)?.value
    if (!isObject(value) || !Object.keys(value).every((key) => CONSTANT.has(key) || key.startsWith('x-')))
      return undefined
    if (Object.hasOwn(value, 'const')) return [value['const']]
    return Array.isArray(value['enum']) ? value['enum'] : undefined
  }
}

const CONSTANT = new Set(['const', 'enum', 'type', 'title', 'description', 'deprecated', 'example', 'examples'])

function listAt(part: Part, key: string): readonly Part[] {
  const value = childOf(part, key)?.value
  return Array.isArray(value) ? value.map((item) => ({ value: item, document: part.document })) : []
}

function settled(draft: Draft, nodes: SchemaNodes): Shape {
  const all = (list: readonly SchemaNode[]): SchemaNode | undefined => (list.length === 0 ? undefined : nodes.all(list))
  const allIn = (map: ReadonlyMap<string, readonly SchemaNode[]>): Map<string, SchemaNode> =>
    new Map([...map].map(([name, list]) => [name, nodes.all(list)]))
  const types = draft.types ?? impliedTypes(draft)
  const isEmpty = draft.types?.size === 0 && !draft.forcesNull && draft.refusesNull
  return {
    ...draft,
    never: draft.never || isEmpty || (draft.values?.size === 0 && draft.refusesNull && !draft.forcesNull),
    types,
    // Who means a kind of values without naming it does not mean null.
    nullable: draft.forcesNull || (!draft.refusesNull && (draft.types !== undefined || types === undefined)),
    formats: [...draft.formats].sort(),
    patterns: [...draft.patterns].sort(),
    minimum: types?.has('integer') === true ? inclusive(draft.minimum, 1) : draft.minimum,
    maximum: types?.has('integer') === true ? inclusive(draft.maximum, -1) : draft.maximum,
    multiples: [...draft.multiples].sort((a, b) => a - b),
    properties: allIn(draft.properties),
    additional: all(draft.additional),
    patternProperties: allIn(draft.patternProperties),
    propertyNames: all(draft.propertyNames),
    items: all(draft.items),
    prefixItems: [...draft.prefixItems].map((list) => nodes.all(list ?? [])),
    contains: all(draft.contains),
    content: all(draft.content),
    dependentSchemas: allIn(draft.dependentSchemas),
  }
}

/** Of integers, above 0 is from 1 on. */
function inclusive(bound: Shape['minimum'], step: 1 | -1): Shape['minimum'] {
  if (bound === undefined || !bound.exclusive || !Number.isInteger(bound.value)) return bound
  return { value: bound.value + step, exclusive: false }
}

/** Who writes `properties` means an object. */
function impliedTypes(draft: Draft): ReadonlySet<Type> | undefined {
  const { counts } = draft
  const found = new Set<Type>()
  const isObjectLike = draft.properties.size + draft.required.size + draft.additional.length > 0
  if (isObjectLike || counts.has('minProperties') || counts.has('maxProperties') || draft.patternProperties.size > 0)
    found.add('object')
  if (draft.items.length + draft.prefixItems.length + draft.contains.length > 0 || counts.has('minItems'))
    found.add('array')
  if (draft.patterns.size > 0 || counts.has('minLength') || counts.has('maxLength')) found.add('string')
  if (draft.minimum !== undefined || draft.maximum !== undefined || draft.multiples.size > 0) found.add('number')
  for (const value of draft.values?.values() ?? []) found.add(typeOf(value))
  return found.size === 0 ? undefined : found
}

function typeOf(value: unknown): Type {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean' || typeof value === 'object') return typeof value === 'boolean' ? 'boolean' : 'object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return 'string'
}
