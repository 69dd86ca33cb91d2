/** Ids of new records, and numbers that count. */
import type { ResourcePlan } from '../../api/plan.ts'
import { generate } from '../../api/schema/generate.ts'
import { schemaAt } from '../../api/schema/view.ts'
import { oncePer } from '../../support/once-per.ts'
import { withoutExamples } from './identifiers.ts'
import { isWide, makeId } from './ids.ts'
import { entryKey } from './keys.ts'
import type { Links } from './links.ts'
import { isNamedByAddress } from './own-address.ts'
import { typed } from './record-links.ts'
import type { Resources } from './resources.ts'
import { START } from './sandbox-clock.ts'

/** How often an id that is taken is drawn again. */
const REDRAWS = 50
/** How many numbers in a row may be taken by others before a counted id is given up. */
const MOST_TAKEN = 100_000

/** The id, or where its property has a form of its own (an address, a date) a value of that form. */
function fitting(resources: Resources, plan: ResourcePlan, id: string | number, number: number): string | number {
  const schema = schemaAt(resources.runtime.view, plan.schema, plan.id.place)
  if (schema === undefined || resources.runtime.accepts(schema, typed(resources.runtime, plan, plan.id.place, id)))
    return id
  const { view, generating } = resources.runtime
  const key = `id/${plan.type}/${number}`
  const bare = withoutExamples(view(schema).keywords, view(schema).types)
  const made = generate(bare, { ...generating, dice: resources.dice, key, now: START, sources: [], fill: 'required' })

  return typeof made === 'string' || typeof made === 'number' ? made : id
}

/** Records that people know by a word: what it is called in. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['username', 'email'],
  ['login', 'email'],
  ['screenname', 'email'],
  ['handle', 'email'],
  ['slug', 'slug'],
  ['name', 'slug'],
  ['sku', 'sku'],
])

/** By what ids of the type are drawn as the value of a property is; undefined where they have a form of their own. */
const wordOf = oncePer((plan: ResourcePlan): string | undefined => {
  const { shape, place } = plan.id
  const isOpen = shape.kind === 'text' && shape.prefix === '' && shape.alphabet === 'base36' && shape.length === 16
  const word = (place.at(-1) ?? '').toLowerCase().replaceAll('_', '')
  // `order.created` keeps its dot.
  if (isOpen && word === 'name' && /event_?types?$/i.test(plan.type)) return 'name'
  return isOpen ? WORDS.get(word) : undefined
})

/** The id of the record with this number: a word where people know it by one. */
export function drawnId(
  resources: Resources,
  plan: ResourcePlan,
  number: number,
  key: string,
  ordinal?: number,
): string | number {
  const name = wordOf(plan)
  const id = makeId(plan.id.shape, number, resources.dice, key)
  const schema = name === undefined ? undefined : schemaAt(resources.runtime.view, plan.schema, plan.id.place)
  if (name === undefined || schema === undefined) return id
  const { view, accepts, generating } = resources.runtime
  const { keywords, types } = view(schema)
  if (keywords['pattern'] !== undefined || keywords['format'] !== undefined) return id
  const bare = withoutExamples(keywords, types)
  const of = `${key}/${number}`
  const made = generate(bare, {
    ...generating,
    dice: resources.dice,
    key: of,
    now: START,
    sources: [],
    fill: 'required',
    name,
    ...(ordinal !== undefined && { ordinal }),
  })
  const word = typeof made === 'string' ? made.replace(/@.*$/, '') : ''
  return /^[\w.-]{2,}$/.test(word) && accepts(bare, word) ? word : id
}

/** The last part of a name that begins with those of what it stands in. */
function drawnByChance({ dice }: Resources, plan: ResourcePlan, number: number, key: string): string | number {
  return makeId(plan.id.shape, number, dice, key)
}

/** The next number of a count that has this name. */
export function counted({ store }: Resources, plan: ResourcePlan, name: string): number {
  const last = entryKey('l', plan.type, name)
  const number = Number(store.get(last) ?? 0) + 1
  store.put(last, String(number))
  return number
}

/** A count goes on behind a number that somebody said. */
export function countPast({ store }: Resources, plan: ResourcePlan, name: string, number: number): void {
  const last = entryKey('l', plan.type, name)
  if (number > Number(store.get(last) ?? 0)) store.put(last, String(number))
}

/** `under` is what names begin with that hold their parent's: each of those counts for itself. */
export function nextId(resources: Resources, plan: ResourcePlan, links: Links, under: string): string | number {
  if (plan.id.counts !== true) {
    const number = resources.records.sequence(plan.type) + 1
    return freshId(resources, plan, number, links, plan.type, under === '' ? drawnId : drawnByChance)
  }
  const { store } = resources
  const last = entryKey('l', plan.type, under === '' ? resources.keyOf(plan, '', links) : under)
  const id = freshId(resources, plan, Number(store.get(last) ?? 0) + 1, links)
  store.put(last, String(id))
  return id
}

export function freshId(
  resources: Resources,
  plan: ResourcePlan,
  number: number,
  links: Links,
  key: string = plan.type,
  draw: typeof drawnId = drawnId,
): string | number {
  const { dice } = resources
  const fits = shapeFits(plan, resources) || isNamedByAddress(plan, resources.runtime)
  if (
    fits &&
    key === plan.type &&
    plan.id.counts !== true &&
    isWide(plan.id.shape) &&
    wordOf(plan) === undefined &&
    resources.records.areDrawn(plan.type)
  )
    return makeId(plan.id.shape, number, dice, key)
  const counts = plan.id.shape.kind === 'integer'
  const most = counts ? MOST_TAKEN : REDRAWS
  for (let redraw = 0; redraw < most; redraw++) {
    const at = number + redraw * (counts ? 1 : 100_000)
    const drawn = draw(resources, plan, at, key)
    const id = fits ? drawn : fitting(resources, plan, drawn, at)
    if (resources.records.get(plan.type, resources.keyOf(plan, String(id), links)) === undefined) return id
  }
  return makeId({ kind: 'uuid' }, number, dice, plan.type)
}

/** True when ids of the plan's shape are what the schema wants. */
const shapeFits = oncePer((plan: ResourcePlan, resources: Resources): boolean => {
  const drawn = makeId(plan.id.shape, 1, resources.dice, plan.type)
  return fitting(resources, plan, drawn, 1) === drawn
})
