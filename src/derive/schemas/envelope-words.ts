/** The words of envelopes: what is put around records and lists of them. All names are compared plain (letters and digits, lower case). */
import type { Schema } from '../../api/schema/schema.ts'
import { plain, words } from '../naming/words.ts'

/** Names that hold the one record. */
export const WRAPPER: ReadonlySet<string> = new Set(
  `data result response item record payload body content object entity resource value output d`.split(/\s+/),
)

/** Names that hold the records of a list. */
export const LISTS: ReadonlySet<string> = new Set(
  `data items results records values entries value list rows content contents resources elements objects result hits
docs nodes edges collection documents matches feed members payload entities response embedded`.split(/\s+/),
)

/** Parts of an envelope that are never the record. */
export const ASIDE: ReadonlySet<string> = new Set(
  `ok success successful errors error warnings warning meta metadata links link message messages status code statuscode
included includes jsonapi cursor relatedobjects requestid responsemetadata pagination paging page pageinfo total count
hasmore object url next previous prev self first last nextcursor nextpagetoken timestamp version apiversion kind
providername datetimeutc debug extensions facets notices idmappings time responseinfo resultinfo offset limit size
type idempotencykey totalcount totalpages perpage pagesize nextpage prevpage facetcounts done iterator previterator
took tookms elapsed elapsedms processingtimems querytimems
notice needed provided httpcode responsecode responsestatus responsemsg responsemessage statusmessage`.split(/\s+/),
)

/** Arrays beside the records that are no records. */
export const ERRORS: ReadonlySet<string> = new Set(
  `errors warnings messages notices faults relatedobjects included links facets idmappings validationerrors
aggregations filters`.split(/\s+/),
)

/** True for names that wrap any record or list: `data`, `result`, `items`. */
export function isEnvelope(name: string): boolean {
  return WRAPPER.has(plain(name)) || LISTS.has(plain(name))
}

/** True for a property that tells about the page and not about a record. */
export function isEnvelopeWord(name: string): boolean {
  if (ASIDE.has(plain(name))) return true
  return words(name).some((w) =>
    /^(page|pages|pagination|paging|next|prev|previous|cursor|total|count|limit|offset|has|first|last|token|took|duration|query|ms)$/.test(
      w,
    ),
  )
}

/** True when some property is an id by its plainest name. */
export function hasId(properties: ReadonlyMap<string, Schema>): boolean {
  for (const name of properties.keys()) if (/^_?(id|pk|uuid|guid|sid|gid|uid)$/i.test(name)) return true
  return false
}
