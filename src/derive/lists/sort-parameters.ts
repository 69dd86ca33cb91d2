/** Which parameters of a list say how it is sorted? */
import { textOf } from '../../support/json.ts'
import type { Reader } from '../schemas/reader.ts'
import type { Input } from './style.ts'

export const SORT: RegExp =
  /^(.*[.[])?(sort|sort[_-]?by|order[_-]?by|\$orderby|ordering|sort[_-]?fields?|sort[_-]?key|sort[_-]?column)\]?$/i

export const ORDER: RegExp =
  /^(.*[.[])?(order|direction|(sort|order)[_-]?(order|dir|direction|type)|dir|(is_?|sort[_-]?|order[_-]?)?(asc|desc)(ending)?|reverse)\]?$/i

/**
 * A parameter called `order` that names what to sort by, or whose choices say both (`name_ascending`); it may also be the
 * order that a thing belongs to.
 */
export function ordersBy(input: Input, reader: Reader): boolean {
  const { enum: values } = reader.view(input.schema).keywords
  const isChoice = Array.isArray(values)
  if (ORDER.test(input.name) && isChoice && values.some((value) => BOTH.test(textOf(value)))) return true
  if (!/^order$/i.test(input.name) || isDirection(input, reader)) return false
  return isChoice || /\b(sort|order(ed|ing)?) (\w+ )?by\b/i.test(input.description)
}

const BOTH = /[a-z0-9][ ._:|-](asc|desc|ascending|descending)$/i

export function isDirection(input: Input, reader: Reader): boolean {
  const { types, keywords } = reader.view(input.schema)
  const values = keywords['enum']
  const isFlag = /(asc|desc)(ending)?\]?$/i.test(input.name)
  if (types.includes('boolean')) return isFlag || /\b(asc|desc|ascending|descending)\b/i.test(input.description)
  if (Array.isArray(values))
    return values.some((v) => typeof v === 'string' && (DIRECTION.test(v) || (isFlag && /^(true|1|y)$/i.test(v))))
  if (DIRECTION.test(textOf(keywords['default']))) return true
  return (
    /\b(asc|desc|ascending|descending)\b/i.test(input.description) ||
    /dir|(asc|desc)ending\]?$|(is|sort|order)[_-]?(asc|desc)\]?$/i.test(input.name)
  )
}

const DIRECTION = /^(asc|desc|ascending|descending|forwards?|backwards?)$/i
