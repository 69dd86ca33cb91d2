/** Streams of what a language model answers: each item holds the next part of the reply. */
import type { Place } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { type Asking, EACH, eachOf, ended, filled, isAsked, placesIn, REPLIES, WHY, withPlace } from './model-reply.ts'
import { promptIn, replyTo } from './prompt.ts'
import { usagesIn } from './token-usage.ts'

/** Where items of a stream hold the next part of it. */
const PARTS: readonly Place[] = [['choices', EACH, 'delta', 'content'], ...REPLIES]

/** The items of a stream, each with its part of the reply to what was asked; the last says that this was all. */
export function repliedInParts(items: readonly unknown[], asking: Asking, runtime: Runtime): readonly unknown[] {
  const { sent, schema } = asking
  if (typeof schema !== 'object' || !isAsked(sent, usagesIn(schema, runtime))) return items
  const places = partsIn(schema, runtime)
  const prompt = places.length === 0 ? undefined : promptIn(sent)
  if (prompt === undefined) return items
  const parts = inParts(replyTo(prompt, sent), items.length)
  return items.map((item, index) => {
    if (!isObject(item)) return item
    const filling = { reply: parts[index] ?? '', runtime }
    const there = places.reduce((whole, place) => filled(whole, place, schema, filling), item as unknown)
    const told = there === item ? withPlace(item as JsonObject, places, asking, filling) : (there as JsonObject)
    const isLast = index === items.length - 1
    const whole = isLast ? ended(told, sent, schema, runtime) : goingOn(told, schema, runtime)
    return runtime.accepts(schema, whole) ? whole : item
  })
}

const partsIn = oncePer((schema: Schema & object, runtime: Runtime): readonly Place[] =>
  placesIn(PARTS, schema, runtime),
)

/** The text in so many parts, between words. */
function inParts(text: string, count: number): readonly string[] {
  const words = text.split(/(?<= )/)
  const each = Math.ceil(words.length / Math.max(1, count))
  return Array.from({ length: count }, (_, index) => words.slice(index * each, (index + 1) * each).join(''))
}

/** An item before the last: the model has not stopped, and nothing is counted yet. */
function goingOn(item: JsonObject, schema: Schema, runtime: Runtime): JsonObject {
  const properties = allProperties(schema, runtime)
  const told: Record<string, unknown> = { ...item }
  for (const [name, own] of Object.entries(item)) {
    const declared = properties.get(name)
    if (declared === undefined) continue
    if ((WHY.test(name) || name === 'usage') && runtime.accepts(declared, null)) setOwn(told, name, null)
    else if (name === 'done' && own === true) setOwn(told, name, false)
    else if (name === 'choices') setOwn(told, name, eachOf(own, declared, goingOn, runtime))
  }
  return told as JsonObject
}
