/**
 * Which messages are sent, in AsyncAPI 3.x: those of the operations that send. Where no operation does, all messages
 * of the channels are, but for what only answers requests.
 */
import { fields, get, items, type Node, textAt } from '../openapi/node.ts'
import { placeOf } from '../openapi/reading.ts'
import { type Channel, firstHop, objectAt, objectsOf, partOf, type SentMessage, type Walk } from './sent.ts'

export function* sentMessages3(walk: Walk, root: Node): Generator<SentMessage> {
  const operations = objectsOf(walk, get(root, 'operations'), 'An operation').map(({ node }) => node)
  const answers = answersOf(walk, operations)
  const sending = operations.filter((operation) => textAt(operation, 'action')?.trim() === 'send')
  const whole = new Set<string>()
  for (const operation of sending) {
    if (walk.left <= 0) return
    yield* sentBy(walk, operation, answers, whole)
  }
  if (sending.length > 0) return
  const channels = get(root, 'channels')
  if (operations.length > 0)
    walk.reading.problems.report(
      get(root, 'operations') ?? root,
      'No operation has the action "send"; all messages of the channels are read as what the provider sends',
    )
  for (const { entry, node } of objectsOf(walk, channels, 'A channel'))
    if (!answers.channels.has(placeOf(node)))
      yield* all(walk, { channel: { node, address: addressOf(node, entry.key) }, operation: undefined }, answers)
}

type Sending = Pick<SentMessage, 'channel' | 'operation'>

/** `whole`: places of the channels of which every message was found. */
function* sentBy(walk: Walk, operation: Node, answers: Answers, whole: Set<string>): Generator<SentMessage> {
  const written = get(operation, 'channel')
  const node = objectAt(walk, written, 'A channel')
  if (written === undefined || node === undefined) {
    if (written === undefined) walk.reading.problems.report(operation, 'The operation names no channel; left out')
    return
  }
  const channel: Channel = { node, address: addressOf(node, firstHop(walk, written).key) }
  const listed = get(operation, 'messages')
  // An operation that lists no messages has all of its channel.
  if (listed !== undefined) yield* these(walk, { channel, operation }, items(listed))
  else if (!whole.has(placeOf(node))) {
    whole.add(placeOf(node))
    yield* all(walk, { channel, operation }, answers)
  }
}

function* all(walk: Walk, sending: Sending, answers: Answers): Generator<SentMessage> {
  const map = partOf(walk, sending.channel.node, 'messages', 'A map of messages')
  const listed = fields(map).filter((entry) => !isAnswer(walk, entry, answers))
  yield* these(walk, sending, listed)
}

function isAnswer(walk: Walk, entry: Node, { messages }: Answers): boolean {
  return messages.size > 0 && (messages.has(placeOf(entry)) || messages.has(placeOf(firstHop(walk, entry))))
}

function* these(walk: Walk, sending: Sending, listed: readonly Node[]): Generator<SentMessage> {
  for (const written of listed) {
    if (walk.left <= 0) return
    const message = objectAt(walk, written, 'A message')
    if (message === undefined) continue
    yield { ...sending, message, key: keyOf(walk, written), isAlone: listed.length === 1 }
  }
}

/** The name in the channel: a list of an operation refers to it. */
function keyOf(walk: Walk, written: Node): string | undefined {
  const listed = Array.isArray(written.parent?.value) ? firstHop(walk, written) : written
  return listed.parent?.key === 'messages' ? listed.key : undefined
}

/** A channel whose address is not known yet says null, or nothing. */
function addressOf(channel: Node, key: string): string {
  const address = textAt(channel, 'address')?.trim()
  return address === undefined || address === '' ? key : address
}

/** Places of the messages that operations answer with, and of the channels that are for answers alone. */
interface Answers {
  readonly messages: ReadonlySet<string>
  readonly channels: ReadonlySet<string>
}

function answersOf(walk: Walk, operations: readonly Node[]): Answers {
  const messages = new Set<string>()
  const channels = new Set<string>()
  const used = new Set<string>()
  for (const operation of operations) {
    if (walk.left <= 0) break
    const channel = partOf(walk, operation, 'channel', 'A channel')
    if (channel !== undefined) used.add(placeOf(channel))
    const reply = partOf(walk, operation, 'reply', 'A reply')
    const way = partOf(walk, reply, 'channel', 'A channel')
    if (way !== undefined) channels.add(placeOf(way))
    for (const message of items(get(reply, 'messages'))) {
      if (walk.left-- <= 0) break
      messages.add(placeOf(firstHop(walk, message)))
    }
  }
  return { messages, channels: new Set([...channels].filter((place) => !used.has(place))) }
}
