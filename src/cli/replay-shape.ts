/** What the recorded answers of an operation have in common, and where an answer of the sandbox has another shape. */
import { isIdentifier, isRedacted, typeOf } from '../spec-update/seen-value.ts'
import { isObject } from '../support/json.ts'

export interface ShapeDifference {
  readonly kind: 'type' | 'missing'
  /** `data[].id`; '' for the body itself. */
  readonly at: string
  readonly message: string
}

interface Shape {
  /** Integers are numbers; what is redacted has no type. */
  readonly types: Set<string>
  objects: number
  readonly members: Map<string, { count: number; readonly shape: Shape }>
  items: Shape | undefined
}

const MOST_SHAPES = 200_000
const MOST_ITEMS = 200
const DEEPEST = 24
const MOST_DIFFERENCES = 50

export class RecordedShapes {
  readonly #shapes = new Map<string, Shape>()
  #made = 0

  /** `key` stands for the operation and the class of its status. */
  add(key: string, body: unknown): void {
    let shape = this.#shapes.get(key)
    if (shape === undefined) {
      shape = this.#make()
      if (shape === undefined) return
      this.#shapes.set(key, shape)
    }
    this.#add(shape, body, 0)
  }

  /** Another type than any recorded one, and members that every recorded object in the place had. */
  differences(key: string, body: unknown): readonly ShapeDifference[] {
    const shape = this.#shapes.get(key)
    const found = new Map<string, ShapeDifference>()
    if (shape !== undefined) compare(shape, body, '', 0, found)
    return [...found.values()]
  }

  #make(): Shape | undefined {
    if (this.#made >= MOST_SHAPES) return undefined
    this.#made++
    return { types: new Set(), objects: 0, members: new Map(), items: undefined }
  }

  #add(shape: Shape, value: unknown, depth: number): void {
    if (isRedacted(value)) return
    const type = typeText(value)
    shape.types.add(type)
    if (depth >= DEEPEST) return
    if (Array.isArray(value)) {
      if (value.length > 0) shape.items ??= this.#make()
      if (shape.items !== undefined)
        for (const item of value.slice(0, MOST_ITEMS)) this.#add(shape.items, item, depth + 1)
    } else if (type === 'object' && isObject(value)) this.#addMembers(shape, value, depth)
  }

  #addMembers(shape: Shape, value: Readonly<Record<string, unknown>>, depth: number): void {
    shape.objects++
    for (const [name, inner] of Object.entries(value)) {
      let member = shape.members.get(name)
      if (member === undefined) {
        const made = this.#make()
        if (made === undefined) continue
        member = { count: 0, shape: made }
        shape.members.set(name, member)
      }
      member.count++
      this.#add(member.shape, inner, depth + 1)
    }
  }
}

type Found = Map<string, ShapeDifference>

function compare(shape: Shape, value: unknown, at: string, depth: number, found: Found): void {
  const type = typeText(value)
  const known = [...shape.types].filter((one) => one !== 'null')
  // Null says no type, and what was redacted says none either.
  if (type === 'null' || known.length === 0 || depth >= DEEPEST || found.size >= MOST_DIFFERENCES) return
  if (!known.includes(type)) {
    tell(found, { kind: 'type', at, message: `${placeText(at)}: ${type} in place of ${known.join(' or ')}` })
    return
  }
  if (Array.isArray(value)) {
    if (shape.items !== undefined)
      for (const item of value.slice(0, MOST_ITEMS)) compare(shape.items, item, `${at}[]`, depth + 1, found)
    return
  }
  if (type !== 'object' || !isObject(value)) return
  for (const [name, { count, shape: inner }] of shape.members) {
    const below = at === '' ? name : `${at}.${name}`
    if (Object.hasOwn(value, name)) compare(inner, value[name], below, depth + 1, found)
    else if (count === shape.objects && !isIdentifier(name))
      tell(found, { kind: 'missing', at: below, message: `${placeText(below)} is missing` })
  }
}

function tell(found: Found, difference: ShapeDifference): void {
  found.set(difference.message, difference)
}

function placeText(at: string): string {
  return at === '' ? 'the body' : at
}

function typeText(value: unknown): string {
  const type = typeOf(value)
  return type === 'integer' ? 'number' : type
}
