/** Names of media types as they may be written: what a client or a provider puts there may be anything. */
import type { DeclaredValues } from './readable.ts'
import { isKnownName } from './schema-words.ts'

const FORM = /^(application|text|image|audio|video|font|multipart|message|model)\/([a-z0-9][a-z0-9.+_-]{0,79})$/
/** How the content is written. */
const SUFFIX = /\+(json|xml|yaml|cbor|zip|gzip)$/
const WORDS: ReadonlySet<string> = new Set(
  `vnd prs www urlencoded octet ndjson jsonl hal ld mpeg webm ogg wav avif apng bmp tiff heic flac aac wasm rtf msword excel
  powerpoint openxmlformats officedocument spreadsheetml wordprocessingml sheet calendar vcard woff woff2 ttf otf gtar tar bzip
  rar zstd brotli sse cbor msgpack protobuf grpc thrift avro parquet sql geo ics jwt jose jwk scim fhir soap rss atom activity
  collection siren merge ms google github stripe docker kubernetes distribution manifest oci layer diff index ietf`
    .trim()
    .split(/\s+/),
)

/** `media` is in lower case and without parameters. Whose it is, is kept where its words are known or the description has it: else `application/json` for what ends in `+json`, and ''. */
export function shownMedia(media: string, declared: DeclaredValues): string {
  const [, type, name = ''] = FORM.exec(media) ?? []
  if (type === undefined) return ''
  const isKnown = name.split(/[.+_-]/).every((word) => WORDS.has(word) || isKnownName(word))
  if (isKnown || declared.names?.has(media) === true) return media
  const [, suffix] = SUFFIX.exec(name) ?? []
  return suffix === undefined ? '' : `${type}/${suffix}`
}
