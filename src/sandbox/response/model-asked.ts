/** What is answered in the place of a language model by operations that keep no record of it, and in streams. */
import type { Schema } from '../../api/schema/schema.ts'
import { isObject, type JsonObject } from '../../support/json.ts'
import type { Call } from '../exchange.ts'
import { type Asking, replied } from '../operation/answers/model-reply.ts'
import { promptsShown } from '../operation/answers/prompt.ts'
import { repliedInParts } from '../operation/answers/streamed-reply.ts'

export function withModelReply(call: Call, made: unknown, schema: Schema | undefined, key: string): unknown {
  const asking = isObject(made) ? askingIn(call, schema, key) : undefined
  return asking === undefined ? made : replied(made as JsonObject, asking, call.runtime)
}

export function withReplyInParts(call: Call, items: readonly unknown[], schema: Schema): readonly unknown[] {
  const asking = askingIn(call, schema, 'sequence')
  return asking === undefined ? items : repliedInParts(items, asking, call.runtime)
}

function askingIn(call: Call, schema: Schema | undefined, key: string): Asking | undefined {
  const { operation } = call.compiled
  if (call.request.method !== 'POST' || schema === undefined || !isObject(call.body)) return undefined
  const { dice, clock } = call.resources
  const [sent, shown] = [call.body as JsonObject, promptsShown(operation)]
  return { sent, schema, dice, key: `${operation.id}/${key}`, now: clock.now(), shown }
}
