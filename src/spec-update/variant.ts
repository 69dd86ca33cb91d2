/** Which alternative of a schema a value follows. */
import { isObject } from '../support/json.ts'
import { type SchemaSite, type SchemaSites, scalarAt } from './schema-site.ts'
import { typeOf } from './seen-value.ts'

/** The index among the alternatives; -1 where that cannot be told. */
export function chooseVariant(sites: SchemaSites, site: SchemaSite, value: unknown): number {
  if (!isObject(value)) return byType(sites, site, value)
  const said = byDiscriminator(site, value)
  if (said !== undefined) return said
  const all = site.variants.map((variant) => sites.at(variant))
  const scores = all.map((variant) => (variant === undefined ? -1 : scoreOf(sites, variant, site, value)))
  const best = Math.max(...scores)
  return best >= 0 && scores.filter((score) => score === best).length === 1 ? scores.indexOf(best) : -1
}

function byType(sites: SchemaSites, site: SchemaSite, value: unknown): number {
  const type = typeOf(value)
  const fitting = site.variants.flatMap((variant, index) => {
    const types = sites.at(variant)?.types ?? []
    return types.includes(type) || (type === 'integer' && types.includes('number')) ? [index] : []
  })
  return fitting.length === 1 ? (fitting[0] ?? -1) : -1
}

function byDiscriminator({ discriminator, variants, at }: SchemaSite, value: object): number | undefined {
  if (discriminator === undefined || !Object.hasOwn(value, discriminator.property)) return undefined
  const named = String((value as Record<string, unknown>)[discriminator.property])
  const target = discriminator.mapping.get(named) ?? named
  const index = variants.findIndex((variant) => {
    const reference = scalarAt(variant, '$ref')
    return typeof reference === 'string' && (reference === target || reference.endsWith(`/${target}`))
  })
  return index < 0 && at !== undefined ? -1 : index
}

/** Properties that are declared, and -1 where one is of another value or a required one is missing. */
function scoreOf(sites: SchemaSites, variant: SchemaSite, outer: SchemaSite, value: object): number {
  if (variant.types.length > 0 && !variant.types.includes('object')) return -1
  for (const name of variant.required.keys()) if (!Object.hasOwn(value, name)) return -1
  let score = 0
  for (const [name, property] of variant.properties) {
    if (!Object.hasOwn(value, name)) continue
    const { enumeration } = sites.at(property) ?? {}
    const only = enumeration?.values ?? (scalarAt(property, 'const') === undefined ? [] : [scalarAt(property, 'const')])
    if (only.length === 1 && only[0] !== (value as Record<string, unknown>)[name]) return -1
    score += only.length === 1 ? 10 : outer.properties.has(name) ? 0 : 1
  }
  return score
}
