/**
 * Ids that a sandbox made in place of recorded ones. They are learned where a recorded answer made something, and put
 * into paths, queries and bodies that come after.
 */
import { isIdentifier } from '../spec-update/seen-value.ts'
import { jsonText } from '../support/exact-json.ts'
import { isNumeric } from '../support/exact-number.ts'
import { isObject } from '../support/json.ts'

/** A text, or a number with all its digits. */
type Leaf = unknown

const DEEPEST = 16
const MOST_ITEMS = 100
const MOST_IDS = 100_000

export class ReplayIds {
  readonly #own = new Map<string, Leaf>()
  /** By collection and id: two resources may count from 1. */
  readonly #scoped = new Map<string, Leaf>()

  get size(): number {
    return this.#own.size
  }

  /** What was recorded and what the sandbox answered, for a request to this path that made something. */
  learn(path: string, recorded: unknown, answered: unknown): void {
    this.#learn(collectionOf(path), 'id', recorded, answered, 0)
  }

  /** A tag or an address of the one, and of the other. */
  learnText(recorded: string | undefined, answered: string | undefined): void {
    if (recorded !== undefined && answered !== undefined) this.#keep('', recorded, answered)
  }

  /** Segments are percent-encoded, before and after. */
  path(path: string): string {
    const segments = path.split('/')
    return segments
      .map((segment, i) => {
        const found = this.#find(decoded(segments[i - 1] ?? ''), decoded(segment))
        return found === undefined ? segment : encodeURIComponent(textOf(found) ?? '')
      })
      .join('/')
  }

  query(query: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    return query.map(([name, value]) => [name, textOf(this.#inPlace(name, value)) ?? value])
  }

  text(value: string): string {
    return textOf(this.#own.get(value)) ?? value
  }

  body(value: unknown, name = '', depth = 0): unknown {
    if (depth > DEEPEST) return value
    if (Array.isArray(value)) return value.map((item) => this.body(item, name, depth + 1))
    if (isObject(value) && !isNumeric(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.body(inner, key, depth + 1)]))
    return this.#inPlace(name, value)
  }

  /** A short id may be any other value too: it counts only under a name that says that it is one. */
  #inPlace(name: string, value: Leaf): Leaf {
    const text = textOf(value)
    if (text === undefined || !(isIdName(name) || (text.length >= 8 && isIdentifier(text)))) return value
    const stem = name.replace(/[_-]?ids?$/i, '')
    const found = this.#find(`${stem}s`, text) ?? this.#find(stem, text)
    if (found === undefined) return value
    return typeof value === 'string' ? textOf(found) : found
  }

  #find(collection: string, id: string): Leaf {
    return this.#scoped.get(`${collection.toLowerCase()}\n${id}`) ?? this.#own.get(id)
  }

  #learn(collection: string, name: string, recorded: unknown, answered: unknown, depth: number): void {
    if (depth > DEEPEST) return
    if (Array.isArray(recorded) && Array.isArray(answered)) {
      for (const [i, item] of recorded.slice(0, MOST_ITEMS).entries())
        this.#learn('', name, item, answered[i], depth + 1)
      return
    }
    const [was, is] = [textOf(recorded), textOf(answered)]
    if (was !== undefined && is !== undefined) {
      if (isIdName(name) || isIdentifier(was)) this.#keep(depth <= 1 && isOwnId(name) ? collection : '', was, answered)
      return
    }
    if (!isObject(recorded) || !isObject(answered)) return
    for (const [key, inner] of Object.entries(recorded))
      if (Object.hasOwn(answered, key)) this.#learn(collection, key, inner, answered[key], depth + 1)
  }

  #keep(collection: string, was: string, is: Leaf): void {
    if (was === textOf(is) || was === '' || this.#own.size >= MOST_IDS) return
    this.#own.set(was, is)
    if (collection !== '') this.#scoped.set(`${collection}\n${was}`, is)
  }
}

function isOwnId(name: string): boolean {
  return /^(id|uuid|guid|key)$/i.test(name)
}

function isIdName(name: string): boolean {
  return isOwnId(name) || /[a-z]I[dD]s?$|[_-]ids?$/i.test(name) || /^ids$/i.test(name)
}

/** The last segment that is no id. */
function collectionOf(path: string): string {
  const segments = path.split('/').map(decoded)
  return (segments.findLast((segment) => segment !== '' && !isIdentifier(segment)) ?? '').toLowerCase()
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isNumeric(value) ? jsonText(value) : undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
