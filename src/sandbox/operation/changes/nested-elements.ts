/**
 * What a verb does inside its record: `change_protection` writes into the object `protection`, `add_subnet` puts an
 * element into the array `subnets`, and `remove_subnet` takes out those that the request describes.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import { generate } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain, sameThing, words } from '../../../derive/naming/words.ts'
import { isObject, type JsonObject } from '../../../support/json.ts'
import type { Call } from '../../exchange.ts'
import { idText, withAt } from '../../state/place.ts'
import { seated } from '../creation/input-coercion.ts'
import { inputOf, merged } from '../input.ts'

const CHANGES = /^(change|set|update|modify|configure|edit)$/
const ADDS = /^(add|attach|append|insert|create|assign|link|connect|mount)$/
const REMOVES = /^(remove|delete|detach|unassign|unlink|disconnect|unmount|drop)$/
const BETWEEN = /^(to|from|of|in|into|on|a|an|the)$/

/** The record after the verb; as it is without one, where nothing inside it is plainly meant. */
export function inside(call: Call, plan: ResourcePlan, before: JsonObject, after: JsonObject): JsonObject {
  const [first = '', ...rest] = words(call.compiled.operation.plan.verb ?? '')
  const noun = rest.filter((word) => !BETWEEN.test(word)).join('_')
  if (noun === '') return after
  const sent = inputOf(call)
  const names = Object.keys(sent)
  const properties = [...allProperties(plan.schema, call.runtime)]
  const told = { call, sent, names, noun }
  if (CHANGES.test(first)) {
    const [name, schema] = properties.find((one) => isChanged(one, told)) ?? []
    if (name === undefined || schema === undefined) return after
    const old = before[name]
    const next = isObject(old) ? merged(old as JsonObject, sent, schema, call.runtime) : sent
    return fitting(call, plan, after, { ...asBefore(after, before, names, name), [name]: next })
  }
  if (!ADDS.test(first) && !REMOVES.test(first)) return after
  const list = listFor(properties, told)
  const isLess = REMOVES.test(first)
  if (list === undefined) return isLess && names.length === 0 ? emptied(call, plan, after, noun) : after
  const held = Array.isArray(before[list.name]) ? (before[list.name] as readonly unknown[]) : []
  const next = isLess ? held.filter((one) => !isMeant(one, sent)) : [...held, elementOf(call, plan, list, sent)]
  return fitting(call, plan, after, { ...asBefore(after, before, names, list.name), [list.name]: next } as JsonObject)
}

interface Told {
  readonly call: Call
  readonly sent: JsonObject
  readonly names: readonly string[]
  /** What the verb is about, without the verb. */
  readonly noun: string
}

/** An object called as the verb says, that has all that is sent. */
function isChanged([name, schema]: readonly [string, Schema], { call, names, noun }: Told): boolean {
  const known = allProperties(schema, call.runtime)
  return plain(name) === plain(noun) && names.length > 0 && known.size > 0 && names.every((one) => known.has(one))
}

interface List {
  readonly name: string
  readonly items: Schema
}

/** The array whose elements have all that is sent: the one that the verb names, or the only one whose elements name what the verb says. */
function listFor(properties: readonly (readonly [string, Schema])[], { call, names, noun }: Told): List | undefined {
  if (names.length === 0) return undefined
  const lists = properties.flatMap(([name, schema]): readonly List[] => {
    const { items } = call.runtime.view(schema)
    const known = items === undefined ? undefined : allProperties(items, call.runtime)
    return items !== undefined && known !== undefined && names.every((one) => known.has(one)) ? [{ name, items }] : []
  })
  const named = lists.find(({ name }) => sameThing(name, noun))
  const said = names.some((name) => [plain(noun), `${plain(noun)}id`].includes(plain(name)))
  return named ?? (said && lists.length === 1 ? lists[0] : undefined)
}

/** What is sent goes into a property of the record, and not beside it under the same names. */
function asBefore(after: JsonObject, before: JsonObject, names: readonly string[], own: string): JsonObject {
  return names
    .filter((name) => name !== own && Object.hasOwn(before, name))
    .reduce((value, name) => withAt(value, [name], before[name]), after)
}

/** Everything single that the request says is so of the element. */
function isMeant(element: unknown, sent: JsonObject): boolean {
  if (!isObject(element)) return false
  const single = Object.entries(sent).filter(([, value]) => typeof value !== 'object')
  const held = (value: unknown): string | undefined => idText(isObject(value) ? (value['id'] ?? value['name']) : value)
  return single.length > 0 && single.every(([name, value]) => held(element[name]) === idText(value))
}

function elementOf(call: Call, plan: ResourcePlan, { name, items }: List, sent: JsonObject): unknown {
  return generate(items, {
    ...call.runtime.generating,
    dice: call.resources.dice,
    key: `${plan.type}/${name}/${JSON.stringify(sent)}`,
    now: call.resources.clock.now(),
    sources: [seated(call, name, sent, items) as JsonObject],
    fill: 'full',
    refer: (property) => call.resources.refer(property, plan),
  })
}

/** `detach_disk` without more: the one that the record names is none. */
function emptied(call: Call, plan: ResourcePlan, after: JsonObject, noun: string): JsonObject {
  const name = Object.keys(after).find((one) => [plain(noun), `${plain(noun)}id`].includes(plain(one)))
  return name === undefined ? after : fitting(call, plan, after, withAt(after, [name], null))
}

function fitting({ runtime }: Call, plan: ResourcePlan, usual: JsonObject, wanted: JsonObject): JsonObject {
  return runtime.accepts(plan.schema, wanted) ? wanted : usual
}
