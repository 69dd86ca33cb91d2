/** A record as it is kept: its value, where it stands in the order, its links and other keys. */
import { createHash } from 'node:crypto'
import { digest64 } from '../../support/digest64.ts'
import { ToolError } from '../../support/errors.ts'
import type { JsonObject } from '../../support/json.ts'

export type Alternates = readonly (readonly [property: string, value: string])[]

export interface StoredRecord {
  readonly type: string
  /** Identity inside the type: the id, preceded by the scope where ids are only unique inside their parent. */
  readonly key: string
  /** Sorts in creation order. */
  readonly position: string
  readonly etag: string
  /** Link name to the parent's id. */
  readonly links: Readonly<Record<string, string>>
  readonly alternates: Alternates
  /** The record as JSON text. */
  readonly text: string
  readonly value: JsonObject
  /** Whole answers already made from exactly this record, by what they were made for. */
  readonly answers: Map<string, unknown>
  /** The same at another place of a list; absent where it is all at hand. */
  placedAt?(position: string): StoredRecord
}

export function ordinal(sequence: number): string {
  return sequence.toString(36).padStart(9, '0')
}

/** Before everything that requests create. */
export function seededPosition(seeded: number, key: string): string {
  return `!${ordinal(seeded)}${suffix(key)}`
}

/** True for a record that stands before all that requests made. */
export function isSeeded({ position }: StoredRecord): boolean {
  return position.startsWith('!')
}

/** Keeps positions of two populations of one type (under two parents) apart. */
function suffix(key: string): string {
  return `.${createHash('sha1').update(key).digest('base64url').slice(0, 6)}`
}

export function decodeRecord(type: string, raw: string): StoredRecord {
  const line = raw.indexOf('\n')
  const [key, position, etag, links, alternates = NO_ALTERNATES] = JSON.parse(raw.slice(0, line)) as [
    string,
    string,
    string,
    Record<string, string>,
    Alternates?,
  ]
  return new Decoded(type, key, position, etag, links, alternates, raw.slice(line + 1))
}

export class Decoded implements StoredRecord {
  readonly type: string
  readonly key: string
  readonly position: string
  readonly etag: string
  readonly links: Readonly<Record<string, string>>
  readonly alternates: Alternates
  readonly text: string
  readonly answers: Map<string, unknown> = new Map()
  private parsed: JsonObject | undefined

  constructor(
    type: string,
    key: string,
    position: string,
    etag: string,
    links: Readonly<Record<string, string>>,
    alternates: Alternates,
    text: string,
    value?: JsonObject,
  ) {
    this.parsed = value
    this.type = type
    this.key = key
    this.position = position
    this.etag = etag
    this.links = links
    this.alternates = alternates
    this.text = text
  }

  get value(): JsonObject {
    this.parsed ??= JSON.parse(this.text) as JsonObject
    return this.parsed
  }
}

export const NO_ALTERNATES: Alternates = []

export interface NewRecord {
  readonly type: string
  readonly key: string
  readonly value: JsonObject
  readonly links: Readonly<Record<string, string>>
  /** Property values under which it is also found. */
  readonly alternates?: Alternates
  /** Nothing stands or stood under the key: the caller looked. */
  readonly isNew?: boolean
  /** Place before everything that requests create; for the seeded population. */
  readonly seeded?: number
}

export function sameLinks(record: StoredRecord, entry: NewRecord): boolean {
  return (
    JSON.stringify(record.links) === JSON.stringify(entry.links) &&
    JSON.stringify(record.alternates) === JSON.stringify(entry.alternates ?? [])
  )
}

/** The record, unless it has more characters than one may have: many changes may make it larger than a request can. */
export function bounded(record: StoredRecord, most: number = Number.POSITIVE_INFINITY): StoredRecord {
  if (record.text.length <= most) return record
  const message = `The record would have more than ${most} characters: it may be a quarter larger than body_limit`
  throw new ToolError('too-large', message)
}

export interface TypeHead {
  /** Sequence of the last record made; survives reset. */
  readonly sequence: number
  /** Grows with every change of any record of the type. */
  readonly version: number
  readonly count: number
  /** 1 when a key was ever given and not drawn: by a client, by seed data, by the population. */
  readonly given: number
}

export const NO_HEAD: TypeHead = { sequence: 0, version: 0, count: 0, given: 0 }

/** The record at another place of a list. */
export function placedAt(record: StoredRecord, position: string): StoredRecord {
  if (record.placedAt !== undefined) return record.placedAt(position)
  const { type, key, etag, links, alternates, text, value } = record
  return { type, key, etag, links, alternates, text, value, position, answers: new Map() }
}

/** The record as an answer shows it that shows something else than what is kept, under a tag of its own. */
export function shownAs(record: StoredRecord, value: JsonObject): StoredRecord {
  const { type, key, position, etag, links, alternates } = record
  const text = JSON.stringify(value)
  return new Decoded(type, key, position, `${etag}.${digest64(text, key)}`, links, alternates, text, value)
}
