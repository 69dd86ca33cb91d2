/** What is normal for the answers of one endpoint in one class of statuses. */
import type { KeptFinding } from '../finding-book.ts'
import { NOTHING_TOLD, type Told } from '../tellable.ts'
import type { Warmup } from '../upstream.ts'
import type { Endpoint } from './endpoint.ts'
import { settleEnumerations } from './enumeration.ts'
import type { Evidence } from './evidence.ts'
import { countFields, Field } from './field.ts'

/** A status or a media type, and how often it was seen. */
export interface SeenWhole {
  count: number
  /** The answer of the family that last had it, and the first. */
  at: number
  first: number
  isNew: boolean
}

export interface SeenHeader {
  seen: number
  lacked: number
  seenAt: number
  lackedAt: number
}

/** Something odd, on its way to become a finding. */
export interface Candidate {
  readonly evidence: Evidence
  count: number
  readonly firstSeen: number
  lastSeen: number
  readonly sample: number
  finding: KeptFinding | undefined
}

/** Odd things of one family that evidence is gathered for. */
export const MOST_CANDIDATES = 64
const HOUR_MS = 3_600_000

export class Family {
  readonly endpoint: Endpoint
  /** '2xx' ... */
  readonly statusClass: string
  /** Answers, and those of them that something could be learned from. */
  answers = 0
  samples = 0
  firstAt = 0
  lastAt = 0
  isFrozen = false
  /** What of it may be told. */
  told: Told = NOTHING_TOLD
  body: Field = new Field('', undefined, true)
  /** Fields that the tree has; counted anew where some were dropped. */
  fields = 1
  readonly statuses: Map<number, SeenWhole> = new Map()
  /** The status of the last answers, and how many of them had it. */
  runStatus = 0
  run = 0
  readonly media: Map<string, SeenWhole> = new Map()
  readonly headers: Map<string, SeenHeader> = new Map()
  readonly candidates: Map<string, Candidate> = new Map()

  constructor(endpoint: Endpoint, statusClass: string) {
    this.endpoint = endpoint
    this.statusClass = statusClass
  }

  isWarm({ minSamples, minHours }: Warmup): boolean {
    return this.samples >= Math.max(1, minSamples) && this.lastAt - this.firstAt >= minHours * HOUR_MS
  }

  /** From now on what was seen is what is normal. */
  freeze(): void {
    this.isFrozen = true
    settleEnumerations(this.body, this.told)
  }

  recount(): void {
    this.fields = countFields(this.body)
  }
}
