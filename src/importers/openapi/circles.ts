/**
 * Entries that contain themselves without going deeper into the value (`A` is
 * all of `A`) ask nothing that can be answered. The reference that closes such
 * a circle is taken out, and so is one that only leads on too often.
 *
 * The common one is a union whose members inherit from it: Pet is one of Cat
 * and Dog, Cat is all of Pet and more. There the member keeps what Pet says
 * besides its alternatives.
 */
import { schemaKey } from '../../api/model.ts'
import type { Schema, SchemaObject } from '../../api/schema/schema.ts'
import { isObject } from '../../support/json.ts'

/** How many references may lead to one another at one place of a value. */
const DEPTH = 128

const UNIONS = ['anyOf', 'oneOf']
const LISTS = ['allOf', ...UNIONS]
const ONES = ['not', 'if', 'then', 'else']

type Entries = ReadonlyMap<string, Schema>
type Cuts = Map<string, Set<string>>

export function breakCircles(entries: Entries, report: (key: string, message: string) => void): Entries {
  const cuts = findCuts(entries)
  if (cuts.size === 0) return entries
  const mended = new Map(entries)
  for (const [key, targets] of cuts) {
    for (const target of targets)
      report(key, `Schema "${key}" refers to "${target}" in a circle; that reference is mended`)
    mended.set(key, without(entries.get(key) ?? true, targets, entries))
  }
  return mended
}

interface Visit {
  readonly key: string
  readonly targets: readonly string[]
  next: number
}

/** References, by the entry they stand in, that close a circle or go too far; found without recursion. */
function findCuts(entries: Entries): Cuts {
  const cuts: Cuts = new Map()
  const heights = new Map<string, number>()
  const open = new Set<string>()
  const visit = (key: string): Visit => {
    open.add(key)
    return { key, targets: inPlace(entries.get(key)), next: 0 }
  }
  for (const start of unionsFirst(entries)) {
    if (heights.has(start)) continue
    const stack: Visit[] = [visit(start)]
    for (let top = stack[stack.length - 1]; top !== undefined; top = stack[stack.length - 1]) {
      const target = top.targets[top.next++]
      if (target === undefined) {
        stack.pop()
        open.delete(top.key)
        heights.set(top.key, closeVisit(top, heights, cuts))
      } else if (open.has(target)) cut(cuts, top.key, target)
      else if (!heights.has(target) && entries.has(target)) stack.push(visit(target))
    }
  }
  return cuts
}

/** Starting from the union makes the member's way back the one that closes the circle. */
function unionsFirst(entries: Entries): readonly string[] {
  const isUnion = (key: string): boolean => {
    const schema = entries.get(key)
    return isObject(schema) && UNIONS.some((keyword) => Array.isArray(schema[keyword]))
  }
  const keys = [...entries.keys()]
  return [...keys.filter(isUnion), ...keys.filter((key) => !isUnion(key))]
}

function cut(cuts: Cuts, key: string, target: string): void {
  const known = cuts.get(key)
  if (known === undefined) cuts.set(key, new Set([target]))
  else known.add(target)
}

/** How far references lead on from here; those that lead too far are cut. */
function closeVisit({ key, targets }: Visit, heights: ReadonlyMap<string, number>, cuts: Cuts): number {
  let height = 0
  for (const target of targets) {
    if (cuts.get(key)?.has(target)) continue
    const below = heights.get(target) ?? 0
    if (below >= DEPTH) cut(cuts, key, target)
    else height = Math.max(height, below + 1)
  }
  return height
}

/** Keys of the entries that apply to the same value as this schema. */
function inPlace(schema: Schema | undefined): readonly string[] {
  const found = new Set<string>()
  const stack: unknown[] = [schema]
  while (stack.length > 0) {
    const top = stack.pop()
    if (!isObject(top)) continue
    const key = typeof top['$ref'] === 'string' ? schemaKey(top['$ref']) : undefined
    if (key !== undefined) found.add(key)
    for (const keyword of LISTS) if (Array.isArray(top[keyword])) stack.push(...(top[keyword] as unknown[]))
    for (const keyword of ONES) stack.push(top[keyword])
    if (isObject(top['dependentSchemas'])) stack.push(...Object.values(top['dependentSchemas']))
  }
  return [...found]
}

function without(schema: Schema, targets: ReadonlySet<string>, entries: Entries): Schema {
  if (!isObject(schema)) return schema
  const kept: Record<string, unknown> = {}
  let inherited: Schema = true
  for (const [keyword, value] of Object.entries(schema)) {
    const target = keyword === '$ref' && typeof value === 'string' ? schemaKey(value) : undefined
    if (target !== undefined && targets.has(target)) inherited = besidesAlternatives(entries.get(target))
    else if (LISTS.includes(keyword) && Array.isArray(value))
      kept[keyword] = value.map((part: Schema) => without(part, targets, entries))
    else if (ONES.includes(keyword)) kept[keyword] = without(value as Schema, targets, entries)
    else if (keyword !== '__proto__') kept[keyword] = value
  }
  if (Object.keys(kept).length === 0) return inherited
  return inherited === true ? kept : { ...kept, allOf: [...listOf(kept['allOf']), inherited] }
}

/** What a union says of all its members; true when that leads on to other entries. */
function besidesAlternatives(schema: Schema | undefined): Schema {
  if (!isObject(schema)) return true
  const kept: SchemaObject = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !UNIONS.includes(keyword) && keyword !== 'discriminator'),
  )
  return inPlace(kept).length > 0 ? true : kept
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
