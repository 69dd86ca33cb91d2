/** Names as a role and what it is the role of: `failed_jobs`, `jobsFailed` and `num_failed_jobs` are `failed` of `jobs`. */

export interface Role {
  readonly word: string
  /** '' where the name is nothing but the role. */
  readonly of: string
}

/** The role of a name in snake case, by its first word or its last; undefined where it has none of these. */
export function roleIn(name: string, words: ReadonlySet<string>): Role | undefined {
  const bare = bareName(name)
  if (words.has(bare)) return { word: bare, of: '' }
  const parts = bare.split('_')
  for (const size of [2, 1]) {
    if (parts.length <= size) continue
    const first = parts.slice(0, size).join('_')
    if (words.has(first)) return { word: first, of: parts.slice(size).join('_') }
    const last = parts.slice(-size).join('_')
    if (words.has(last)) return { word: last, of: parts.slice(0, -size).join('_') }
  }
  return undefined
}

/** Without the words that only say that it is a count. */
export function bareName(name: string): string {
  const bare = name.replace(/^(num|number_of|count_of|nb)_|_(count|counts|counter)$/g, '')
  return bare === '' ? name : bare
}

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
