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

/** The first value of a name as it was sent, still encoded; undefined where none was. */
export function rawValue(search: string, name: string): string | undefined {
  const lower = name.toLowerCase()
  for (const piece of search.split('&', MAX_PAIRS)) {
    const equals = piece.indexOf('=')
    const own = decodeFormText(equals === -1 ? piece : piece.slice(0, equals))
    if (own === name || own.toLowerCase() === lower) return equals === -1 ? '' : piece.slice(equals + 1)
  }
  return undefined
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

/**
 * Path and query of a request target. No target should hold a fragment, but descriptions tell operations on one path
 * apart by it (`/#Action=List`), and simple clients send that as it stands: its pairs are read as pairs of the query.
 */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const hash = target.indexOf('#')
  const plain = hash < 0 ? target : withoutFragment(target, hash)
  const mark = plain.indexOf('?')
  return mark < 0 ? { path: plain, search: '' } : { path: plain.slice(0, mark), search: plain.slice(mark + 1) }
}

function withoutFragment(target: string, hash: number): string {
  const query = target.indexOf('?', hash)
  const fragment = query < 0 ? target.slice(hash + 1) : target.slice(hash + 1, query)
  const pairs = fragment.split('&').filter((pair) => pair.includes('='))
  const search = [query < 0 ? '' : target.slice(query + 1), ...pairs].filter((part) => part !== '').join('&')
  const before = target.slice(0, hash)
  return search === '' ? before : `${before}${before.includes('?') ? '&' : '?'}${search}`
}
