/** Opens YAML: `js-yaml`'s events tell where scalars stand and collections begin; where those end is concluded here. */
import {
  type AliasEvent,
  CHOMPING_MODE,
  COLLECTION_STYLE,
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
import { numberIn, withoutMark } from '../../support/exact-number.ts'
import { type Anchor, behind, type DocumentNode, type Member, type ScalarNode } from './document.ts'

/** The root of the first document of a YAML text, or the clause that says why it cannot be edited. */
export function readYamlNodes(text: string): DocumentNode | string {
  let events: readonly Event[]
  try {
    events = parseEvents(text, { maxDepth: 512 })
  } catch (error) {
    if (error instanceof YAMLException) return error.reason.split('\n', 1)[0] ?? 'it cannot be read'
    if (error instanceof RangeError) return 'it is nested too deeply'
    throw error
  }
  return new Reading(text).run(events)
}

interface Frame {
  readonly kind: 'mapping' | 'sequence'
  readonly start: number
  readonly isFlow: boolean
  readonly anchor: Anchored | undefined
  readonly members: Member[]
  readonly items: DocumentNode[]
  key: { readonly text: string; readonly start: number; readonly end: number } | undefined
}

interface Anchored extends Anchor {
  node: DocumentNode | undefined
}

class Reading {
  private readonly text: string
  private readonly frames: Frame[] = []
  private readonly anchors = new Map<string, Anchored>()
  private root: DocumentNode | undefined
  /** Behind what was read last. */
  private at = 0
  private complaint: string | undefined

  constructor(text: string) {
    this.text = text
  }

  run(events: readonly Event[]): DocumentNode | string {
    let documents = 0
    for (const event of events) {
      if (event.type === EVENT_ID.DOCUMENT && ++documents > 1) break
      this.take(event)
      if (this.complaint !== undefined) return this.complaint
    }
    return this.root ?? 'it is empty'
  }

  private take(event: Event): void {
    if (event.type === EVENT_ID.SCALAR) this.scalar(event)
    else if (event.type === EVENT_ID.SEQUENCE) this.open('sequence', event)
    else if (event.type === EVENT_ID.MAPPING) this.open('mapping', event)
    else if (event.type === EVENT_ID.ALIAS) this.alias(event)
    else if (event.type === EVENT_ID.POP) this.close()
  }

  private open(kind: Frame['kind'], event: SequenceEvent | MappingEvent): void {
    const parent = this.frames.at(-1)
    if (parent?.kind === 'mapping' && parent.key === undefined) this.complaint = 'a key is not a scalar'
    const isFlow = event.style === COLLECTION_STYLE.FLOW
    const anchor = this.anchor(event)
    this.frames.push({ kind, start: event.start, isFlow, anchor, members: [], items: [], key: undefined })
    this.at = event.start
  }

  private close(): void {
    const frame = this.frames.pop()
    if (frame === undefined) return
    const { kind, start, isFlow, anchor, members, items } = frame
    const last = kind === 'mapping' ? members.at(-1)?.value : items.at(-1)
    const end = isFlow ? this.closingBracket(start, last?.end ?? start + 1) : (last?.end ?? start)
    this.add({ kind, start, end, isFlow, members, items, ...(anchor && { anchor }) }, anchor)
  }

  /** Behind the bracket that ends a flow collection; `[a: b]` holds a mapping without brackets. */
  private closingBracket(start: number, from: number): number {
    const { text } = this
    if (text[start] !== '{' && text[start] !== '[') return from
    let at = from
    while (at < text.length && text[at] !== '}' && text[at] !== ']')
      at = text[at] === '#' ? text.indexOf('\n', at) + 1 || text.length : at + 1
    return at + 1
  }

  private anchor(event: { readonly anchorStart: number; readonly anchorEnd: number }): Anchored | undefined {
    if (event.anchorStart < 0) return undefined
    const name = this.text.slice(event.anchorStart, event.anchorEnd)
    const anchored: Anchored = { name, uses: 0, node: undefined }
    this.anchors.set(name, anchored)
    return anchored
  }

  private alias({ anchorStart, anchorEnd }: AliasEvent): void {
    const name = this.text.slice(anchorStart, anchorEnd)
    const anchored = this.anchors.get(name)
    const target = anchored?.node
    if (anchored === undefined || target === undefined) {
      this.complaint = `the alias *${name} refers to nothing or to itself`
      return
    }
    anchored.uses++
    const parent = this.frames.at(-1)
    if (parent?.kind === 'mapping' && parent.key === undefined) {
      parent.key = {
        text: String(target.kind === 'scalar' ? target.value : ''),
        start: anchorStart - 1,
        end: anchorEnd,
      }
      return
    }
    this.add({ kind: 'alias', start: anchorStart - 1, end: anchorEnd, name, target: behind(target) })
  }

  private scalar(event: ScalarEvent): void {
    const parent = this.frames.at(-1)
    const anchor = this.anchor(event)
    const isEmpty = event.valueStart < 0
    const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0
    const start = isEmpty ? this.emptyPlace(event) : event.valueStart - quoted
    const end = isEmpty ? start : this.endOf(event) + quoted
    const text = withoutMark(getScalarValue(this.text, event))
    if (parent?.kind === 'mapping' && parent.key === undefined) {
      parent.key = { text, start, end }
      if (anchor !== undefined) anchor.node = { kind: 'scalar', start, end, style: 'plain', value: text }
      this.at = end
      return
    }
    const style = styleOf(event)
    const tag = event.tagStart < 0 ? '' : this.text.slice(event.tagStart, event.tagEnd)
    const value = style === 'plain' && !STRING_TAGS.has(tag) ? plainValue(text) : text
    this.add({ kind: 'scalar', start, end, style, value, ...(anchor && { anchor }) }, anchor)
  }

  /** Where a value would stand that is not there: behind the colon, the dash, the anchor or the tag. */
  private emptyPlace({ anchorEnd, tagEnd }: ScalarEvent): number {
    if (anchorEnd >= 0 || tagEnd >= 0) return Math.max(anchorEnd, tagEnd)
    const parent = this.frames.at(-1)
    const mark = parent?.kind === 'sequence' ? '-' : ':'
    for (let at = parent?.key?.end ?? this.at; at < this.text.length; at++) {
      const character = this.text[at]
      if (character === mark) return at + 1
      if (character === '#') at = this.text.indexOf('\n', at)
      if (at < 0 || (character ?? '').trim() !== '') break
    }
    return parent?.key?.end ?? this.at
  }

  /** Behind the last character that means something: blank lines that a block scalar does not keep are not its own. */
  private endOf({ style, chomping, valueStart, valueEnd }: ScalarEvent): number {
    if (style !== SCALAR_STYLE.LITERAL_BLOCK && style !== SCALAR_STYLE.FOLDED_BLOCK) return valueEnd
    let end = valueEnd
    if (chomping === CHOMPING_MODE.KEEP) {
      if (this.text[end - 1] === '\n') end--
      return this.text[end - 1] === '\r' ? end - 1 : end
    }
    while (end > valueStart && /\s/.test(this.text[end - 1] ?? '')) end--
    if (end > valueStart) return end
    return this.text[valueStart - 2] === '\r' ? valueStart - 2 : Math.max(valueStart - 1, 0)
  }

  private add(node: DocumentNode, anchored?: Anchored): void {
    if (anchored !== undefined) anchored.node = node
    this.at = node.end
    const frame = this.frames.at(-1)
    if (frame === undefined) this.root = node
    else if (frame.kind === 'sequence') frame.items.push(node)
    else if (frame.key !== undefined) {
      const { text, start, end } = frame.key
      frame.members.push({ key: text, keyStart: start, keyEnd: end, value: node })
      frame.key = undefined
    }
  }
}

function styleOf({ style }: ScalarEvent): ScalarNode['style'] {
  if (style === SCALAR_STYLE.PLAIN) return 'plain'
  if (style === SCALAR_STYLE.SINGLE_QUOTED) return 'single'
  return style === SCALAR_STYLE.DOUBLE_QUOTED ? 'double' : 'block'
}

const STRING_TAGS = new Set(['!!str', '!', '!!binary', '!!timestamp'])
const NUMBER = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/

/** What a plain scalar means in the core schema of YAML 1.2. */
function plainValue(text: string): string | number | boolean | null {
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  return NUMBER.test(text) && Number.isFinite(Number(text)) ? (numberIn(text) ?? text) : text
}
