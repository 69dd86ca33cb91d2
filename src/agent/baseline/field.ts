/**
 * What is known of one field of a message: a node of the tree that all bodies
 * of a family are laid over. Elements of a list share the child `[]`, values of
 * a map with keys of its own share the child `*`. Counts are of exchanges, not
 * of elements; `…At` are numbers of samples of the family, -1 for never.
 */
import { isExact, isWhole } from '../../support/exact-number.ts'
import type { Declared } from './declared.ts'
import type { TextFormat } from './text-format.ts'

export const NULL = 1
export const BOOLEAN = 2
export const INTEGER = 4
export const NUMBER = 8
export const STRING = 16
export const ARRAY = 32
export const OBJECT = 64
const TYPE_NAMES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const

/** A value that a field held. */
export interface SeenValue {
  count: number
  at: number
  /** It came after what is normal had been settled. */
  isNew: boolean
}

export class Field {
  /** A digest where it was kept as such and has not come since. */
  name: string
  readonly parent: Field | undefined
  children: Map<string, Field> | undefined
  /** What the description says; undefined where it says nothing, or where there is none. */
  declared: Declared | undefined
  /** The description has no such property where it stands. */
  isUndeclared = false
  /** Part of what is normal. */
  isKnown: boolean
  /** The type it had when it was first seen, where it is not known. */
  addedAs: string | undefined
  /** Its keys are values: they are pooled. */
  isMap = false
  seen = 0
  /** Exchanges with a parent that had no such property, and those where none had. */
  lacked = 0
  gone = 0
  /** Exchanges in which it was an object. */
  objects = 0
  /** The sample that first held it. */
  readonly bornAt: number
  /** Of the body itself: some of its fields, at any depth, are not always there. */
  isVaried = false
  seenAt = -1
  lackedAt = -1
  objectAt = -1
  /** Types that are normal, as bits, and when each was last seen. */
  types = 0
  typesAt: number[] | undefined
  /** The one format of its texts; 'text' for none, undefined before the first. */
  format: TextFormat | undefined
  formatAt = -1
  otherFormat: TextFormat | undefined
  otherFormatAt = -1
  /** Its words, while they may be an enumeration; null once they are none. */
  values: Map<string, SeenValue> | null | undefined
  valuesNewAt = -1
  /** Its name may be anybody's. */
  isUntold = false
  /** Set while some of the words, or of the names below it, are digests, as they were kept. */
  digest: ((word: string) => string) | undefined
  isEnum = false
  /** A digest of the last value, and how often it was another one than before. */
  last = 0
  changes = 0

  constructor(name: string, parent: Field | undefined, isKnown: boolean, bornAt = 0) {
    this.bornAt = bornAt
    this.name = name
    this.parent = parent
    this.isKnown = isKnown
  }
}

/** The bit of a value's type. */
export function typeBit(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return isExact(value) ? (isWhole(value) ? INTEGER : NUMBER) : STRING
    case 'number':
      return Number.isInteger(value) ? INTEGER : NUMBER
    case 'boolean':
      return BOOLEAN
    default:
      return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT
  }
}

/** Names of the types of a mask, joined by '|'; null is left out unless it is all there is. */
export function typeText(mask: number): string {
  const names = TYPE_NAMES.filter((_, i) => (mask & (1 << i)) !== 0)
  return (names.length > 1 ? names.filter((name) => name !== 'null') : names).join('|')
}

/** `data[].owner.id`, `rates.*`; names that hold other characters than letters, digits, `_`, `-` and `$` stand in quotes. '' is the body itself. */
export function fieldPath(field: Field): string {
  const { parent, name } = field
  if (parent === undefined) return ''
  const before = fieldPath(parent)
  if (name === '[]') return `${before}[]`
  const shown = /^[\w$*-]+$/.test(name) ? name : `["${name}"]`
  return before === '' || shown.startsWith('[') ? before + shown : `${before}.${shown}`
}

/** The body that it belongs to. */
export function rootOf(field: Field): Field {
  let root = field
  while (root.parent !== undefined) root = root.parent
  return root
}

/** Fields below this one, itself included. */
export function countFields(field: Field): number {
  let count = 1
  for (const child of field.children?.values() ?? []) count += countFields(child)
  return count
}
