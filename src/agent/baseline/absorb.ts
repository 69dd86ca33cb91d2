/** Lays one body over what is known of the bodies of its family: counts what it holds, and notes what is odd. */
import { isExact } from '../../support/exact-number.ts'
import { isObject } from '../../support/json.ts'
import { isTellableName, type Told } from '../tellable.ts'
import { noteText, shownWord } from './absorb-text.ts'
import type { Declared } from './declared.ts'
import { isDynamicKey, looksLikeMap } from './dynamic-keys.ts'
import { ARRAY, Field, INTEGER, NULL, NUMBER, OBJECT, rootOf, STRING, typeBit, typeText } from './field.ts'
import type { FieldOdd } from './odd.ts'

/** Room for fields and values, shared by all that one learner knows. */
export interface Room {
  left: number
  /** What there was no room for. */
  evictions: number
}

export interface Absorbing {
  /** Number of this sample of the family. */
  readonly sample: number
  /** What is normal is not settled yet. */
  readonly isLearning: boolean
  /** A field that was seen so often is settled. */
  readonly mature: number
  readonly room: Room
  /** Fields of this family that may still be made. */
  readonly isFull: () => boolean
  /** The values of the field mean nothing. */
  readonly isVolatile: (field: Field) => boolean
  readonly told: Told
  /** A word that nothing but how many clients show it makes known. */
  readonly note: (word: string) => void
  readonly odds: FieldOdd[]
  readonly lacking: Field[]
}

/** How deep bodies are looked into, and how many elements of one list. */
const MOST_DEPTH = 24
const MOST_ELEMENTS = 200

export function absorb(root: Field, value: unknown, into: Absorbing): void {
  visit(root, value, into, false, 0)
  for (const field of into.lacking) settleLack(field, into)
}

function visit(field: Field, value: unknown, into: Absorbing, isQuiet: boolean, depth: number): void {
  const { sample } = into
  if (field.seenAt !== sample) {
    field.seenAt = sample
    field.seen++
  }
  const type = typeBit(value)
  const isOdd = noteType(field, type, into, isQuiet)
  if (type === STRING || type === INTEGER || type === NUMBER) {
    if (!isOdd) noteScalar(field, value as string | number, type, into, isQuiet)
  } else if (type === OBJECT) {
    if (depth < MOST_DEPTH)
      visitObject(field, value as Readonly<Record<string, unknown>>, into, isQuiet || isOdd, depth)
  } else if (type === ARRAY && depth < MOST_DEPTH)
    visitList(field, value as readonly unknown[], into, isQuiet || isOdd, depth)
}

/** True where the value has a type that the field is not known to have. */
function noteType(field: Field, type: number, into: Absorbing, isQuiet: boolean): boolean {
  const { declared } = field
  const at = Math.log2(type)
  field.typesAt ??= [-1, -1, -1, -1, -1, -1, -1]
  field.typesAt[at] = into.sample
  if (declared !== undefined && declared.types !== 0) {
    if ((declared.types & type) !== 0) {
      field.types |= type
      return false
    }
    if (!isQuiet) into.odds.push({ sort: 'type', field, type, contradicts: true })
    return true
  }
  if ((field.types & type) !== 0 || (type === INTEGER && (field.types & NUMBER) !== 0)) return false
  const isUnsettled = isQuiet || isLearningOf(field, into) || (type !== NULL && (field.types & ~NULL) === 0)
  if (isUnsettled) {
    field.types |= type
    return false
  }
  into.odds.push({ sort: 'type', field, type, contradicts: false })
  return true
}

function isLearningOf(field: Field, into: Absorbing): boolean {
  return into.isLearning || !field.isKnown || field.seen <= into.mature
}

function noteScalar(field: Field, value: string | number, type: number, into: Absorbing, isQuiet: boolean): void {
  const values = field.declared?.values
  if (values !== undefined) {
    const text = isExact(value) ? value.slice(1) : JSON.stringify(value)
    if (!values.has(text) && !isQuiet && !into.isVolatile(field))
      into.odds.push({
        sort: 'value',
        field,
        value: shownWord(field, isExact(value) ? value.slice(1) : String(value), into),
        contradicts: true,
      })
    return
  }
  noteChange(field, value)
  if (type === STRING) noteText(field, value as string, into, isQuiet, isLearningOf(field, into))
}

/** Whether it is another value than last time: what always is means nothing. */
function noteChange(field: Field, value: string | number): void {
  let digest = 0
  if (typeof value === 'number') digest = value
  else {
    const end = Math.min(value.length, 48)
    for (let i = 0; i < end; i++) digest = (Math.imul(digest, 31) + value.charCodeAt(i)) | 0
  }
  if (digest === field.last) return
  field.last = digest
  field.changes++
}

function visitList(field: Field, list: readonly unknown[], into: Absorbing, isQuiet: boolean, depth: number): void {
  if (list.length === 0) return
  let items = field.children?.get('[]')
  if (items === undefined) {
    items = newChild(field, '[]', into, true)
    if (items === undefined) return
    items.declared = field.declared?.items
  }
  const end = Math.min(list.length, MOST_ELEMENTS)
  for (let i = 0; i < end; i++) visit(items, list[i], into, isQuiet, depth + 1)
}

function visitObject(
  field: Field,
  value: Readonly<Record<string, unknown>>,
  into: Absorbing,
  isQuiet: boolean,
  depth: number,
): void {
  const { sample } = into
  if (field.objectAt !== sample) {
    field.objectAt = sample
    field.objects++
    if (field.objects === 1) expectRequired(field, into)
  }
  let met = 0
  for (const name of Object.keys(value)) {
    const child = field.children?.get(name) ?? childFor(field, name, into)
    if (child === undefined) continue
    if (child.isUntold) noteName(child, into)
    met++
    const inner = value[name]
    const isOdd = child.isUndeclared || !child.isKnown
    if (isOdd && !isQuiet) {
      child.addedAs ??= typeText(typeBit(inner))
      into.odds.push({ sort: 'unknown', field: child, contradicts: child.isUndeclared })
    }
    visit(child, inner, into, isQuiet || isOdd, depth + 1)
  }
  if (field.children === undefined || met === field.children.size || isQuiet) return
  for (const child of field.children.values())
    if (child.isKnown && child.lackedAt !== sample && !Object.hasOwn(value, child.name) && isOwn(child)) {
      child.lackedAt = sample
      into.lacking.push(child)
    }
}

/** Its name may become known. */
function noteName(field: Field, into: Absorbing): void {
  into.note(field.name)
  field.isUntold = !isTellableName(field.name, into.told)
}

/** What the description demands may be lacking from the first exchange on. */
function expectRequired(field: Field, into: Absorbing): void {
  for (const name of field.declared?.required ?? [])
    if (field.children?.get(name) === undefined) childFor(field, name, into)
}

function isOwn({ name }: Field): boolean {
  return name !== '*' && name !== '[]'
}

/** The child for a name that has none yet; undefined where there is no room. */
function childFor(field: Field, name: string, into: Absorbing): Field | undefined {
  const hidden = recognised(field, name)
  if (hidden !== undefined) return hidden
  const said = field.declared?.property(name)
  const isEntry = typeof said === 'object' && field.declared?.names.has(name) === false
  if (isEntry) return entryOf(field, said, into)
  if (said === undefined || said === 'undeclared') {
    if (field.isMap || isDynamicKey(name)) return field.children?.get('*') ?? newChild(field, '*', into, true)
    if (looksLikeMap(field, name)) return pooled(field, into)
  }
  const isKnown = isObject(said) || into.isLearning || field.objects <= into.mature
  const child = newChild(field, name, into, isKnown)
  if (child === undefined) return undefined
  if (said === 'undeclared') child.isUndeclared = true
  else child.declared = said
  if (isKnown) child.lacked = child.gone = Math.max(0, field.objects - 1)
  if (child.gone > 0) rootOf(field).isVaried = true
  return child
}

/** What the description says of all members that it does not name. */
function entryOf(field: Field, said: Declared, into: Absorbing): Field | undefined {
  const entry = field.children?.get('*') ?? newChild(field, '*', into, true)
  if (entry !== undefined) entry.declared ??= said
  return entry
}

/** A name that was kept as its digest is known by its text again. */
function recognised(field: Field, name: string): Field | undefined {
  const { children, digest } = field
  if (children === undefined || digest === undefined) return undefined
  const hidden = digest(name)
  const known = children.get(hidden)
  if (known === undefined) return undefined
  children.delete(hidden)
  children.set(name, known)
  known.name = name
  return known
}

function newChild(field: Field, name: string, into: Absorbing, isKnown: boolean): Field | undefined {
  if (into.room.left <= 0 || into.isFull()) {
    into.room.evictions++
    return undefined
  }
  into.room.left--
  field.children ??= new Map()
  const child = new Field(name, field, isKnown, into.sample)
  child.isUntold = !isTellableName(name, into.told)
  field.children.set(name, child)
  return child
}

/** From now on the properties are entries of a map: what they were known to be goes for all of them. */
function pooled(field: Field, into: Absorbing): Field | undefined {
  const all = [...(field.children?.values() ?? [])]
  field.isMap = true
  const entry = newChild(field, '*', into, true)
  if (entry === undefined) return undefined
  for (const child of all) {
    entry.types |= child.types
    entry.seen = Math.max(entry.seen, child.seen)
    field.children?.delete(child.name)
    into.room.left++
  }
  entry.values = null
  entry.format = 'text'
  return entry
}

/** After a body: a property that some parents lacked, or all. */
function settleLack(field: Field, into: Absorbing): void {
  const { parent } = field
  if (parent === undefined) return
  field.lacked++
  const isRequired = parent.declared?.required.has(field.name) === true
  if (field.seenAt === into.sample) {
    if (isRequired) into.odds.push({ sort: 'lack', field, contradicts: true })
    return
  }
  field.gone++
  if (into.isLearning) rootOf(field).isVaried = true
  if (isRequired) into.odds.push({ sort: 'lack', field, contradicts: true })
  else if (!into.isLearning && parent.objects > into.mature && field.seen > 0)
    into.odds.push({ sort: 'lack', field, contradicts: false })
}
