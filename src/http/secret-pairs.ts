/** Pairs of a name and a value that are fields of one object: `{"name": "password", "value": "x"}` and its like. */

import { textOf } from '../support/json.ts'
import { remembered } from '../support/remembered.ts'
import { wordsOf } from './name-words.ts'
import type { IsSecret } from './secret-names.ts'

export type Role = 'name' | 'value' | 'other'

const NAMERS = new Set(
  `name key field param parameter property prop header attribute attr variable var label id path type kind question n k
  column setting option prompt challenge`.split(/\s+/),
)
const VALUERS = new Set(
  `value val v values vals arg argument content contents text data string default current new old raw answer input secret response reply`.split(
    /\s+/,
  ),
)

/** Whether what a field of this name holds is a name or a value. */
export const roleOf: (name: string) => Role = remembered((name) => {
  const last = wordsOf(name).at(-1) ?? ''
  return NAMERS.has(last) ? 'name' : VALUERS.has(last) ? 'value' : 'other'
})

/** The same of a list: `keys` are names, and `rows` are lists of values. */
export const roleOfList: (name: string) => Role = remembered((name) => {
  const role = roleOf(name)
  if (role !== 'other') return role
  return /(?:^|_)rows?$/i.test(name) ? 'value' : roleOf(name.replace(/ies$/i, 'y').replace(/s$/i, ''))
})

/** What a field of a flat form is one of: `filter[0][name]` and `filter[0][value]` are of one. */
export function ownerOf(name: string): string {
  const end = name.endsWith(']') ? name.length - 1 : name.length
  const last = Math.max(...['[', '.'].map((sign) => (end === 0 ? -1 : name.lastIndexOf(sign, end - 1))))
  return last + 1 < end ? name.slice(0, last + 1) : ''
}

/** A response is one to a question: elsewhere it is what an API answered. */
export function arePaired(naming: string, valued: string): boolean {
  return !/(?:response|reply)$/i.test(valued) || /(?:prompt|question|challenge)$/i.test(naming)
}

const LONGEST_NAME = 256

/** True where a field that holds a name holds that of a secret. */
export function namesSecret(field: string, name: unknown, isSecret: IsSecret): boolean {
  if (typeof name !== 'string' || name.length < 2 || name.length > LONGEST_NAME) return false
  // A path is one of a patch, where it says which property.
  if (/path$/i.test(field) && !/^(?:\/[^/]{1,64}){1,8}\/?$/.test(name)) return false
  // What is called a code may be one that is written.
  return isSecret(name, 'body', /(?:type|kind)$/i.test(field) ? WORD : DRAWN)
}

/** What a thing of this type may be, too: something that happened to one. */
const EVENTS = /^(?:token|tokens|auth|authentication|authorization|code|session|cookie|verification)$/i

/**
 * True where what stands beside the name of a secret is the secret. A phrase may be a title (`Secret Garden`): beside one
 * that does not end with such a name (`Client secret`), or is longer, only what looks drawn is secret.
 */
export function isSecretOf(field: string, name: string, value: unknown, isSecret: IsSecret): boolean {
  if (!isSecret(name, 'body', value)) return false
  const isType = /(?:type|kind)$/i.test(field)
  if (typeof value === 'object' && value !== null) return !(isType && EVENTS.test(name))
  const words = name.trim().split(/\s+/)
  const [last = ''] = words.slice(-1)
  if (words.length === 1 || (words.length === 2 && isSecret(last, 'body', value))) return true
  const said = textOf(value)
  return /^\S{4,}$/.test(said) && (/\d|[^\p{L}.,:;!?-]/u.test(said) || isSecret(last, 'body', value))
}

/** What is secret under every name that may be one. */
export const DRAWN = 'a1b2c3d4e5f6a7b8'
/** What is secret only under names that say enough. */
const WORD = 'missing'
