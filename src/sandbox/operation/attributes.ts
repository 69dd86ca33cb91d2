/** Records that keep what is said of them in `attributes` (JSON:API), made and changed by requests that say it flat. */
import type { Schema } from '../../api/schema/schema.ts'
import { type JsonObject, setOwn } from '../../support/json.ts'
import type { Runtime } from '../runtime.ts'

/** The input with each value that only the attributes have a property for put there. */
export function intoAttributes(
  input: JsonObject,
  properties: ReadonlyMap<string, Schema>,
  runtime: Runtime,
): JsonObject {
  const known = runtime.view(properties.get('attributes')).properties
  if (known.size === 0 || Object.hasOwn(input, 'attributes')) return input
  const own: Record<string, unknown> = {}
  const attributes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input))
    setOwn(!properties.has(name) && fits(name, value, known, runtime) ? attributes : own, name, value)
  return Object.keys(attributes).length === 0 ? input : ({ ...own, attributes } as JsonObject)
}

function fits(name: string, value: unknown, known: ReadonlyMap<string, Schema>, runtime: Runtime): boolean {
  const schema = known.get(name)
  return schema !== undefined && runtime.accepts(schema, value)
}
