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
      ...runtime.generating,
      dice: resources.dice,
      key: `${compiled.operation.id}/${call.request.path}/${index}`,
      now: resources.clock.now(),
      sources: [whole(call, sent, properties), sent, ...one],
      fill: 'full',
    }),
  )
  return runtime.accepts(schema ?? true, made) ? made : undefined
}

/** The sources, with an answer of its own for each of several that were sent under the name of an array of the answer. */
export function eachNamed(call: Call, schema: Schema, sources: readonly JsonObject[]): readonly JsonObject[] {
  const { runtime, resources, compiled } = call
  const { properties } = runtime.view(schema)
  return sources.map((source) => {
    const told = Object.entries(source).flatMap(([name, value]) => {
      const { items } = runtime.view(properties.get(name))
      const known = runtime.view(items).properties
      const isOther = Array.isArray(value) && value.length > 0 && value.length <= MOST && value.every(isUnlike(known))
      if (items === undefined || known.size === 0 || !isOther) return []
      const made = value.map((_, index) =>
        generate(items, {
          ...runtime.generating,
          dice: resources.dice,
          key: `${compiled.operation.id}/${resources.clock.now()}/${name}/${index}`,
          now: resources.clock.now(),
          sources: [],
          fill: 'full',
        }),
      )
      return [[name, made] as const]
    })
    return told.length === 0 ? source : ({ ...source, ...Object.fromEntries(told) } as JsonObject)
  })
}

/** True for an object that says nothing of what is answered. */
function isUnlike(known: ReadonlyMap<string, Schema>): (value: unknown) => boolean {
  return (value) => isObject(value) && !Object.keys(value).some((name) => known.has(name))
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
