/** What an answer says around its records: totals, tokens, URLs of other pages, flags. */
import type { ResponseDescription } from '../../api/description.ts'
import type { DescribedOperation } from '../../api/model.ts'
import type { Place } from '../../api/plan.ts'
import type { Schema } from '../../api/schema/schema.ts'
import type { SchemaView } from '../../api/schema/view.ts'
import { at, textOf } from '../../support/json.ts'
import { parentIdBeside } from '../associations/parent-id-in-words.ts'
import { isOnly } from '../identity/usual-keys.ts'
import { plain, singularName } from '../naming/words.ts'
import type { Reader } from '../schemas/reader.ts'
import type { SuccessAnswer } from '../schemas/success.ts'
import type { Settings } from './style.ts'

/** Setting, the names that carry it (plain, with the names of the objects around them), and the type wanted. */
const CARRIERS: readonly (readonly [setting: string, names: RegExp, wanted: 'whole' | 'text' | 'flag'])[] = [
  [
    'hasMore',
    /^(has_?more|has_?more_?[a-z]+|has_?next(_?page)?|more|is_?truncated|more_?available|truncated)$/i,
    'flag',
  ],
  ['hasPrevious', /^(has_?prev(ious)?(_?page)?)$/i, 'flag'],
  ['done', /^(done|is_?last(_?page)?|last(_?page)?|finished|end_?of_?(list|records)|complete)$/i, 'flag'],
  [
    'total',
    /^(total|total_?count|total_?(results|records|items|entries|elements|rows|hits|size|number|docs)|count_?total|full_?count|result_?count|item_?count|total_?item_?count|total_?set_?size|(records|items|results|entries|elements|rows)_?total|records_?filtered|n?b?_?hits|num_?(found|results)|@?odata\.?count)$/i,
    'whole',
  ],
  [
    'totalPages',
    /^(total_?pages?|pages|page_?count|last_?page|num_?pages|pages_?count|total_?page_?count|max_?page|pages_?total)$/i,
    'whole',
  ],
  ['pageNumber', /^(page|number|current_?page|page_?number|page_?no|page_?index|page_?num)$/i, 'whole'],
  [
    'pageSize',
    /^(per_?page|page_?size|limit|size|items_?per_?page|results_?per_?page|max_?results|page_?(limit|len|length))$/i,
    'whole',
  ],
  ['offset', /^(offset|skip|start|start_?index|start_?at|start_?position|from)$/i, 'whole'],
  ['endOffset', /^end_?(position|index)$/i, 'whole'],
  [
    'count',
    /^(count|returned|number_?of_?elements|num_?items|current_?item_?count|length|returned_?(count|results|records|items)|result_?set_?size)$/i,
    'whole',
  ],
  ['nextPage', /^(next|next_?page|next_?page_?number)$/i, 'whole'],
  ['previousPage', /^(prev|previous|prev_?page|previous_?page)$/i, 'whole'],
  ['nextOffset', /^(next_?)?(cursor|marker|offset)$/i, 'whole'],
  [
    'nextToken',
    /^(next_?page_?token|next_?cursor|next_?token|cursor|next_?page|continuation_?token|continue|iterator|end_?cursor|next_?marker|page_?token|pagination_?token|scroll_?id|last_?evaluated_?\w*(key|name|id|arn)|after|next_?page_?cursor|next_?key|bookmark|next_?page_?id|next_?continuation_?token|next_?batch|batch_?token|pagination_?id|(next_?)?(page_?|search_?)pointer)$/i,
    'text',
  ],
  [
    'previousToken',
    /^(prev(ious)?_?(page_?)?(cursor|token)|start_?cursor|prev_?iterator|before|previous_?page_?token)$/i,
    'text',
  ],
  ['nextUrl', /^(next_?(page_?)?(url|uri|link|href)|next_?link|@?odata\.?next_?link|next)$/i, 'text'],
  ['previousUrl', /^(prev(ious)?_?(page_?)?(url|uri|link|href)|previous|prev)$/i, 'text'],
  ['firstUrl', /^(first_?(page_?)?(url|uri|link|href)?|first)$/i, 'text'],
  ['lastUrl', /^(last_?(page_?)?(url|uri|link|href)?|last)$/i, 'text'],
  ['selfUrl', /^(self|url|uri|current_?(page_?)?(url|uri)|href)$/i, 'text'],
  ['firstId', /^first_?id$/i, 'text'],
  ['lastId', /^last_?id$/i, 'text'],
  ['recordsName', /^((records|list|items|data|resource|collection)_?)?key$/i, 'text'],
]

/** Objects around an answer's records that are looked into. */
const AROUND =
  /^(_?(\w+_)?meta|_?(\w+_)?meta_?data|_?links?|paging|pagination|page|page_?info|page_?details|response_?metadata|pages|cursors?|list_?info|result_?info|navigation|resource|info|data|result|response|_?page_?metadata|paging_?metadata|pager)$/i
const DEPTH = 3
/** Objects that hold what to give back. */
const WITHIN = /^(cursors?|paging|pagination)$/i
/** Objects that tell of pages alone. */
const PAGING = /^(paging|pagination|page|page_?info|pages|pager)$/i

export function envelopeOf(
  schema: Schema | undefined,
  records: Place,
  op: DescribedOperation,
  response: ResponseDescription | undefined,
  reader: Reader,
): Settings {
  const settings: Record<string, string | number | boolean | Place> = {}
  if (records.length > 0) gather(schema, [], records, settings, reader)
  const above = parentIdBeside(schema, records, op, reader)
  if (above !== undefined) settings['parentId'] = above
  countAll(settings, schema, reader)
  endBeside(settings, schema, reader)
  if (!namesRecords(settings['recordsName'], settings)) delete settings['recordsName']
  if (settings['nextToken'] !== undefined && settings['nextUrl'] === undefined) preferUrl(settings, schema, reader)
  const declared = Object.keys(response?.headers ?? {})
  for (const name of declared.length > 0 ? declared : toldHeaders(op)) {
    if (name.toLowerCase() === 'link') settings['linkHeader'] = true
    else if (
      /^(x-)?(total|total-count|total-results|pagination-total|total-items|pagination-(item-)?count)$|total-count$/i.test(
        name,
      )
    )
      settings['totalHeader'] = name
    else if (/next-(page-)?(token|cursor)$|(token|cursor)-next$/i.test(name)) settings['nextTokenHeader'] = name
    else if (/(total-pages?|page-count)$/i.test(name)) settings['totalPagesHeader'] = name
    else if (/next-page$/i.test(name)) settings['nextPageHeader'] = name
    else if (/^(x-)?((pagination-|current-)?page|page-number)$/i.test(name)) settings['pageNumberHeader'] = name
    else if (/^(x-)?(pagination-limit|(pagination-)?(per-page|page-size))$/i.test(name))
      settings['pageSizeHeader'] = name
  }
  if (/\blink header\b|`Link` header|RFC ?(5988|8288)/i.test(op.description ?? '')) settings['linkHeader'] = true
  return settings
}

/** Fields of the answer's header that only words name: "in the response headers `X-Cursor-Next` and `X-Cursor-Prev`". */
function toldHeaders({ description = '', parameters }: DescribedOperation): readonly string[] {
  const texts = [description, ...parameters.flatMap((p) => (p.in === 'query' ? [p.description ?? ''] : []))]
  return texts
    .map((text) => text.slice(0, 2_000))
    .filter((text) => /\bresponse headers?\b|\bheaders? of the response\b|\bheader\b[^.]{0,40}\bresponse\b/i.test(text))
    .flatMap((text) => text.match(/\bX-[A-Za-z0-9-]{1,60}\b/g) ?? [])
}

function gather(
  schema: Schema | undefined,
  at: Place,
  records: Place,
  settings: Record<string, string | number | boolean | Place>,
  reader: Reader,
): void {
  for (const [name, property] of reader.properties(schema)) {
    const place = [...at, name]
    if (at.length + 1 === records.length && records.every((step, i) => step === place[i])) continue
    const view = reader.view(property)
    const inLinks = /links?$|^pages$/i.test(at.at(-1) ?? '')
    if (reader.isObject(property)) {
      if (leadsOn(name, view.properties, place, settings, reader)) continue
      const href = view.properties.get('href')
      const leaf =
        href === undefined ? undefined : settingFor(name.replace(/^(next|prev|previous)_?page$/i, '$1'), 'text', true)
      if (leaf !== undefined && settings[leaf] === undefined) settings[leaf] = [...place, 'href']
      else if (at.length < DEPTH && (AROUND.test(name) || records[at.length] === name))
        gather(property, place, records, settings, reader)
      continue
    }
    if (listsLinks(name, view, reader)) settings['linkList'] ??= place
    for (const wanted of kinds(view, name)) {
      const isUrl =
        inLinks ||
        view.keywords['format'] === 'uri' ||
        view.keywords['format'] === 'url' ||
        /\burl\b/i.test(textOf(view.keywords['description'])) ||
        /^(https?:|\/)/.test(textOf(view.keywords['example']))
      const said = textOf(view.keywords['description'])
      const counts = wanted === 'whole' && (countsRecords(name, records.at(-1) ?? '') || saysTotal(name, said))
      const isPage = wanted === 'whole' && name === 'current' && PAGING.test(at.at(-1) ?? '')
      const isNext = wanted === 'whole' && name === 'after' && WITHIN.test(at.at(-1) ?? '')
      const setting = counts ? 'total' : isPage ? 'pageNumber' : isNext ? 'nextOffset' : settingFor(name, wanted, isUrl)
      if (setting !== undefined && settings[setting] === undefined) {
        settings[setting] = place
        break
      }
    }
  }
}

const NEXT = /^(next|following)(_?page)?$/i
const PREVIOUS = /^prev(ious)?(_?page)?$/i
const STEP = /^(after|before|cursor|token|page_?token|offset)$/i
const STEP_URL = /^(link|url|uri|href)$/i

/** `next: {after, link}`: the object of another page, which is there only where that page is. */
function leadsOn(
  name: string,
  properties: ReadonlyMap<string, Schema>,
  place: Place,
  settings: Record<string, string | number | boolean | Place>,
  reader: Reader,
): boolean {
  const side = NEXT.test(name) ? 'next' : PREVIOUS.test(name) ? 'previous' : undefined
  const token = [...properties].find(
    ([leaf, schema]) =>
      (STEP.test(leaf) && reader.isScalar(schema)) || (leaf === 'page' && isOnly('string', schema, reader)),
  )
  if (side === undefined || token === undefined) return false
  const url = [...properties.keys()].find((leaf) => STEP_URL.test(leaf))
  settings[`${side}Token`] ??= [...place, token[0]]
  if (url !== undefined) settings[`${side}Url`] ??= [...place, url]
  return true
}

/** `links: [{rel, href}]`: the pages that can be reached, each under its relation (RFC 8288). */
function listsLinks(name: string, view: SchemaView, reader: Reader): boolean {
  const { properties } = reader.view(view.items)
  return /^_?links$/i.test(name) && properties.has('rel') && properties.has('href')
}

/** `meta.key` beside `meta.next_page_url`: the name of the property that holds the records. */
function namesRecords(place: unknown, settings: Settings): boolean {
  if (!Array.isArray(place) || place.length < 2) return false
  return ['nextUrl', 'nextToken', 'pageSize'].some((setting) => {
    const other = settings[setting]
    return Array.isArray(other) && other.length === place.length && other[0] === place[0]
  })
}

/** `articlesCount` beside `articles`. */
function countsRecords(name: string, records: string): boolean {
  const bare = plain(name)
  return [plain(records), plain(singularName(records))].some((of) => bare === `${of}count` || bare === `${of}total`)
}

/** "The total number of results", and not of pages; or `results` beside `page`, which are said to be a total number. */
function saysTotal(name: string, said: string): boolean {
  return (
    /^(the )?total (number|count) of (all )?(results|records|items|entries|elements)\b/i.test(said) ||
    (/^(results|records|items|entries|rows|elements|size|sum)$/i.test(name) &&
      /^\W*(the )?total (number|count|amount|sum) of\b/i.test(said))
  )
}

/** A `count` counts all records where nothing else does and links lead both ways, or where its words say so. */
function countAll(
  settings: Record<string, string | number | boolean | Place>,
  schema: Schema | undefined,
  reader: Reader,
): void {
  const place = settings['count']
  if (!Array.isArray(place) || settings['total'] !== undefined) return
  const said = textOf(reader.view(reader.at(schema, place as Place)).keywords['description'])
  const named = (setting: string, name: RegExp): boolean => name.test(String([settings[setting]].flat().at(-1)))
  const leads = named('nextUrl', /^next$/i) && named('previousUrl', /^prev(ious)?$/i)
  if (!leads && settings['totalPages'] === undefined && !/\btotal\b|\ball\b|across|overall/i.test(said)) return
  settings['total'] = place as Place
  delete settings['count']
}

/** `start` and `end` beside a page and its size, `from` and `to` beside a page or a total: the places of this page's first and last record. */
function endBeside(
  settings: Record<string, string | number | boolean | Place>,
  schema: Schema | undefined,
  reader: Reader,
): void {
  const { offset, pageNumber, pageSize, total } = settings
  const name = Array.isArray(offset) ? String(offset.at(-1)) : ''
  if (!Array.isArray(offset) || settings['endOffset'] !== undefined) return
  const end = name === 'start' && pageNumber && pageSize ? 'end' : name === 'from' && (pageNumber ?? total) ? 'to' : ''
  const around = offset.slice(0, -1) as Place
  const beside = reader.properties(around.length === 0 ? schema : reader.at(schema, around)).get(end)
  if (beside === undefined || !kinds(reader.view(beside), end).includes('whole')) return
  settings['endOffset'] = [...around, end]
  const shown = reader.view(reader.at(schema, offset as Place)).keywords['example']
  if (name === 'from' && (shown === 1 || (shown === undefined && pageNumber !== undefined))) settings['fromOne'] = true
}

/** True where the URLs of pages are shown, or said, to be paths, and need be no whole URIs. */
export function showsPaths(settings: Settings, { media }: SuccessAnswer, reader: Reader): boolean {
  const examples = Object.values(media?.examples ?? {})
  return Object.entries(settings).some(([setting, place]) => {
    if (!/Url$/.test(setting) || !Array.isArray(place)) return false
    const { keywords } = reader.view(reader.at(media?.schema, place as Place))
    if (keywords['format'] === 'uri' || keywords['format'] === 'url') return false
    const said = textOf(keywords['description'])
    const shown = [keywords['example'], ...examples.map((example) => at(example, place as Place))]
    const texts = shown.filter((value) => typeof value === 'string' && value !== '')
    return texts.length > 0
      ? texts.every((value) => textOf(value).startsWith('/'))
      : /\bpath\b/i.test(said) && !/\burls?\b|https?:/i.test(said)
  })
}

/** Names of numbers, also where they are written as texts. */
const NUMBERS =
  /^(total(_?(count|results|records|items|size|set_?size|pages?))?|(result_?set|page)_?size|(start|end)_?(position|index)|page_?(number|count)|per_?page|count|limit|offset)$/i

function kinds({ types, keywords }: SchemaView, name: string): readonly ('whole' | 'text' | 'flag')[] {
  const isBare = keywords['format'] === undefined && keywords['enum'] === undefined
  if (isBare && types.includes('string') && NUMBERS.test(name)) return ['whole']
  // An example without a further page shows null where a token or URL would stand, which says nothing of its type.
  const found = new Set<'whole' | 'text' | 'flag'>(types.length === 0 ? ['text'] : [])
  for (const type of types) {
    if (type === 'integer' || type === 'number') found.add('whole')
    if (type === 'string') found.add('text')
    if (type === 'boolean') found.add('flag')
  }
  return [...found]
}

function settingFor(name: string, wanted: 'whole' | 'text' | 'flag', isUrl: boolean): string | undefined {
  for (const [setting, names, kind] of CARRIERS) {
    if (kind !== wanted || !names.test(name)) continue
    if (isUrl && (setting === 'nextToken' || setting === 'previousToken')) continue
    if (!isUrl && /Url$/.test(setting) && !/url|uri|link|href/i.test(name)) {
      if (setting === 'nextUrl' && plain(name) === 'next') return 'nextToken'
      if (setting === 'previousUrl' && /^prev(ious)?$/i.test(name)) return 'previousToken'
      continue
    }
    return setting
  }
  return undefined
}

/** A bare `next` that is said to be a link, or stands beside `previous`, `count` and `results`, which is usual for links. */
function preferUrl(
  settings: Record<string, string | number | boolean | Place>,
  schema: Schema | undefined,
  reader: Reader,
): void {
  const place = settings['nextToken']
  if (!Array.isArray(place) || plain(String(place.at(-1))) !== 'next') return
  const current = reader.at(schema, place as Place)
  const text = `${textOf(reader.view(current).keywords['description'])} ${textOf(reader.view(current).keywords['example'])}`
  const back = settings['previousToken']
  const isPair = place.length === 1 && Array.isArray(back) && back.join('.') === 'previous'
  const beside = reader.properties(schema)
  const isUsual = isPair && beside.has('results') && beside.has('count') && !/\b(token|cursor|opaque|id)\b/i.test(text)
  if (!isUsual && !/\b(url|uri|link|path|https?:)\b/i.test(text)) return
  settings['nextUrl'] = place as Place
  delete settings['nextToken']
  if (!isPair) return
  settings['previousUrl'] = back as Place
  delete settings['previousToken']
}
