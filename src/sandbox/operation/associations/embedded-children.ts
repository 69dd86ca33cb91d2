/** What a record shows of the records that stand under it (`tracks` of an album), whether made there or joined to it. */
import { parentTypes } from '../../../api/model-reader.ts'
import type { Place, ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { isOff } from '../../../api/switches.ts'
import { isEndOf } from '../../../derive/naming/named-types.ts'
import { plain } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Standing } from '../../behaviour.ts'
import type { Call } from '../../exchange.ts'
import { project } from '../../response/project.ts'
import type { Runtime } from '../../runtime.ts'
import { hasSameParent, linkOf, scopedTo, sharesScope } from '../../state/links.ts'
import { idText, withAt } from '../../state/place.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { heldInside, withSum } from './held-children.ts'

/** An array of the parent that shows its children. */
export interface Shelf {
  readonly link: string
  readonly parent: ResourcePlan
  readonly place: Place
  readonly items: Schema
  /** Where beside the array an amount says what they come to. */
  readonly sum?: Place
}

/** The link of a record made below one of its own kind that shows it, whose operations name no such parent. */
export const ABOVE = '(above)'

/** The array of a record that shows others of its kind. */
export const ownShelf: (plan: ResourcePlan, runtime: Runtime) => Omit<Shelf, 'link'> | undefined = oncePer(
  (plan, runtime) => {
    const own = runtime.view(plan.schema).references
    for (const [name, schema] of allProperties(plan.schema, runtime)) {
      const { items } = runtime.view(schema)
      if (items !== undefined && runtime.view(items).references.some((one) => own.includes(one)))
        return { parent: plan, place: [name], items }
    }
    return undefined
  },
)

/** Elements up to which an array is kept: a record is no list of thousands. */
const MOST = 100

/** Records above one another that show what is below them. */
const MOST_LEVELS = 8

export const shelvesOf: (plan: ResourcePlan, runtime: Runtime) => readonly Shelf[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly Shelf[] =>
    parentTypes(plan, runtime).flatMap(({ link, parent }) =>
      [...allProperties(parent.schema, runtime)].flatMap(([name, schema]) => {
        if (!isEndOf(name, plan.type)) return []
        const { items } = runtime.view(schema)
        return items !== undefined && shows(items, plan, runtime)
          ? [{ link, parent, place: [name], items }]
          : heldInside(schema, plan, runtime).map((held) => ({ ...held, link, parent, place: [name, ...held.place] }))
      }),
    ),
)

/**
 * The children's own component, or one of several forms that holds their key and nothing that they have not: what is
 * only called alike may be something else.
 */
function shows(items: Schema, plan: ResourcePlan, runtime: Runtime): boolean {
  const { references, variants } = runtime.view(items)
  const [own] = references
  if (own !== undefined) return runtime.view(plan.schema).references.includes(own)
  const known = allProperties(plan.schema, runtime)
  return variants.some((one) => {
    const { properties } = runtime.view(one)
    const [key = '', ...deeper] = plan.id.place
    const isOwn = properties.size > 2 && properties.has(key) && deeper.length === 0
    return isOwn && [...properties.keys()].every((name) => known.has(name))
  })
}

interface Shelved extends Standing {
  /** What its parents knew it by, where it is called otherwise now. */
  readonly was?: string
}

/** A record came to its parents (1), went from them (-1), or is another than before (0): their arrays of such records follow. */
export function shelve(
  call: Call,
  plan: ResourcePlan,
  record: Shelved,
  by: 1 | 0 | -1,
  levels: number = MOST_LEVELS,
): void {
  for (const shelf of shelvesAround(call, plan, record)) shelveOn(call, plan, record, shelf, by, levels)
}

/** A new record whose parent shows it inside an object shows there what was said of it, though its own answers do not. */
export function shelveSaid(call: Call, plan: ResourcePlan, said: JsonObject, record: StoredRecord): void {
  const whole = { ...record, value: { ...said, ...record.value } }
  for (const shelf of shelvesAround(call, plan, record))
    if (shelf.place.length > 1) shelveOn(call, plan, whole, shelf, 1, MOST_LEVELS)
}

/** A record is another than before: where it stands under another parent, that one shows it, and the one before no more. */
export function shelveChanged(call: Call, plan: ResourcePlan, before: Shelved, record: Shelved): void {
  const hasStayed = ({ parent, link }: Shelf): boolean => hasSameParent(parent, link, before.links, record.links)
  for (const shelf of shelvesAround(call, plan, before))
    if (!hasStayed(shelf)) shelveOn(call, plan, before, shelf, -1, MOST_LEVELS)
  for (const shelf of shelvesAround(call, plan, record))
    shelveOn(call, plan, record, shelf, hasStayed(shelf) ? 0 : 1, MOST_LEVELS)
}

/** Where such a record may be shown. */
function shelvesAround(
  { compiled, runtime }: Call,
  plan: ResourcePlan,
  { links, joinedBy }: Standing,
): readonly Shelf[] {
  if (isOff('embedded-children', plan, compiled.operation.plan)) return []
  const own = Object.hasOwn(links, ABOVE) ? ownShelf(plan, runtime) : undefined
  const others = shelvesOf(plan, runtime)
  if (joinedBy !== undefined) return others.filter(({ link }) => link === joinedBy)
  return own === undefined ? others : [...others, { ...own, link: ABOVE }]
}

function shelveOn(call: Call, plan: ResourcePlan, record: Shelved, shelf: Shelf, by: 1 | 0 | -1, levels: number): void {
  const { link, parent, place, items } = shelf
  const id = idText(at(record.value, plan.id.place))
  const { [link]: above, ...around } = record.links
  const holder = above === undefined ? undefined : call.resources.find(parent, above, around)
  const held = at(holder?.value, place) ?? []
  if (holder === undefined || id === undefined || !Array.isArray(held)) return
  const isOwn = (one: unknown): boolean => {
    const known = idText(at(one, plan.id.place))
    return (known === id || (known !== undefined && known === record.was)) && isBeside(one, plan, record.links)
  }
  // What a request said of it and the record has no place for is there from before.
  const known = place.length > 1 ? held.find(isOwn) : undefined
  const shown = project(isObject(known) ? { ...known, ...record.value } : record.value, items, call.runtime)
  const next =
    by < 0
      ? held.filter((one) => !isOwn(one))
      : held.some(isOwn)
        ? held.map((one) => (isOwn(one) ? shown : one))
        : by > 0 && held.length < MOST
          ? [...held, shown]
          : held
  const value = withSum(shelf, withAt(holder.value, place, next), next)
  if (next === held || !call.runtime.accepts(parent.schema, value)) return
  const changed = call.resources.change(parent, holder, value)
  if (levels > 0 && Object.hasOwn(changed.links, ABOVE)) shelve(call, parent, changed, 0, levels - 1)
}

/** What shows a record, and what it shows of its kind, follows its new name; the record as it then is. */
export function shelveRenamed(call: Call, plan: ResourcePlan, before: StoredRecord, after: StoredRecord): StoredRecord {
  const [was, name] = [before, after].map((one) => idText(at(one.value, plan.id.place)))
  if (was === undefined || name === undefined || was === name) return after
  const { resources } = call
  shelveEverywhere(call, plan, after, was)
  const around = { ...after, links: scopedTo(plan, after.links) }
  const below = resources.records.list(plan.type, { link: linkOf(ABOVE, was), reverse: false })
  for (const child of below.filter((one) => sharesScope(one, around))) {
    const moved = resources.move(plan, child, ABOVE, name)
    const property = parentNameOf(plan, call.runtime)
    const isNamed = property !== undefined && idText(moved.value[property]) === was
    const value = isNamed ? withAt(moved.value, [property], at(after.value, plan.id.place)) : moved.value
    shelveEverywhere(call, plan, isNamed ? resources.change(plan, moved, value) : moved)
  }
  return resources.records.get(plan.type, after.key) ?? after
}

/** What shows the record as one that stands under it, or was joined to it, shows it as it is now. */
function shelveEverywhere(call: Call, plan: ResourcePlan, record: StoredRecord, was?: string): void {
  const { value } = record
  const before = was === undefined ? {} : { was }
  for (const { link, links } of call.resources.records.joinedTo(record))
    shelve(call, plan, { value, links, joinedBy: link, ...before }, 0)
  shelve(call, plan, { value, links: record.links, ...before }, 0)
}

/** The property that names a parent of the same kind. */
export const parentNameOf: (plan: ResourcePlan, runtime: Runtime) => string | undefined = oncePer((plan, runtime) =>
  [...allProperties(plan.schema, runtime).keys()].find((name) => /^parent(id|uuid)?$/.test(plain(name))),
)

/** It says nothing else than the record of what tells apart those of one name: the `scheme` of a code. */
function isBeside(one: unknown, plan: ResourcePlan, links: StoredRecord['links']): boolean {
  return plan.links.every(({ link, property }) => {
    const said = property === undefined || !plan.scope.includes(link) ? undefined : idText(at(one, property))
    return said === undefined || said === links[link]
  })
}
