/** Webhooks and callbacks: what the server sends, and what it takes as an answer. */
import type { Operation } from '../contract/contract.ts'
import { compareContent } from './content.ts'
import type { Comparison } from './operations.ts'
import type { Context } from './schema-changes.ts'

export function compareWebhooks({ ledger, comparer, before, after }: Comparison): void {
  compareEvents('webhook', before.webhooks, after.webhooks, ({ method, path }) => ({
    ledger,
    comparer,
    place: { method, path },
  }))
}

/** Told under the operation that declares them. */
export function compareCallbacks(context: Context, before: Operation, after: Operation): void {
  compareEvents('callback', before.callbacks, after.callbacks, () => context)
}

function compareEvents(
  kind: 'webhook' | 'callback',
  before: readonly Operation[],
  after: readonly Operation[],
  contextOf: (operation: Operation) => Context,
): void {
  const nameOf = ({ method, key }: Operation): string => `${method} ${key}`
  const fresh = new Map(after.map((operation) => [nameOf(operation), operation]))
  const locationOf = (operation: Operation): string => (kind === 'webhook' ? '' : `callback.${operation.path}`)
  for (const operation of before) {
    const other = fresh.get(nameOf(operation))
    fresh.delete(nameOf(operation))
    const context = contextOf(operation)
    const location = locationOf(operation)
    if (other === undefined) context.ledger.tell(`${kind}-removed`, context.place, location)
    else compareEvent(context, location === '' ? 'event' : location, operation, other)
  }
  for (const operation of fresh.values()) {
    const { ledger, place } = contextOf(operation)
    ledger.tell(`${kind}-added`, place, locationOf(operation))
  }
}

function compareEvent(context: Context, at: string, before: Operation, after: Operation): void {
  const { ledger, place } = context
  const location = `${at}.body`
  const [was, is] = [before.body, after.body]
  if (was !== undefined && is !== undefined)
    compareContent(context, { before: was.content, after: is.content, subject: 'event', location })
  else if (was !== is) ledger.tell(is === undefined ? 'event-body-removed' : 'event-body-added', place, location)
  const answers = new Map(after.responses.map((response) => [response.status, response]))
  for (const response of before.responses) {
    const other = answers.get(response.status)
    answers.delete(response.status)
    const reply = `${at}.reply.${response.status}`
    if (other === undefined) ledger.tell('reply-status-removed', place, reply)
    else
      compareContent(context, {
        before: response.content,
        after: other.content,
        subject: 'reply',
        location: `${reply}.body`,
      })
  }
  for (const status of answers.keys()) ledger.tell('reply-status-added', place, `${at}.reply.${status}`)
}
