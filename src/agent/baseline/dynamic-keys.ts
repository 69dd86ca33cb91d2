/** Keys that are values: ids, dates, addresses and languages as names of properties. */
import type { Field } from './field.ts'

const KEY_OF_VALUE =
  /^(?:-?\d[\d.,:/-]*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=.*\d)[0-9a-f]{12,}|\d{4}-\d{2}.*|[^@\s]+@[^@\s]+\.[^@\s]+|[a-z]{1,8}_(?=\w*\d)[A-Za-z0-9]{8,}|(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{18,}|https?:\/\/.*)$/i
const LOCALE = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/
const CODE = /^[A-Z]{2,3}$/

/** A name that is surely a value. */
export function isDynamicKey(name: string): boolean {
  return name.length > 64 || KEY_OF_VALUE.test(name)
}

/** Names of properties that are checked for a map when so many have gathered. */
const CHECKED: ReadonlySet<number> = new Set([16, 32, 64, 128, 256, 512, 1024])

/** Languages or currencies that gather before they are seen to be some. */
const MOST_CODES = 12

/** True when the properties of a field are entries of a map: of one sort, and each seldom there; or languages, or currencies. `name` is about to join them. */
export function looksLikeMap(field: Field, name: string): boolean {
  const { children } = field
  if (children === undefined || field.declared !== undefined) return false
  const isCode = name.length <= 7 && children.size >= 2 && children.size <= MOST_CODES
  if (!isCode && !CHECKED.has(children.size)) return false
  const all = [...children.values()].filter((child) => child.name !== '*')
  if (!areOfOneSort(all)) return false
  if (isCode && areCodes([...all.map((child) => child.name), name])) return true
  const seen = all.reduce((sum, child) => sum + child.seen, 0)
  return CHECKED.has(all.length) && seen / all.length <= 0.3 * field.objects
}

/** `en`, `de-AT`, `pt_BR`; `USD`, `EUR`. Words of three letters are many things (`url`, `cvc`): those count in capitals only. */
function areCodes(names: readonly string[]): boolean {
  if (names.every((name) => CODE.test(name))) return true
  return (
    names.every((name) => LOCALE.test(name) && name.length !== 3) &&
    names.some((name) => LANGUAGES.has(name.slice(0, 2)))
  )
}

const LANGUAGES: ReadonlySet<string> = new Set(
  'en de fr es it pt nl sv da nb fi pl cs ja zh ko ru ar tr he uk'.split(' '),
)

function areOfOneSort(fields: readonly Field[]): boolean {
  return new Set(fields.map((field) => field.types & ~1)).size <= 1
}
