/** What an answer repeats of its request. */
import type { Schema } from '../../api/schema/schema.ts'
import type { JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { OF_ENVELOPE } from '../operation/answers/id-mentions.ts'
import { inputOf } from '../operation/input.ts'
import { echoed } from '../operation/kinds/passthrough.ts'

/** What the request says in single values, which an answer repeats rather than its example; no more than it shows, where it is said what it shows. */
export function repeated(call: Call, schema: Schema): readonly JsonObject[] {
  const { properties } = call.runtime.view(schema)
  const isShown = (name: string): boolean => properties.size === 0 || properties.has(name)
  return echoed(call).map((said) =>
    Object.fromEntries(
      Object.entries(said).filter(
        ([name, value]) => typeof value !== 'object' && !OF_ENVELOPE.test(name) && isShown(name),
      ),
    ),
  )
}

/** What a create was told that its answer shows and the record does not keep. */
export function sentBeyond(call: Call): readonly JsonObject[] {
  if (call.compiled.operation.plan.kind !== 'create') return []
  const told = Object.entries(inputOf(call)).filter(([name]) => !OF_ENVELOPE.test(name))
  return [Object.fromEntries(told)]
}
