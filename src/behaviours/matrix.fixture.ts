/** Entry points and consequences: pieces of descriptions that are put together, one cell of the matrix at a time. */
import type { Inline, Told } from '../../test/support/inline.ts'

export type Ask = Inline['ask']
export type Schema = Readonly<Record<string, unknown>>
export type Operation = Readonly<Record<string, unknown>>
type Methods = Readonly<Record<string, Operation>>

/** A part of an OpenAPI description; parts are merged. */
export interface Piece {
  readonly paths?: Readonly<Record<string, Methods>>
  readonly schemas?: Readonly<Record<string, Schema>>
}

/** A row of the matrix. */
interface Cells<C extends string> {
  readonly exercised: readonly C[]
  /** It cannot follow there, or it deliberately does not: the sentence says why. */
  readonly waived: Readonly<Partial<Record<C, string>>>
}

export type Table<C extends string> = Readonly<Record<string, Cells<C>>>

/** The same sentence of several. */
export function because<C extends string>(sentence: string, ...consequences: readonly C[]): Partial<Record<C, string>> {
  return Object.fromEntries(consequences.map((one) => [one, sentence])) as Partial<Record<C, string>>
}

export const text: Schema = { type: 'string' }
export const integer: Schema = { type: 'integer' }
export const flag: Schema = { type: 'boolean' }
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const array = (items: Schema): Schema => ({ type: 'array', items })
export const object = (properties?: Readonly<Record<string, Schema>>, rest?: Schema): Schema => ({
  type: 'object',
  ...(properties !== undefined && { properties }),
  ...rest,
})
export const ownId: Schema = { type: 'string', readOnly: true }

const media = (schema: Schema): object => ({ content: { 'application/json': { schema } } })

/** An operation that answers with a record, a list, or nothing. */
export function op(
  answer: Schema | undefined,
  body?: Schema,
  status: number = answer === undefined ? 204 : 200,
): Operation {
  return {
    ...(body !== undefined && { requestBody: media(body) }),
    responses: { [status]: { description: 'done', ...(answer !== undefined && media(answer)) } },
  }
}

export const made = (answer: Schema, body: Schema): Operation => op(answer, body, 201)
export const found = (answer: Schema): Operation => merged(op(answer), refusing(404, 'There is none'))
export const refusing = (status: number, description: string): Operation => ({
  responses: { [status]: { description } },
})

/** The description in YAML; the parameters of paths are those that they name. */
export function description(...pieces: readonly Piece[]): string {
  const all: Piece = pieces.reduce((whole: Piece, piece) => merged(whole, piece), {})
  const paths = Object.entries(all.paths ?? {}).map(([path, methods]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: text }))
    return [path, { ...(parameters.length > 0 && { parameters }), ...methods }] as const
  })
  return `paths: ${JSON.stringify(Object.fromEntries(paths))}\ncomponents: ${JSON.stringify({ schemas: all.schemas ?? {} })}\n`
}

/** Objects are merged, of all else the latter holds. */
export function merged<T extends object>(one: T, other: T): T {
  const result = { ...one } as Record<string, unknown>
  for (const [name, value] of Object.entries(other)) {
    const before = result[name]
    result[name] = isPlain(before) && isPlain(value) ? merged(before, value) : value
  }
  return result as T
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An overlay that switches a behaviour off. */
export const without = (name: string): string =>
  `overlay: 1.0.0\ninfo: {title: Off, version: "1"}\nactions: [{target: $, update: {x-tool-behaviours: {${name}: off}}}]`

export const bodyOf = ({ body }: Told): Readonly<Record<string, unknown>> =>
  isPlain(body) ? (body as Readonly<Record<string, unknown>>) : {}
export const idOf = (told: Told): string => String(bodyOf(told)['id'])
/** The records of a list. */
export const listOf = ({ body }: Told): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(body) ? body : []
