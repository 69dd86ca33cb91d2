/** What a document states in our own extensions: found wherever it stands, with who stated it. */
import type { ImportProblem } from '../api/description.ts'
import { extensions } from '../api/extensions.ts'
import type { DescribedEvent, DescribedOperation } from '../api/model.ts'
import type { Because, Provenance } from '../api/provenance.ts'
import type { Schema } from '../api/schema/schema.ts'
import { field } from '../support/json.ts'
import { hintOf } from '../support/nearest.ts'
import type { Reader } from './schemas/reader.ts'

/** A value that somebody stated, not yet judged. */
export interface Stated extends Because {
  readonly value: unknown
  /** What it is stated of, for complaints: "x-tool-id of customer". */
  readonly where: string
}

/** What is wrong with statements, in the order met. */
export class Complaints {
  private readonly said = new Set<string>()

  add({ where }: Pick<Stated, 'where'>, message: string): void {
    this.said.add(`${where} ${message}`)
  }

  /** A word that is none of those known. */
  unknown(stated: Pick<Stated, 'where'>, word: unknown, known: Iterable<string>): void {
    const all = [...known]
    const hint = (typeof word === 'string' ? hintOf(word, all) : undefined) ?? `there is ${all.slice(0, 8).join(', ')}`
    this.add(stated, `names ${JSON.stringify(word)?.slice(0, 80)}, which is not known (${hint})`)
  }

  problems(): readonly ImportProblem[] {
    const all = [...this.said]
    const rest = all.length - MOST
    const listed = rest > 0 ? [...all.slice(0, MOST), `${rest} further statements cannot be used`] : all
    return listed.map((message) => ({ document: '', pointer: '', message }))
  }
}

/** One slip in what is stated of all operations is complained of once for each. */
const MOST = 100

function wrote(mark: unknown, name: string): Provenance {
  return mark === true || (Array.isArray(mark) && mark.includes(name)) ? 'overlay' : 'explicit'
}

function because(name: string, mark: unknown): Because {
  return { provenance: wrote(mark, name), why: `${name} says so` }
}

/** What a schema states, references followed. */
export function statedBySchema(
  name: string,
  schema: Schema | undefined,
  reader: Reader,
  of: string,
): Stated | undefined {
  const { keywords } = reader.view(schema)
  const value = keywords[name]
  if (value === undefined) return undefined
  return { value, where: `${name} of ${of}`, ...because(name, keywords[extensions.overlay]) }
}

/** What an operation or an event states. */
export function statedBy(
  name: string,
  { extensions: all, overlaid }: Pick<DescribedOperation | DescribedEvent, 'extensions' | 'overlaid'>,
  of: string,
): Stated | undefined {
  if (!Object.hasOwn(all, name)) return undefined
  return { value: all[name], where: `${name} of ${of}`, ...because(name, overlaid) }
}

/** The first scalar property that states something, with its name. A property that holds a whole record states nothing of this one. */
export function statedByProperty(
  name: string,
  schema: Schema,
  reader: Reader,
  of: string,
): { readonly property: string; readonly stated: Stated } | undefined {
  for (const [property, inner] of reader.properties(schema)) {
    if (reader.isObject(inner)) continue
    const stated = statedBySchema(name, inner, reader, `${of}.${property}`)
    if (stated !== undefined) return { property, stated }
  }
  return undefined
}

/** True when an overlay wrote some of a schema. */
export function isOverlaid(schema: Schema | undefined, reader: Reader): boolean {
  return reader.view(schema).keywords[extensions.overlay] !== undefined
}

/** Where a conclusion comes from that rests on something an overlay may have written. */
export function restsOn(isFromOverlay: boolean): Provenance {
  return isFromOverlay ? 'overlay' : 'derived'
}

export function textOf(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** A status or other word, also where YAML made a number of it. */
export function wordsOf(value: unknown): readonly string[] | undefined {
  const all = Array.isArray(value) ? value : [value]
  const words = all.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
  return words.length === all.length && words.length > 0 ? words : undefined
}
