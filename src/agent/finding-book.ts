/** All findings of one agent: counted, acknowledged, and at most so many. */
import { type Finding, type Fingerprint, fingerprintOf, type SpecDetail, type Subject } from './finding.ts'

/** As it is kept, times in milliseconds since the epoch. */
export interface KeptFinding extends Subject {
  readonly fingerprint: Fingerprint
  count: number
  firstSeen: number
  lastSeen: number
  acked: boolean
  contradicts: boolean
  isIncident: boolean
  /** The sample of its family that first showed it; 0 for incidents. */
  sample: number
  /** Of a change of the description only. */
  spec?: SpecDetail
}

export interface Sighting {
  /** Exchanges that showed it before it was sure, and when the first of them was. */
  readonly count: number
  readonly firstSeen: number
  readonly at: number
  readonly contradicts: boolean
  readonly isIncident: boolean
  readonly sample: number
}

const MOST_FINDINGS = 10_000

export class FindingBook {
  private readonly kept = new Map<string, KeptFinding>()
  evictions = 0
  /** Findings that were told for the first time. */
  emitted = 0

  get size(): number {
    return this.kept.size
  }

  get(fingerprint: string): KeptFinding | undefined {
    return this.kept.get(fingerprint)
  }

  all(): readonly KeptFinding[] {
    return [...this.kept.values()]
  }

  restore(finding: KeptFinding): void {
    if (this.kept.size < MOST_FINDINGS) this.kept.set(finding.fingerprint, finding)
  }

  /** Notes that it was seen; the finding as it is now. */
  note(subject: Subject, sighting: Sighting): KeptFinding {
    return this.noteAs(fingerprintOf(subject), subject, sighting)
  }

  /** As `note`, under a fingerprint of its own. */
  noteAs(fingerprint: Fingerprint, subject: Subject & { readonly spec?: SpecDetail }, sighting: Sighting): KeptFinding {
    const known = this.kept.get(fingerprint)
    if (known !== undefined) {
      known.count++
      known.lastSeen = Math.max(known.lastSeen, sighting.at)
      return known
    }
    if (this.kept.size >= MOST_FINDINGS) this.evict()
    const { count, firstSeen, at, contradicts, isIncident, sample } = sighting
    const made: KeptFinding = {
      ...subject,
      fingerprint,
      count,
      firstSeen,
      lastSeen: at,
      acked: false,
      contradicts,
      isIncident,
      sample,
    }
    this.kept.set(fingerprint, made)
    this.emitted++
    return made
  }

  /** One more exchange that shows what is known already. */
  again(finding: KeptFinding, at: number): KeptFinding {
    finding.count++
    finding.lastSeen = Math.max(finding.lastSeen, at)
    // It may have been evicted meanwhile.
    if (!this.kept.has(finding.fingerprint)) {
      if (this.kept.size >= MOST_FINDINGS) this.evict()
      this.kept.set(finding.fingerprint, finding)
    }
    return finding
  }

  removeWhere(isGone: (finding: KeptFinding) => boolean): void {
    for (const [fingerprint, finding] of this.kept) if (isGone(finding)) this.kept.delete(fingerprint)
  }

  /** What was acknowledged stays longest, else what was seen last. */
  private evict(): void {
    let oldest: KeptFinding | undefined
    for (const one of this.kept.values()) if (oldest === undefined || isBefore(one, oldest)) oldest = one
    if (oldest !== undefined) this.kept.delete(oldest.fingerprint)
    this.evictions++
  }
}

function isBefore(a: KeptFinding, b: KeptFinding): boolean {
  return a.acked === b.acked ? a.lastSeen < b.lastSeen : b.acked
}

export function shownFinding(kept: KeptFinding): Finding {
  const { kind, upstream, method, template, status_class, field, before, after } = kept
  return {
    fingerprint: kept.fingerprint,
    ...{ kind, upstream, method, template, status_class, field, before, after },
    count: kept.count,
    first_seen: new Date(kept.firstSeen).toISOString(),
    last_seen: new Date(kept.lastSeen).toISOString(),
    acked: kept.acked,
    contradicts: kept.contradicts,
    ...kept.spec,
  }
}
