/** What a description says about which values may be read in recordings: templates of paths, choices, secrets. */
import type { ApiDescription } from '../api/description.ts'
import type { Schema } from '../api/schema/schema.ts'
import { type SchemaView, viewer } from '../api/schema/view.ts'
import { oncePer } from '../support/once-per.ts'
import type { DeclaredValues } from '../traffic/readable.ts'

export interface DescribedValues {
  readonly templates: readonly string[]
  /** Values of enumerations and constants. */
  readonly declaredValues: readonly string[]
  /** Names of properties and parameters with enumerated values. */
  readonly declaredFields: readonly string[]
  /** Names of properties, parameters, header fields and media types. */
  readonly declaredNames: readonly string[]
  /** Names that are declared to hold passwords (`format: password`). */
  readonly secretNames: readonly string[]
}

/** Schemas that are looked at of one description. */
const MOST_SCHEMAS = 50_000

/** As recordings and reports ask for it. */
export function declaredValues(described: Partial<DescribedValues>): DeclaredValues {
  const { declaredValues = [], declaredFields = [], declaredNames = [] } = described
  return { values: new Set(declaredValues), fields: new Set(declaredFields), names: new Set(declaredNames) }
}

/** Looked for once. */
export const describedValues: (api: ApiDescription) => DescribedValues = oncePer(found)

function found(api: ApiDescription): DescribedValues {
  const view = viewer((reference) => api.schema(reference))
  const all = new Found(view)
  for (const { id } of api.head.operations) {
    const operation = api.operation(id)
    if (operation === undefined) continue
    for (const { name, schema } of operation.parameters) all.named(name, schema)
    for (const [media, { schema }] of Object.entries(operation.requestBody?.content ?? {})) all.content(media, schema)
    for (const { content, headers } of Object.values(operation.responses)) {
      for (const [media, { schema }] of Object.entries(content)) all.content(media, schema)
      for (const [name, { schema }] of Object.entries(headers)) all.named(name.toLowerCase(), schema)
    }
  }
  all.walk()
  const { basePaths, operations } = api.head
  const bases = basePaths.length === 0 ? [''] : basePaths
  const templates = operations.flatMap(({ path }) => bases.map((base) => (base === '/' ? path : `${base}${path}`)))
  return {
    templates: [...new Set(templates)],
    declaredValues: [...all.values],
    declaredFields: [...all.fields],
    declaredNames: [...all.names],
    secretNames: [...all.secrets],
  }
}

/** Collects, each schema once. */
class Found {
  readonly values = new Set<string>()
  readonly fields = new Set<string>()
  readonly names = new Set<string>()
  readonly secrets = new Set<string>()
  readonly #view: (schema: Schema | undefined) => SchemaView
  readonly #seen = new Set<Schema>()
  readonly #next: (readonly [name: string, schema: Schema])[] = []

  constructor(view: (schema: Schema | undefined) => SchemaView) {
    this.#view = view
  }

  named(name: string, schema: Schema | undefined): void {
    this.names.add(name)
    this.add(name, schema)
  }

  content(media: string, schema: Schema | undefined): void {
    this.names.add(media.toLowerCase())
    this.add('', schema)
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
      for (const [property, of] of properties) this.named(property, of)
      // Items of a list, and alternatives, stand under the name of what holds them.
      for (const of of [items, additional, ...prefixItems, ...variants]) this.add(name, of)
    }
  }

  #judge(name: string, schema: Schema): void {
    const { keywords } = this.#view(schema)
    const choices = [...(Array.isArray(keywords['enum']) ? keywords['enum'] : []), keywords['const']]
    const words = choices.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
    for (const word of words) this.values.add(word)
    if (words.length > 0 && name !== '') this.fields.add(name)
    if (keywords['format'] === 'password' && name !== '') this.secrets.add(name)
  }
}
