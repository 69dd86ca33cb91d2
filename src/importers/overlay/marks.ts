/** What overlays wrote into a document: kept beside it, by the identity of its objects and lists. */
import type { OverlayMark } from '../../api/provenance.ts'

export class Marks {
  private readonly whole = new WeakSet<object>()
  private readonly fields = new WeakMap<object, Set<string>>()

  /** Says that everything in a value came from an overlay. */
  addWhole(value: unknown): void {
    const stack = [value]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (typeof top !== 'object' || top === null || this.whole.has(top)) continue
      this.whole.add(top)
      for (const child of Object.values(top)) if (typeof child === 'object' && child !== null) stack.push(child)
    }
  }

  addField(object: object, name: string): void {
    const known = this.fields.get(object)
    if (known === undefined) this.fields.set(object, new Set([name]))
    else known.add(name)
  }

  /** The copy is as marked as what it is a copy of. */
  carry(from: object, to: object): void {
    if (this.whole.has(from)) this.whole.add(to)
    const fields = this.fields.get(from)
    if (fields !== undefined) this.fields.set(to, new Set(fields))
  }

  /** What an overlay wrote of an object; undefined when nothing. */
  of(value: unknown): OverlayMark | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    if (this.whole.has(value)) return true
    const fields = this.fields.get(value)
    return fields === undefined ? undefined : [...fields]
  }
}
