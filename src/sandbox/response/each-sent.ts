/** What is asked of several at once and answered with an array (predictions, validations): an answer for each that was sent. */
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, type JsonObject, setOwn } from '../../support/json.ts'
import type { Call } from '../exchange.ts'

/** The most that are answered one by one. */
const MOST = 1_000

/** The array of answers; undefined where one thing is asked, or the answer is no array of objects. */
export function eachSent(call: Call, schema: Schema | undefined, examples: readonly unknown[]): unknown {
  const { body, compiled, runtime, resources } = call
  if (compiled.operation.plan.kind !== 'passthrough' || !Array.isArray(body) || body.length > MOST) return undefined
  const { types, items } = runtime.view(schema)
  if (!types.includes('array') || items === undefined || body.length === 0 || !body.every(isObject)) return undefined
  const { properties } = runtime.view(items)
  if (properties.size === 0) return undefined
  const [shown] = examples
  const one = Array.isArray(shown) && isObject(shown[0]) ? [shown[0] as JsonObject] : []
  const made = (body as readonly JsonObject[]).map((sent, index) =>
    generate(items, {
      view: runtime.view,
      accepts: runtime.accepts,
      dice: resources.dice,
      key: `${compiled.operation.id}/${call.request.path}/${index}`,
      now: resources.clock.now(),
      sources: [whole(call, sent, properties), sent, ...one],
      fill: 'full',
    }),
  )
  return runtime.accepts(schema ?? true, made) ? made : undefined
}

/** What was sent, under the names of objects that have room for all of it: the `original` beside its `status`. */
function whole({ runtime }: Call, sent: JsonObject, properties: ReadonlyMap<string, Schema>): JsonObject {
  const names = Object.keys(sent)
  const found: Record<string, JsonObject[string]> = {}
  if (names.length < 2) return found
  for (const [name, schema] of properties) {
    const inner = runtime.view(schema).properties
    if (names.every((own) => inner.has(own))) setOwn(found, name, sent)
  }
  return found
}
