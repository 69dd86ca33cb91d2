/** What a read below a record shows of what the record was made with, and the record does not: `GET /versions/2:access`. */
import type { ResourcePlan } from '../../../api/plan.ts'
import { allProperties } from '../../../api/schema/properties.ts'
import type { Schema } from '../../../api/schema/schema.ts'
import { requestSchema } from '../../../derive/schemas/requests.ts'
import { field, type JsonObject, setOwn } from '../../../support/json.ts'
import { oncePer } from '../../../support/once-per.ts'
import type { Call } from '../../exchange.ts'
import type { Runtime } from '../../runtime.ts'
import { findJson, keepJson } from '../../state/contents.ts'
import { type Links, ownLink, scopedTo } from '../../state/links.ts'
import type { StoredRecord } from '../../state/stored-record.ts'
import type { CompiledOperation } from '../compiled.ts'

/** Keeps beside a new record what it was made with and only that read shows. */
export function keepHeldBack(call: Call, plan: ResourcePlan, record: StoredRecord): void {
  const names = heldBackOf(plan, call.runtime)
  const sent = names.flatMap((name) => (field(call.body, name) === undefined ? [] : [[name, field(call.body, name)]]))
  if (sent.length === 0) return
  keepJson(call.sandbox.store, record, Object.fromEntries(sent), HELD)
}

/** The name of what is kept so, among the files of its record. */
const HELD = '#held'

/** What the answer shows of the record above; undefined where it shows nothing of it. */
export function heldBack(call: Call, links: Links): JsonObject | undefined {
  const held = heldBackBy(call.compiled, call.runtime)
  const id = held === undefined ? undefined : ownLink(links, held.link)
  const record =
    held === undefined || id === undefined ? undefined : call.resources.find(held.plan, id, scopedTo(held.plan, links))
  if (held === undefined || record === undefined || call.resources.isImagined(record)) return undefined
  const told: Record<string, unknown> = {}
  for (const name of held.own) if (record.value[name] !== undefined) setOwn(told, name, record.value[name])
  const kept = findJson(call.sandbox.store, record, HELD)
  for (const name of held.sent) if (field(kept, name) !== undefined) setOwn(told, name, field(kept, name))
  return told as JsonObject
}

interface HeldBack {
  readonly plan: ResourcePlan
  readonly link: string
  /** Properties of the answer that the record shows itself. */
  readonly own: readonly string[]
  /** Those that only the request holds that makes the record. */
  readonly sent: readonly string[]
}

const heldBackBy = oncePer(
  ({ operation, success, resource }: CompiledOperation, runtime: Runtime): HeldBack | undefined => {
    if (operation.method !== 'GET' || operation.plan.kind !== 'singleton' || resource === undefined) return undefined
    if (runtime.operationsOn(resource.type).some(({ method }) => method !== 'GET')) return undefined
    const above = operation.plan.parents.findLast((parent) => parent.in === 'path')
    const plan = runtime.resource(above?.type)
    const [media] = Object.values(success.response?.content ?? {})
    if (above === undefined || plan === undefined || media?.schema === undefined) return undefined
    const answer = [...allProperties(media.schema, runtime)]
    const shown = allProperties(plan.schema, runtime)
    const makers = runtime.api.head.operations.filter(
      (one) => one.plan.makes?.type === plan.type || (one.plan.kind === 'create' && one.plan.type === plan.type),
    )
    const sent = makers.flatMap(({ id }) => {
      const taken = allProperties(requestSchema(runtime.operation(id).operation) ?? true, runtime)
      return answer.flatMap(([name, schema]) => {
        const other = shown.has(name) ? undefined : taken.get(name)
        return other !== undefined && isSame(schema, other, runtime) ? [name] : []
      })
    })
    const own = answer.flatMap(([name]) => (shown.has(name) ? [name] : []))
    return sent.length === 0 ? undefined : { plan, link: above.link, own, sent: [...new Set(sent)] }
  },
)

export const heldBackOf: (plan: ResourcePlan, runtime: Runtime) => readonly string[] = oncePer(
  (plan: ResourcePlan, runtime: Runtime): readonly string[] => {
    const below = runtime.api.head.operations.filter(
      (one) => one.plan.kind === 'singleton' && one.plan.parents.at(-1)?.type === plan.type,
    )
    return [...new Set(below.flatMap(({ id }) => heldBackBy(runtime.operation(id), runtime)?.sent ?? []))]
  },
)

/** The same component, or scalars of the same type. */
function isSame(one: Schema, other: Schema, runtime: Runtime): boolean {
  const [a, b] = [runtime.view(one), runtime.view(other)]
  if (a.references[0] !== undefined || b.references[0] !== undefined) return a.references[0] === b.references[0]
  return a.properties.size === 0 && a.types.length === 1 && a.types[0] === b.types[0]
}
