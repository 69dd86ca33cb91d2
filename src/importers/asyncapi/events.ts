/** One event of each message that is sent, under a name of its own. */
import { extensions as ours } from '../../api/extensions.ts'
import type { DescribedEvent } from '../../api/model.ts'
import { limits } from '../limits.ts'
import { get, type Node, textAt } from '../openapi/node.ts'
import { keyCandidates } from '../openapi/schema-keys.ts'
import { UniqueNames } from '../openapi/unique-names.ts'
import { nameOf, readMessage, type Said } from './message.ts'
import type { SentMessage, Walk } from './sent.ts'
import { sentMessages2 } from './sent-2.ts'
import { sentMessages3 } from './sent-3.ts'
import type { Major } from './version.ts'

export function eventsOf(walk: Walk, root: Node, major: Major): readonly DescribedEvent[] {
  const found: DescribedEvent[] = []
  const names: Names = { taken: new UniqueNames(), owners: new Map() }
  const known = new Map<string, Set<unknown>>()
  for (const one of major === 2 ? sentMessages2(walk, root) : sentMessages3(walk, root)) {
    // Several operations may send the same message in the same channel.
    const place = `${one.channel.address} ${one.key ?? ''}`
    const there = known.get(place) ?? new Set()
    if (there.has(one.message.value)) continue
    known.set(place, there.add(one.message.value))
    if (found.length >= limits.events) {
      walk.reading.problems.report(root, `There are more than ${limits.events} events; the others are left out`)
      return found
    }
    found.push(eventOf(walk, one, readMessage(walk, one.message, major), names))
  }
  if (walk.left <= 0)
    walk.reading.problems.report(root, 'References make too many messages of it; what comes later is left out')
  return found
}

function eventOf(walk: Walk, sent: SentMessage, said: Said, names: Names): DescribedEvent {
  const { name: _, summary = operationSummary(sent.operation), extensions, ...payload } = said
  const stated = { ...triggerAt(sent.channel.node), ...triggerAt(sent.operation) }
  const isStated = Object.keys(stated).length > 0
  if (isStated) walk.left -= Object.keys(extensions).length
  return {
    name: freeName(sent, said, names),
    ...(summary === undefined ? {} : { summary }),
    ...payload,
    extensions: isStated ? { ...stated, ...extensions } : extensions,
  }
}

function operationSummary(operation: Node | undefined): string | undefined {
  return textAt(operation, 'summary') ?? textAt(operation, 'description')
}

/** What a channel or an operation states for all its messages. */
function triggerAt(node: Node | undefined): Readonly<Record<string, unknown>> {
  const said = get(node, ours.trigger)
  return said === undefined ? {} : { [ours.trigger]: said.value }
}

interface Names {
  readonly taken: UniqueNames
  /** The message that has each name first. */
  readonly owners: Map<string, unknown>
}

/** The message's own name; where another event has it, one of its channel. */
function freeName({ message, key, channel, isAlone }: SentMessage, said: Said, { taken, owners }: Names): string {
  const address = nameOf(channel.address) ?? 'event'
  const inChannel = key === undefined ? undefined : nameOf(key)
  const own = said.name ?? componentName(message) ?? inChannel ?? address
  if (!owners.has(own)) owners.set(own, message.value)
  // Where channels share a message, it is the channel that tells what happened.
  const isTold = isAlone && owners.get(own) === message.value
  const longer = own === address ? own : `${address}.${own}`
  const wanted = [own, inChannel, isTold ? address : undefined, longer]
  return taken.take(wanted.find((name) => name !== undefined && !taken.has(name)) ?? longer)
}

/** The key under which a message is kept for reuse, or the name of the file that is nothing else. */
function componentName(message: Node): string | undefined {
  const { document, parent, key } = message
  if (parent === undefined) return keyCandidates(message)[0]
  if (Array.isArray(parent.value)) return undefined
  const isShared = parent.key === 'messages' || (document.index > 0 && parent.parent === undefined)
  return isShared ? nameOf(key) : undefined
}
