/** Which events an operation triggers. */
import type { OperationId, WebhookEvent } from '../../api/description.ts'
import { listAt } from '../../support/list-at.ts'
import { oncePer } from '../../support/once-per.ts'
import type { Runtime } from '../runtime.ts'

const NONE: readonly WebhookEvent[] = []

/** The events that a success of the operation triggers, in their declared order. */
export function triggeredBy(operation: OperationId, runtime: Runtime): readonly WebhookEvent[] {
  return triggersOf(runtime).get(operation) ?? NONE
}

/** The declared event of this name; undefined when there is none. */
export function eventNamed(name: string, runtime: Runtime): WebhookEvent | undefined {
  return namesOf(runtime).get(name)
}

/** The method by which an event is sent. */
export function methodOf(event: WebhookEvent | undefined): string {
  return event?.method ?? 'POST'
}

const triggersOf = oncePer((runtime: Runtime) => {
  const all = new Map<OperationId, WebhookEvent[]>()
  for (const event of runtime.api.head.events) {
    if (event.trigger === 'emit-only') continue
    for (const id of new Set([event.trigger, ...(event.alsoTriggeredBy ?? [])])) listAt(all, id).push(event)
  }
  return all
})

const namesOf = oncePer((runtime: Runtime) => new Map(runtime.api.head.events.map((event) => [event.name, event])))
