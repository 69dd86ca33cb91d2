/** A message that is sent, and the bounds of the walk that finds them. */
import { isObject } from '../../support/json.ts'
import { limits } from '../limits.ts'
import { fields, get, type Node } from '../openapi/node.ts'
import { findReference, type Reading, referenceOf, resolve } from '../openapi/reading.ts'

/** One message in one channel. */
export interface SentMessage {
  /** The message itself, its references followed. */
  readonly message: Node
  /** Its name in its channel, which only 3.x gives. */
  readonly key: string | undefined
  readonly channel: Channel
  /** Undefined where no operation says that it is sent. */
  readonly operation: Node | undefined
  /** No other message is sent in this channel by this operation. */
  readonly isAlone: boolean
}

export interface Channel {
  readonly node: Node
  /** Its address, or its key where it has none. */
  readonly address: string
}

/** What finding messages may still cost: references can make far more of them than anyone wrote. */
export interface Walk {
  readonly reading: Reading
  left: number
}

/** Steps for each event that there may be. */
const STEPS = 20

export function walkOf(reading: Reading): Walk {
  return { reading, left: limits.events * STEPS }
}

/** What a node stands for, where that is an object. Fields beside a reference do not count in AsyncAPI. */
export function objectAt(walk: Walk, node: Node | undefined, what: string): Node | undefined {
  walk.left--
  if (node === undefined) return undefined
  const found = resolve(walk.reading, node)
  if (found === undefined) return undefined
  if (isObject(found.value)) return found.under ?? found
  walk.reading.problems.report(node, `${what} is expected here; left out`)
  return undefined
}

/** The objects of a map of the root or of a part. */
export function objectsOf(walk: Walk, map: Node | undefined, what: string): readonly Entry[] {
  const found = map === undefined || map.value === null ? undefined : objectAt(walk, map, 'A map')
  const entries: Entry[] = []
  for (const entry of fields(found)) {
    if (walk.left <= 0) break
    if (entry.key.startsWith('x-') && !isObject(entry.value)) continue
    const node = objectAt(walk, entry, what)
    if (node !== undefined) entries.push({ entry, node })
  }
  return entries
}

export interface Entry {
  /** Where it is listed. */
  readonly entry: Node
  /** What it is. */
  readonly node: Node
}

/** Where a reference leads first, though it may lead on from there; the node itself where it is none. */
export function firstHop(walk: Walk, node: Node): Node {
  const reference = referenceOf(node.value)
  const found = reference === undefined ? undefined : findReference(walk.reading, node, reference)
  return found !== undefined && 'node' in found ? found.node : node
}

/** An object at a key, undefined where there is none. */
export function partOf(walk: Walk, node: Node | undefined, key: string, what: string): Node | undefined {
  return objectAt(walk, get(node, key), what)
}
