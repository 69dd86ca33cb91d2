/** What a struck request is answered. */
import { plain } from '../../derive/naming/words.ts'
import type { HttpResponse } from '../../http/message.ts'
import { replaceFields } from '../../http/response-fields.ts'
import { isSilent, LONGEST_EFFECT_MS, type WireEffect } from '../../http/wire.ts'
import type { Instant } from '../../support/clock.ts'
import { challenges } from '../auth/challenges.ts'
import type { Matched } from '../exchange.ts'
import { madeWhole } from '../response/long-list.ts'
import { spokenAnswer, statusAnswer } from '../response/stated.ts'
import type { Runtime } from '../runtime.ts'
import type { Resources } from '../state/resources.ts'
import type { Firing, LimitState, Struck } from './fire.ts'

const NO_ANSWER: HttpResponse = { status: 0, fields: [], body: '' }

/** True when a fault answers in place of the operation, be it that it ran or not. */
export function replaces({ firings }: Struck): boolean {
  return firings.some(({ kind }) => kind.strikes === 'instead')
}

/** The answer of the fault itself, that of the first which has one: the armed body, else the declared example, else the declared shape. */
export function faultAnswer(struck: Struck, matched: Matched, runtime: Runtime, resources: Resources): HttpResponse {
  const answering = struck.firings.find(({ rule }) => rule.status !== undefined)
  if (answering === undefined) return NO_ANSWER
  const context = { compiled: matched.compiled, runtime, resources, accept: matched.request.fields.get('accept') }
  const { rule } = answering
  const { status = 500, body } = rule
  const fields = status === 401 ? challenges(matched.compiled.operation, runtime) : retryFields(status, struck.limit)
  const response =
    body === undefined ? statusAnswer(status, fields, context) : spokenAnswer(body, status, fields, context)
  return { ...response, fields: replaceFields(response.fields, Object.entries(rule.headers ?? {}).flat()) }
}

/** Retry-After tells when a window ends, in whole seconds; 1 where there is none. */
function retryFields(status: number, limit: LimitState | undefined): readonly string[] {
  if (status !== 429) return []
  return ['Retry-After', String(limit === undefined ? 1 : Math.max(1, Math.ceil(limit.resetMs / 1000)))]
}

/** The answer as it leaves: altered, with what befalls it on the wire, and naming the faults. */
export function struckAnswer(response: HttpResponse, struck: Struck): HttpResponse {
  const { firings, limit } = struck
  const { pieces } = response
  const limited = limit === undefined ? response : { ...response, fields: withLimit(response.fields, limit) }
  if (firings.length === 0) return limited
  if (pieces !== undefined && firings.some(needsBody)) return struckAnswer(madeWhole({ ...response, pieces }), struck)
  const altered = firings.reduce((answer, { kind }) => kind.alter?.(answer) ?? answer, limited)
  const wire = capped(firings.flatMap((firing) => firing.wire))
  const left = isSilent(wire) ? silenced(altered) : altered
  return { ...left, fields: [...left.fields, 'X-Tool-Fault', kindsOf(firings).join(', ')], wire }
}

/** Faults that do something to the body, rather than to what is around it. */
function needsBody({ kind, wire }: Firing): boolean {
  return kind.alter !== undefined || wire.some(({ effect }) => /^(misstate|drip|linger)$/.test(effect))
}

/** Nothing goes out; what is left tells the trace which operation it would have been. */
function silenced({ fields }: HttpResponse): HttpResponse {
  const told = fields.filter((_, i) => plain(fields[i - (i % 2)] ?? '').startsWith('xtool'))
  return { ...NO_ANSWER, fields: told }
}

/** Delays add up, but not for ever. */
function capped(wire: readonly WireEffect[]): readonly WireEffect[] {
  let left = LONGEST_EFFECT_MS
  return wire.map((one) => {
    if (one.effect !== 'wait' && one.effect !== 'hang') return one
    const ms = Math.min(one.ms, left)
    left -= ms
    return { ...one, ms }
  })
}

/** Each kind once, in the order of arming. */
export function kindsOf(firings: readonly Firing[]): readonly string[] {
  return [...new Set(firings.map(({ rule }) => rule.kind))]
}

/** The provider's own rate-limit fields, with the true numbers. */
function withLimit(fields: readonly string[], limit: LimitState): readonly string[] {
  return fields.map((value, i) => (i % 2 === 0 ? value : limitValue(plain(fields[i - 1] ?? ''), value, limit)))
}

function limitValue(name: string, value: string, { limit, remaining, resetMs, resetAt }: LimitState): string {
  if (!name.includes('ratelimit')) return value
  if (name.includes('remaining')) return String(remaining)
  if (name.endsWith('reset')) return resetLike(value, resetMs, resetAt)
  return name.endsWith('limit') ? String(limit) : value
}

/** In the form the field has: a moment in seconds or milliseconds, else seconds from now. */
function resetLike(value: string, resetMs: number, resetAt: Instant): string {
  if (/^\d{12,}$/.test(value)) return String(resetAt)
  return /^\d{9,}$/.test(value) ? String(Math.ceil(resetAt / 1000)) : String(Math.ceil(resetMs / 1000))
}
