import { effort, MARKING } from './effort.ts'

/** Which members of one value have been looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  /** Property names, and indexes of items beyond `prefix`. */
  private readonly members = new Set<string | number>()
  private prefix = 0
  private all = false

  has(member: string | number): boolean {
    return this.all || this.members.has(member) || (typeof member === 'number' && member < this.prefix)
  }

  add(member: string | number): void {
    this.members.add(member)
  }

  addPrefix(length: number): void {
    if (length > this.prefix) this.prefix = length
  }

  addAll(): void {
    this.all = true
  }

  merge(other: Evaluated): void {
    if (other.all) this.all = true
    this.addPrefix(other.prefix)
    effort.spend(other.members.size * MARKING)
    for (const member of other.members) this.members.add(member)
  }
}
