/** What is off, or null, in a new record, as words and requests tell. */
import type { SchemaView } from '../../api/schema/view.ts'
import { plain } from '../../derive/naming/words.ts'
import type { Context } from './newborn.ts'

/** "If it has not been finalized yet, this will be null." */
export function saysNullAtFirst({ keywords: { description } }: SchemaView): boolean {
  return typeof description === 'string' && NULL_AT_FIRST.test(description.slice(0, 1_000))
}

const NULL_AT_FIRST =
  /\b(?:ha(?:s|ve)(?:n't| not)|is(?:n't| not) yet)\b[^.]{0,60}\bnull\b|\bnull\b[^.]{0,30}\b(?:until|before|has(?:n't| not)|is(?:n't| not) yet)\b/i

/** `automatic_tax: {enabled}`, which requests may switch on. */
export function switchedOff(
  name: string,
  view: SchemaView,
  { asked, runtime }: Pick<Context, 'asked' | 'runtime'>,
): readonly string[] {
  const { properties, required, keywords: own } = view
  if (!asked.has(plain(name)) || own['example'] !== undefined) return []
  return [...properties].flatMap(([inner, schema]) => {
    const { types, keywords } = runtime.view(schema)
    const isSaid = ['default', 'example', 'examples', 'const', 'enum'].some((one) => keywords[one] !== undefined)
    return required.has(inner) && SWITCH.test(inner) && types.includes('boolean') && !isSaid ? [inner] : []
  })
}

const SWITCH = /^(is_?)?(enabled|activated|on)$/i
