/** Makes what was seen lately what is normal: all that the window did not show is forgotten. */
import type { Endpoint } from './endpoint.ts'
import type { Family, SeenWhole } from './family.ts'
import { type Field, typeText } from './field.ts'

/** Samples that a window has at most. */
const WINDOW = 50
/** Counts after which fields are settled; see `Absorbing.mature`. */
const SETTLED = 21

/** `since` is the sample of the family that first showed what is accepted; undefined where that was another family. */
export function refreeze(family: Family, since: number | undefined): void {
  const start = Math.max(since ?? 0, family.samples - WINDOW + 1)
  const window = Math.max(1, family.samples - start + 1)
  if (family.body.seenAt >= start) refreezeField(family.body, start, window)
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

function refreezeField(field: Field, start: number, window: number): void {
  field.isKnown = true
  field.addedAs = undefined
  field.types = recentTypes(field, start)
  refreezeLack(field, start, window)
  field.seen = Math.max(window, SETTLED)
  if (field.otherFormatAt >= start) field.format = field.formatAt >= start ? 'text' : field.otherFormat
  for (const [word, value] of field.values ?? []) {
    if (value.at >= start) value.isNew = false
    else field.values?.delete(word)
  }
  if (field.objectAt < start) return
  field.objects = Math.max(window, SETTLED)
  for (const [name, child] of field.children ?? []) {
    if (child.seenAt >= start) refreezeField(child, start, window)
    else if (name !== '[]' && name !== '*') field.children?.delete(name)
  }
}

/** Counts of what it lacked, as if half of the window had been so; none where nothing in the window was. */
function refreezeLack(field: Field, start: number, window: number): void {
  field.lacked = field.gone = field.lackedAt >= start ? Math.ceil(window / 2) : 0
}

function recentTypes(field: Field, start: number): number {
  const recent = (field.typesAt ?? []).reduce((mask, at, i) => (at >= start ? mask | (1 << i) : mask), 0)
  return recent === 0 || typeText(recent) === '' ? field.types : recent
}
