/** Names of events that a description shows in examples and words (`PAYMENT.CAPTURE.COMPLETED`), for those that are made up. */
import type { DescribedApi } from '../../api/model.ts'
import { isObject } from '../../support/json.ts'
import { snake } from '../naming/words.ts'

/** Values that one description is searched for, names that are kept, and how deep and wide examples are read. */
const MOST = { nodes: 100_000, names: 100, deep: 8, items: 20, words: 4_000 }
/** So many different ones show what names of events look like. */
const FEW = 2

/** In the order in which they are shown; [] where fewer than two are. */
export function eventNames({ operations, schemas }: Pick<DescribedApi, 'operations' | 'schemas'>): readonly string[] {
  const search = new Search()
  for (const { requestBody, responses } of operations)
    for (const { content } of [requestBody, ...Object.values(responses)].flatMap((one) => one ?? []))
      for (const { examples } of Object.values(content ?? {})) search.inside(Object.values(examples), '', 0)
  for (const schema of schemas.values()) search.ofSchema(schema)
  // Words tell more of what examples show the form of.
  const style = styleOf([...search.names])
  if (style !== undefined) for (const { description } of operations) search.inWords(description, style)
  const names = [...search.names]
  return names.length < FEW ? [] : names.slice(0, MOST.names)
}

class Search {
  readonly names = new Set<string>()
  private left = MOST.nodes

  ofSchema(schema: unknown): void {
    if (!isObject(schema)) return
    this.inside(schema['example'], '', 0)
    const properties = schema['properties']
    if (!isObject(properties)) return
    for (const [name, one] of Object.entries(properties)) {
      if (!isObject(one)) continue
      const items = isObject(one['items']) ? one['items']['example'] : undefined
      this.inside({ [name]: one['example'] ?? items }, '', 0)
    }
  }

  inside(value: unknown, name: string, depth: number): void {
    if (depth > MOST.deep || this.left <= 0) return
    this.left--
    if (typeof value === 'string') {
      if (OF_EVENTS.test(name) && NAME.test(value) && !HOST.test(value)) this.names.add(value)
    } else if (Array.isArray(value)) for (const one of value.slice(0, MOST.items)) this.inside(one, name, depth + 1)
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value))
        this.inside(inner, key === 'name' && OF_EVENTS.test(name) ? name : snake(key), depth + 1)
  }

  inWords(text: string | undefined, style: RegExp): void {
    for (const [, word = ''] of (text ?? '').slice(0, MOST.words).matchAll(IN_WORDS))
      if (style.test(word)) this.names.add(word)
  }
}

/** Whether they are written in capitals, with as many dots: words of that form in prose are more of them. */
function styleOf(names: readonly string[]): RegExp | undefined {
  return names.length > 0 && names.every((name) => CAPITALS.test(name)) ? CAPITALS : undefined
}

const OF_EVENTS = /^(event|events|event_types?|event_names?|enabled_events|webhook_events)$/
const NAME = /^[A-Za-z][A-Za-z0-9_-]{1,40}(\.[A-Za-z][A-Za-z0-9_-]{1,40}){1,4}$/
const CAPITALS = /^[A-Z][A-Z0-9_-]*(\.[A-Z][A-Z0-9_-]*)+$/
const HOST = /\.(com|org|net|io|dev|co|json|ya?ml)$/i
const IN_WORDS = /(?:<code>|`)([A-Za-z][\w.-]{2,80})(?:<\/code>|`)/g
