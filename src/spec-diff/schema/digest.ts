/** One text for schemas that are written alike, wherever their parts stand. */
import { canonical } from '../../api/schema/equal.ts'
import { isObject } from '../../support/json.ts'
import { type Parts, referenceIn } from '../contract/parts.ts'
import type { Part } from '../documents.ts'

/** Values looked at before references are told by their names alone. */
const BUDGET = 300
const DEPTH = 60

const NOTES = new Set([
  ...['title', 'description', 'summary', 'example', 'examples', 'default', 'deprecated', 'externalDocs', 'xml'],
  ...['$comment', '$id', '$anchor'],
])
/** Lists whose order means nothing. */
const SETS = new Set(['required', 'enum', 'allOf', 'anyOf', 'oneOf', 'type'])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'])
const PLAIN = new Set(['enum', 'const'])

export function digestOf(parts: Parts, part: Part): string {
  return new Digest(parts).schema(part, 0)
}

class Digest {
  readonly parts: Parts
  readonly #open = new Set<unknown>()
  #left = BUDGET

  constructor(parts: Parts) {
    this.parts = parts
  }

  schema(part: Part, depth: number): string {
    const { value } = part
    if (!isObject(value)) return canonical(value)
    const reference = referenceIn(value)
    if (this.#left-- <= 0 || depth > DEPTH || this.#open.has(value)) return `(${reference ?? '…'})`
    this.#open.add(value)
    const target = reference === undefined ? undefined : this.parts.documents.find(part.document, reference)
    const own = this.fields(part, depth)
    this.#open.delete(value)
    if (target === undefined) return own
    const led = this.schema(target, depth + 1)
    return own === '{}' ? led : `${own}&${led}`
  }

  private fields({ value, document }: Part, depth: number): string {
    const texts = Object.entries(value as object)
      .filter(([key]) => key !== '$ref' && !NOTES.has(key) && !key.startsWith('x-'))
      .map(([key, child]) => `${JSON.stringify(key)}:${this.field(key, { value: child, document }, depth)}`)
    return `{${texts.sort().join()}}`
  }

  private field(key: string, part: Part, depth: number): string {
    const { value, document } = part
    if (PLAIN.has(key) && !Array.isArray(value)) return canonical(value)
    if (Array.isArray(value)) {
      const texts = value.map((item) =>
        PLAIN.has(key) ? canonical(item) : this.schema({ value: item, document }, depth + 1),
      )
      return `[${(SETS.has(key) ? texts.sort() : texts).join()}]`
    }
    if (!MAPS.has(key) || !isObject(value)) return this.schema(part, depth + 1)
    const texts = Object.entries(value).map(
      ([name, child]) => `${JSON.stringify(name)}:${this.schema({ value: child, document }, depth + 1)}`,
    )
    return `{${texts.sort().join()}}`
  }
}
