/** What is told of the events that an answer brings about, and of the faults armed on them. */
import type { ApiDescription, OperationId } from '../../api/description.ts'
import type { Store } from '../state/store.ts'
import type { Trace } from '../trace.ts'
import { armedFaults } from './book.ts'

/** Notes the events that a successful answer of the operation triggers; to be called only when somebody listens. */
export function tellEvents(operation: OperationId, { head }: ApiDescription, store: Store, trace: Trace): void {
  for (const { name, trigger } of head.events) if (trigger === operation) tellEvent(name, store, trace)
}

/** Notes one event and the webhook faults that would strike its delivery. */
export function tellEvent(name: string, store: Store, trace: Trace): void {
  const struck = armedFaults(store).filter(({ method, event }) => method === '' && (event === '' || event === name))
  const by = struck.map(({ id, kind }) => `${id} ${kind}`).join(', ')
  trace.note('webhook', by === '' ? name : `${name}, struck by ${by}`)
}
