/** `anyOf` and `oneOf` of two shapes: which alternative comes in place of which, and whether one covers another. */
import type { SchemaNode } from '../schema/node.ts'
import type { Group, Member, Shape, Type } from '../schema/shape.ts'
import type { Findings } from './pair.ts'

/** Answers about whole schemas, for which other pairs have to be compared. */
export interface Judge {
  /** Every value of the one is a value of the other, as far as it can be told. */
  isWithin(before: SchemaNode, after: SchemaNode, which: 'before' | 'after'): boolean
  /** One text for schemas that are written alike. */
  digest(node: SchemaNode, which: 'before' | 'after'): string
  /** The schema as far as it is of one type. */
  slice(node: SchemaNode, type: Type, which: 'before' | 'after'): SchemaNode
}

interface Sides {
  readonly before: SchemaNode
  readonly after: SchemaNode
  readonly was: Shape
  readonly is: Shape
}

/** Alternatives of one side compared with those of the other at most. */
const MOST = 10_000

/**
 * True when the whole is told here: one side is made of alternatives, and the other is not.
 */
export function compareForms(found: Findings, sides: Sides, judge: Judge): boolean {
  const { was, is } = sides
  const isMade = (shape: Shape): boolean => shape.groups.length === 1 && isBare(shape)
  const isPlain = (shape: Shape): boolean => shape.groups.length === 0
  if (!(isMade(was) && isPlain(is)) && !(isPlain(was) && isMade(is))) return false
  if (isAnything(was) || isAnything(is)) return false
  const old = alternativesOf(sides.before, was, 'before', judge)
  const fresh = alternativesOf(sides.after, is, 'after', judge)
  if (old.length * fresh.length > MOST) return false
  const kept = old.every((one) => fresh.some((other) => judge.isWithin(one, other, 'before')))
  const same = fresh.every((one) => old.some((other) => judge.isWithin(other, one, 'after')))
  if (!kept || !same) found.add(kept ? 'alternatives-widened' : same ? 'alternatives-narrowed' : 'alternatives-changed')
  if (was.nullable !== is.nullable) found.add(is.nullable ? 'became-nullable' : 'became-not-nullable')
  return true
}

/** True where nothing but the alternatives says what values are. */
function isBare(shape: Shape): boolean {
  return (
    shape.properties.size + shape.required.size + shape.patternProperties.size + shape.patterns.length === 0 &&
    shape.additional === undefined &&
    shape.items === undefined &&
    shape.values === undefined &&
    shape.counts.size === 0
  )
}

function isAnything(shape: Shape): boolean {
  return shape.groups.length === 0 && shape.types === undefined && isBare(shape)
}

function alternativesOf(
  node: SchemaNode,
  shape: Shape,
  which: 'before' | 'after',
  judge: Judge,
): readonly SchemaNode[] {
  const [group] = shape.groups
  if (group !== undefined) return group.members.map((member) => member.node)
  const types = [...(shape.types ?? [])]
  return types.length > 1 ? types.map((type) => judge.slice(node, type, which)) : [node]
}

export function compareGroups(found: Findings, { was, is }: Sides, judge: Judge): void {
  const textOf = (group: Group, which: 'before' | 'after'): string =>
    group.members
      .map(({ node }) => judge.digest(node, which))
      .sort()
      .join()
  const [old, fresh] = [[...was.groups], [...is.groups]]
  if (old.length > 1 || fresh.length > 1)
    for (const group of was.groups) {
      const text = textOf(group, 'before')
      const same = fresh.findIndex((other) => textOf(other, 'after') === text)
      if (same < 0) continue
      fresh.splice(same, 1)
      old.splice(old.indexOf(group), 1)
    }
  for (const [index, group] of old.entries()) {
    const other = fresh[index]
    if (other === undefined) found.add('alternatives-removed')
    else compareMembers(found, group, other, judge)
  }
  for (const _ of fresh.slice(old.length)) found.add('alternatives-added')
}

function compareMembers(found: Findings, before: Group, after: Group, judge: Judge): void {
  const old = [...before.members]
  const fresh = [...after.members]
  const pair = (one: Member, other: Member): void => {
    old.splice(old.indexOf(one), 1)
    fresh.splice(fresh.indexOf(other), 1)
    found.into(`<${one.name || other.name || before.members.indexOf(one)}>`, one.node, other.node)
  }
  matchBy((member, which) => judge.digest(member.node, which), before, { old, fresh, pair })
  matchBy((member) => member.name, before, { old, fresh, pair })
  // Too many to tell whether one covers another: each is taken for itself.
  const isMany = old.length * after.members.length + fresh.length * before.members.length > MOST
  const isCovered = (one: Member, other: Member, which: 'before' | 'after'): boolean =>
    !isMany && judge.isWithin(one.node, other.node, which)
  const lost = old.filter((one) => !after.members.some((other) => isCovered(one, other, 'before')))
  const come = fresh.filter((one) => !before.members.some((other) => isCovered(other, one, 'after')))
  const [gone, added] = [lost[0], come[0]]
  const isRewritten = lost.length === 1 && come.length === 1 && gone !== undefined && added !== undefined
  if (isRewritten && (gone.name === '' || added.name === '')) pair(gone, added)
  else {
    for (const member of lost) found.add('alternative-removed', { before: shown(member, before) })
    for (const member of come) found.add('alternative-added', { after: shown(member, after) })
  }
}

interface Matching {
  readonly old: readonly Member[]
  readonly fresh: readonly Member[]
  readonly pair: (one: Member, other: Member) => void
}

function matchBy(
  textOf: (member: Member, which: 'before' | 'after') => string,
  before: Group,
  { old, fresh, pair }: Matching,
): void {
  const texts = new Map<string, Member[]>()
  for (const member of fresh) {
    const text = textOf(member, 'after')
    texts.set(text, [...(texts.get(text) ?? []), member])
  }
  for (const member of before.members) {
    const text = old.includes(member) ? textOf(member, 'before') : ''
    const other = text === '' ? undefined : texts.get(text)?.shift()
    if (other !== undefined) pair(member, other)
  }
}

function shown(member: Member, group: Group): string {
  return member.name === '' ? `#${group.members.indexOf(member) + 1}` : member.name
}
