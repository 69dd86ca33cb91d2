/** How often, when and in how many hours something was seen. */
import type { Choices } from './seen-value.ts'

export interface Sightings {
  count: number
  /** Milliseconds since the epoch. */
  first: number
  last: number
  /** Hours since the epoch in which it was seen; no more than `MOST_HOURS` are told apart. */
  readonly hours: Set<number>
  /** The body in which it was seen last. */
  body: number
}

const HOUR = 3_600_000
const MOST_HOURS = 48

export function noSightings(): Sightings {
  return { count: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, hours: new Set(), body: -1 }
}

/** One exchange that is looked at. */
export interface Look {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** A number that no other body has. */
  readonly body: number
  /** What of it is as it was sent though it may look like a stand-in. */
  readonly choices: Choices
}

/** Counts once in a body. */
export function see(sightings: Sightings, { at, body }: Look): void {
  if (sightings.body === body) return
  sightings.body = body
  sightings.count++
  if (at < sightings.first) sightings.first = at
  if (at > sightings.last) sightings.last = at
  if (sightings.hours.size < MOST_HOURS) sightings.hours.add(Math.floor(at / HOUR))
}

export function together(all: readonly Sightings[]): Sightings {
  const sum = noSightings()
  for (const { count, first, last, hours } of all) {
    sum.count += count
    sum.first = Math.min(sum.first, first)
    sum.last = Math.max(sum.last, last)
    for (const hour of hours) if (sum.hours.size < MOST_HOURS) sum.hours.add(hour)
  }
  return sum
}

export function seeIn<K>(map: Map<K, Sightings>, key: K, look: Look): void {
  let sightings = map.get(key)
  if (sightings === undefined) {
    sightings = noSightings()
    map.set(key, sightings)
  }
  see(sightings, look)
}
