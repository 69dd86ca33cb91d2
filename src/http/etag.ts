/** Entity tags and the conditions that name them (RFC 9110 8.8.3 and 13.1). */

interface EntityTag {
  readonly weak: boolean
  readonly opaque: string
}

/** Tags beyond this are not read. */
const MAX_TAGS = 256

/**
 * True when If-Match lets the request pass: no field, `*` and a tag that
 * exists, or one listed that is the same by strong comparison. `current` is
 * undefined when there is no representation.
 */
export function ifMatchHolds(field: string | undefined, current: string | undefined): boolean {
  if (field === undefined) return true
  if (current === undefined) return false
  if (field.trim() === '*') return true
  const own = tagsOf(current)[0]
  return own !== undefined && !own.weak && tagsOf(field).some((tag) => !tag.weak && tag.opaque === own.opaque)
}

/** True when If-None-Match names the current tag by weak comparison (or is `*`), so that a read answers 304 and a write 412. */
export function ifNoneMatchHolds(field: string | undefined, current: string | undefined): boolean {
  if (field === undefined || current === undefined) return false
  if (field.trim() === '*') return true
  const own = tagsOf(current)[0]
  return own !== undefined && tagsOf(field).some((tag) => tag.opaque === own.opaque)
}

/** The tags of a list. A tag that came without its quotes, as some clients send it, counts as a strong one. */
function tagsOf(field: string): readonly EntityTag[] {
  const tags: EntityTag[] = []
  for (const match of field.matchAll(/(W\/)?"([^"]*)"|([^\s,"]+)/g)) {
    if (tags.length >= MAX_TAGS) break
    tags.push({ weak: match[1] !== undefined, opaque: match[2] ?? match[3] ?? '' })
  }
  return tags
}
