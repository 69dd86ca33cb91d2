/** Ids in the form that the words of a description show: "The file, such as `file-abc123`", "starts with `cus_`". */
import { BASE62, characters, digits, HEX, type Maker, uuid } from './draw.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PREFIXED = /^((?:[A-Za-z][A-Za-z0-9]{0,11}[_-]){1,2})([A-Za-z0-9]{4,64})$/
const BEGINS =
  /\b(?:prefix(?:ed)?|starts?|starting|begins?|beginning)\b(?: with| by| is|:| the| an?){0,3} ["'`“]([A-Za-z]{1,12}[_-])["'`”]/i
const UPPER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = UPPER.toLowerCase()
/** Characters of an id of which words show the beginning only. */
const USUAL = 16

/** A maker of ids like the one shown, or of those that begin as the words say; undefined where they tell nothing. */
export function idsLike(description: string, shown: string | undefined): Maker<string> | undefined {
  const like = shown === undefined ? undefined : ofForm(shown)
  if (like !== undefined) return like
  const prefix = BEGINS.exec(description.slice(0, 400))?.[1]
  return prefix === undefined ? undefined : (d) => `${prefix}${characters(d, USUAL, BASE62)}`
}

function ofForm(shown: string): Maker<string> | undefined {
  if (UUID.test(shown)) return uuid
  if (/^\d{5,20}$/.test(shown)) return (d) => `1${digits(d, shown.length - 1)}`
  const [, prefix, rest = ''] = PREFIXED.exec(shown) ?? []
  if (prefix !== undefined && (prefix.endsWith('_') || /\d/.test(rest)))
    return (d) => `${prefix}${characters(d, Math.max(rest.length, 8), alphabetOf(rest))}`
  const isCode = /^[A-Za-z0-9]{8,64}$/.test(shown) && /\d/.test(shown)
  return isCode ? (d) => characters(d, shown.length, alphabetOf(shown)) : undefined
}

function alphabetOf(text: string): string {
  if (/^\d+$/.test(text)) return UPPER.slice(0, 10)
  if (/^[0-9a-f]+$/.test(text) && text.length >= 16) return HEX
  if (/^[0-9a-z]+$/.test(text)) return LOWER
  return /^[0-9A-Z]+$/.test(text) ? UPPER : BASE62
}
