/** Which variant a value names, as OpenAPI's discriminator says. */
import { field, isObject, textOf } from '../../../support/json.ts'
import { count, spell } from '../report.ts'
import type { KeywordDraft } from './keyword.ts'

export interface Selector {
  /** The index of the variant the value names; undefined when it names none. */
  select(value: unknown): number | undefined
  /** What the value should have named; undefined when it is no object. */
  lacking(value: unknown): string | undefined
}

export function selectorOf({ schema, value }: KeywordDraft): Selector | undefined {
  const property = field(schema['discriminator'], 'propertyName')
  if (typeof property !== 'string' || !Array.isArray(value)) return undefined
  const names = namesOf(value, field(schema['discriminator'], 'mapping'))
  return {
    select(candidate) {
      const name = field(candidate, property)
      return typeof name === 'string' ? names.get(name) : undefined
    },
    lacking(candidate) {
      if (!isObject(candidate)) return undefined
      if (candidate[property] === undefined) return `must have property ${spell(property)}`
      const known = [...names.keys()].slice(0, 8).map(spell).join(', ')
      if (names.size === 0 || names.has(textOf(candidate[property]))) return undefined
      const more = names.size > 8 ? ` and ${count(names.size - 8, 'more', 'more')}` : ''
      return `must name one of ${known}${more} in property ${spell(property)}`
    },
  }
}

/** Name to index of variant: the mapping's names first, then those of the components. */
function namesOf(variants: readonly unknown[], mapping: unknown): ReadonlyMap<string, number> {
  const references = variants.map((variant) => field(variant, '$ref'))
  const names = new Map<string, number>()
  references.forEach((reference, i) => {
    if (typeof reference === 'string') names.set(reference.slice(reference.lastIndexOf('/') + 1), i)
  })
  if (!isObject(mapping)) return names
  for (const [name, reference] of Object.entries(mapping)) {
    const index = references.indexOf(reference)
    if (index >= 0) names.set(name, index)
  }
  return names
}
