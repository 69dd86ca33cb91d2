/** What is done to a sandbox's state from outside: reset, restore, seed data, the clock. */

import type { ResourcePlan } from '../api/plan.ts'
import { compileSchema } from '../api/schema/compile.ts'
import { ToolError } from '../support/errors.ts'
import { isObject, type JsonObject, setOwn } from '../support/json.ts'
import { type Runtime, runtimeOf } from './runtime.ts'
import type { Sandbox } from './sandbox.ts'
import { prune } from './state/expiry.ts'
import { type EntryKind, entryKey, rangeOf } from './state/keys.ts'
import type { Links } from './state/links.ts'
import { forgetStore } from './state/per-store.ts'
import { idText, without } from './state/place.ts'
import { linksIn } from './state/record-links.ts'
import { removeRanges } from './state/remove-range.ts'
import { Resources } from './state/resources.ts'
import { START, sandboxClock } from './state/sandbox-clock.ts'
import type { Fork } from './state/store.ts'

/** What a reset takes away. Type heads stay, for the id sequence in them. */
const CLEARED: readonly EntryKind[] = ['r', 'o', 'j', 'a', 'n', 'p', 'd', 'b', 'c', 'i', 't', 'u', 'v', 'q', 'x']
/** Expired entries taken away when the clock is moved. */
const PRUNED = 1000
/** Times have four digits for the year; some are left to tick and to look ahead. */
const LATEST = Date.UTC(9900, 0, 1)
/** The furthest that a virtual clock can be moved, in seconds: from its beginning to the latest time. */
export const MOST_SECONDS: number = (LATEST - START) / 1000

/** Removes records made by requests, idempotency answers and issued tokens; the seeded population, `--seed-data`, clock, id sequence, faults, mode and rules stay. */
export function resetSandbox(sandbox: Sandbox): void {
  removeRanges(
    sandbox.store,
    CLEARED.map((kind) => rangeOf(kind)),
  )
  const resources = new Resources(sandbox, runtimeOf(sandbox.api))
  for (const plan of sandbox.api.head.resources) resources.records.forget(plan.type)
  for (const [, raw] of sandbox.store.range(rangeOf('s')))
    plant(resources, runtimeOf(sandbox.api), JSON.parse(raw) as Seeded)
}

/** Makes everything that requests and the control plane can change what it was when this fork of the sandbox's store was made: records, id sequence, clock, faults and their counts, idempotency answers, tokens. */
export function restoreSandbox({ store }: Sandbox, snapshot: Fork): void {
  snapshot.restoreBase()
  forgetStore(store)
}

interface Seeded {
  readonly type: string
  readonly number: number
  readonly value: JsonObject
  /** Parents that the record has no property for; absent: none. */
  readonly links?: Links
  /** It belongs to the mode that is set, and leaves with it; absent: the user's. */
  readonly mode?: true
  /** Where the record of a mode stands. */
  readonly key?: string
}

/**
 * Adds records (`{ type: [record, ...] }`) that survive reset. Throws ToolError
 * naming the type, the index and the first violation when one does not fit;
 * nothing is written then. Returns how many records of each type were added.
 */
export function seedSandbox(sandbox: Sandbox, data: JsonObject): Readonly<Record<string, number>> {
  return sow(sandbox, data, {})
}

/** The same for records that belong to a mode. */
export function seedMode(sandbox: Sandbox, data: JsonObject): void {
  sow(sandbox, data, { mode: true })
}

/** Takes the records of the mode out again. */
export function unseedMode(sandbox: Sandbox): void {
  const { records } = new Resources(sandbox, runtimeOf(sandbox.api))
  for (const [entry, raw] of sandbox.store.range(rangeOf('s'))) {
    const { mode, type, key } = JSON.parse(raw) as Seeded
    if (mode !== true) continue
    sandbox.store.remove(entry)
    if (key !== undefined) records.remove(type, key, { forget: true })
  }
}

function sow(sandbox: Sandbox, data: JsonObject, owner: Pick<Seeded, 'mode'>): Readonly<Record<string, number>> {
  const runtime = runtimeOf(sandbox.api)
  const [last] = sandbox.store.range({ ...rangeOf('s'), limit: 1, reverse: true })
  const seeds = seedsIn(data, runtime, last === undefined ? 0 : (JSON.parse(last[1]) as Seeded).number)
  const resources = new Resources(sandbox, runtime)
  const added = new Map<string, number>()
  for (const seed of seeds) {
    const key = plant(resources, runtime, seed)
    const kept = owner.mode === undefined ? seed : { ...seed, mode: true, key }
    sandbox.store.put(entryKey('s', String(seed.number).padStart(9, '0')), JSON.stringify(kept))
    added.set(seed.type, (added.get(seed.type) ?? 0) + 1)
  }
  return Object.fromEntries(added)
}

/** Gives the key of the record. */
function plant(resources: Resources, runtime: Runtime, seed: Seeded): string | undefined {
  const plan = runtime.resource(seed.type)
  if (plan === undefined) return undefined
  const links = { ...linksIn(resources, plan, seed.value), ...seed.links }
  resources.populate(plan, links)
  return resources.place(plan, seed.value, links, seed.number).key
}

function seedsIn(data: JsonObject, runtime: Runtime, before: number): Seeded[] {
  const seeds: Seeded[] = []
  for (const [type, records] of Object.entries(data)) {
    const plan = runtime.resource(type)
    if (plan === undefined) throw unknownType(type, runtime)
    if (!Array.isArray(records)) throw new ToolError('bad-input', `Seed data for "${type}" must be a list of records`)
    for (const [index, given] of records.entries()) {
      const { value, links } = withoutParents(plan, given, runtime)
      check(plan, index, value, runtime)
      seeds.push({ type, number: before + seeds.length + 1, value: value as JsonObject, links })
    }
  }
  return seeds
}

/** Parents that a record names only by its path stand beside its properties, under the name of the parent (`team`, `team_id`). */
function withoutParents(plan: ResourcePlan, given: unknown, runtime: Runtime): { value: unknown; links: Links } {
  if (!isObject(given)) return { value: given, links: {} }
  const { properties } = runtime.view(plan.schema)
  let value = given as JsonObject
  const links: Record<string, string> = {}
  for (const { link, property } of plan.links) {
    const name = [link, `${link}_id`].find((one) => Object.hasOwn(value, one) && !properties.has(one))
    const parent = name === undefined || property !== undefined ? undefined : idText(value[name])
    if (name === undefined || parent === undefined) continue
    setOwn(links, link, parent)
    value = without(value, [name])
  }
  return { value, links }
}

function unknownType(type: string, runtime: Runtime): ToolError {
  const known = runtime.api.head.resources.map((p) => p.type)
  const shown = known.length > 12 ? `${known.slice(0, 12).join(', ')}, …` : known.join(', ')
  return new ToolError(
    'bad-input',
    `Seed data names "${type}", which is not a resource type here; there are ${shown || 'none'}`,
  )
}

/** A seed record may leave out anything, but what it says must fit. */
function check(plan: ResourcePlan, index: number, value: unknown, runtime: Runtime): void {
  if (!isObject(value)) throw new ToolError('bad-input', `Seed data ${plan.type}[${index}] must be an object`)
  const validator = compileSchema(plan.schema, {
    resolve: runtime.resolve,
    direction: 'neither',
    partial: true,
    formats: true,
  })
  const [violation] = validator.violations(value, 1)
  if (violation !== undefined)
    throw new ToolError('bad-input', `Seed data ${plan.type}[${index}]${violation.pointer} ${violation.message}`)
}

/**
 * Moves the virtual clock forward by whole seconds from 0 to `MOST_SECONDS`. Returns
 * the new time in milliseconds since the epoch. Throws ToolError when the clock is
 * real, when `seconds` is anything else, and when they lead beyond the latest time.
 */
export function advanceClock(sandbox: Sandbox, seconds: unknown): number {
  if (sandbox.settings.clock === 'real')
    throw new ToolError('bad-input', `Sandbox "${sandbox.settings.name}" runs on the real clock, which cannot be moved`)
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > MOST_SECONDS)
    throw new ToolError('bad-input', `advance_seconds must be a whole number from 0 to ${MOST_SECONDS}`)
  const clock = sandboxClock('virtual', sandbox.store, sandbox.wall)
  if (clock.now() + seconds * 1000 > LATEST)
    throw new ToolError('bad-input', 'advance_seconds must not lead beyond the year 9899')
  clock.advance(seconds)
  prune(sandbox.store, clock.now(), PRUNED)
  return clock.now()
}
