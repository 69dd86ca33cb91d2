/**
 * Brings a schema of any dialect we read to JSON Schema 2020-12. What cannot be
 * honoured is mended or left out and reported, so that one odd keyword never
 * costs a whole document. The input is never changed; shared parts stay shared.
 */
import { isObject, setOwn } from '../../support/json.ts'
import { extensions } from '../extensions.ts'
import type { OverlayMark } from '../provenance.ts'
import { rewriteKeyword } from './dialects.ts'
import { below, type Place } from './place.ts'
import type { Schema } from './schema.ts'
import { settle } from './settle.ts'

export type SchemaDialect = 'openapi-3.0' | 'swagger-2.0' | 'draft-04' | '2020-12'

/** Says what was mended or left out, at a JSON pointer into the schema given. */
export type ReportSchemaProblem = (pointer: string, message: string) => void

/** Gives a reference its new spelling; `ids` are the `$id`s passed on the way, outermost first. */
export type MapReference = (reference: string, ids: readonly string[]) => string

/** How deep schemas may nest before the rest is left out. */
const DEPTH = 512
/** How much one schema may list, by its keywords, before the rest is left out: nobody means more, and every request would pay for it. */
const MOST = 5_000

export function normaliseSchema(
  schema: unknown,
  dialect: SchemaDialect,
  report: ReportSchemaProblem,
  mapReference: MapReference = (reference) => reference,
): Schema {
  return new Normaliser({ dialect, report, mapReference }).schema(schema, { pointer: '', depth: 0, ids: [] })
}

export interface NormaliserOptions {
  readonly dialect: SchemaDialect
  readonly report: ReportSchemaProblem
  readonly mapReference: MapReference
  /** Told of every object schema and what became of it. */
  readonly made?: (raw: object, schema: Schema) => void
  /** What an overlay wrote of a schema; it is kept in the schema as `x-tool-overlay`. */
  readonly markOf?: (raw: object) => OverlayMark | undefined
}

/** One pass over one root; remembers parts that several places share (YAML aliases). */
export class Normaliser {
  readonly dialect: SchemaDialect
  readonly mapReference: MapReference
  private readonly options: NormaliserOptions
  private readonly done = new Map<object, Schema>()
  private readonly open = new Set<object>()

  constructor(options: NormaliserOptions) {
    this.options = options
    this.dialect = options.dialect
    this.mapReference = options.mapReference
  }

  problem(pointer: string, message: string): void {
    this.options.report(pointer, message)
  }

  schema(raw: unknown, place: Place): Schema {
    if (typeof raw === 'boolean') return raw
    if (!isObject(raw)) return this.unreadable(raw, place)
    const before = this.done.get(raw)
    if (before !== undefined) return before
    if (this.open.has(raw)) return this.leftOut(place, 'is part of itself')
    if (place.depth > DEPTH) return this.leftOut(place, `is nested deeper than ${DEPTH} levels`)
    this.open.add(raw)
    const schema = this.marked(raw, this.rewrite(raw, place))
    this.open.delete(raw)
    this.done.set(raw, schema)
    this.options.made?.(raw, schema)
    return schema
  }

  /** Each schema of a list; undefined when it is not a list of any. */
  list(raw: unknown, place: Place): Schema[] | undefined {
    if (!Array.isArray(raw) || raw.length === 0) return undefined
    return this.most(raw, place).map((item, index) => this.schema(item, below(place, String(index))))
  }

  /** Each schema of a map, of one that is `isWhole` however many; undefined when it is not a map. */
  map(raw: unknown, place: Place, isWhole: boolean): Record<string, Schema> | undefined {
    if (!isObject(raw)) return undefined
    const out: Record<string, Schema> = {}
    const names = Object.keys(raw)
    for (const name of isWhole ? names : this.most(names, place))
      setOwn(out, name, this.schema(raw[name], below(place, name)))
    return out
  }

  /** As much of a list as is kept. */
  most<T>(list: readonly T[], place: Place): readonly T[] {
    if (list.length <= MOST) return list
    this.problem(place.pointer, `Lists ${list.length} where ${MOST} are read; the rest is left out`)
    return list.slice(0, MOST)
  }

  private rewrite(raw: { readonly [keyword: string]: unknown }, place: Place): Schema {
    const out: Record<string, unknown> = {}
    const inside = withId(raw, place, this.dialect)
    for (const keyword of Object.keys(raw))
      rewriteKeyword({ raw, out, value: raw[keyword], keyword, place: inside, normaliser: this })
    return settle({ raw, out, place: inside, normaliser: this })
  }

  /** A bare reference says nothing itself, so nothing of it is marked. */
  private marked(raw: object, schema: Schema): Schema {
    const mark = this.options.markOf?.(raw)
    if (mark === undefined || typeof schema === 'boolean') return schema
    const isBare = '$ref' in schema && Object.keys(schema).length === 1
    return isBare ? schema : { ...schema, [extensions.overlay]: mark }
  }

  private unreadable(raw: unknown, place: Place): Schema {
    const what = Array.isArray(raw) ? 'a list' : raw === null || raw === undefined ? 'empty' : `a ${typeof raw}`
    this.problem(place.pointer, `A schema is expected here, but it is ${what}; taken as "anything"`)
    return true
  }

  private leftOut(place: Place, why: string): Schema {
    this.problem(place.pointer, `The schema ${why}; deeper parts are left out`)
    return true
  }
}

function withId(raw: { readonly [keyword: string]: unknown }, place: Place, dialect: SchemaDialect): Place {
  const id = dialect === '2020-12' ? raw['$id'] : dialect === 'draft-04' && !('$ref' in raw) ? raw['id'] : undefined
  return typeof id === 'string' ? { ...place, ids: [...place.ids, id] } : place
}
