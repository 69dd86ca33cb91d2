/** An event that happened: what a request made, changed or removed, or what somebody emitted. */
import type { ResourceType, WebhookEvent } from '../../api/description.ts'
import type { HttpResponse } from '../../http/message.ts'
import { at, field, isObject, type JsonObject } from '../../support/json.ts'
import type { Event, Standing } from '../behaviour.ts'
import type { Call } from '../exchange.ts'
import { idText } from '../state/place.ts'
import { expressionValue } from './runtime-expression.ts'
import { triggeredBy } from './triggers.ts'

export interface Occurrence {
  readonly event: WebhookEvent
  /** The record it is about, as it is after the change, or as it was when it was removed. Absent: it is about none. */
  readonly record?: Subject
  /** What the record was before a change. */
  readonly before?: JsonObject
  /** What whoever emitted it says of the record. */
  readonly data?: JsonObject
  /** Where a callback goes, as the request or its answer says. */
  readonly url?: string
}

export interface Subject {
  /** Absent: it is no stored record, but what an answer shows. */
  readonly type?: ResourceType
  readonly value: JsonObject
}

const NONE: readonly Occurrence[] = []

/** What a successful answer brings about: each event once for every record that the operation was about. */
export function occurrencesOf(call: Call, happened: readonly Event[], response: HttpResponse): readonly Occurrence[] {
  const events = triggeredBy(call.compiled.operation.id, call.runtime)
  if (events.length === 0 || response.status >= 400) return NONE
  const subjects = subjectsOf(call, happened, response)
  return events.flatMap((event) => {
    const url = event.callback === undefined ? undefined : callbackUrl(event.callback, call, response)
    return subjects.map((subject) => ({ event, ...subject, ...(url !== undefined && { url }) }))
  })
}

type Told = Pick<Occurrence, 'record' | 'before'>

/** Records of the type that the operation is about, each once; else what its answer shows. */
function subjectsOf(call: Call, happened: readonly Event[], response: HttpResponse): readonly Told[] {
  const { plan } = call.compiled.operation
  const types = plan.makes === undefined ? [plan.type] : [plan.makes.type, plan.type]
  for (const type of types) {
    const told =
      type === undefined
        ? []
        : together(
            call,
            happened.filter((one) => one.plan.type === type),
          )
    if (told.length > 0) return told
  }
  const shown = shownIn(response, plan.output ?? [])
  return [shown === undefined ? {} : { record: { ...(plan.type !== undefined && { type: plan.type }), value: shown } }]
}

/** What happened to a record one after the other, as one. */
function together(call: Call, happened: readonly Event[]): readonly Told[] {
  const told = new Map<unknown, { readonly event: Event; readonly before: Standing | undefined; standing: Standing }>()
  for (const event of happened) {
    const { plan, record } = event
    if (record.joinedBy !== undefined) continue
    const key = keyOf(record) ?? idText(at(record.value, plan.id.place)) ?? record
    const known = told.get(key)
    if (known === undefined)
      told.set(key, { event, before: event.what === 'changed' ? event.before : undefined, standing: record })
    else known.standing = record
  }
  return [...told.values()].map(({ event, before, standing }) => {
    const { type } = event.plan
    const key = keyOf(standing)
    // Consequences may have come after it.
    const now = key === undefined ? undefined : call.resources.records.get(type, key)
    const record = { type, value: (now ?? standing).value }
    return before === undefined ? { record } : { record, before: before.value }
  })
}

function keyOf(record: Standing): string | undefined {
  const key = field(record, 'key')
  return typeof key === 'string' ? key : undefined
}

function shownIn(response: HttpResponse, place: readonly string[]): JsonObject | undefined {
  const body = answerBody(response)
  const shown = at(body, place)
  return isObject(shown) ? (shown as JsonObject) : undefined
}

/** The expression of a callback, filled from the request and its answer; undefined where it leads nowhere. */
function callbackUrl(expression: string, call: Call, response: HttpResponse): string | undefined {
  return expressionValue(expression, {
    method: call.request.method,
    url: call.request.path + call.request.search,
    query: (name) => call.query.find(([own]) => own === name)?.[1],
    header: (name) => call.request.fields.get(name),
    path: (name) => call.pathParameters.get(name),
    body: call.body,
    status: response.status,
    responseHeader(name) {
      const wanted = name.toLowerCase()
      const index = response.fields.findIndex((own, i) => i % 2 === 0 && own.toLowerCase() === wanted)
      return index < 0 ? undefined : response.fields[index + 1]
    },
    get responseBody() {
      return answerBody(response)
    },
  })
}

/** The body of an answer, where it is JSON. */
function answerBody({ body }: HttpResponse): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
