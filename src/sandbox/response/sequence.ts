/** Answers that are a sequence of items: server-sent events, JSON lines. From the example, else made item by item. */
import type { MediaType } from '../../api/description.ts'
import { generate } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { isPlainText } from '../../support/exact-number.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { withReplyInParts } from './model-asked.ts'

/** Items of a sequence that nothing else says the length of. */
const ITEMS = 3

export function isSequential(mediaType: string | undefined): boolean {
  return (
    mediaType !== undefined &&
    /^(text\/event-stream|application\/(x-)?(ndjson|jsonl|json-lines|jsonlines|json-seq))\b/i.test(mediaType)
  )
}

/** The items, or the whole text where an example shows it as it goes over the wire. `value` is what a single answer would have been. */
export function sequenceOf(call: Call, media: MediaType | undefined, value: unknown): readonly unknown[] | string {
  for (const example of Object.values(media?.examples ?? {})) {
    if (isPlainText(example)) return example
    if (Array.isArray(example)) return example
  }
  const view = call.runtime.view(media?.schema)
  const listed = view.types.includes('array') ? view.items : undefined
  if (Array.isArray(value) && value.length > 0) return value
  const item = media?.itemSchema ?? listed ?? media?.schema
  if (item === undefined) return value === undefined ? [] : [value]
  const sources = isObject(value) ? [value as JsonObject] : []
  const items = Array.from({ length: ITEMS }, (_, index) => itemAt(call, item, sources, index))
  return withReplyInParts(call, items, item)
}

function itemAt(call: Call, schema: Schema, sources: readonly JsonObject[], index: number): unknown {
  return generate(schema, {
    ...call.runtime.generating,
    dice: call.resources.dice,
    key: `${call.compiled.operation.id}/sequence/${index}`,
    now: call.resources.clock.now(),
    sources,
    fill: 'full',
  })
}
