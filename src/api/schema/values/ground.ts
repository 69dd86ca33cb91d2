/** What the value of a property rests on, for the report of an import. */
import type { SchemaView } from '../view.ts'
import { flagConvention, isIdName, numberConvention } from './conventions.ts'
import { isSuggested } from './leaves.ts'
import { isTimeName } from './times.ts'

export type Ground = 'stated' | 'derived' | 'filler'

const STATED = [
  'const',
  'enum',
  'example',
  'examples',
  'default',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'contentSchema',
]

/** 'stated' when the schema itself says what values look like, 'derived' when the name or the description suggests one, else 'filler'. */
export function groundOf(name: string, view: SchemaView): Ground {
  if (STATED.some((keyword) => view.keywords[keyword] !== undefined)) return 'stated'
  const composed = view.types.includes('object') || view.types.includes('array') || view.variants.length > 0
  if (composed) return 'stated'
  if (isTimeName(name) || isIdName(name)) return 'derived'
  const known = view.types.includes('boolean')
    ? flagConvention(name) !== undefined
    : view.types.includes('integer') || view.types.includes('number')
      ? numberConvention(name) !== undefined
      : isSuggested(view, name)
  return known ? 'derived' : 'filler'
}
