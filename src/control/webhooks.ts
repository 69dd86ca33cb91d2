/** Webhooks of a sandbox: what was delivered, what is emitted by hand, where events go. */

import { isEqual } from '../api/schema/equal.ts'
import { json } from '../http/message.ts'
import { type LiveSandbox, redactedBody } from '../sandbox/serve.ts'
import type { Delivery } from '../sandbox/webhooks/delivery.ts'
import type { DeliveryBook } from '../sandbox/webhooks/delivery-book.ts'
import { emission } from '../sandbox/webhooks/emit.ts'
import { isForm } from '../sandbox/webhooks/envelope.ts'
import { NO_WEBHOOKS } from '../sandbox/webhooks/settings.ts'
import { addSink, readSink, removeSink } from '../sandbox/webhooks/sinks.ts'
import { ToolError } from '../support/errors.ts'
import { jsonText, readJson } from '../support/exact-json.ts'
import { field, isObject } from '../support/json.ts'
import { hintAmong } from '../support/nearest.ts'
import { shownAddress } from '../support/shown-address.ts'
import { bodyMembers, type ControlAnswer, type ControlCall, type Endpoint, integerFrom, listed } from './endpoint.ts'
import { arrayOf, integer, object, string } from './schemas.ts'

const counters = object({ delivered: integer, failed: integer, dropped: integer, lastError: string })
const deliveries = object({ deliveries: arrayOf({ $ref: '#/components/schemas/Delivery' }), sink: counters })
const sinks = object({ sinks: arrayOf({ $ref: '#/components/schemas/Sink' }) })

/** How long a request may wait for a delivery, in milliseconds. */
const LONGEST_WAIT = 60_000
const USUAL_WAIT = 5_000

export const listDeliveries: Endpoint = {
  id: 'listWebhooks',
  summary: 'The newest webhook deliveries, newest last, and their number by result',
  query: [
    { name: 'wait', description: 'An event: answers once a delivery of it has ended', schema: string },
    {
      name: 'after',
      description: 'With `wait`: only deliveries with a greater `seq` (without it: those that end from now on)',
      schema: { type: 'integer', minimum: 0 },
    },
    {
      name: 'timeout_ms',
      description: 'With `wait`: how long to wait at most',
      schema: { type: 'integer', minimum: 0, maximum: LONGEST_WAIT, default: USUAL_WAIT },
    },
  ],
  answer: { status: 200, schema: deliveries },
  run(call): ControlAnswer | Promise<ControlAnswer> {
    const live = call.host.live(call.name)
    const book = bookOf(live)
    const wanted = call.query.get('wait')
    if (wanted !== null) return waited(call, live, book, wanted)
    for (const name of ['after', 'timeout_ms'])
      if (call.query.has(name)) throw new ToolError('bad-input', `${name} has no effect without wait=<event>`)
    return answer(live, book)
  },
}

async function waited(call: ControlCall, live: LiveSandbox, book: DeliveryBook, event: string): Promise<ControlAnswer> {
  const known = live.api.head.events.map(({ name }) => name)
  if (!known.includes(event)) throw undeclared(event, known)
  const timeout = integerFrom(call.query, 'timeout_ms', USUAL_WAIT, LONGEST_WAIT)
  const after = call.query.has('after') ? integerFrom(call.query, 'after', 0, 999_999_999) : undefined
  // Without `after`, what had ended before is not what is waited for.
  const before = new Set<number>()
  if (after === undefined) for (const { seq, status } of book.all()) if (status !== 'pending') before.add(seq)
  const isWanted = (one: Pick<Delivery, 'event' | 'seq'>): boolean =>
    one.event === event && one.seq > (after ?? 0) && !before.has(one.seq)
  const hasEnded = (): boolean => {
    for (const one of book.all()) if (isWanted(one) && one.status !== 'pending') return true
    return false
  }
  if (after === undefined || !hasEnded()) await call.host.deliveryEnded(call.name, isWanted, timeout)
  return answer(live, book, isWanted)
}

function answer(
  live: LiveSandbox,
  book: DeliveryBook,
  isWanted: (one: Delivery) => boolean = () => true,
): ControlAnswer {
  const sink = `"sink":${jsonText(book.counters)}`
  return listed('deliveries', texts(live, book, isWanted), () => sink)
}

export const emitWebhook: Endpoint = {
  id: 'emitWebhook',
  summary: 'Emits a declared event; `data` overrides values of the payload',
  body: {
    type: 'object',
    properties: { event: string, data: { type: 'object' } },
    required: ['event'],
  },
  answer: { status: 201, schema: object({ emitted: string, id: string }) },
  run(call) {
    const { event, data } = bodyMembers(call, 'An emission', ['event', 'data'])
    if (typeof event !== 'string' || event === '') throw new ToolError('bad-input', 'event is required')
    const id = call.host.emit(call.name, (live) => emission(live, event, data))
    return json(201, { emitted: event, id })
  },
}

export const redeliverWebhook: Endpoint = {
  id: 'redeliverWebhook',
  summary: 'Repeats the finished deliveries of an event, with the same id',
  query: [{ name: 'target', description: 'Only to this address', schema: string }],
  answer: { status: 202, schema: object({ redelivered: string, deliveries: integer }) },
  run(call) {
    const id = call.parameters.get('id') ?? ''
    const target = call.query.get('target') ?? undefined
    const known = bookOf(call.host.live(call.name)).of(id)
    if (known.length === 0) throw new ToolError('not-found', `unknown delivery ${id}`)
    const count = call.host.redeliver(call.name, id, target)
    if (count > 0) return json(202, { redelivered: id, deliveries: count })
    const own = known.filter((one) => one.target !== '' && (target === undefined || one.target === target))
    const why =
      own.length === 0
        ? 'it has no such target'
        : own.some(({ status }) => status === 'pending')
          ? 'it is still under way'
          : 'its endpoint is no longer registered'
    throw new ToolError('conflict', `Delivery ${id} cannot be sent once more: ${why}`)
  },
}

export const listSinks: Endpoint = {
  id: 'listSinks',
  summary: 'Where the events of a sandbox go, in addition to endpoints registered through its API',
  answer: { status: 200, schema: sinks },
  run: ({ host, name }) => json(200, { sinks: host.attachment(name).sinks }),
}

export const postSink: Endpoint = {
  id: 'addSink',
  summary: 'Sends events to an address from now on',
  body: object({ url: string, events: arrayOf(string), lease_ms: integer }),
  answer: { status: 201, schema: object({ added: { $ref: '#/components/schemas/Sink' } }) },
  run(call) {
    const sent = bodyMembers(call, 'A sink', ['url', 'events', 'lease_ms'])
    const live = call.host.live(call.name)
    const sink = readSink(
      sent,
      live.api.head.events.map(({ name }) => name),
    )
    const attachment = call.host.attachment(call.name)
    if (!attachment.sinks.some((one) => isEqual(one, sink)))
      call.host.saveWebhooks(call.name, addSink(attachment, sink))
    call.host.lease(call.name, sink.url, sink.lease_ms)
    return json(201, { added: sink })
  },
}

export const deleteSink: Endpoint = {
  id: 'removeSink',
  summary: 'Stops sending events to an address',
  query: [{ name: 'url', description: 'The address', schema: string }],
  answer: { status: 200, schema: object({ removed: string }) },
  run(call) {
    const url = call.query.get('url') ?? ''
    call.host.saveWebhooks(call.name, removeSink(call.host.attachment(call.name), url, call.name))
    return json(200, { removed: url })
  },
}

function bookOf({ outbox }: LiveSandbox): DeliveryBook {
  if (outbox === undefined) throw new ToolError('unavailable', 'This sandbox has no webhooks')
  return outbox.book
}

function* texts(
  live: LiveSandbox,
  book: DeliveryBook,
  isWanted: (one: Delivery) => boolean,
): Generator<string, void, undefined> {
  for (const delivery of book.list()) if (isWanted(delivery)) yield jsonText(shown(delivery, live))
}

/** The body as a value, without secrets. */
function shown(delivery: Delivery, live: LiveSandbox): unknown {
  const { target, payload } = delivery
  const isOfForm = isForm((live.webhooks ?? NO_WEBHOOKS).envelope)
  const body = isOfForm ? redactedForm(live, payload) : redactedBody(live, valueIn(payload))
  return { ...delivery, target: shownAddress(target), payload: body }
}

/** The text of a form without the secrets in its fields, which may be JSON. */
function redactedForm(live: LiveSandbox, form: string): string {
  const shown = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(form)) {
    const inner = valueIn(value)
    const told = redactedBody(live, { [name]: isObject(inner) || Array.isArray(inner) ? inner : value })
    const one = field(told, name)
    shown.append(name, typeof one === 'string' ? one : jsonText(one))
  }
  return shown.toString()
}

function valueIn(body: string): unknown {
  try {
    return readJson(body)
  } catch {
    return body
  }
}

function undeclared(event: string, known: readonly string[]): ToolError {
  const hint = known.length === 0 ? 'it declares none' : hintAmong(event, known)
  return new ToolError('bad-input', `No event ${JSON.stringify(event.slice(0, 80))} is declared: ${hint}`)
}
