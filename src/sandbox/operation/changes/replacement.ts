/** What becomes of a record when another is put in its place. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { isEqual } from '../../../api/schema/equal.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { plain } from '../../../derive/naming/words.ts'
import { recordSchema } from '../../../derive/schemas/requests.ts'
import { isObject, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { asSent } from '../../state/as-sent.ts'
import { makeValue } from '../../state/new-record.ts'
import { withPlainDefaults } from '../../state/plain-defaults.ts'
import { samplesOf } from '../../state/samples.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import { unsaidOf } from '../../state/unsaid.ts'
import { toldByChildren } from '../associations/told-by-children.ts'
import type { CompiledOperation } from '../compiled.ts'
import { presetsOf } from '../creation/declared-defaults.ts'

/**
 * What the request could say and does not goes back to its default, or away where the record can do without it: unless
 * it is what the server made up by itself. The state that it is in stays, and nothing else comes of itself.
 */
export function replaced(
  call: Call,
  plan: ResourcePlan,
  { key, value: before }: StoredRecord,
  input: JsonObject,
): JsonObject {
  const { runtime, resources } = call
  if (plan.id.place.length === 0) return { ...before, ...input }
  const said = keeping(before, input, recordSchema(call.compiled.operation, call.runtime), runtime)
  const { away, presets } = leftOut(call.compiled, runtime)
  const [sample] = samplesOf(plan, runtime).single
  const stays = Object.entries(before).filter(([name]) => !away.has(name) && !Object.hasOwn(presets, name))
  const sources = [said, Object.fromEntries(stays) as JsonObject, presets]
  const made = makeValue(resources, plan, sources, key, resources.clock.now(), {}, { unsaid: unsaidOf(plan, runtime) })
  const { required } = runtime.view(plan.schema)
  const isKnown = (name: string): boolean =>
    required.has(name) || sources.some((source) => Object.hasOwn(source, name)) || away.has(name)
  const next: Record<string, unknown> = Object.fromEntries(Object.entries(made).filter(([name]) => isKnown(name)))
  for (const [name, mayBeNull] of away) {
    if (Object.hasOwn(said, name)) continue
    if (isMadeUp(name, before, made, sample)) setOwn(next, name, before[name])
    else if (mayBeNull) setOwn(next, name, null)
    else delete next[name]
  }
  const whole = asSent(said, next as JsonObject, plan.schema, runtime, (value) => runtime.accepts(plan.schema, value))
  return withPlainDefaults(said, whole, plan, runtime)
}

interface LeftOut {
  /** With whether they are null then, and not left out. */
  readonly away: ReadonlyMap<string, boolean>
  readonly presets: JsonObject
}

/** What becomes of properties that a replacement may send and does not. */
const leftOut = oncePer((compiled: CompiledOperation, runtime: Runtime): LeftOut => {
  const { operation, resource } = compiled
  const asked = recordSchema(operation, runtime)
  const away = new Map<string, boolean>()
  if (asked === undefined || resource === undefined) return { away, presets: {} }
  const { required } = runtime.view(resource.schema)
  const links = resource.links.map((l) => l.property?.[0])
  const told = toldByChildren(resource, runtime)
  const stay = new Set([resource.id.place[0], resource.status?.place[0], ...links, ...told])
  const known = allProperties(resource.schema, runtime)
  const presets = presetsOf(compiled, runtime)
  for (const name of allProperties(asked, runtime).keys()) {
    const property = known.get(name)
    if (property === undefined || stay.has(name) || Object.hasOwn(presets, name) || isServerKept(name)) continue
    const mayBeNull = runtime.accepts(property, null)
    if (mayBeNull || !required.has(name)) away.set(name, mayBeNull)
  }
  return { away, presets }
})

/** What was sent, and what a replaced record keeps: what the request could not say, and what only the server knows. */
function keeping(before: JsonObject, input: JsonObject, asked: Schema | undefined, runtime: Runtime): JsonObject {
  const declared = runtime.view(asked).properties
  const result: Record<string, unknown> = { ...input }
  for (const [name, value] of Object.entries(before)) {
    const property = declared.get(name)
    const sent = input[name]
    const isTheirs = property === undefined ? declared.size > 0 : runtime.view(property).keywords['readOnly'] === true
    if (sent === undefined && (isTheirs || isServerKept(name))) setOwn(result, name, value)
    if (!isObject(sent) || !isObject(value)) continue
    const inner = Object.entries(value).filter(([key]) => isServerKept(key))
    if (inner.length > 0) setOwn(result, name, { ...Object.fromEntries(inner), ...sent })
  }
  return result as JsonObject
}

/** Made by the server when nothing was said of it, and the same now. */
function isMadeUp(name: string, ...[before, ...made]: readonly (JsonObject | undefined)[]): boolean {
  return before !== undefined && made.some((one) => one !== undefined && isEqual(before[name], one[name]))
}

const SERVER_KEPT =
  /^(id|uid|uuid|sid|guid|object|kind|apiversion|selflink|self|href|url|etag|created.*|creation.*|.*createdat|insertedat|resourceversion|generation|version|revision)$/

function isServerKept(name: string): boolean {
  return SERVER_KEPT.test(plain(name))
}
