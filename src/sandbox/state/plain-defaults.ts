/** Defaults that words tell of properties inside objects that came with the request, and that nobody said. */
import type { ResourcePlan } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { plainDefault } from '../../api/schema/values/plain-default.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { isOff } from '../../api/switches.ts'
import { isObject, type Json, type JsonObject } from '../../support/json.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

const DEPTH = 8
/** The object that tells who the record is. */
const IDENTITY = /^(meta|metadata)$/i

type Values = Readonly<Record<string, unknown>>

/** The made record with these; unchanged where its schema says no. */
export function withPlainDefaults(
  sent: JsonObject,
  made: JsonObject,
  plan: ResourcePlan,
  runtime: Runtime,
): JsonObject {
  if (isOff('declared-default', plan)) return made
  const { properties } = runtime.view(plan.schema)
  let result = made
  for (const [name, value] of Object.entries(sent)) {
    const property = IDENTITY.test(name) ? undefined : properties.get(name)
    const inner = made[name]
    if (property === undefined || inner === undefined) continue
    const filled = filledIn(value, inner, property, runtime, 1)
    if (filled === inner) continue
    const next = { ...result, [name]: filled as Json }
    if (runtime.accepts(plan.schema, next)) result = next
  }
  return result
}

/** Objects and lists of them, as far as they were sent. */
function filledIn(sent: unknown, made: unknown, schema: Schema, runtime: Runtime, depth: number): unknown {
  if (depth > DEPTH) return made
  if (isObject(sent) && isObject(made)) return filledObject(sent, made, schema, runtime, depth)
  const { items } = runtime.view(schema)
  if (!Array.isArray(sent) || !Array.isArray(made) || items === undefined || sent.length !== made.length) return made
  const next = made.map((one, index) => filledIn(sent[index], one, items, runtime, depth + 1))
  return next.some((one, index) => one !== made[index]) ? next : made
}

function filledObject(sent: Values, made: Values, schema: Schema, runtime: Runtime, depth: number): Values {
  const { properties } = runtime.view(schema)
  let result = made
  for (const [name, value] of Object.entries(sent)) {
    const property = properties.get(name)
    if (property === undefined) continue
    const inner = filledIn(value, made[name], property, runtime, depth + 1)
    if (inner !== made[name]) result = { ...result, [name]: inner }
  }
  for (const [name, value] of defaultsIn(runtime.view(schema), runtime)) {
    if (Object.hasOwn(sent, name) || Object.hasOwn(result, name)) continue
    const next = { ...result, [name]: value }
    if (runtime.accepts(schema, next)) result = next
  }
  return result
}

/** What its properties default to; leaving out a flag or a number says no and none by itself. */
const defaultsIn = oncePer(
  ({ properties, variants }: SchemaView, runtime: Runtime): readonly (readonly [name: string, value: Json])[] => {
    // Which alternative is meant is for the client to say.
    if (variants.length > 0) return []
    return [...properties].flatMap(([name, property]) => {
      const value = plainDefault(runtime.view(property), name)
      const isShown = value !== undefined && value !== false && value !== 0 && runtime.accepts(property, value)
      return isShown ? [[name, value] as const] : []
    })
  },
)
