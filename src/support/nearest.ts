/** The candidate that a mistyped word most likely meant; undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.slice(0, LONGEST).toLowerCase()
  const bound = Math.max(1, Math.floor(typed.length / 3))
  let best: string | undefined
  let least = bound + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= least) continue
    const distance = editDistance(typed, candidate.toLowerCase())
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** The same as words for an error message. */
export function hintOf(word: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(word, candidates)
  return near === undefined ? undefined : `did you mean ${near}?`
}

/** The hint, or where no word is near all that are known: `there is a, b`, `it has a, b`. */
export function hintAmong(word: string, known: Iterable<string>, lead: 'there is' | 'it has' = 'there is'): string {
  // An iterator can be walked once.
  const all = [...known]
  return hintOf(word, all) ?? `${lead} ${all.join(', ')}`
}

/** The hint in brackets, as it ends a sentence; nothing where there is none. */
export function bracketedHint(word: string, candidates: Iterable<string>): string {
  const hint = hintOf(word, candidates)
  return hint === undefined ? '' : ` (${hint})`
}

/** `a, b or c`. */
export function eitherOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const LONGEST = 64

/** Letters to insert, delete, replace or swap with their neighbour to make one text of the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j - 1] ?? 0) + (same ? 0 : 1), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
