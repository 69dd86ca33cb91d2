/** Media types: read, matched against declared ones, negotiated (RFC 9110 8.3 and 12.5.1). */

export interface MediaType {
  /** Lower case; '*' in ranges. */
  readonly type: string
  /** Lower case, with its suffix; '*' in ranges. */
  readonly subtype: string
  /** Structured syntax suffix in lower case, without the plus; '' when there is none. */
  readonly suffix: string
  /** Names in lower case, values as they came, unquoted. */
  readonly parameters: ReadonlyMap<string, string>
}

const parsed = new Map<string, MediaType | undefined>()

/** A Content-Type or one range of Accept; undefined when it is none. */
export function parseMediaType(text: string): MediaType | undefined {
  const known = parsed.get(text)
  if (known !== undefined || parsed.has(text)) return known
  const made = text.length > 1_024 ? undefined : parse(text)
  if (parsed.size >= 1_000) parsed.clear()
  parsed.set(text, made)
  return made
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const ESSENCE = new RegExp(`^\\s*(${TOKEN})/(${TOKEN})\\s*(?=;|$)`)
const PARAMETER = new RegExp(`\\s*;\\s*(?:(${TOKEN})\\s*=\\s*(?:(${TOKEN}[^;"]*)|"((?:[^"\\\\]|\\\\.)*)"?))?`, 'y')

function parse(text: string): MediaType | undefined {
  const essence = ESSENCE.exec(text)
  if (essence === null) return undefined
  const type = (essence[1] ?? '').toLowerCase()
  const subtype = (essence[2] ?? '').toLowerCase()
  const plus = subtype.lastIndexOf('+')
  return {
    type,
    subtype,
    suffix: plus === -1 ? '' : subtype.slice(plus + 1),
    parameters: parametersOf(text, essence[0].length),
  }
}

function parametersOf(text: string, from: number): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = from
  for (let match = PARAMETER.exec(text); match !== null && match[0] !== ''; match = PARAMETER.exec(text)) {
    const name = match[1]?.toLowerCase()
    if (name === undefined || parameters.has(name)) continue
    parameters.set(name, match[2]?.trim() ?? (match[3] ?? '').replace(/\\(.)/g, '$1'))
  }
  return parameters
}

/** `type/subtype` in lower case. */
export function essenceOf(media: MediaType): string {
  return `${media.type}/${media.subtype}`
}

/** True for application/json, text/json, everything that ends in +json, and names of one's own (`x-shop-json-1.1`). */
export function isJson(media: MediaType): boolean {
  return media.subtype === 'json' || media.suffix === 'json' || (OWN_JSON.test(media.subtype) && !isJsonLines(media))
}

const OWN_JSON = /^(x|vnd)[-.]([\w.-]*[-.])?json(-[\d.]+)?$/

/** True for application/xml, text/xml and everything that ends in +xml. */
export function isXml(media: MediaType): boolean {
  return media.subtype === 'xml' || media.suffix === 'xml'
}

/** True for a sequence of JSON texts, one a line. */
export function isJsonLines(media: MediaType): boolean {
  return /^(x-)?(ndjson|jsonl|json-lines|jsonlines|json-seq)$|\+(json-seq|jsonl|ndjson)$/.test(media.subtype)
}

/**
 * The declared type (or range) that covers a Content-Type, the closest first:
 * the same type with the same parameters, the same type, the type without its
 * suffix against its suffix (`application/vnd.x+json` and `application/json`),
 * a range. undefined when none does.
 */
export function matchDeclared(contentType: string, declared: readonly string[]): string | undefined {
  const sent = parseMediaType(contentType)
  if (sent === undefined) return undefined
  return best(declared, (candidate) => closeness(sent, candidate))
}

/** The type with the highest score above 0, the first among equals. */
function best(types: readonly string[], scoreOf: (media: MediaType) => number): string | undefined {
  let found: string | undefined
  let highest = 0
  for (const type of types) {
    const media = parseMediaType(type)
    const score = media === undefined ? 0 : scoreOf(media)
    if (score > highest) {
      found = type
      highest = score
    }
  }
  return found
}

function closeness(sent: MediaType, declared: MediaType): number {
  if (declared.type === '*') return 1
  if (declared.subtype === '*') return declared.type === sent.type ? 2 : 0
  if (isJson(sent) && isJson(declared) && sent.subtype !== declared.subtype)
    return isOwnDialect(sent, declared) ? 0.5 : 3
  if (isXml(sent) && isXml(declared) && sent.subtype !== declared.subtype) return 3
  if (sent.subtype !== declared.subtype) return 0
  if (sent.type !== declared.type) return isXml(sent) || isJson(sent) ? 4 : 0
  let agreeing = 0
  for (const [name, value] of declared.parameters) {
    if (name === 'charset') continue
    const given = sent.parameters.get(name)
    if (given?.toLowerCase() === value.toLowerCase()) agreeing++
    else agreeing -= 0.1
  }
  return 5 + agreeing
}

/** Plain JSON is not meant for a dialect with a name of its own (`application/create.extended+json`) where any type is taken. */
function isOwnDialect(sent: MediaType, declared: MediaType): boolean {
  return sent.suffix === '' && declared.suffix !== ''
}

/** One range of an Accept field. */
interface Preference {
  readonly media: MediaType
  readonly quality: number
}

/** Ranges beyond this are not read. */
const MAX_RANGES = 64

/**
 * The offered type that Accept likes best, the first offered among equals;
 * undefined when it accepts none of them. No Accept field accepts everything.
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string | undefined {
  const preferences = accept === undefined ? [] : preferencesOf(accept)
  if (preferences.length === 0) return offered[0]
  return best(offered, (offer) => qualityOf(offer, preferences))
}

function preferencesOf(accept: string): readonly Preference[] {
  const preferences: Preference[] = []
  for (const range of splitList(accept).slice(0, MAX_RANGES)) {
    const media = parseMediaType(range === '*' ? '*/*' : range)
    if (media === undefined) continue
    const q = Number(media.parameters.get('q') ?? 1)
    preferences.push({ media, quality: Number.isFinite(q) ? Math.min(Math.max(q, 0), 1) : 1 })
  }
  return preferences
}

/** The quality of the most specific range that covers an offer (RFC 9110 12.5.1). */
function qualityOf(offer: MediaType, preferences: readonly Preference[]): number {
  let specificity = 0
  let quality = 0
  for (const { media, quality: q } of preferences) {
    const score = coverage(offer, media)
    if (score > specificity) {
      specificity = score
      quality = q
    }
  }
  return quality
}

function coverage(offer: MediaType, range: MediaType): number {
  if (range.type === '*' || offer.type === '*') return 1
  if (range.type === offer.type && (range.subtype === '*' || offer.subtype === '*')) return 2
  if (essenceOf(range) !== essenceOf(offer)) return isJson(range) && isJson(offer) && range.suffix === '' ? 2.5 : 0
  let agreeing = 0
  for (const [name, value] of range.parameters) {
    if (name === 'q') break
    const own = offer.parameters.get(name)
    if (own !== undefined && own.toLowerCase() === value.toLowerCase()) agreeing++
    else if (own !== undefined && name !== 'charset') return 0
  }
  return 3 + agreeing
}

/** The elements of a comma-separated field; commas in quoted strings do not separate. */
export function splitList(text: string): string[] {
  const elements: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i <= text.length; i++) {
    const c = text[i]
    if (quoted && c === '\\') i++
    else if (c === '"') quoted = !quoted
    else if (i === text.length || (c === ',' && !quoted)) {
      const element = text.slice(start, i).trim()
      if (element !== '') elements.push(element)
      start = i + 1
    }
  }
  if (start < text.length && quoted) elements.push(text.slice(start).trim())
  return elements
}
