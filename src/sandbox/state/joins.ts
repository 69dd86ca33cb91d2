/**
 * Parents that a record was joined to besides those it was made under. The store keeps a list for each record; its
 * entries are of two kinds:
 *
 *   'org=7'                                   it is listed there, as one of what stands around a parent below
 *   {link: 'team', links: {org: 7, team: 3}}  it was joined to that parent, which follows what becomes of it
 */
import { entryKey } from './keys.ts'
import { type Links, linkOf } from './links.ts'
import type { Store } from './store.ts'

/** A parent, by a link to it and the links that say where it stands. */
export interface Under {
  readonly link: string
  readonly links: Links
}

export type Join = string | Under

const NO_JOINS: readonly Join[] = []

export function joinsIn(store: Store, type: string, key: string): readonly Join[] {
  const raw = store.get(entryKey('j', type, key))
  return raw === undefined ? NO_JOINS : (JSON.parse(raw) as readonly Join[])
}

export function keepJoins(store: Store, type: string, key: string, joins: readonly Join[]): void {
  if (joins.length === 0) store.remove(entryKey('j', type, key))
  else store.put(entryKey('j', type, key), JSON.stringify(joins))
}

/** The link under which the record is listed because of it. */
export function listedAt(join: Join): string {
  return typeof join === 'string' ? join : linkOf(join.link, join.links[join.link] ?? '')
}

/** The same where a parent, or what that stands in, is called otherwise. */
export function withRenamed(join: Join, name: string, old: string, value: string): Join {
  if (typeof join === 'string') return join === linkOf(name, old) ? linkOf(name, value) : join
  return join.links[name] === old ? { ...join, links: { ...join.links, [name]: value } } : join
}
