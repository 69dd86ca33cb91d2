/**
 * Header fields as they are written down. Names stay; a value stays where its field is on the list and it has the form
 * that the field's values have. All else is withheld.
 */
import { isSecretNamed } from '../http/secrets.ts'
import { shownMedia } from './media-name.ts'
import { type DeclaredValues, isReadable } from './readable.ts'
import { isKnownName } from './schema-words.ts'
import { type StandIns, textOf } from './stand-in.ts'

const DIRECTIVES =
  /^(?:(?:no-(?:cache|store|transform)|public|private|(?:must|proxy)-revalidate|immutable|must-understand|only-if-cached|(?:s-)?max(?:age|-age|-stale)|min-fresh|stale-(?:while-revalidate|if-error))(?:=\d{1,10})?(?:,\s*|$))+$/i
const NAMES = /^(?:\*|[A-Za-z][A-Za-z-]{0,40}(?:,\s*[A-Za-z][A-Za-z-]{0,40}){0,40})$/
const METHODS = /^[A-Z]{3,10}(?:,\s*[A-Z]{3,10}){0,12}$/
const CODINGS =
  /^(?:(?:gzip|x-gzip|br|deflate|zstd|identity|compress|chunked|trailers|\*)(?:;\s*q=[\d.]{1,5})?(?:,\s*|$))+$/i
const LANGUAGES = /^(?:(?:[a-z]{2}(?:-[A-Za-z]{2,4})?|\*)(?:;\s*q=[\d.]{1,5})?(?:,\s*|$)){1,10}$/i
const MEDIA_RANGE = '(?:application|text|image|audio|video|font|multipart|\\*)\\/[a-z0-9*.+-]{1,60}'
const MEDIA = new RegExp(
  `^(?:${MEDIA_RANGE}(?:;\\s*(?:q=[\\d.]{1,5}|charset=[\\w-]{1,20}|version=[\\d.]{1,8}))*(?:,\\s*|$)){1,20}$`,
  'i',
)
const COUNTS = /^\d{1,12}(?:\.\d{1,6})?$/
const LIMITS = /^\d{1,10}(?:[;,]\s*[a-z]?=?\d{1,10})*$/i
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
const CONNECTION = /^(?:keep-alive|close|upgrade|te)(?:,\s*(?:keep-alive|close|upgrade|te)){0,3}$/i
const FETCH =
  /^(?:empty|document|iframe|image|script|style|font|audio|video|worker|cors|no-cors|navigate|same-origin|same-site|cross-site|none|websocket)$/
const UPGRADE = /^(?:websocket|h2c|tls\/[\d.]+)$/i
const SECURITY = /^max-age=\d+(?:;\s*(?:includeSubDomains|preload))*$/i
const VERSION = /^(?:v?\d{1,3}(?:\.\d{1,4}){0,3}|20\d\d-\d\d-\d\d)(?:[.-][a-z]{1,12})?$/i

/** By name in lower case, the form that a readable value has. */
const READABLE: ReadonlyMap<string, RegExp> = new Map([
  ['accept', MEDIA],
  ['accept-charset', /^(?:utf-8|iso-8859-1|\*)$/i],
  ['accept-encoding', CODINGS],
  ['accept-language', LANGUAGES],
  ['accept-patch', MEDIA],
  ['accept-ranges', /^(?:bytes|none)$/],
  ['access-control-allow-credentials', /^(?:true|false)$/],
  ['access-control-allow-headers', NAMES],
  ['access-control-allow-methods', METHODS],
  ['access-control-expose-headers', NAMES],
  ['access-control-max-age', COUNTS],
  ['access-control-allow-origin', /^(?:\*|null)$/],
  ['age', COUNTS],
  ['allow', METHODS],
  ['cache-control', DIRECTIVES],
  ['connection', CONNECTION],
  ['content-encoding', CODINGS],
  ['content-language', LANGUAGES],
  ['content-length', COUNTS],
  ['date', HTTP_DATE],
  ['deprecation', /^(?:true|@\d{10})$/],
  ['dnt', /^[01]$/],
  ['expect', /^100-continue$/i],
  ['expires', /^(?:0|-1)$/],
  ['keep-alive', /^timeout=\d{1,6}(?:,\s*max=\d{1,6})?$/],
  ['pragma', /^no-cache$/],
  ['retry-after', /^\d{1,7}$/],
  ['sec-fetch-dest', FETCH],
  ['sec-fetch-mode', FETCH],
  ['sec-fetch-site', FETCH],
  ['sec-fetch-user', /^\?1$/],
  ['strict-transport-security', SECURITY],
  ['sunset', HTTP_DATE],
  ['te', CODINGS],
  ['trailer', NAMES],
  ['transfer-encoding', CODINGS],
  ['upgrade', UPGRADE],
  ['upgrade-insecure-requests', /^1$/],
  ['vary', NAMES],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^(?:deny|sameorigin)$/i],
])
const LIMIT_FIELD =
  /^(?:x-)?rate-?limit(?:-[a-z]+)*$|-(?:count|total|remaining|limit|retries|duration|page|pages)$|^x-total$/
const VERSION_FIELD = /(?:^|-)version$/
/** Ids of requests and of what is sent once: stand-ins that are equal for equal values. */
const ID_FIELD =
  /(?:^|-)(?:request|correlation|trace|span|transaction|event|delivery)-?id$|^idempotency-key$|^etag$|^if-(?:none-)?match$|^traceparent$/
const ADDRESS_FIELD = /^(?:location|content-location)$/
const MOST_FIELDS = 200

export function redactFields(
  fields: readonly (readonly [string, string])[],
  standIns: StandIns,
  secretNames: ReadonlySet<string>,
  at: number,
): readonly (readonly [string, string])[] {
  return fields
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => [redactFieldName(name, standIns), redactField(name, value)] as const)

  function redactField(name: string, value: string): string {
    if (value === '') return ''
    if (secretNames.has(name) || isSecretNamed(name, 'header', value)) return standIns.tokens.placeholder(value)
    if (name === 'content-type') return mediaOf(value, standIns.declared)
    if (READABLE.get(name)?.test(value) === true) return value
    if (LIMIT_FIELD.test(name) && LIMITS.test(value)) return value
    if (VERSION_FIELD.test(name) && VERSION.test(value)) return value
    if (ADDRESS_FIELD.test(name) && /^(?:\/|https?:\/\/)\S*$/i.test(value)) return standIns.address(value, at)
    if (ID_FIELD.test(name)) return standIns.text(value, { name: '', place: 'body', at })
    return isReadable('', value) && !PEER_FIELD.test(name) ? value : textOf(value)
  }
}

/** Of who asks, and for whom. */
const PEER_FIELD = /user|from|host|forwarded|referer|origin|name|agent|server/

/** A type with a charset and nothing else: a boundary may be anything. */
function mediaOf(value: string, declared: DeclaredValues): string {
  const media = /^\s*([a-z]{1,20}\/[a-z0-9._+-]{1,80})\s*(?:;|$)/i.exec(value)?.[1]?.toLowerCase()
  const type = media === undefined ? '' : shownMedia(media, declared)
  if (type === '') return textOf(value)
  const charset = /;\s*charset\s*=\s*"?([\w-]{1,20})/i.exec(value)?.[1]?.toLowerCase()
  return charset !== undefined && /^(?:utf-?(?:8|16|16le|16be)|iso-8859-\d{1,2}|us-ascii|windows-125\d)$/.test(charset)
    ? `${type}; charset=${charset}`
    : type
}

/** Clients and providers make up fields of their own. */
function redactFieldName(name: string, { declared, tokens }: StandIns): string {
  if (!/^[a-z][a-z0-9_-]{0,79}$/.test(name)) return textOf(name)
  return isKnownName(name) || declared.names?.has(name) === true
    ? name
    : `x-unknown-${tokens.bits(name, 32).toString(16).padStart(8, '0')}`
}
