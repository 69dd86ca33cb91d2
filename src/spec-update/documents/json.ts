/** Opens JSON: `jsonc-parser` tells where everything stands. */
import { visit } from 'jsonc-parser'
import { readJson } from '../../support/exact-json.ts'
import type { CollectionNode, DocumentNode, Member } from './document.ts'

interface Frame {
  readonly kind: 'mapping' | 'sequence'
  readonly start: number
  readonly members: Member[]
  readonly items: DocumentNode[]
  key: string
  keyStart: number
  keyEnd: number
}

/** The root of a JSON text; undefined when it is not JSON. */
export function readJsonNodes(text: string): DocumentNode | undefined {
  const reading = new Reading(text)
  visit(
    text,
    {
      onObjectBegin: (offset) => reading.open('mapping', offset),
      onArrayBegin: (offset) => reading.open('sequence', offset),
      onObjectProperty: (name, offset, length) => reading.key(name, offset, offset + length),
      onObjectEnd: (offset) => reading.close(offset + 1),
      onArrayEnd: (offset) => reading.close(offset + 1),
      onLiteralValue: (_value, offset, length) => reading.scalar(offset, offset + length),
      onError: () => reading.fail(),
    },
    { disallowComments: true },
  )
  return reading.failed ? undefined : reading.root
}

class Reading {
  root: DocumentNode | undefined
  failed = false
  private readonly text: string
  private readonly frames: Frame[] = []

  constructor(text: string) {
    this.text = text
  }

  fail(): void {
    this.failed = true
  }

  open(kind: Frame['kind'], start: number): void {
    this.frames.push({ kind, start, members: [], items: [], key: '', keyStart: 0, keyEnd: 0 })
  }

  key(name: string, start: number, end: number): void {
    const frame = this.frames.at(-1)
    if (frame === undefined) return
    frame.key = name
    frame.keyStart = start
    frame.keyEnd = end
  }

  close(end: number): void {
    const frame = this.frames.pop()
    if (frame === undefined) return
    const { kind, start, members, items } = frame
    this.add({ kind, start, end, isFlow: true, members, items } satisfies CollectionNode)
  }

  scalar(start: number, end: number): void {
    const written = this.text.slice(start, end)
    const value = readJson(written) as string | number | boolean | null
    this.add({ kind: 'scalar', start, end, style: written.startsWith('"') ? 'double' : 'plain', value })
  }

  private add(node: DocumentNode): void {
    const frame = this.frames.at(-1)
    if (frame === undefined) this.root = node
    else if (frame.kind === 'sequence') frame.items.push(node)
    else frame.members.push({ key: frame.key, keyStart: frame.keyStart, keyEnd: frame.keyEnd, value: node })
  }
}
