/** Collects what an import mends or leaves out, and finds the lines of it at the end. */
import type { ImportProblem } from '../../api/description.ts'
import type { DocumentSet, LoadedDocument } from '../document-set.ts'
import { limits } from '../limits.ts'
import { locateAll } from '../locate.ts'
import { type Node, pointerOf } from './node.ts'

interface Noted {
  readonly document: LoadedDocument
  readonly pointer: string
  readonly message: string
}

export class Problems {
  private readonly noted: Noted[] = []
  private readonly seen = new Set<string>()
  private readonly repeats = new Map<string, number>()
  private beyond = 0

  /** Nothing more will be listed. */
  get isFull(): boolean {
    return this.noted.length >= limits.problems
  }

  /** Notes a problem once per place. */
  report(node: Node, message: string): void {
    this.reportAt(node.document, pointerOf(node), message)
  }

  reportAt(document: LoadedDocument, pointer: string, message: string): void {
    const identity = `${document.index} ${pointer} ${message}`
    if (this.seen.has(identity)) return
    if (this.noted.length >= limits.problems) {
      this.beyond++
      return
    }
    this.seen.add(identity)
    const repeats = (this.repeats.get(message) ?? 0) + 1
    this.repeats.set(message, repeats)
    if (repeats > limits.repeats) return
    this.noted.push({ document, pointer, message })
  }

  /** Everything noted, with the documents' own problems before it. */
  list({ documents }: DocumentSet): readonly ImportProblem[] {
    const isSingle = documents.length === 1
    const found: ImportProblem[] = documents.flatMap((document) => document.problems)
    for (const document of documents) {
      const here = this.noted.filter((noted) => noted.document === document)
      const positions = locateAll(
        document.text,
        here.map((noted) => noted.pointer),
      )
      for (const { pointer, message } of here)
        found.push({ document: document.location, pointer, ...positions.get(pointer), message })
    }
    for (const [message, count] of this.repeats)
      if (count > limits.repeats)
        found.push({ document: '', pointer: '', message: `${message} (at ${count - limits.repeats} further places)` })
    if (this.beyond > 0)
      found.push({ document: '', pointer: '', message: `${this.beyond} further problems are not listed` })
    return isSingle ? found.map((problem) => ({ ...problem, document: '' })) : found
  }
}
