/** Edits of a text: pieces that take the place of ranges. */

export interface Splice {
  readonly start: number
  /** Exclusive; `start` for what is only put in. */
  readonly end: number
  readonly text: string
  /** Of several that begin at one offset the one with the highest goes first: what belongs to an inner value. */
  readonly depth: number
}

/** True when a piece would change what another one changes, or stands right beside it; several may be put in at one offset. */
export function collide(one: Splice, other: Splice): boolean {
  if (one.start === one.end && other.start === other.end) return false
  return one.start <= other.end && other.start <= one.end
}

/** The text with all pieces in place. Those at one offset and of one depth stand in the order given. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const sorted = splices
    .map((splice, order) => ({ splice, order }))
    .sort((a, b) => a.splice.start - b.splice.start || b.splice.depth - a.splice.depth || a.order - b.order)
  let whole = ''
  let from = 0
  for (const { splice } of sorted) {
    whole += text.slice(from, Math.max(splice.start, from)) + splice.text
    from = Math.max(from, splice.end)
  }
  return whole + text.slice(from)
}
