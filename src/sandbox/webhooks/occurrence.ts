/** An event that happened: what a request made, changed or removed, or what somebody emitted. */

import type { ResourceType, WebhookEvent } from '../../api/description.ts'
import { type HttpResponse, responseField } from '../../http/message.ts'
import { readJson } from '../../support/exact-json.ts'
import { at, field, isObject, type JsonObject } from '../../support/json.ts'
import type { Event, Standing } from '../behaviour.ts'
import type { Call } from '../exchange.ts'
import { idText } from '../state/place.ts'
import type { Happened } from '../state/resources.ts'
import { expressionValue } from './runtime-expression.ts'

export interface Occurrence {
  readonly event: WebhookEvent
  /** The record it is about, as it is after the change, or as it was when it was removed. Absent: it is about none. */
  readonly record?: Subject
  /** The record before a change. */
  readonly before?: Subject
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

/** A stored record, kept as its text until somebody asks: most events are asked for by nobody. */
class Kept implements Subject {
  readonly type: ResourceType
  private readonly text: string

  constructor(type: ResourceType, text: string) {
    this.type = type
    this.text = text
  }

  get value(): JsonObject {
    return JSON.parse(this.text) as JsonObject
  }
}

function kept(type: ResourceType, record: Standing): Subject {
  return 'text' in record ? new Kept(type, record.text as string) : { type, value: record.value }
}

/** What a successful answer brings about: each event once for every record that the operation was about. */
export function occurrencesOf(
  call: Call,
  events: readonly WebhookEvent[],
  response: HttpResponse,
): readonly Occurrence[] {
  const { happened } = call.resources
  const usual = happened === undefined ? undefined : usualOccurrence(call, events, happened)
  if (usual !== undefined) return [usual]
  const subjects = subjectsOf(call, happened, response)
  return events.flatMap((event) => {
    const url = event.callback === undefined ? undefined : callbackUrl(event.callback, call, response)
    // A request that names no address wants no callback.
    if (event.callback !== undefined && url === undefined) return []
    return subjects.map((subject) => ({ event, ...subject, ...(url !== undefined && { url }) }))
  })
}

/** Most operations trigger one event and do something to one record: the same as below, without a list of lists. */
function usualOccurrence(
  { compiled }: Call,
  events: readonly WebhookEvent[],
  { events: deeds, changed }: Happened,
): Occurrence | undefined {
  const [event] = events
  const [deed] = deeds
  if (event === undefined || deed === undefined || events.length > 1 || deeds.length > 1) return undefined
  const { makes, type } = compiled.operation.plan
  const isAbout = (makes !== undefined && isOf(makes.type, deed)) || (type !== undefined && isOf(type, deed))
  if (event.callback !== undefined || !isAbout) return undefined
  const record = kept(deed.plan.type, last(deed.record, changed))
  if (deed.what !== 'changed') return { event, record }
  return { event, record, before: kept(deed.plan.type, deed.before) }
}

type Told = Pick<Occurrence, 'record' | 'before'>

/** Records of the type that the operation is about, each once; else what its answer shows. */
function subjectsOf(call: Call, happened: Happened | undefined, response: HttpResponse): readonly Told[] {
  const { plan } = call.compiled.operation
  const types = plan.makes === undefined ? [plan.type] : [plan.makes.type, plan.type]
  for (const type of types) {
    const told = type === undefined || happened === undefined ? [] : together(happened, type)
    if (told.length > 0) return told
  }
  if (plan.kind === 'bulk' && plan.type !== undefined) return []
  const shown = shownIn(response, plan.output ?? [])
  return [shown === undefined ? {} : { record: { ...(plan.type !== undefined && { type: plan.type }), value: shown } }]
}

/** What happened to each record of the type one after the other, as one. */
function together({ events, changed }: Happened, type: ResourceType): readonly Told[] {
  const told = new Map<unknown, { readonly event: Event; now: Standing }>()
  for (const event of events) {
    if (!isOf(type, event)) continue
    const { plan, record } = event
    const key = field(record, 'key') ?? idText(at(record.value, plan.id.place)) ?? record
    const known = told.get(key)
    if (known === undefined) told.set(key, { event, now: record })
    else known.now = record
  }
  return [...told.values()].map(({ event, now }) => toldOf(event, now, changed))
}

/** What comes to a parent that it was joined to happens to the parent, not to the record. */
function isOf(type: ResourceType, { plan, record }: Event): boolean {
  return plan.type === type && record.joinedBy === undefined
}

function toldOf(event: Event, now: Standing, changed: Happened['changed']): Told {
  const { type } = event.plan
  const record = kept(type, last(now, changed))
  return event.what === 'changed' ? { record, before: kept(type, event.before) } : { record }
}

/** The record after all that came of it. */
function last(record: Standing, changed: Happened['changed']): Standing {
  let now = record
  for (const [before, after] of changed) if (before === now) now = after
  return now
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
    responseHeader: (name) => responseField(response, name),
    get responseBody() {
      return answerBody(response)
    },
  })
}

/** The body of an answer, where it is JSON. */
function answerBody({ body }: HttpResponse): unknown {
  try {
    return readJson(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
