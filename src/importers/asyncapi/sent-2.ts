/**
 * Which messages are sent, in AsyncAPI 2.x: who subscribes to a channel receives them. Many documents of webhooks say
 * `publish` of what the provider publishes; that counts where nothing of the document can be subscribed to.
 */
import { get, items, type Node } from '../openapi/node.ts'
import { type Channel, objectAt, objectsOf, partOf, type SentMessage, type Walk } from './sent.ts'

/** How deep alternatives may stand in alternatives. */
const DEPTH = 32

interface Sending {
  readonly channel: Channel
  readonly operation: Node
}

export function* sentMessages2(walk: Walk, root: Node): Generator<SentMessage> {
  const channels = objectsOf(walk, get(root, 'channels'), 'A channel').map(
    ({ entry, node }): Channel => ({ node, address: entry.key }),
  )
  for (const { channel, operation } of sendings(walk, channels, root)) {
    const message = get(operation, 'message')
    if (message === undefined) continue
    for (const found of alternatives(walk, message, 0))
      yield { message: found.node, key: undefined, channel, operation, isAlone: found.isAlone }
  }
}

function sendings(walk: Walk, channels: readonly Channel[], root: Node): readonly Sending[] {
  const subscribed = operationsOf(walk, channels, 'subscribe')
  if (subscribed.length > 0) return subscribed
  const published = operationsOf(walk, channels, 'publish')
  if (published.length > 0)
    walk.reading.problems.report(
      get(root, 'channels') ?? root,
      'No channel can be subscribed to; what is published is read as what the provider sends',
    )
  return published
}

function operationsOf(walk: Walk, channels: readonly Channel[], verb: string): readonly Sending[] {
  return channels.flatMap((channel) => {
    const operation = partOf(walk, channel.node, verb, 'An operation')
    return operation === undefined ? [] : [{ channel, operation }]
  })
}

interface Alternative {
  readonly node: Node
  readonly isAlone: boolean
}

function* alternatives(walk: Walk, written: Node, depth: number): Generator<Alternative> {
  const node = objectAt(walk, written, 'A message')
  if (node === undefined || walk.left <= 0) return
  const several = get(node, 'oneOf')
  if (several === undefined || !Array.isArray(several.value)) {
    yield { node, isAlone: depth === 0 }
    return
  }
  if (depth >= DEPTH) {
    walk.reading.problems.report(several, `Alternatives of messages are nested deeper than ${DEPTH}; left out`)
    return
  }
  for (const item of items(several)) {
    if (walk.left <= 0) return
    yield* alternatives(walk, item, depth + 1)
  }
}
