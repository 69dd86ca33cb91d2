/** One endpoint of an upstream: its families, and what clients send to it. */
import type { Operation } from '../../api/description.ts'
import { Family, type SeenHeader } from './family.ts'

/** What a header or a name in requests takes, against a field of a body. */
export const SMALL = 0.25

export class Endpoint {
  readonly upstream: string
  readonly method: string
  template: string
  /** What the description says of it; undefined where there is none. */
  operation: Operation | undefined
  /** A description has its template, also where it is not at hand just now. */
  isDeclared = false
  readonly families: Map<string, Family> = new Map()
  answers = 0
  /** Requests with a body that could be read. */
  requests = 0
  readonly requestFields: Map<string, SeenHeader> = new Map()
  /** The last answers, newest first in the lowest bit: 1 for 4xx other than 429. */
  private refusals = 0
  private answered = 0

  constructor(upstream: string, method: string, template: string) {
    this.upstream = upstream
    this.method = method
    this.template = template
  }

  family(statusClass: string): Family {
    let family = this.families.get(statusClass)
    if (family === undefined) {
      family = new Family(this, statusClass)
      this.families.set(statusClass, family)
    }
    return family
  }

  /** What it takes of the room that all share. */
  weight(): number {
    let weight = SMALL * this.requestFields.size
    for (const { fields, headers } of this.families.values()) weight += fields + SMALL * headers.size
    return weight
  }

  /** Statuses that are normal in any class. */
  knownStatuses(): number[] {
    return [...this.families.values()].flatMap((family) =>
      family.isFrozen ? [...family.statuses].filter(([, seen]) => !seen.isNew).map(([status]) => status) : [],
    )
  }

  noteAnswer(status: number): void {
    this.answers++
    this.answered = Math.min(32, this.answered + 1)
    this.refusals = ((this.refusals << 1) | (status >= 400 && status < 500 && status !== 429 ? 1 : 0)) >>> 0
  }

  /** Share of refused requests among the last 32; undefined before the twentieth. */
  refusalRate(): number | undefined {
    if (this.answered < 20) return undefined
    let refused = 0
    for (let rest = this.refusals; rest !== 0; rest &= rest - 1) refused++
    return refused / this.answered
  }
}
