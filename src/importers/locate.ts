/** Finds the lines of JSON pointers in a text; JSON is read as the YAML it nearly is. */
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml'
import { pointerTokens } from '../api/references.ts'
import { eventsOf, YamlError } from './yaml.ts'

export interface Position {
  readonly line: number
  readonly column: number
}

interface Wanted {
  readonly pointers: string[]
  readonly children: Map<string, Wanted>
}

/** Beyond this, finding lines would cost more memory than reading the document did. */
const LARGEST = 16 * 1024 * 1024

/** Positions by pointer; a place that is not found has that of its nearest ancestor, none when the text cannot be read. */
export function locateAll(text: string, pointers: readonly string[]): ReadonlyMap<string, Position> {
  if (pointers.length === 0 || text.length > LARGEST) return new Map()
  const wanted: Wanted = { pointers: [], children: new Map() }
  for (const pointer of pointers) want(wanted, pointer)
  const found = new Map<string, number>()
  try {
    walk(text, wanted, found)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
  }
  const lines = lineStarts(text)
  return new Map([...found].map(([pointer, offset]) => [pointer, positionOf(lines, offset)]))
}

function want(root: Wanted, pointer: string): void {
  let at = root
  for (const token of pointerTokens(pointer) ?? []) {
    let next = at.children.get(token)
    if (next === undefined) {
      next = { pointers: [], children: new Map() }
      at.children.set(token, next)
    }
    at = next
  }
  at.pointers.push(pointer)
}

interface Frame {
  readonly wanted: Wanted | undefined
  readonly isList: boolean
  index: number
  key: string | undefined
  keyOffset: number
}

function walk(text: string, root: Wanted, found: Map<string, number>): void {
  const frames: Frame[] = []
  let documents = 0
  for (const event of eventsOf(text)) {
    if (event.type === EVENT_ID.DOCUMENT) {
      if (++documents > 1) return
      continue
    }
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    const frame = frames[frames.length - 1]
    const offset = offsetOf(event)
    if (frame !== undefined && !frame.isList && frame.key === undefined) {
      frame.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
      frame.keyOffset = offset
      continue
    }
    const wanted = frame === undefined ? root : takeChild(frame)
    if (wanted !== undefined) place(wanted, frame === undefined || frame.isList ? offset : frame.keyOffset, found)
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE)
      frames.push({ wanted, isList: event.type === EVENT_ID.SEQUENCE, index: 0, key: undefined, keyOffset: 0 })
    if (frame !== undefined) frame.key = undefined
  }
}

function takeChild(frame: Frame): Wanted | undefined {
  const token = frame.isList ? String(frame.index++) : (frame.key ?? '')
  return frame.wanted?.children.get(token)
}

/** Everything below gets this position too, until it is found itself. */
function place(wanted: Wanted, offset: number, found: Map<string, number>): void {
  const stack = [wanted]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    for (const pointer of top.pointers) found.set(pointer, offset)
    stack.push(...top.children.values())
  }
}

function offsetOf(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) {
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
    return Math.max(event.valueStart - (isQuoted ? 1 : 0), 0)
  }
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart
  return event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE ? Math.max(event.start, 0) : 0
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function positionOf(starts: readonly number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
