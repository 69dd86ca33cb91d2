/**
 * YAML text to plain JSON values, by the 1.2 core schema: `on`, `yes` and
 * timestamps stay strings, keys are always strings as written, numbers are
 * what JSON makes of them. Merge keys (`<<`), duplicate keys and unknown tags
 * are taken as real documents have them. Aliases share what they refer to, so
 * their expansion is counted: a document may not grow without bound.
 */

import {
  type AliasEvent,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from 'js-yaml'
import { exactOf, isNumeric, numberIn, scalarText, withoutMark } from '../support/exact-number.ts'
import { isObject, setOwn } from '../support/json.ts'
import { noteSpelling } from '../support/spelling.ts'
import { limits } from './limits.ts'

/** A place in a text, zero-based offset. */
export interface TextProblem {
  readonly offset: number
  readonly message: string
}

export interface YamlText {
  readonly value: unknown
  /** What was tolerated. */
  readonly problems: readonly TextProblem[]
}

/** Thrown by `readYaml` only. */
export class YamlError extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** The first document of a YAML text. Throws `YamlError`. */
export function readYaml(text: string): YamlText {
  return new Construction(text, eventsOf(text)).run()
}

/** The parser's events, with its errors brought to ours. */
export function eventsOf(text: string): readonly Event[] {
  if (text.length > limits.yamlParts && countMarks(text) > limits.yamlParts)
    throw new YamlError(`it has more than ${limits.yamlParts} parts`, 0)
  try {
    return parseEvents(text, { maxDepth: limits.nesting })
  } catch (error) {
    if (error instanceof YAMLException) throw new YamlError(sentence(error), error.mark?.position ?? 0)
    if (error instanceof RangeError) throw new YamlError('the document is nested too deeply to read', 0)
    throw error
  }
}

/** Characters that part values from one another: there can be few more values than these. */
function countMarks(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 44 || code === 58 || code === 91 || code === 123) count++
  }
  return count
}

function sentence(error: YAMLException): string {
  const reason = error.reason.split('\n', 1)[0] ?? 'cannot be read'
  return /maxDepth/i.test(reason) ? `nesting is deeper than ${limits.nesting}` : reason
}

interface Anchored {
  value: unknown
  /** Nodes in the value with every alias counted out; 0 while it is still open. */
  size: number
  depth: number
}

interface Frame {
  readonly value: unknown
  readonly list: unknown[] | undefined
  readonly anchored: Anchored | undefined
  /** The key that waits for its value. */
  key: string | undefined
  keyOffset: number
  /** True for `"<<"`, which is a name like others. */
  keyQuoted: boolean
  /** Keys a merge brought in, which a written one may replace. */
  merged: Set<string> | undefined
  size: number
  depth: number
}

/** How many oddities are told of; each costs a search for its line. */
const TOLERATED = 50

/** Builds values from events with a stack of its own, so that depth costs no call stack. */
class Construction {
  private readonly text: string
  private readonly events: readonly Event[]
  private readonly problems: TextProblem[] = []
  private readonly anchors = new Map<string, Anchored>()
  private readonly frames: Frame[] = []
  private root: unknown
  private added = 0

  constructor(text: string, events: readonly Event[]) {
    this.text = text
    this.events = events
  }

  run(): YamlText {
    let documents = 0
    for (const event of this.events) {
      if (event.type === EVENT_ID.DOCUMENT && ++documents > 1) {
        this.problems.push({ offset: 0, message: 'More than one YAML document in the file, only the first is read' })
        break
      }
      this.take(event)
    }
    if (documents === 0) throw new YamlError('the document is empty', 0)
    return { value: this.root, problems: this.problems }
  }

  private take(event: Event): void {
    if (event.type === EVENT_ID.SCALAR) this.takeScalar(event)
    else if (event.type === EVENT_ID.SEQUENCE) this.open([], event)
    else if (event.type === EVENT_ID.MAPPING) this.open({}, event)
    else if (event.type === EVENT_ID.ALIAS) this.takeAlias(event)
    else if (event.type === EVENT_ID.POP) this.close()
  }

  private takeScalar(event: ScalarEvent): void {
    const written = withoutMark(getScalarValue(this.text, event))
    const frame = this.frames[this.frames.length - 1]
    if (frame !== undefined && frame.list === undefined && frame.key === undefined) {
      if (event.anchorStart >= 0) this.anchor(event, { value: written, size: 1, depth: 0 })
      frame.key = written
      frame.keyOffset = Math.max(event.valueStart, 0)
      frame.keyQuoted = event.style !== SCALAR_STYLE.PLAIN
      return
    }
    const tag = event.tagStart < 0 ? '' : this.text.slice(event.tagStart, event.tagEnd)
    const value =
      tag !== '' ? tagged(tag, written) : event.style === SCALAR_STYLE.PLAIN ? plainScalar(written) : written
    if (event.anchorStart >= 0) this.anchor(event, { value, size: 1, depth: 0 })
    const isOther = (isNumeric(value) || typeof value === 'boolean') && scalarText(value) !== written
    if (isOther && frame?.list !== undefined) noteSpelling(frame.list, frame.list.length, written)
    this.add(value, 1, 0)
  }

  private anchor(event: { anchorStart: number; anchorEnd: number }, anchored: Anchored): void {
    this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), anchored)
  }

  private open(value: unknown[] | object, event: MappingEvent | SequenceEvent): void {
    const parent = this.frames[this.frames.length - 1]
    if (parent !== undefined && parent.list === undefined && parent.key === undefined)
      throw new YamlError('a mapping or sequence cannot be a key here', Math.max(event.start, 0))
    let anchored: Anchored | undefined
    if (event.anchorStart >= 0) {
      anchored = { value, size: 0, depth: 0 }
      this.anchor(event, anchored)
    }
    const list = Array.isArray(value) ? value : undefined
    this.frames.push({
      value,
      list,
      anchored,
      key: undefined,
      keyOffset: 0,
      keyQuoted: false,
      merged: undefined,
      size: 1,
      depth: 1,
    })
  }

  private close(): void {
    const frame = this.frames.pop()
    if (frame === undefined) return
    if (frame.anchored !== undefined) {
      frame.anchored.size = frame.size
      frame.anchored.depth = frame.depth
    }
    this.add(frame.value, frame.size, frame.depth)
  }

  private takeAlias({ anchorStart: start, anchorEnd: end }: AliasEvent): void {
    const name = this.text.slice(start, end)
    const anchored = this.anchors.get(name)
    if (anchored === undefined) throw new YamlError(`alias *${name} has no anchor`, start)
    if (anchored.size === 0) throw new YamlError(`alias *${name} contains itself`, start)
    const frame = this.frames[this.frames.length - 1]
    if (frame !== undefined && frame.list === undefined && frame.key === undefined) {
      if (typeof anchored.value !== 'string') throw new YamlError(`alias *${name} cannot be a key`, start)
      frame.key = anchored.value
      frame.keyOffset = start
      frame.keyQuoted = false
      return
    }
    this.charge(anchored.size, start)
    if (anchored.depth + this.frames.length > limits.nesting)
      throw new YamlError(`nesting is deeper than ${limits.nesting}`, start)
    this.add(anchored.value, anchored.size, anchored.depth)
  }

  private charge(nodes: number, offset: number): void {
    this.added += nodes
    if (this.added > limits.aliasNodes)
      throw new YamlError(`aliases expand to more than ${limits.aliasNodes} nodes`, offset)
  }

  private add(value: unknown, size: number, depth: number): void {
    const frame = this.frames[this.frames.length - 1]
    if (frame === undefined) {
      this.root = value
      return
    }
    frame.size += size
    if (depth + 1 > frame.depth) frame.depth = depth + 1
    if (frame.list !== undefined) {
      frame.list.push(value)
      return
    }
    const { key } = frame
    if (key === undefined) return
    frame.key = undefined
    if (key === '<<' && !frame.keyQuoted && this.merge(frame, value)) return
    const target = frame.value as object
    if (Object.hasOwn(target, key) && !frame.merged?.delete(key))
      this.tolerate(frame.keyOffset, `Key ${JSON.stringify(key)} is used twice; the last one is used`)
    if (key === '__proto__') setOwn(target, key, value)
    else (target as Record<string, unknown>)[key] = value
  }

  private tolerate(offset: number, message: string): void {
    if (this.problems.length < TOLERATED) this.problems.push({ offset, message })
  }

  /** `<<: *base` or `<<: [*a, *b]`; false when the value is no mapping, and the key an ordinary one. */
  private merge(frame: Frame, value: unknown): boolean {
    const sources = Array.isArray(value) ? value : [value]
    if (sources.length === 0 || !sources.every(isObject)) return false
    const target = frame.value as object
    for (const source of sources) {
      const keys = Object.keys(source)
      this.charge(keys.length, frame.keyOffset)
      for (const key of keys) {
        if (Object.hasOwn(target, key)) continue
        setOwn(target, key, source[key])
        frame.merged ??= new Set()
        frame.merged.add(key)
      }
    }
    return true
  }
}

const NUMBER = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const BASED = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/

/** First characters of `null`, `true`, `false`, `~` and numbers. */
const SPECIAL = new Set([...'nNtTfF~+-.0123456789'].map((character) => character.charCodeAt(0)))

/** The core schema's reading of a plain scalar. Infinity and NaN, which JSON cannot say, stay text. */
function plainScalar(text: string): unknown {
  // Most scalars begin with a character that starts none of the words and numbers below.
  if (text !== '' && !SPECIAL.has(text.charCodeAt(0))) return text
  switch (text) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
  }
  if (NUMBER.test(text)) return Number.isFinite(Number(text)) ? (numberIn(text) ?? text) : text
  return BASED.test(text) ? exactOf(String(BigInt(text))) : text
}

/** Tags of the core schema; any other tag says nothing to us. */
function tagged(tag: string, text: string): unknown {
  if (tag === '!!str' || tag === '!' || tag === '!!binary' || tag === '!!timestamp') return text
  return plainScalar(text)
}
