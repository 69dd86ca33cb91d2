/** What a description says about which values may be read in recordings: templates of paths, choices, secrets. */
import type { ApiDescription } from '../api/description.ts'
import type { Schema } from '../api/schema/schema.ts'
import { type SchemaView, viewer } from '../api/schema/view.ts'

export interface DescribedValues {
  readonly templates: readonly string[]
  /** Values of enumerations and constants. */
  readonly declaredValues: readonly string[]
  /** Names of properties and parameters with enumerated values. */
  readonly declaredFields: readonly string[]
  /** Names that are declared to hold passwords (`format: password`). */
  readonly secretNames: readonly string[]
}

/** Schemas that are looked at of one description. */
const MOST_SCHEMAS = 50_000

export function describedValues(api: ApiDescription): DescribedValues {
  const view = viewer((reference) => api.schema(reference))
  const found = new Found(view)
  for (const { id } of api.head.operations) {
    const operation = api.operation(id)
    if (operation === undefined) continue
    for (const { name, schema } of operation.parameters) found.add(name, schema)
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) found.add('', schema)
    for (const { content, headers } of Object.values(operation.responses)) {
      for (const { schema } of Object.values(content)) found.add('', schema)
      for (const [name, { schema }] of Object.entries(headers)) found.add(name, schema)
    }
  }
  found.walk()
  const { basePaths, operations } = api.head
  const bases = basePaths.length === 0 ? [''] : basePaths
  const templates = operations.flatMap(({ path }) => bases.map((base) => (base === '/' ? path : `${base}${path}`)))
  return {
    templates: [...new Set(templates)],
    declaredValues: [...found.values],
    declaredFields: [...found.fields],
    secretNames: [...found.secrets],
  }
}

/** Collects, each schema once. */
class Found {
  readonly values = new Set<string>()
  readonly fields = new Set<string>()
  readonly secrets = new Set<string>()
  readonly #view: (schema: Schema | undefined) => SchemaView
  readonly #seen = new Set<Schema>()
  readonly #next: (readonly [name: string, schema: Schema])[] = []

  constructor(view: (schema: Schema | undefined) => SchemaView) {
    this.#view = view
  }

  add(name: string, schema: Schema | undefined): void {
    if (schema === undefined || typeof schema === 'boolean') return
    this.#judge(name, schema)
    if (this.#seen.has(schema) || this.#seen.size >= MOST_SCHEMAS) return
    this.#seen.add(schema)
    this.#next.push([name, schema])
  }

  walk(): void {
    for (let at = 0; at < this.#next.length; at++) {
      const [name, schema] = this.#next[at] ?? ['', true]
      const { properties, items, prefixItems, additional, variants } = this.#view(schema)
      for (const [property, of] of properties) this.add(property, of)
      // Items of a list, and alternatives, stand under the name of what holds them.
      for (const of of [items, additional, ...prefixItems, ...variants]) this.add(name, of)
    }
  }

  #judge(name: string, schema: Schema): void {
    const { keywords } = this.#view(schema)
    const choices = [...(Array.isArray(keywords['enum']) ? keywords['enum'] : []), keywords['const']]
    const words = choices.filter((one): one is string => typeof one === 'string')
    for (const word of words) this.values.add(word)
    if (words.length > 0 && name !== '') this.fields.add(name)
    if (keywords['format'] === 'password' && name !== '') this.secrets.add(name)
  }
}
