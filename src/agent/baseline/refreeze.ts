/** Makes what was seen lately what is normal: all that the window did not show is forgotten. */
import type { Endpoint } from './endpoint.ts'
import type { Family, SeenWhole } from './family.ts'
import { type Field, typeText } from './field.ts'

/** Samples that a window has at most. */
const WINDOW = 50
/** Counts that keep a settled field settled; see `Absorbing.mature`. */
const SETTLED = 21

/** `since` is the sample of the family that first showed what is accepted; undefined where that was another family. */
export function refreeze(family: Family, since: number | undefined): void {
  const start = Math.max(since ?? 0, family.samples - WINDOW + 1)
  const window = Math.max(1, family.samples - start + 1)
  if (family.body.seenAt >= start) refreezeField(family.body, { start, window, sample: family.samples })
  const answersStart = family.answers - (family.samples - start)
  refreezeWhole(family.statuses, answersStart)
  refreezeWhole(family.media, answersStart)
  for (const [name, header] of family.headers) {
    if (header.seenAt < answersStart) family.headers.delete(name)
    else if (header.lackedAt < answersStart) header.lacked = 0
  }
  family.candidates.clear()
  family.run = 0
  family.recount()
}

/** What clients no longer sent is no longer expected. */
export function refreezeRequests(endpoint: Endpoint): void {
  const start = endpoint.requests - WINDOW
  for (const [name, field] of endpoint.requestFields) if (field.seenAt < start) endpoint.requestFields.delete(name)
}

function refreezeWhole(seen: Map<unknown, SeenWhole>, start: number): void {
  const isAnyRecent = [...seen.values()].some(({ at }) => at >= start)
  for (const [key, one] of seen) {
    if (one.at >= start) one.isNew = false
    else if (isAnyRecent) seen.delete(key)
  }
}

interface Window {
  /** Its first sample, and its last one. */
  readonly start: number
  readonly sample: number
  /** Samples in it. */
  readonly window: number
}

function refreezeField(field: Field, within: Window): void {
  const { start, window } = within
  field.isKnown = true
  field.addedAs = undefined
  field.types = recentTypes(field, start)
  refreezeWords(field, start)
  field.seen = Math.min(field.seen, Math.max(window, SETTLED))
  if (field.otherFormatAt >= start) field.format = field.formatAt >= start ? 'text' : field.otherFormat
  if (field.objectAt < start) return
  const opportunities = Math.max(1, field.objects)
  field.objects = Math.min(field.objects, Math.max(window, SETTLED))
  for (const [name, child] of field.children ?? []) {
    const absent = absenceOf(child, opportunities, within)
    if (child.seenAt >= start) refreezeField(child, within)
    else if (isOwn(name) && (!child.isKnown || absent ** window < UNLIKELY)) field.children?.delete(name)
    child.lacked = child.gone = Math.round(absent * field.objects)
  }
}

/** A field that was absent for a whole window this unlikely by chance is gone. */
const UNLIKELY = 0.001

function isOwn(name: string): boolean {
  return name !== '[]' && name !== '*'
}

/** Words that came with what is accepted are normal now; known ones stay, seen lately or not: one that stays away is no drift. */
function refreezeWords({ values }: Field, start: number): void {
  for (const [word, value] of values ?? []) {
    if (value.at >= start) value.isNew = false
    else if (value.isNew) values?.delete(word)
  }
}

const HARDLY = 0.95

/** How often a parent has no such field now, 0 to 1: as before, and at least half where it was lacking lately. */
function absenceOf(child: Field, opportunities: number, { start, sample }: Window): number {
  // Of what was hardly seen nobody knows how often it will be.
  if (!child.isKnown && child.seen < 3) return HARDLY
  if (!child.isKnown) return Math.max(0, 1 - child.seen / (sample - child.bornAt + 1))
  const before = Math.min(1, child.gone / opportunities)
  return Math.max(before, child.lackedAt >= start ? 0.5 : 0)
}

function recentTypes(field: Field, start: number): number {
  const recent = (field.typesAt ?? []).reduce((mask, at, i) => (at >= start ? mask | (1 << i) : mask), 0)
  return recent === 0 || typeText(recent) === '' ? field.types : recent
}
