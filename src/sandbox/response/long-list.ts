/**
 * Lists of records that are not all in memory. In JSON, what stands around the records is made at once, and each record
 * when it is its turn; in other media types the whole is made, as far as that is no more than may be made at once.
 */
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { schemaAt } from '../../api/schema/view.ts'
import type { HttpResponse, Pieces } from '../../http/message.ts'
import { ToolError } from '../../support/errors.ts'
import { jsonText, shownJson } from '../../support/exact-json.ts'
import { at, type JsonObject } from '../../support/json.ts'
import { withinBudget } from '../../support/work.ts'
import type { Call } from '../exchange.ts'
import type { Sandbox } from '../sandbox.ts'
import { withAt } from '../state/place.ts'
import type { StoredRecord } from '../state/stored-record.ts'
import { forgetRead, pinsOf, sizeOf } from '../state/unread-record.ts'
import type { Chosen } from './choose.ts'
import { mapOf } from './record-body.ts'

export interface LongList {
  readonly records: readonly StoredRecord[]
  readonly output: Place
  /** By their keys, in place of one behind the other. */
  readonly isMap: boolean
  /** A record as the list shows it. */
  itemOf(record: StoredRecord): unknown
  /** The body around what is listed. */
  around(listed: unknown): unknown
  answerOf(body: unknown): HttpResponse
}

/** Stands for the records; a noncharacter, which no text from outside is. */
const RECORDS = '\uFDD1records'
/** Code units of records that are made into one body at once. */
const MOST_WHOLE = 32 * 1024 * 1024

/** Undefined where the list is to be made whole. Throws ToolError `unavailable` where it is too long for that. */
export function longList(call: Call, chosen: Chosen, list: LongList): HttpResponse | undefined {
  const answer = inPieces(call, chosen, list)
  if (answer === undefined) refuseTooLong(list, call.sandbox)
  return answer
}

function inPieces(call: Call, chosen: Chosen, list: LongList): HttpResponse | undefined {
  const { records, output, isMap, itemOf } = list
  if (!/[/+]json\s*(;|$)/i.test(chosen.mediaType ?? '') || call.compiled.jobs.length > 0) return undefined
  const least = leastOf(call, chosen, list)
  if (least === undefined) return undefined
  const first = records.slice(0, least)
  const items = first.map(itemOf)
  const listed = isMap ? mapOf(first, items) : items
  const body = list.around(listed)
  if ((output.length === 0 ? body : at(body, output)) !== listed) return undefined
  const whole = list.answerOf(output.length === 0 ? RECORDS : withAt(body as JsonObject, output, RECORDS))
  const [before, after, ...more] = typeof whole.body === 'string' ? whole.body.split(JSON.stringify(RECORDS)) : []
  if (before === undefined || after === undefined || more.length > 0) return undefined
  const pieces = isMap ? [`${before}{`, `}${after}`] : [`${before}[`, `]${after}`]
  return { ...whole, fields: withoutTag(whole.fields), body: '', pieces: piecesOf(list, pieces) }
}

/** How many records tell whether all of them fit there; undefined where that depends on which they are. */
function leastOf(call: Call, { schema }: Chosen, { records, output, isMap }: LongList): number | undefined {
  const { view } = call.runtime
  const { keywords, prefixItems } = view(schemaAt(view, schema, output) as Schema | undefined)
  const [least, most] = [keywords[isMap ? 'minProperties' : 'minItems'], keywords[isMap ? 'maxProperties' : 'maxItems']]
  if (keywords['contains'] !== undefined || prefixItems.length > 0) return undefined
  if (typeof most === 'number' && most < records.length) return undefined
  return typeof least === 'number' ? least : 0
}

/** The tag of the whole text would take making it. */
function withoutTag(fields: readonly string[]): readonly string[] {
  return fields.filter((_, i) => (fields[i - (i % 2)] ?? '').toLowerCase() !== 'etag')
}

/** Records, and what stands between them: the n-th record is the piece 2n + 1. */
function piecesOf({ records, isMap, itemOf }: LongList, [before = '', after = '']: readonly string[]): Pieces {
  const pins = pinsOf(records)
  const named = ({ key }: StoredRecord): string => (isMap ? `${shownJson(JSON.stringify(key))}:` : '')
  return {
    at(index) {
      const record = records[index >> 1]
      if (record === undefined) return index === 2 * records.length ? after : undefined
      if (index % 2 === 1) return textOf(itemOf, record)
      return (index === 0 ? before : ',') + named(record)
    },
    weigh(index) {
      const record = index % 2 === 1 ? records[index >> 1] : undefined
      return record === undefined ? 0 : sizeOf(record)
    },
    forget: forgetRead,
    hold() {
      for (const one of pins) one.hold()
    },
    release() {
      forgetRead()
      for (const one of pins) one.release()
    },
  }
}

function textOf(itemOf: LongList['itemOf'], record: StoredRecord): string {
  const text = withinBudget(() => jsonText(itemOf(record)))
  forgetRead()
  return text
}

/** An answer in pieces as one text. Throws ToolError `unavailable` where it is too long for that. */
export function madeWhole({ pieces, ...rest }: HttpResponse & { readonly pieces: Pieces }): HttpResponse {
  let body = ''
  for (let i = 0, piece = pieces.at(0); piece !== undefined; piece = pieces.at(++i)) {
    body += piece
    if (body.length > MOST_WHOLE && body.length > piece.length) throw tooLong()
  }
  pieces.release()
  return { ...rest, body }
}

function tooLong(): ToolError {
  return new ToolError('unavailable', 'The list is longer than may be made at once: ask for fewer of its records')
}

/** Half of what one record may have, for what is made of it takes more than a record does. */
function refuseTooLong(
  { records }: LongList,
  { largestRecord = 2 * MOST_WHOLE }: Pick<Sandbox, 'largestRecord'>,
): void {
  const most = Math.min(MOST_WHOLE, largestRecord / 2)
  let units = 0
  for (const record of records) {
    const own = sizeOf(record)
    units += own
    if (units > most && units > own) throw tooLong()
  }
}
