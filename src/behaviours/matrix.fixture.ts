/** What the tables of entry points and consequences are made of: pieces of descriptions, and the cells. */

import { type Inline, modelOf, sandboxOf, type Told } from '../../test/support/inline.ts'
import type { OperationPlan } from '../api/plan.ts'

export type { Told }
export type Ask = Inline['ask']
export type Schema = Readonly<Record<string, unknown>>
export type Properties = Readonly<Record<string, Schema>>
export type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>
export type Values = Readonly<Record<string, unknown>>

export const text: Schema = { type: 'string' }
export const number: Schema = { type: 'integer' }
export const flag: Schema = { type: 'boolean' }
/** Chosen by the server. */
export const drawn: Schema = { type: 'string', readOnly: true }
export const object = (properties: Properties, ...required: readonly string[]): Schema =>
  required.length === 0 ? { type: 'object', properties } : { type: 'object', required, properties }
export const array = (items: Schema): Schema => ({ type: 'array', items })
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const at = (...names: readonly string[]): Values => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})

const media = (schema: Schema): Values => ({ content: { 'application/json': { schema } } })
export const taking = (schema: Schema): Values => ({ requestBody: media(schema) })
const ok = (schema: Schema): Values => ({ description: 'ok', ...media(schema) })
export const answering = (status: number, schema?: Schema, others: Values = {}): Values => ({
  responses: { [status]: schema === undefined ? { description: 'done' } : ok(schema), ...others },
})
export const none: Values = { 404: { description: 'none' } }

/** A form with a file, and with this besides. */
export function formOf(said: Values): string {
  const part = (name: string, value: string, more = ''): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const parts = Object.entries(said).map(([name, value]) =>
    part(name, typeof value === 'string' ? value : JSON.stringify(value)),
  )
  return `${part('file', 'bytes', '; filename="a.bin"')}${parts.join('')}--b--\r\n`
}

/** JSON is YAML, too; paths that two pieces speak of hold the operations of both. */
export function documentOf(paths: readonly Paths[], schemas: Values): string {
  const all: Record<string, Values> = {}
  for (const some of paths) for (const [path, one] of Object.entries(some)) all[path] = { ...all[path], ...one }
  return `paths: ${JSON.stringify(all)}\ncomponents: ${JSON.stringify({ schemas })}`
}

/** One thing that follows from a description, wherever a request makes, changes or removes a record. */
export interface Consequence<Piece, World> {
  /** What it adds to a description; `word` is the property or the words that imply it. */
  describe(word: string): Piece
  readonly word: string
  /** A word that implies nothing, or the behaviour that is switched off. */
  readonly control: { readonly word: string } | { readonly off: string }
  /** What a client sees. */
  seen(world: World, word: string): unknown
  readonly acts: unknown
}

/** One way in which a request makes, changes or removes a record. */
export interface Entry<Piece, World> {
  describe(piece: Piece): string
  world(ask: Ask, piece: Piece): World
  /** The operation is read as what it is called after. */
  isRead(plan: OperationPlan): boolean
}

/** Entry point → consequence → why it cannot apply there, or why it deliberately does not. */
export type Waivers = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Matrix {
  readonly entries: readonly string[]
  readonly consequences: readonly string[]
  readonly waivers: Waivers
  readonly cells: readonly Cell[]
}

export interface Cell {
  readonly entry: string
  readonly consequence: string
  /** Why it is not exercised. Absent: it is. */
  readonly why?: string
  readonly acts: unknown
  seen(): Promise<unknown>
  /** The same requests where nothing implies the consequence. */
  without(): Promise<unknown>
  isRead(): Promise<boolean>
}

export function matrixOf<Piece, World>(
  entries: Readonly<Record<string, Entry<Piece, World>>>,
  consequences: Readonly<Record<string, Consequence<Piece, World>>>,
  waivers: Waivers,
): Matrix {
  const cells = Object.entries(entries).flatMap(([entry, way]) =>
    Object.entries(consequences).map(([consequence, what]): Cell => {
      const why = waivers[entry]?.[consequence]
      const seen = async (word: string, overlays: readonly string[] = []): Promise<unknown> => {
        const piece = what.describe(word)
        const { ask } = await sandboxOf(way.describe(piece), {}, overlays)
        return what.seen(way.world(ask, piece), word)
      }
      const { control, word, acts } = what
      const without = () => ('word' in control ? seen(control.word) : seen(word, [switchedOff(control.off)]))
      const isRead = async () => {
        const { head } = await modelOf(way.describe(what.describe(word)))
        return head.operations.some(({ plan }) => way.isRead(plan))
      }
      return { entry, consequence, acts, seen: () => seen(word), without, isRead, ...(why !== undefined && { why }) }
    }),
  )
  return { entries: Object.keys(entries), consequences: Object.keys(consequences), waivers, cells }
}

const switchedOff = (name: string): string =>
  `overlay: 1.0.0\ninfo: {title: Off, version: "1"}\nactions: [{target: $, update: {x-tool-behaviours: {${name}: off}}}]`
