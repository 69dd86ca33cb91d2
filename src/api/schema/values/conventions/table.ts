/** Tables of names: the longest end of a name that a table knows speaks. */
import { singular } from '../names.ts'

/** Names in snake case, between blanks; with `=` before it a name speaks only as a whole. */
export type Row<T> = readonly [names: string, value: T]

export type Table<T> = (name: string) => T | undefined

/** What says no more of a value than in which form or language it is. */
const FORM =
  /_(kana|kanji|normalized|canonical|text|string|str|raw|formatted|localized|original|old|new|previous|current|default|override|\d+|[a-z]*\d|english|german|french|italian|spanish|japanese|english_us)$/

export function tableOf<T>(rows: readonly Row<T>[]): Table<T> {
  const whole = new Map<string, T>()
  const ends = new Map<string, T>()
  for (const [names, value] of rows)
    for (const name of names.split(' ')) {
      if (name.startsWith('=')) whole.set(name.slice(1), value)
      else if (!ends.has(name)) ends.set(name, value)
    }
  const exact = (name: string): T | undefined => {
    const said = whole.get(name)
    if (said !== undefined) return said
    for (let rest = name; ; rest = rest.slice(rest.indexOf('_') + 1)) {
      const value = ends.get(rest)
      if (value !== undefined || !rest.includes('_')) return value
    }
  }
  return (name) => exact(name) ?? exact(singular(name)) ?? (FORM.test(name) ? exact(name.replace(FORM, '')) : undefined)
}
