/** Which findings are alerted, and when: pure, time comes with each sighting. */
import { driftKinds } from './drift/index.ts'
import type { Finding } from './finding.ts'

export interface AlertSettings {
  /** Sightings within the window after which drift is alerted; incidents and contradictions of a description are at once. */
  readonly times: number
  readonly windowMs: number
  /** Alerts within an hour; after them comes one summary. */
  readonly perHour: number
}

export const USUAL_ALERTS: AlertSettings = { times: 3, windowMs: 15 * 60_000, perHour: 60 }

export type Verdict =
  | 'alert'
  /** The hour is full: one summary in place of all further alerts of it. */
  | 'summary'
  /** Not yet, not again, or not at all. */
  | 'none'

export interface AlertPolicy {
  /** To be asked at every sighting of a finding, at the time of the exchange in milliseconds since the epoch. */
  judge(finding: Finding, at: number): Verdict
  /** Findings that the last summary stands for, and those since. */
  readonly withheld: number
  /** Fingerprints that were forgotten because there were too many. */
  readonly evictions: number
}

/** Fingerprints whose sightings are remembered. */
const MOST_TRACKED = 10_000
const HOUR_MS = 3_600_000

interface Tracked {
  /** Times of the last sightings, oldest first. */
  readonly times: number[]
  isAlerted: boolean
}

export function makeAlertPolicy(
  isIncident: (kind: string) => boolean,
  settings: AlertSettings = USUAL_ALERTS,
): AlertPolicy {
  const tracked = new Map<string, Tracked>()
  const silent = new Set(driftKinds.filter((kind) => kind.informational === true).map(({ kind }) => kind))
  let hour: { start: number; alerts: number; isSummed: boolean } | undefined
  let withheld = 0
  let evictions = 0

  function track(finding: Finding, at: number): Tracked {
    let one = tracked.get(finding.fingerprint)
    if (one === undefined) {
      if (tracked.size >= MOST_TRACKED) {
        const [oldest] = tracked.keys()
        tracked.delete(oldest ?? '')
        evictions++
      }
      one = { times: sightingsBefore(finding, at, settings), isAlerted: false }
      tracked.set(finding.fingerprint, one)
    }
    one.times.push(at)
    if (one.times.length > settings.times) one.times.shift()
    return one
  }

  function spend(at: number): Verdict {
    if (hour === undefined || at - hour.start >= HOUR_MS) {
      hour = { start: at, alerts: 0, isSummed: false }
      withheld = 0
    }
    if (hour.alerts < settings.perHour) {
      hour.alerts++
      return 'alert'
    }
    withheld++
    if (hour.isSummed) return 'none'
    hour.isSummed = true
    return 'summary'
  }

  return {
    judge(finding, at) {
      if (finding.acked || silent.has(finding.kind)) return 'none'
      const one = track(finding, at)
      if (one.isAlerted) return 'none'
      const [first = at] = one.times
      const isAtOnce = finding.contradicts || isIncident(finding.kind)
      if (!isAtOnce && (one.times.length < settings.times || at - first > settings.windowMs)) return 'none'
      one.isAlerted = true
      return spend(at)
    },
    get withheld() {
      return withheld
    },
    get evictions() {
      return evictions
    },
  }
}

/** A finding is told when it is sure: the exchanges that made it so count, as if they had come evenly. */
function sightingsBefore({ count, first_seen }: Finding, at: number, { times }: AlertSettings): number[] {
  const first = Date.parse(first_seen)
  const before = Math.min(times, count) - 1
  const step = count > 1 ? (at - first) / (count - 1) : 0
  return Array.from({ length: Math.max(0, before) }, (_, i) => at - step * (before - i))
}
