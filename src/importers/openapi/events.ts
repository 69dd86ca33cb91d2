/** Webhook events: `webhooks`, `x-webhooks` and the callbacks of operations. */
import type { OperationId } from '../../api/description.ts'
import type { DescribedEvent } from '../../api/model.ts'
import { isObject } from '../../support/json.ts'
import { limits } from '../limits.ts'
import { extensionsOf, fields, get, type Node, textAt } from './node.ts'
import { type FoundOperation, operationsOf } from './operations.ts'
import { type Reading, resolve } from './reading.ts'
import { overlaidOf } from './statements.ts'
import { UniqueNames } from './unique-names.ts'

/** What is sent: its schema and an example. */
export type Payload = Pick<DescribedEvent, 'payload' | 'example'>
export type ReadPayload = (operation: Node, item: Node) => Payload

/** The events of one description, each under a name of its own. */
export class Events {
  readonly found: DescribedEvent[] = []
  private readonly reading: Reading
  private readonly readPayload: ReadPayload
  private readonly taken = new UniqueNames()

  constructor(reading: Reading, readPayload: ReadPayload) {
    this.reading = reading
    this.readPayload = readPayload
  }

  /** A map of event names to path items. */
  addWebhooks(webhooks: Node | undefined): void {
    const map = webhooks === undefined ? undefined : resolve(this.reading, webhooks)
    for (const entry of fields(map)) {
      if (entry.key.startsWith('x-') && !isObject(entry.value)) continue
      const operations = operationsOf(this.reading, entry)
      for (const operation of operations) {
        const suffix = operations.length > 1 ? `.${operation.method.toLowerCase()}` : ''
        if (!this.taken.has(entry.key + suffix)) this.add(entry.key + suffix, operation)
      }
    }
  }

  /** The callbacks of an operation; their names. */
  addCallbacks(callbacks: Node | undefined, operation: OperationId): readonly string[] {
    const isFull = this.found.length >= limits.events
    const map = callbacks === undefined || isFull ? undefined : resolve(this.reading, callbacks)
    if (isFull && callbacks !== undefined) this.tooMany(callbacks)
    const names: string[] = []
    for (const entry of fields(map)) {
      if (entry.key.startsWith('x-')) continue
      const callback = resolve(this.reading, entry)
      if (callback === undefined || !isObject(callback.value)) {
        if (callback !== undefined) this.reading.problems.report(entry, 'A callback is expected here; left out')
        continue
      }
      names.push(entry.key)
      for (const expression of fields(callback)) {
        if (expression.key.startsWith('x-')) continue
        for (const sent of operationsOf(this.reading, expression)) {
          const name = this.taken.has(entry.key) ? `${operation}.${entry.key}` : entry.key
          this.add(name, sent, { callbackOf: operation, callback: expression.key })
        }
      }
    }
    return names
  }

  private tooMany(node: Node): void {
    this.reading.problems.report(node, `There are more than ${limits.events} events; the others are left out`)
  }

  private add(
    name: string,
    operation: Omit<FoundOperation, 'path'>,
    called: Pick<DescribedEvent, 'callbackOf' | 'callback'> = {},
  ): void {
    const { node, item, method } = operation
    const overlaid = overlaidOf(node) ?? overlaidOf(item)
    const summary = textAt(node, 'summary') ?? textAt(item, 'summary') ?? textAt(node, 'description')
    if (this.found.length >= limits.events) {
      this.tooMany(node)
      return
    }
    this.found.push({
      name: this.taken.take(name),
      ...(summary === undefined ? {} : { summary }),
      ...this.readPayload(node, item),
      ...called,
      ...(method === 'POST' ? {} : { method }),
      extensions: { ...extensionsOf(item), ...extensionsOf(node) },
      ...(overlaid === undefined ? {} : { overlaid }),
    })
  }
}

/** Of several media types of a payload, the one that is sent. */
export function preferJson(names: readonly string[]): string | undefined {
  return names.find((name) => /[/+]json\b/.test(name)) ?? names[0]
}

/** The `webhooks` and `x-webhooks` of a document. */
export function addAllWebhooks(events: Events, root: Node): void {
  events.addWebhooks(get(root, 'webhooks'))
  events.addWebhooks(get(root, 'x-webhooks'))
}
