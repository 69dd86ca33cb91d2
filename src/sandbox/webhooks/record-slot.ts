/** Where the payload of an event holds the record that the event is about, and what the record was before. */
import type { WebhookEvent } from '../../api/description.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain } from '../../derive/naming/words.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

export interface Slot {
  /** [] is the payload itself. */
  readonly place: Place
  readonly schema: Schema | undefined
  /** The place holds a list of records. */
  readonly isList?: true
}

/** How deep payloads are looked into. */
const DEPTH = 4
/** Names of what holds the record, whatever it is. */
const GENERIC = ['data', 'object', 'resource', 'record', 'payload', 'entity', 'item', 'body', 'detail', 'attributes']
/** A payload of which most properties are the record's is the record. */
const MOST_SHARED = 0.6

/** The slot of the event's payload for records of the type; undefined where it has none. */
export function recordSlot(event: WebhookEvent, plan: ResourcePlan | undefined, runtime: Runtime): Slot | undefined {
  const known = slotsOf(event, runtime)
  const key = plan?.type ?? ''
  if (!known.has(key)) known.set(key, found(event, plan, runtime))
  return known.get(key)
}

const slotsOf = oncePer((_event: WebhookEvent, _runtime: Runtime) => new Map<string, Slot | undefined>())

/** The type whose component stands in the payload; undefined where none does. */
export const subjectOf: (event: WebhookEvent, runtime: Runtime) => ResourcePlan | undefined = oncePer(
  (event: WebhookEvent, runtime: Runtime): ResourcePlan | undefined => {
    const places = [...within(event.payload, runtime)]
    for (const { schema } of places) {
      const names = componentsOf(schema, runtime)
      const plan = runtime.api.head.resources.find((one) =>
        componentsOf(one.schema, runtime).some((c) => names.includes(c)),
      )
      if (plan !== undefined) return plan
    }
    return undefined
  },
)

function found(event: WebhookEvent, plan: ResourcePlan | undefined, runtime: Runtime): Slot | undefined {
  const { payload } = event
  if (payload === undefined) return undefined
  const places = [...within(payload, runtime)]
  if (plan !== undefined) {
    const components = componentsOf(plan.schema, runtime)
    const same = places.find(({ schema }) => componentsOf(schema, runtime).some((one) => components.includes(one)))
    if (same !== undefined) return same
    const own = runtime.view(plan.schema).properties
    const alike = places.find(({ schema }) => isAlike(runtime.view(schema).properties, own))
    if (alike !== undefined) return alike
  }
  const called = plan === undefined ? [] : [plain(plan.type), plain(plan.type.split('_').at(-1) ?? '')]
  const byName = (names: readonly string[]): Slot | undefined =>
    places.find(({ place, schema }) => names.includes(plain(place.at(-1) ?? '')) && takesObject(schema, runtime))
  const generic = byName(called) ?? byName(GENERIC)
  if (generic === undefined) return undefined
  // `data.object` is the record where `data` is but what holds it.
  const inner = places.find(
    ({ place, schema }) =>
      place.length === generic.place.length + 1 &&
      generic.place.every((step, i) => place[i] === step) &&
      GENERIC.includes(plain(place.at(-1) ?? '')) &&
      takesObject(schema, runtime),
  )
  return inner ?? generic
}

/** All objects inside a payload, the outermost first. */
function* within(payload: Schema | undefined, runtime: Runtime): Generator<Slot> {
  let level: Slot[] = payload === undefined ? [] : [{ place: [], schema: payload }]
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth++) {
    yield* level
    level = level.flatMap(({ place, schema, isList }) =>
      isList === true
        ? []
        : [...runtime.view(schema).properties].map(([name, own]): Slot => {
            const { items } = runtime.view(own)
            const isArray = items !== undefined && runtime.view(items).properties.size > 0
            return isArray
              ? { place: [...place, name], schema: items, isList: true }
              : { place: [...place, name], schema: own }
          }),
    )
    if (level.length > MOST_PLACES) level = level.slice(0, MOST_PLACES)
  }
}

const MOST_PLACES = 2000

function takesObject(schema: Schema | undefined, runtime: Runtime): boolean {
  const { types, properties, variants } = runtime.view(schema)
  return properties.size > 0 || variants.length > 0 || types.length === 0 || types.includes('object')
}

/** Names of the components that a schema is, one of several among them. */
function componentsOf(schema: Schema | undefined, runtime: Runtime): readonly string[] {
  const { references, variants } = runtime.view(schema)
  const [first] = references
  const own = first === undefined ? [] : [first]
  return [...own, ...variants.flatMap((variant) => runtime.view(variant).references.slice(0, 1))]
}

function isAlike(shown: ReadonlyMap<string, Schema>, own: ReadonlyMap<string, Schema>): boolean {
  if (shown.size < 3 || own.size < 3) return false
  const shared = [...shown.keys()].filter((name) => own.has(name)).length
  return shared >= 3 && shared >= MOST_SHARED * shown.size
}

const PREVIOUS = /^(previous|prior|before|old)(attributes|values|data|object|state|version|record|resource)?$/

/** Where the payload says what the record was before, and whether it says so of what changed alone. */
export const previousSlot: (
  event: WebhookEvent,
  runtime: Runtime,
) => (Slot & { readonly changedOnly: boolean }) | undefined = oncePer((event: WebhookEvent, runtime: Runtime) => {
  const slot = [...within(event.payload, runtime)].find(
    ({ place, schema }) => PREVIOUS.test(plain(place.at(-1) ?? '')) && takesObject(schema, runtime),
  )
  return slot === undefined
    ? undefined
    : { ...slot, changedOnly: /(attributes|values)$/.test(plain(slot.place.at(-1) ?? '')) }
})
