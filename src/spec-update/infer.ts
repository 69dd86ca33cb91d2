/** The schema of a place that the document does not know, from all that was seen there, in the idiom of the document. */
import { setOwn } from '../support/json.ts'
import type { SeenType } from './seen-value.ts'
import type { Shape } from './shape.ts'
import type { Idiom } from './sources.ts'

export type Written = Readonly<Record<string, unknown>>

/** A schema that all values follow; {} where they have nothing in common. */
export function inferred(shapes: readonly Shape[], idiom: Idiom): Written {
  const types = typesSeen(shapes)
  const real = types.filter((type) => type !== 'null')
  const isNullable = types.includes('null') && real.length > 0
  if (real.length === 0)
    return shapes.some(({ redacted }) => redacted > 0)
      ? nullable({ type: 'string' }, types.includes('null'), idiom)
      : {}
  if (real.length > 1) return idiom === 'openapi-3.1' ? { type: types } : {}
  const [type] = real
  if (type === 'object') return nullable({ type, properties: propertiesOf(shapes, idiom) }, isNullable, idiom)
  if (type === 'array') return nullable({ type, items: itemsOf(shapes, idiom) }, isNullable, idiom)
  const format = type === 'string' ? formatOf(shapes) : undefined
  return nullable({ type, ...(format !== undefined && { format }) }, isNullable, idiom)
}

export function typesSeen(shapes: readonly Shape[]): readonly SeenType[] {
  const types = [...new Set(shapes.flatMap((shape) => [...shape.types.keys()]))]
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types
}

function formatOf(shapes: readonly Shape[]): string | undefined {
  const formats = new Set(shapes.flatMap((shape) => [...shape.formats]))
  const [format] = formats
  return formats.size === 1 && format !== '' && shapes.every(({ redacted }) => redacted === 0) ? format : undefined
}

function itemsOf(shapes: readonly Shape[], idiom: Idiom): Written {
  const inner = shapes.flatMap(({ items }) => (items === undefined ? [] : [items]))
  return inner.length === 0 ? {} : inferred(inner, idiom)
}

function propertiesOf(shapes: readonly Shape[], idiom: Idiom): Written {
  const properties: Record<string, unknown> = {}
  for (const name of new Set(shapes.flatMap((shape) => [...shape.properties.keys()]))) {
    const inner = shapes.flatMap((shape) => shape.properties.get(name) ?? [])
    setOwn(properties, name, inferred(inner, idiom))
  }
  return properties
}

/** The same schema, for null too. */
function nullable(schema: Written, isNullable: boolean, idiom: Idiom): Written {
  if (!isNullable) return schema
  if (idiom === 'openapi-3.1') return { ...schema, type: [schema['type'], 'null'] }
  return { ...schema, [idiom === 'swagger-2.0' ? 'x-nullable' : 'nullable']: true }
}
