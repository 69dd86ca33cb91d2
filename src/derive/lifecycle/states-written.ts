/** How a description writes its states: `ACTIVE`, `Active`; for those that are made up where it lists none. */
import type { StateStyle } from '../../api/description.ts'
import { choicesSaid } from '../../api/schema/generate.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { snake } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'

const STATE = /(^|_)(status|state|phase|stage)$/
/** So many lists of states show how they are written. */
const FEW = 3

/** In the way of most of the components whose states are listed, by an enum or in words; undefined where that is lower case, or mixed. */
export function statesWritten(schemas: ReadonlyMap<string, Schema>, reader: Reader): StateStyle | undefined {
  const times = { upper: 0, capital: 0, other: 0 }
  for (const name of schemas.keys())
    for (const [property, schema] of reader.properties({ $ref: `#/schemas/${name}` })) {
      if (!STATE.test(snake(property))) continue
      const style = styleOf(listed(schema, snake(property), reader))
      if (style !== undefined) times[style]++
    }
  const { upper, capital, other } = times
  if (upper >= FEW && upper > capital + other) return 'upper'
  return capital >= FEW && capital > upper + other ? 'capital' : undefined
}

/** The words of an enum, or those that the description of a text lists. */
function listed(schema: Schema, name: string, reader: Reader): readonly unknown[] {
  const { types, keywords } = reader.view(schema)
  const { enum: choices, description } = keywords
  if (Array.isArray(choices)) return choices
  const isText = types.length === 1 && types[0] === 'string'
  return isText && typeof description === 'string' ? (choicesSaid(description, name) ?? []) : []
}

function styleOf(values: readonly unknown[]): StateStyle | 'other' | undefined {
  const words = values.filter((value): value is string => typeof value === 'string' && /[A-Za-z]{3}/.test(value))
  if (words.length < 2) return undefined
  if (words.every((word) => /^[A-Z][A-Z0-9_-]*$/.test(word))) return 'upper'
  return words.every((word) => /^[A-Z][a-z0-9][A-Za-z0-9]*$/.test(word)) ? 'capital' : 'other'
}
