/** The body of an event: as declared, with the record in its place. */
import type { WebhookEvent } from '../../api/description.ts'
import type { Place, ResourcePlan } from '../../api/plan.ts'
import { isEqual } from '../../api/schema/equal.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plain, words } from '../../derive/naming/words.ts'
import type { Instant } from '../../support/clock.ts'
import { type Dice, diceOf } from '../../support/dice.ts'
import { jsonText } from '../../support/exact-json.ts'
import { at, isObject, type Json, type JsonObject, setOwn } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import { TooMuchWork, withinBudget } from '../../support/work.ts'
import { isPassword, project } from '../response/project.ts'
import { type Runtime, runtimeOf } from '../runtime.ts'
import type { Sandbox } from '../sandbox.ts'
import { withAt, without } from '../state/place.ts'
import type { Occurrence } from './occurrence.ts'
import { previousSlot, recordSlot, type Slot, subjectOf } from './record-slot.ts'

interface PayloadContext {
  readonly runtime: Runtime
  readonly dice: Dice
  /** The id of the event. */
  readonly id: string
  /** The sandbox's time. */
  readonly at: Instant
}

function payloadOf(occurrence: Occurrence, context: PayloadContext): Json {
  const { event, record, data } = occurrence
  const { payload } = event
  const { runtime } = context
  if (payload === undefined && !isObject(event.example)) return plainPayload(occurrence, context)
  // Where the payload has no place for a record, what is emitted stands in the payload itself.
  const slot = recordSlot(event, planOf(occurrence, runtime), runtime) ?? (data && { place: [], schema: payload })
  const shown = shownRecord(occurrence, slot, runtime)
  const example = exampleBeside(event, slot, shown !== undefined)
  if (payload === undefined) return { ...example, ...data }
  const sources = [
    slot === undefined || shown === undefined ? NOTHING : placed(NOTHING, slot, shown),
    statedValues(event, context),
    previous(occurrence, runtime),
    example,
  ]
  const made = generate(payload, {
    ...runtime.generating,
    dice: context.dice,
    key: `webhook/${context.id}`,
    now: context.at,
    sources: sources.filter((one) => Object.keys(one).length > 0),
    fill: 'full',
  })
  if (!isObject(made)) return made as Json
  const whole = made as JsonObject
  return exactly(whole, slot, record === undefined ? emitted(whole, slot, data) : shown, payload, runtime)
}

/** The same as JSON text: what is wrapped and signed. */
export function payloadText(occurrence: Occurrence, { api, settings }: Sandbox, id: string, now: Instant): string {
  const context = { runtime: runtimeOf(api), dice: diceOf(settings.seed), id, at: now }
  try {
    return jsonText(withinBudget(() => payloadOf(occurrence, context)))
  } catch (error) {
    // No client waits who could be told: the event goes out in the form of those of which only the name is known.
    if (!(error instanceof TooMuchWork)) throw error
    return jsonText(plainPayload(occurrence, context))
  }
}

const NOTHING: JsonObject = {}

function planOf({ event, record }: Occurrence, runtime: Runtime): ResourcePlan | undefined {
  return runtime.resource(record?.type) ?? subjectOf(event, runtime)
}

/** An event of which only the name is known. */
function plainPayload({ event, record, before, data }: Occurrence, { id, at: now }: PayloadContext): JsonObject {
  const shown = { ...withoutPasswords(record?.value ?? NOTHING), ...data }
  return {
    id,
    event: event.name,
    created: new Date(now).toISOString(),
    data: shown,
    ...(before !== undefined && { previous: changedIn(before.value, record?.value ?? NOTHING) }),
  }
}

function withoutPasswords(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isPassword(name)))
}

/** The record as its place shows it, with what whoever emitted it says. */
function shownRecord({ record, data }: Occurrence, slot: Slot | undefined, runtime: Runtime): JsonObject | undefined {
  if (record === undefined) return data
  const shown = slot === undefined ? record.value : project(record.value, slot.schema, runtime)
  return isObject(shown) ? { ...(shown as JsonObject), ...data } : data
}

function placed(value: JsonObject, { place, isList }: Slot, record: JsonObject): JsonObject {
  const put = isList === true ? [record] : record
  return place.length === 0 ? { ...value, ...record } : withAt(value, place, put)
}

/** The payload with exactly the record in its place, where the schema lets it stand so: what it does not say is not made up. */
function exactly(
  made: JsonObject,
  slot: Slot | undefined,
  shown: JsonObject | undefined,
  payload: Schema,
  runtime: Runtime,
): JsonObject {
  if (slot === undefined || shown === undefined) return made
  const whole = slot.place.length === 0 ? shown : placed(made, slot, shown)
  return runtime.accepts(payload, whole) ? whole : made
}

/** What was made at the place of the record, with all that whoever emits it says. */
function emitted(made: JsonObject, slot: Slot | undefined, data: JsonObject | undefined): JsonObject | undefined {
  if (slot === undefined || data === undefined || slot.isList === true) return undefined
  const shown = at(made, slot.place)
  return { ...(isObject(shown) ? (shown as JsonObject) : NOTHING), ...data }
}

/** The declared example without the record that it shows. */
function exampleBeside({ example }: WebhookEvent, slot: Slot | undefined, isShown: boolean): JsonObject {
  if (!isObject(example)) return NOTHING
  const whole = example as JsonObject
  if (!isShown || slot === undefined) return whole
  return slot.place.length === 0 ? NOTHING : without(whole, slot.place)
}

/** What the record was before, where the payload has a place for that. */
function previous({ event, record, before }: Occurrence, runtime: Runtime): JsonObject {
  const slot = previousSlot(event, runtime)
  if (slot === undefined || before === undefined) return NOTHING
  const value = slot.changedOnly ? changedIn(before.value, record?.value ?? NOTHING) : before.value
  return withAt(NOTHING, slot.place, value)
}

/** The values of before that are others now. */
function changedIn(before: JsonObject, after: JsonObject): JsonObject {
  const changed: Record<string, Json> = {}
  for (const [name, value] of Object.entries(before)) if (!isEqual(value, after[name])) setOwn(changed, name, value)
  return changed
}

/** Names of what says which event it is. */
const NAMES_EVENT =
  /^(type|event|eventtype|eventname|topic|kind|trigger|webhooktype|webhookevent|notificationtype|action)$/
/** Names of what tells one event from all others. */
const NAMES_ID = /^(id|eventid|webhookid|notificationid|messageid|deliveryid)$/

/** What the payload says of the event itself: its name and its id. */
function statedValues(event: WebhookEvent, context: PayloadContext): JsonObject {
  const { names, ids } = statedPlaces(event, context.runtime)
  let stated = NOTHING
  for (const { place, value } of names) stated = withAt(stated, place, value)
  for (const place of ids) stated = withAt(stated, place, context.id)
  return stated
}

/** At the root of the payload, and one step below where that is no record. */
const statedPlaces = oncePer((event: WebhookEvent, runtime: Runtime) => {
  const names: { readonly place: Place; readonly value: string }[] = []
  const ids: Place[] = []
  const slot = recordSlot(event, subjectOf(event, runtime), runtime)
  const isRecord = slot !== undefined && slot.place.length === 0
  for (const [name, own] of runtime.view(event.payload).properties) {
    const word = plain(name)
    if (NAMES_EVENT.test(word) && !isRecord) {
      const value = eventWord(event, own, runtime)
      if (value !== undefined) names.push({ place: [name], value })
    }
    if (NAMES_ID.test(word) && !isRecord) ids.push([name])
  }
  return { names, ids }
})

/** What a property calls the event: its whole name, or the word of its choices that the name ends or begins with. */
function eventWord(event: WebhookEvent, schema: Schema, runtime: Runtime): string | undefined {
  const view = runtime.view(schema)
  if (runtime.accepts(schema, event.name)) return event.name
  const choices = [view.keywords['const'], ...((view.keywords['enum'] as readonly unknown[] | undefined) ?? [])].filter(
    (one) => typeof one === 'string',
  )
  const said = plain(event.name)
  const same = choices.find((one) => plain(one) === said)
  if (same !== undefined) return same
  const steps = words(event.name)
  return choices.find((one) => [steps.at(-1), steps[0]].includes(plain(one)))
}
