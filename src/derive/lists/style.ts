/** What a list style is asked, and what it says. The README of `derive` documents every setting. */
import type { DescribedOperation } from '../../api/model.ts'
import type { ListPlan, Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { Found } from '../schemas/bodies.ts'
import type { Reader } from '../schemas/reader.ts'
import type { ToldPlaces } from './told-place.ts'

export type Settings = ListPlan['settings']

/** One input of the request: a query parameter, a member of one (`page[size]`), or a place in the body. */
export interface Input {
  readonly name: string
  readonly in: 'query' | 'body'
  readonly schema: Schema | undefined
  readonly description: string
}

export interface ListContext {
  readonly op: DescribedOperation
  readonly found: Found
  readonly inputs: readonly Input[]
  /** What the answer says around its records; see envelope.ts. */
  readonly envelope: Settings
  /** The whole answer. */
  readonly answered: Schema | undefined
  readonly reader: Reader
  /** Place of the record's id. */
  readonly id: Place
  /** Where words say that an answer holds what an input takes. */
  readonly told: ToldPlaces
}

export interface ListStyle {
  readonly name: string
  /** The style's own settings and why it is this one; undefined when it is not. */
  recognise(context: ListContext): { readonly settings: Settings; readonly why: string } | undefined
}

export function inputNamed(inputs: readonly Input[], pattern: RegExp): Input | undefined {
  return inputs.find((input) => pattern.test(input.name))
}

/** True when the input's schema allows a whole number. */
export function isWhole(input: Input, reader: Reader): boolean {
  const { types, variants } = reader.view(input.schema)
  if (types.length > 0) return types.some((t) => t === 'integer' || t === 'number')
  return (
    variants.length === 0 || variants.some((v) => reader.view(v).types.some((t) => t === 'integer' || t === 'number'))
  )
}

/** `position`: what a property of the records is called asks for some of them, and leads to no other page. */
export function namesProperty({ name }: Input, { found, reader }: ListContext): boolean {
  return !/cursor|token/i.test(name) && reader.properties(found.schema).has(name)
}

export function isTime({ schema }: Input, reader: Reader): boolean {
  return /^(date|time)/.test(String(reader.view(schema).keywords['format'] ?? ''))
}
