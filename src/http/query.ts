import { decodeFormText, encodePercent } from './percent.ts'

/** A decoded name and value, in the order sent. */
export type Pair = readonly [name: string, value: string]

/** More pairs than this are not read: no real client sends them. */
export const MAX_PAIRS = 10_000

/** Splits a raw query (or an urlencoded body) into decoded pairs. A name without `=` has the value ''. */
export function parseQuery(search: string, limit: number = MAX_PAIRS): Pair[] {
  const pairs: Pair[] = []
  let start = 0
  while (start < search.length && pairs.length < limit) {
    let end = search.indexOf('&', start)
    if (end === -1) end = search.length
    if (end > start) pairs.push(pairOf(search, start, end))
    start = end + 1
  }
  return pairs
}

/** Pairs as a query, without the question mark. */
export function formatQuery(pairs: Iterable<Pair>): string {
  let query = ''
  for (const [name, value] of pairs) query += `${query === '' ? '' : '&'}${encodePercent(name)}=${encodePercent(value)}`
  return query
}

function pairOf(search: string, start: number, end: number): Pair {
  const equals = search.indexOf('=', start)
  if (equals === -1 || equals >= end) return [decodeFormText(search.slice(start, end)), '']
  return [decodeFormText(search.slice(start, equals)), decodeFormText(search.slice(equals + 1, end))]
}
