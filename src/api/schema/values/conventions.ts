/** What a property of a common name usually holds, when its schema does not say. The first line that matches speaks. */
import { BASE62, characters, type Draw, digits, HEX, type Maker, pick, uuid, whole } from './draw.ts'
import { snakeName } from './names.ts'
import {
  adjectives,
  colorNames,
  colors,
  companySuffixes,
  firstNames,
  lastNames,
  nouns,
  places,
  sentences,
  streets,
} from './words.ts'

type Line<T> = readonly [name: RegExp, make: Maker<T>]

const beside = (draw: Draw, part: string): Draw => ({ ...draw, key: `${draw.key}~${part}` })

function personName(draw: Draw): string {
  return `${pick(beside(draw, 'first'), firstNames)} ${pick(beside(draw, 'last'), lastNames)}`
}

function thingName(draw: Draw): string {
  return `${pick(beside(draw, 'kind'), adjectives)} ${pick(beside(draw, 'noun'), nouns)}`
}

function slug(draw: Draw): string {
  return thingName(draw).toLowerCase().replace(' ', '-')
}

function email(draw: Draw): string {
  return `${personName(draw).toLowerCase().replace(' ', '.')}@example.com`
}

/** Numbers of the range kept free for fiction, so that no real phone rings. */
function phone(draw: Draw): string {
  return `+1555555${String(whole(draw, 100, 199)).padStart(4, '0')}`
}

function ipv4(draw: Draw): string {
  return `203.0.113.${whole(draw, 1, 254)}`
}

/** One place for all parts of an address: drawn by the object that holds them, not by the field. */
function placeOf(draw: Draw): (typeof places)[number] {
  const parent = draw.key.slice(0, draw.key.lastIndexOf('/'))
  return pick({ ...draw, key: `${parent}~place` }, places)
}

const strings: readonly Line<string>[] = [
  [/(^|_)e_?mails?(_address)?$/, email],
  [/(^|_)(ip|ip_?address|ipv4|remote_addr|client_ip)$/, ipv4],
  [/^token_type$/, () => 'Bearer'],
  [/(^|_)mac(_?address)?$/, (d) => (characters(d, 12, HEX).match(/../g) ?? []).join(':')],
  [/(^|_)(first|given|fore)_?name$/, (d) => pick(d, firstNames)],
  [/(^|_)(last|family|sur)_?name$|^surname$/, (d) => pick(d, lastNames)],
  [/(^|_)middle_?name$/, (d) => pick(d, firstNames)],
  [
    /(^|_)(full|display|holder|owner|customer|contact|recipient|account_holder|cardholder|author|sender|person|real)_?name$/,
    personName,
  ],
  [
    /(^|_)(company|organi[sz]ation|business|merchant|vendor|employer)(_?name)?$/,
    (d) => `${pick(beside(d, 'noun'), nouns)} ${pick(beside(d, 'suffix'), companySuffixes)}`,
  ],
  [/(^|_)(user_?name|login|nick_?name|screen_name|handle)$/, (d) => pick(d, firstNames).toLowerCase()],
  [/(^|_)(phone|mobile|fax|telephone|cell|msisdn)(_?number)?$/, phone],
  [
    /(^|_)(avatar|image|photo|picture|logo|icon|thumbnail|gravatar)(_ur[li])?$/,
    (d) => `https://example.com/images/${slug(d)}.png`,
  ],
  [
    /(^|_)(ur[li]|href|link|website|homepage|web_?site|endpoint|self|callback|webhook|origin|html_url)s?$|_(ur[li]|href|link)_/,
    (d) => `https://example.com/${slug(d)}`,
  ],
  [/(^|_)currency(_?code)?$|(^|_)iso_currency_code$/, () => 'USD'],
  [/(^|_)country_?(code|iso)?$/, (d) => placeOf(d).code],
  [/(^|_)country_?name$/, (d) => placeOf(d).country],
  [/(^|_)(city|town|locality|municipality)(_?name)?$/, (d) => placeOf(d).city],
  [/(^|_)(state|province|region)_?code$/, (d) => placeOf(d).regionCode],
  [/(^|_)(province|county)$/, (d) => placeOf(d).region],
  [/(^|_)(zip|postal|post)(_?code)?$/, (d) => placeOf(d).postal],
  [
    /(^|_)(address_?(line_?)?1|line_?1|street(_?(address|name|1))?|address)$/,
    (d) => `${whole(beside(d, 'number'), 1, 240)} ${pick(beside(d, 'street'), streets)}`,
  ],
  [/(^|_)(address_?(line_?)?[23]|line_?[23]|suite|unit|apartment)$/, (d) => `Suite ${whole(d, 1, 40)}`],
  [/(^|_)(lang|language)(_?code)?$/, () => 'en'],
  [/(^|_)locale$/, () => 'en-US'],
  [/(^|_)(time_?zone|tz)(_?name)?$/, () => 'UTC'],
  [/(^|_)user_?agent$/, () => 'Mozilla/5.0 (X11; Linux x86_64)'],
  [/(^|_)ipv6$/, (d) => `2001:db8::${whole(d, 1, 9999).toString(16)}`],
  [/(^|_)(host|host_?name|domain|domain_?name|fqdn)$/, (d) => `${slug(d)}.example.com`],
  [/(^|_)(uuid|guid|uid)$/, uuid],
  [/(^|_)(sha|sha_?1|commit|commit_?(id|sha|hash)|tree_?sha)$/, (d) => characters(d, 40, HEX)],
  [/(^|_)(sha_?256|digest|checksum|hash|fingerprint)$/, (d) => characters(d, 64, HEX)],
  [/(^|_)md5$/, (d) => characters(d, 32, HEX)],
  [/(^|_)e_?tag$/, (d) => characters(d, 16, HEX)],
  [
    /(^|_)(token|secret|api_?key|access_?key|key_?secret|client_?secret|signature|nonce|password|credential|private_key)$/,
    (d) => characters(d, 32, BASE62),
  ],
  [/(^|_)public_?key$/, (d) => characters(d, 43, BASE62)],
  [/(^|_)(colou?r|hex_?colou?r|background|foreground)$/, (d) => pick(d, colors)],
  [/(^|_)colou?r_?name$/, (d) => pick(d, colorNames)],
  [/(^|_)(mime_?type|content_?type|media_?type)$/, () => 'application/octet-stream'],
  [/(^|_)(file_?name|file|original_?name)$/, (d) => `${slug(d)}.txt`],
  [/(^|_)(path|file_?path|directory|folder|location)$/, (d) => `/${slug(d)}`],
  [/(^|_)(slug|handle|permalink|short_?name|key|code|alias)$/, slug],
  [/(^|_)(resource_?version|generation|revision|serial|version_?number)$/, () => '1'],
  [/(^|_)version$/, () => '1.0.0'],
  [/(^|_)(last_?4|last_?four)$/, () => '4242'],
  [/(^|_)(brand|network)$/, () => 'visa'],
  [/(^|_)(iban)$/, () => 'DE89370400440532013000'],
  [/(^|_)(bic|swift)(_?code)?$/, () => 'DEUTDEFF'],
  [/(^|_)(routing_?number)$/, () => '110000000'],
  [/(^|_)(account_?number)$/, (d) => `0001${digits(d, 8)}`],
  [/(^|_)(barcode|gtin|ean|upc)$/, (d) => digits(d, 12)],
  [
    /(^|_)(sku|reference|ref|number|invoice_?number|order_?number|tracking_?number|serial_?number|statement_?number|receipt_?number)$/,
    (d) => characters(d, 8, '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'),
  ],
  [
    /(^|_)(amount|price|total|subtotal|balance|cost|fee|rate|value|net|gross|tax)s?$/,
    (d) => `${whole(beside(d, 'units'), 5, 250)}.${String(whole(beside(d, 'cents'), 0, 99)).padStart(2, '0')}`,
  ],
  [/(^|_)(lat|latitude)$/, () => '45.5231'],
  [/(^|_)(lon|lng|longitude)$/, () => '-122.6765'],
  [/(^|_)state$/, (d) => (/address|billing|shipping|location/i.test(d.key) ? placeOf(d).regionCode : 'active')],
  [/(^|_)(status|phase)$/, () => 'active'],
  [/(^|_)(gender|sex)$/, () => 'unspecified'],
  [/(^|_)(title|subject|headline|label|heading|summary|caption)$/, thingName],
  [
    /(^|_)(description|message|text|comment|note|notes|bio|about|content|body|details?|reason|remark|remarks|explanation|memo|instructions)$/,
    (d) => pick(d, sentences),
  ],
  [/(^|_)name$/, thingName],
]

const numbers: readonly Line<number>[] = [
  [
    /(^|_)(amount|amounts|price|total|subtotal|balance|cost|unit_amount|gross|net|value|salary|budget)$/,
    (d) => whole(d, 5, 250) * 100,
  ],
  [
    /(^|_)(refunded|captured|received|paid|disputed|fee|fees|tax|discount|shipping|tip|used|failed|errors?)(_amount|_count)?$|^amount_(refunded|captured|capturable|received|due|remaining|paid|discount|shipping|tax|requested|reversed)/,
    () => 0,
  ],
  [/(^|_)(quantity|qty)$/, () => 1],
  [
    /(^|_)(count|counts|times_redeemed|times_used|total_count|num|followers|following|likes|views|comments|forks|stars|watchers|retries|attempts|index|offset|position|rank|sequence|skip)$|^(num|number|count|total)_(of_)?|_count_/,
    () => 0,
  ],
  [/(^|_)(page|page_number|current_page|version|revision|generation|pages|total_pages)$/, () => 1],
  [/(^|_)(limit|per_page|page_size|size_limit|max|maximum)$/, () => 100],
  [/(^|_)(size|bytes|length|content_length|file_size)$/, (d) => whole(d, 512, 65536)],
  [/(^|_)(width|height)$/, (d) => whole(d, 1, 20) * 64],
  [/(^|_)(age)$/, (d) => whole(d, 21, 70)],
  [/(^|_)(year|exp_year)$/, (d) => new Date(Math.max(0, d.now)).getUTCFullYear() + 3],
  [/(^|_)(month|exp_month)$/, (d) => whole(d, 1, 12)],
  [/(^|_)(day|day_of_month)$/, (d) => whole(d, 1, 28)],
  [/(^|_)(hour|hours)$/, (d) => whole(d, 0, 23)],
  [/(^|_)(minute|minutes|second|seconds)$/, (d) => whole(d, 0, 59)],
  [/(^|_)(expires_in|ttl|timeout|interval|duration|max_age)(_(s|secs|seconds))?$/, () => 3600],
  [/(^|_)(percent|percentage|rate|ratio|score|progress|confidence)$/, (d) => whole(d, 1, 100)],
  [/(^|_)(lat|latitude)$/, () => 45.5231],
  [/(^|_)(lon|lng|longitude)$/, () => -122.6765],
  [/(^|_)(port)$/, () => 443],
  [/(^|_)(priority|weight|order|level|rating)$/, () => 1],
  [/(^|_)(status|status_code|http_status|code)$/, () => 200],
  [/(^|_)(id|ids|identifier)$/, (d) => whole(d, 10_000, 9_999_999)],
]

const TRUE =
  /(^|_)(enabled|active|available|valid|success|successful|ok|verified|visible|alive|healthy|ready|supported|published|accepted)$/
/** States that a new record is in, said as a question. */
const IS_TRUE = /^is_(active|enabled|available|valid|visible|alive|healthy|ready|supported)$/
const FALSE =
  /^(is|has|was|should|can|needs|must|allow|allows)_|(^|_)(livemode|test|deleted|archived|has_more|truncated|more|private|locked|disabled|hidden|suspended|cancell?ed|expired|refunded|captured|paid|disputed|closed|draft|default|primary|sandbox|failed|error|read_only|admin|blocked|banned|trashed|incomplete)(_|$)/

/** The usual text for a property of this name; undefined when its name says nothing. */
export function textConvention(name: string): Maker<string> | undefined {
  return lineFor(strings, snakeName(name))
}

/** The usual number for a property of this name; undefined when its name says nothing. */
export function numberConvention(name: string): Maker<number> | undefined {
  return lineFor(numbers, snakeName(name))
}

/** The usual flag for a property of this name; undefined when its name says nothing. */
export function flagConvention(name: string): boolean | undefined {
  const snake = snakeName(name)
  if (IS_TRUE.test(snake)) return true
  if (FALSE.test(snake)) return false
  return TRUE.test(snake) ? true : undefined
}

/** True when the name is that of an id, of the record itself or of another. */
export function isIdName(name: string): boolean {
  return /(^|_)(id|ids|identifier)$/.test(snakeName(name))
}

function lineFor<T>(lines: readonly Line<T>[], snake: string): Maker<T> | undefined {
  return lines.find(([pattern]) => pattern.test(snake))?.[1]
}
