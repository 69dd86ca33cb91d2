/**
 * Answers of another component than the record that something was done to: a receipt (`{kind: Status, details: {name,
 * uid}}`). It names itself, says of the record what it has a place for, and nothing that nobody said.
 */
import type { ResourcePlan } from '../../../api/plan.ts'
import type { Unsaid } from '../../../api/schema/generate.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain, snake } from '../../../derive/naming/words.ts'
import { at, isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Runtime } from '../../runtime.ts'
import { without } from '../../state/place.ts'
import type { CompiledOperation } from '../compiled.ts'
import { mediaOf } from './declared-answers.ts'

/** Words by which an object says what it is. */
const OWN = ['kind', 'apiVersion', 'resourceType', '__typename', 'object']
/** Objects that tell of the record. */
const ABOUT = /^(details?|target|resource|object|subject|entity|item)$/i
/** What such an object says of the record. */
const OF_RECORD = /^(id|uid|uuid|name|kind|namespace|api_?version)$/i
/** Why something went wrong, when to try again, and what is still to come. */
const UNTOLD = /^(.+_)?(reason|cause|causes|retry_after(_.+)?|errors?|failures?|remaining(_.+)?)$/

/** The id of what is done later, in an answer that tells nothing else. */
const OF_JOB = /^(async_?)?(job|request|task|operation|batch)_?(id|uuid)$/
/** What tells that something was understood. */
const UNDERSTOOD =
  /^(message|msg|status|state|code|success|ok|result|accepted|detail|details|description|errors?|warnings?)$/

/** True for an answer that says no more than that something is on its way: `{job_id}`, `{status, message}`. */
export const acknowledges: (compiled: CompiledOperation, runtime: Runtime) => boolean = oncePer(
  ({ success }: CompiledOperation, runtime: Runtime): boolean => {
    const [mediaType] = success.mediaTypes
    const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
    const names = [...allProperties(schema ?? true, runtime).keys()].map((name) => snake(name))
    return names.length > 0 && names.every((name) => OF_JOB.test(name) || UNDERSTOOD.test(name))
  },
)

interface Receipt {
  /** What the record says under these names is not said of the answer. */
  readonly others: ReadonlySet<string>
  readonly about: readonly { readonly name: string; readonly schema: Schema }[]
  readonly unsaid: Unsaid
}

const receiptOf = oncePer((compiled: CompiledOperation, runtime: Runtime): Receipt | undefined => {
  const { success, resource } = compiled
  const [mediaType] = success.mediaTypes
  const schema = mediaType === undefined ? undefined : mediaOf(success, mediaType)?.schema
  const [component] = runtime.view(schema).references
  if (resource === undefined || schema === undefined || component === undefined) return undefined
  if (isOf(component, resource, runtime)) return undefined
  const { properties, required } = runtime.view(schema)
  const own = allProperties(resource.schema, runtime)
  const isOther = (name: string, property: Schema): boolean => {
    const [mine] = runtime.view(property).references
    const [its] = runtime.view(own.get(name)).references
    return mine !== undefined && its !== undefined && mine !== its
  }
  const others = new Set(OWN.filter((name) => properties.has(name)))
  const unsaid = new Map<string, Unsaid | null | 'absent'>()
  const about: { name: string; schema: Schema }[] = []
  for (const [name, property] of properties) {
    const isUntold = UNTOLD.test(snake(name))
    const isRival = isOther(name, property)
    if (isRival) others.add(name)
    if (!required.has(name) && (isUntold || isRival)) unsaid.set(name, 'absent')
    const inner = runtime.view(property).properties
    if (!ABOUT.test(name) || inner.size === 0) continue
    about.push({ name, schema: property })
    unsaid.set(name, new Map([...inner.keys()].map((one) => [one, 'absent' as const])))
  }
  return { others, about, unsaid }
})

/** The component is that of the record, or a form of it: `DeletedCustomer` of a customer. */
function isOf(component: string, { type, schema }: ResourcePlan, runtime: Runtime): boolean {
  if (runtime.view(schema).references.includes(component)) return true
  return plain(component.slice(component.lastIndexOf('/') + 1)).includes(plain(type))
}

/** What a receipt says of the record, the strongest first; the record's own value where the answer is none. */
export function saidOnReceipt(
  compiled: CompiledOperation,
  value: JsonObject,
  runtime: Runtime,
): { readonly sources: readonly JsonObject[]; readonly unsaid?: Unsaid } {
  const receipt = receiptOf(compiled, runtime)
  const { resource } = compiled
  if (receipt === undefined || resource === undefined) return { sources: [value] }
  const { others, about, unsaid } = receipt
  const told: Record<string, unknown> = {}
  for (const { name, schema } of about) setOwn(told, name, detailsOf(value, resource, schema, runtime))
  const own = Object.fromEntries(Object.entries(value).filter(([name]) => !others.has(name)))
  return { sources: [told as JsonObject, own as JsonObject], unsaid }
}

/** The record without the words by which it, and not an answer of another component, names itself. */
export function withoutOwnWords(compiled: CompiledOperation, value: JsonObject, runtime: Runtime): JsonObject {
  const { others } = receiptOf(compiled, runtime) ?? {}
  const words = OWN.filter((name) => others?.has(name) === true && Object.hasOwn(value, name))
  return words.length === 0 ? value : words.reduce((rest, name) => without(rest, [name]), value)
}

/** What the object has a place for: the record's id and names, and the group of its kind. */
function detailsOf(value: JsonObject, { id }: ResourcePlan, schema: Schema, runtime: Runtime): JsonObject {
  const around = [at(value, id.place.slice(0, -1)), value, value['metadata']].filter(isObject)
  const told: Record<string, unknown> = {}
  for (const [name, property] of runtime.view(schema).properties) {
    const said = around.find((one) => Object.hasOwn(one, name))?.[name]
    const own = OF_RECORD.test(name) ? (said ?? (name === 'id' ? at(value, id.place) : undefined)) : undefined
    const version = name === 'group' ? value['apiVersion'] : undefined
    const group =
      typeof version === 'string' && version.includes('/') ? version.slice(0, version.indexOf('/')) : undefined
    const known = own ?? group
    if (known !== undefined && runtime.accepts(property, known)) setOwn(told, name, known)
  }
  return told as JsonObject
}
