/** Properties of two shapes: those that a message of this way can hold. */
import { compilePattern } from '../../api/schema/patterns.ts'
import type { SchemaNode, SchemaNodes } from '../schema/node.ts'
import type { Shape } from '../schema/shape.ts'
import type { Shapes } from '../schema/shapes.ts'
import type { Findings, Side } from './pair.ts'

/** What stands on one side of the comparison. */
interface Sided {
  readonly shape: Shape
  readonly nodes: SchemaNodes
  readonly shapes: Shapes
}

interface Objects {
  readonly found: Findings
  readonly was: Sided
  readonly is: Sided
  readonly side: Side
}

export function compareObjects(objects: Objects): void {
  const { was, is } = objects
  if (!isObjectLike(was.shape) || !isObjectLike(is.shape)) return
  const names = new Set([
    ...was.shape.properties.keys(),
    ...is.shape.properties.keys(),
    ...was.shape.required,
    ...is.shape.required,
  ])
  for (const name of names) compareProperty(objects, name)
  compareOthers(objects)
  comparePatternProperties(objects)
  compareNames(objects)
  compareDependencies(objects)
}

function isObjectLike({ types }: Shape): boolean {
  return types === undefined || types.has('object')
}

type Presence = 'absent' | 'hidden' | 'optional' | 'required' | 'nameless'

/** 'hidden': it is only of the other way. 'nameless': required, and not described. */
function presenceOf({ shape, shapes }: Sided, name: string, { way }: Side): Presence {
  const node = shape.properties.get(name)
  const isRequired = shape.required.has(name)
  if (node === undefined) return isRequired ? 'nameless' : 'absent'
  const { readOnly, writeOnly } = shapes.of(node)
  if (way === 'sent' ? readOnly : writeOnly) return 'hidden'
  return isRequired ? 'required' : 'optional'
}

function compareProperty(objects: Objects, name: string): void {
  const { found, was, is, side } = objects
  const [before, after] = [presenceOf(was, name, side), presenceOf(is, name, side)]
  const [old, fresh] = [was.shape.properties.get(name), is.shape.properties.get(name)]
  if (old !== undefined && fresh !== undefined && before !== 'hidden' && after !== 'hidden')
    found.into(name, old, fresh)
  if (before === after) return
  const isThere = (presence: Presence): boolean => presence === 'required' || presence === 'optional'
  if (isThere(before) && isThere(after))
    found.add(after === 'required' ? 'property-became-required' : 'property-became-optional', { at: name })
  else if (after === 'hidden') hidden(objects, name, before)
  else if (before === 'hidden') shown(objects, name, after)
  else if (isThere(after)) added(objects, name, after === 'required', before)
  else if (isThere(before)) removed(objects, name, before === 'required', after)
  else if (after === 'nameless') found.add('required-name-added', { at: name })
}

function hidden({ found, is, side }: Objects, name: string, before: Presence): void {
  if (before === 'absent' || before === 'nameless') return
  const isOptional = before === 'optional' && side.way === 'received'
  const node = is.shape.properties.get(name)
  const isRead = side.way === 'sent' && node !== undefined && is.shapes.of(node).readOnly
  found.add(isRead ? 'property-became-read-only' : `${isOptional ? 'optional-' : ''}property-became-write-only`, {
    at: name,
  })
}

function shown(objects: Objects, name: string, after: Presence): void {
  if (after === 'required' && objects.side.way === 'sent') objects.found.add('required-property-added', { at: name })
  else if (after === 'absent') return
  else
    objects.found.add(
      objects.side.way === 'sent' ? 'property-became-not-read-only' : 'property-became-not-write-only',
      { at: name },
    )
}

function added({ found, was, is, side }: Objects, name: string, isRequired: boolean, before: Presence): void {
  const fresh = is.shape.properties.get(name)
  const covering = coveringOf(was, name)
  if (fresh !== undefined && covering !== undefined) found.into(name, covering, fresh)
  if (isRequired && before !== 'nameless') found.add('required-property-added', { at: name })
  else if (covering === undefined)
    found.add(isClosed(was) && side.way === 'received' ? 'property-added-closed' : 'property-added', { at: name })
}

function removed({ found, was, is, side }: Objects, name: string, isRequired: boolean, after: Presence): void {
  const old = was.shape.properties.get(name)
  const covering = coveringOf(is, name)
  const isKept = after === 'nameless'
  if (old !== undefined && covering !== undefined) {
    found.into(name, old, covering)
    if (!isRequired || side.way === 'sent') return
  }
  if (side.way === 'sent') found.add(isClosed(is) ? 'property-refused' : 'property-removed', { at: name })
  else found.add(isRequired && !isKept ? 'property-removed' : 'optional-property-removed', { at: name })
}

/** What is said of a property that is not named, where something is. */
function coveringOf({ shape, nodes, shapes }: Sided, name: string): SchemaNode | undefined {
  const matching = [...shape.patternProperties].filter(([pattern]) => matches(pattern, name)).map(([, node]) => node)
  if (matching.length > 0) return nodes.all(matching)
  const { additional } = shape
  return additional === undefined || additional === nodes.any || shapes.of(additional).never ? undefined : additional
}

function matches(pattern: string, name: string): boolean {
  return compilePattern(pattern)?.test(name) === true
}

function isClosed({ shape, shapes }: Sided): boolean {
  return shape.additional !== undefined && shapes.of(shape.additional).never
}

function compareOthers({ found, was, is }: Objects): void {
  const [old, fresh] = [was.shape.additional ?? was.nodes.any, is.shape.additional ?? is.nodes.any]
  const [wasClosed, isShut] = [isClosed(was), isClosed(is)]
  if (wasClosed || isShut) {
    if (wasClosed !== isShut) found.add(isShut ? 'closed' : 'opened')
    return
  }
  const [wasAny, isAny] = [old === was.nodes.any, fresh === is.nodes.any]
  if (wasAny && isAny) return
  if (!wasAny && !isAny) found.into('*', old, fresh)
  else found.add(isAny ? 'additional-properties-widened' : 'additional-properties-narrowed')
}

function comparePatternProperties({ found, was, is }: Objects): void {
  const [old, fresh] = [was.shape.patternProperties, is.shape.patternProperties]
  for (const [pattern, node] of old) {
    const other = fresh.get(pattern)
    if (other === undefined) found.add('pattern-properties-removed', { before: pattern })
    else found.into(`/${pattern}/`, node, other)
  }
  for (const pattern of fresh.keys()) if (!old.has(pattern)) found.add('pattern-properties-added', { after: pattern })
}

function compareNames({ found, was, is }: Objects): void {
  const [old, fresh] = [was.shape.propertyNames, is.shape.propertyNames]
  if (old !== undefined && fresh !== undefined) found.into('(name)', old, fresh)
  else if (old !== fresh) found.add(fresh === undefined ? 'property-names-removed' : 'property-names-added')
}

const NONE: ReadonlySet<string> = new Set()

function compareDependencies({ found, was, is }: Objects): void {
  const [old, fresh] = [was.shape.dependentRequired, is.shape.dependentRequired]
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [needed, wanted] = [old.get(name) ?? NONE, fresh.get(name) ?? NONE]
    const come = [...wanted].filter((one) => !needed.has(one))
    const gone = [...needed].filter((one) => !wanted.has(one))
    if (come.length > 0) found.add('dependency-added', { before: name, after: come.join(' ') })
    if (gone.length > 0) found.add('dependency-removed', { before: name, after: gone.join(' ') })
  }
  const [olds, freshes] = [was.shape.dependentSchemas, is.shape.dependentSchemas]
  for (const name of new Set([...olds.keys(), ...freshes.keys()])) {
    const [a, b] = [olds.get(name), freshes.get(name)]
    if (a !== undefined && b !== undefined) found.into(`(with ${name})`, a, b)
    else found.add(b === undefined ? 'condition-removed' : 'condition-added', { at: name })
  }
}

export function compareArrays({ found, was, is }: Objects): void {
  const isArrayLike = ({ types }: Shape): boolean => types === undefined || types.has('array')
  if (!isArrayLike(was.shape) || !isArrayLike(is.shape)) return
  const restOf = ({ shape, nodes }: Sided): SchemaNode => shape.items ?? nodes.any
  const length = Math.max(was.shape.prefixItems.length, is.shape.prefixItems.length)
  for (let index = 0; index < length; index++)
    found.into(`[${index}]`, was.shape.prefixItems[index] ?? restOf(was), is.shape.prefixItems[index] ?? restOf(is))
  if (was.shape.items !== undefined || is.shape.items !== undefined) found.into('[]', restOf(was), restOf(is))
  const [old, fresh] = [was.shape.contains, is.shape.contains]
  if (old !== undefined && fresh !== undefined) found.into('[any]', old, fresh)
  else if (old !== fresh) found.add(fresh === undefined ? 'contains-removed' : 'contains-added')
}
