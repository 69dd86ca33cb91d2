/** Type, null, format and constants of two shapes. */
import { takes, withoutDoubling } from '../schema/draft.ts'
import type { Shape, Type } from '../schema/shape.ts'
import type { Findings, Side } from './pair.ts'

type Types = ReadonlySet<Type> | undefined

/** False when the types have nothing in common: then nothing else is worth telling. */
export function compareKinds(found: Findings, before: Shape, after: Shape, side: Side): boolean {
  if (before.never || after.never) {
    if (before.never !== after.never) found.add(after.never ? 'became-impossible' : 'became-possible')
    return false
  }
  const [was, is] = [before.types, after.types]
  if (!compareTypes(found, before, after, side)) return false
  if (isTold(before) && isTold(after) && before.nullable !== after.nullable)
    found.add(after.nullable ? 'became-nullable' : 'became-not-nullable')
  const isSame = was === undefined || is === undefined || (isWithin(was, is) && isWithin(is, was))
  if (isSame && isWritten(before, side) === isWritten(after, side)) compareFormats(found, before, after)
  compareValues(found, before, after)
  return true
}

function isTold(shape: Shape): boolean {
  return shape.types !== undefined || shape.values !== undefined || shape.groups.length > 0
}

const SCALARS = new Set<Type>(['boolean', 'integer', 'number', 'string'])

function isFree({ values, patterns, formats, counts }: Shape): boolean {
  return values === undefined && patterns.length + formats.length === 0 && !counts.has('maxLength')
}

function isWritten({ types }: Shape, { isText }: Side): boolean {
  return isText && types?.has('string') === true
}

function compareTypes(found: Findings, before: Shape, after: Shape, side: Side): boolean {
  const [was, is] = [before.types, after.types]
  if (was === undefined && is === undefined) return true
  const said = { before: typeText(was), after: typeText(is) }
  if (is === undefined) found.add('type-widened', said)
  else if (was === undefined) found.add('type-narrowed', said)
  else {
    const kept = isWithin(was, is) || isWrittenWithin(was, after, side)
    const same = isWithin(is, was) || isWrittenWithin(is, before, side)
    if (kept && same) return true
    found.add(kept ? 'type-widened' : same ? 'type-narrowed' : 'type-changed', said)
    return kept || same
  }
  return false
}

/** True where all of the first are among the second. */
function isWithin(types: ReadonlySet<Type>, others: ReadonlySet<Type>): boolean {
  return [...types].every((type) => takes(others, type))
}

/** Where all scalars are texts, a text without limits takes every one of them. */
function isWrittenWithin(types: ReadonlySet<Type>, shape: Shape, { isText }: Side): boolean {
  const others = shape.types
  if (!isText || others === undefined || !others.has('string') || !isFree(shape)) return false
  return [...types].every((type) => SCALARS.has(type) || takes(others, type))
}

function typeText(types: Types): string | undefined {
  if (types === undefined) return 'any'
  return types.size === 0 ? 'null' : [...withoutDoubling(types)].sort().join(' or ')
}

/** What a number may be where nothing is said of its size, and what is a hint for people. */
const SAYS_NOTHING = new Set(['int64', 'double', 'password', 'decimal'])

/** From the narrower to the wider. */
const WIDER: readonly (readonly [string, string])[] = [
  ['int32', ''],
  ['float', ''],
  ['int8', 'int32'],
  ['int16', 'int32'],
  ['int8', 'int16'],
  ['int8', ''],
  ['int16', ''],
]

function compareFormats(found: Findings, before: Shape, after: Shape): void {
  const [was, is] = [formatOf(before), formatOf(after)]
  if (was === is || before.values !== undefined || after.values !== undefined) return
  const said = { before: before.formats.join(' ') || undefined, after: after.formats.join(' ') || undefined }
  const isWider = (narrow: string, wide: string): boolean => WIDER.some(([a, b]) => a === narrow && b === wide)
  if (was !== '' && is !== '')
    found.add(isWider(was, is) ? 'format-widened' : isWider(is, was) ? 'format-narrowed' : 'format-changed', said)
  else if (before.formats.length > 0 && after.formats.length > 0)
    found.add(is === '' ? 'format-widened' : 'format-narrowed', said)
  else found.add(is === '' ? 'format-removed' : 'format-added', said)
}

function formatOf({ formats }: Shape): string {
  return formats.filter((format) => !SAYS_NOTHING.has(format)).join(' ')
}

function compareValues(found: Findings, before: Shape, after: Shape): void {
  const [was, is] = [before.values, after.values]
  if (was === undefined && is === undefined) return
  if (was === undefined) {
    const values = [...(is?.values() ?? [])]
    if (isAllOfBooleans(values, before)) return
    if (values.length === 1) found.add('const-added', { after: values[0] })
    else found.add('became-enum', { after: values })
    return
  }
  if (is === undefined) {
    const values = [...was.values()]
    if (isAllOfBooleans(values, after)) return
    if (values.length === 1) found.add('const-removed', { before: values[0] })
    else found.add('became-not-enum', { before: values })
    return
  }
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, value]) => value)
  const added = [...is].filter(([key]) => !was.has(key)).map(([, value]) => value)
  if (was.size === 1 && is.size === 1 && removed.length === 1)
    found.add('const-changed', { before: removed[0], after: added[0] })
  else {
    for (const value of removed) found.add('enum-value-removed', { before: value })
    for (const value of added) found.add('enum-value-added', { after: value })
  }
}

/** Both flags of a flag are no limit. */
function isAllOfBooleans(values: readonly unknown[], { types }: Shape): boolean {
  return types?.size === 1 && types.has('boolean') && values.includes(true) && values.includes(false)
}
