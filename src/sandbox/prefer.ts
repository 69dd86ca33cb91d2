/** `Prefer: code=404`, `example=name`, `dynamic=true` steer one request, without changing state. */
import { generate } from '../api/schema/generate.ts'
import type { Schema } from '../api/schema/schema.ts'
import type { HttpResponse } from '../http/message.ts'
import { parsePrefer } from '../http/preferences.ts'
import type { JsonObject } from '../support/json.ts'
import { asksForNothing, unauthenticated } from './auth/authorize.ts'
import type { Call } from './exchange.ts'
import { answerCovering, type DeclaredAnswer, mediaOf } from './operation/answers/declared-answers.ts'
import { choose } from './response/choose.ts'
import { declaredFields } from './response/declared-fields.ts'
import { encodeAnswer } from './response/encode.ts'
import { fillError, meaningOf } from './response/error-shape.ts'
import { refuse } from './response/respond.ts'

/** The answer the client asks for; undefined when it has no such wish. */
export function preferred(call: Call): HttpResponse | undefined {
  const field = call.request.fields.get('prefer')
  if (field === undefined) return undefined
  const wishes = parsePrefer(field)
  const code = wishes.get('code')
  const example = wishes.get('example')
  const dynamic = wishes.get('dynamic') === 'true'
  if (code === undefined && example === undefined && !dynamic) return undefined
  if (code !== undefined && !/^[1-5]\d\d$/.test(code))
    return refuse(call, bad(`Prefer: code=${code} is not a status code`))
  if (code === '401' && example === undefined && !dynamic && !asksForNothing(call.compiled.operation, call.sandbox)) {
    const refused = unauthenticated(call, call)
    return { ...refused, fields: [...refused.fields, 'Preference-Applied', applied(call)] }
  }
  const answer = code === undefined ? call.compiled.success : answerCovering(call.compiled.operation, Number(code))
  if (answer.response === undefined)
    return refuse(call, bad(`Prefer: code=${code} is not declared; declared are ${declared(call)}`))
  return withExample(call, answer, example, dynamic)
}

function withExample(call: Call, answer: DeclaredAnswer, example: string | undefined, dynamic: boolean): HttpResponse {
  const mediaType =
    example === undefined
      ? choose(call, answer).mediaType
      : likedFirst(call, answer).find((type) => Object.hasOwn(mediaOf(answer, type)?.examples ?? {}, example))
  if (example !== undefined && mediaType === undefined) {
    const names = answer.mediaTypes.flatMap((type) => Object.keys(mediaOf(answer, type)?.examples ?? {}))
    return refuse(call, bad(`Prefer: example=${example} is not declared; declared are ${names.join(', ') || 'none'}`))
  }
  const media = mediaType === undefined ? undefined : mediaOf(answer, mediaType)
  const examples = Object.entries(media?.examples ?? {})
  const [, chosen] = examples.find(([name]) => example === undefined || name === example) ?? []
  const value =
    !dynamic && chosen !== undefined
      ? chosen
      : generate(media?.schema, {
          ...call.runtime.generating,
          dice: call.resources.dice,
          key: `prefer/${call.compiled.operation.id}/${answer.status}${dynamic ? `/${call.resources.clock.now()}` : ''}`,
          now: call.resources.clock.now(),
          sources: dynamic ? [] : saidBy(answer, media?.schema, call),
          fill: 'full',
        })
  if (call.trace.on) call.trace.note('operation', `Prefer: ${answer.status} ${example ?? ''}`.trim())
  return encodeAnswer({
    status: answer.status,
    mediaType,
    media,
    value: media === undefined ? undefined : value,
    fields: ['Preference-Applied', applied(call), ...declaredFields(answer, call, { taken: [] })],
    operation: call.compiled.operation,
    runtime: call.runtime,
  })
}

/** The media types, the one that is asked for first. */
function likedFirst(call: Call, answer: DeclaredAnswer): readonly string[] {
  const { mediaType } = choose(call, answer)
  return mediaType === undefined ? answer.mediaTypes : [mediaType, ...answer.mediaTypes]
}

/** What an error says that the description shows no example of: what its status stands for. */
function saidBy(answer: DeclaredAnswer, schema: Schema | undefined, { runtime }: Call): readonly JsonObject[] {
  if (answer.status < 400 || schema === undefined) return []
  const { said, guessed } = fillError(schema, meaningOf(answer), runtime)
  return [said, guessed]
}

function applied(call: Call): string {
  return (call.request.fields.get('prefer') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 200)
}

function declared(call: Call): string {
  return Object.keys(call.compiled.operation.responses).join(', ')
}

function bad(message: string) {
  return { status: 400, message, code: 'invalid_request', param: 'Prefer' }
}
