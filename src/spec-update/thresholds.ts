/** From when on what was seen is more than chance. */
import type { Sightings } from './sightings.ts'

export interface Thresholds {
  /** Bodies in which a field could have stood. */
  readonly minBodies: number
  /** Share of them in which it stood, 0 to 1. */
  readonly minShare: number
  /** How often a value, a status or a parameter was seen. */
  readonly minSightings: number
  /** In how many different hours. */
  readonly minHours: number
}

export const USUAL_THRESHOLDS: Thresholds = { minBodies: 10, minShare: 0.2, minSightings: 3, minHours: 2 }

/** A field in enough of enough bodies. */
export function isUsual(count: number, bodies: number, { minBodies, minShare }: Thresholds): boolean {
  return count > 1 && bodies >= minBodies && count >= minShare * bodies
}

/** A value often enough, and at several times. */
export function isRepeated({ count, hours }: Sightings, { minSightings, minHours }: Thresholds): boolean {
  return count > 1 && count >= minSightings && hours.size >= minHours
}

/** One line for people. */
export function thresholdText({ minBodies, minShare, minSightings, minHours }: Thresholds): string {
  const share = Math.round(minShare * 1000) / 10
  return `thresholds: a field in ${share} % of at least ${minBodies} bodies; a value, status or parameter ${minSightings} times in ${minHours} different hours`
}
