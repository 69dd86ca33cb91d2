/** Texts by `format`, the ones JSON Schema and OpenAPI register and the ones descriptions invent. */
import type { SchemaView } from '../view.ts'
import { isAddress } from './conventions/links.ts'
import { textConvention } from './conventions.ts'
import { BASE62, characters, digits, HEX, type Maker, uuid, whole } from './draw.ts'
import { isTimeName, momentFor, timeIn } from './times.ts'

const byName: ReadonlyMap<string, Maker<string>> = new Map<string, Maker<string>>([
  ['uuid', uuid],
  ['guid', uuid],
  ['uuid4', uuid],
  ['ipv4', (d) => `203.0.113.${whole(d, 1, 254)}`],
  ['ip', (d) => `203.0.113.${whole(d, 1, 254)}`],
  ['ip-address', (d) => `203.0.113.${whole(d, 1, 254)}`],
  ['ipv6', (d) => `2001:db8::${whole(d, 1, 9999).toString(16)}`],
  ['cidr', (d) => `203.0.113.${whole(d, 0, 15) * 16}/28`],
  ['mac', (d) => (characters(d, 12, HEX).match(/../g) ?? []).join(':')],
  ['duration', () => 'PT1H'],
  ['json-pointer', () => '/name'],
  ['relative-json-pointer', () => '1/name'],
  ['uri-template', () => 'https://example.com/items/{id}'],
  ['regex', () => '^[a-z]+$'],
  ['byte', (d) => `${characters(d, 16, BASE62)}`],
  ['base64', (d) => `${characters(d, 16, BASE62)}`],
  ['base64url', (d) => characters(d, 16, BASE62)],
  ['binary', (d) => characters(d, 16, BASE62)],
  ['password', (d) => characters(d, 16, BASE62)],
  ['decimal', (d) => `${whole(d, 5, 250)}.00`],
  ['double', (d) => `${whole(d, 5, 250)}.5`],
  ['float', (d) => `${whole(d, 5, 250)}.5`],
  ['int32', (d) => String(whole(d, 1, 10_000))],
  ['int64', (d) => String(whole(d, 1, 10_000))],
  ['integer', (d) => String(whole(d, 1, 10_000))],
  ['uint64', (d) => String(whole(d, 1, 10_000))],
  ['number', (d) => String(whole(d, 1, 10_000))],
  ['hex', (d) => characters(d, 16, HEX)],
  ['object-id', (d) => characters(d, 24, HEX)],
  ['objectid', (d) => characters(d, 24, HEX)],
  ['ulid', (d) => `01${characters(d, 24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`],
  ['semver', () => '1.0.0'],
  ['unix-time', (d) => String(Math.floor(d.now / 1000))],
  ['timestamp', (d) => String(Math.floor(d.now / 1000))],
  ['year', (d) => new Date(Math.max(0, d.now)).getUTCFullYear().toString()],
  ['card-number', () => '4242424242424242'],
  ['last4', (d) => digits(d, 4)],
])

/** Formats that are a convention under another name. */
const asNamed: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['iri', 'url'],
  ['uri-reference', 'url'],
  ['iri-reference', 'url'],
  ['http-url', 'url'],
  ['hostname', 'hostname'],
  ['idn-hostname', 'hostname'],
  ['phone', 'phone'],
  ['phone-number', 'phone'],
  ['currency', 'currency'],
  ['iso-4217', 'currency'],
  ['country', 'country'],
  ['country-code', 'country'],
  ['iso-country', 'country'],
  ['color', 'color'],
  ['hex-color', 'color'],
  ['slug', 'slug'],
  ['locale', 'locale'],
  ['language', 'language'],
  ['timezone', 'timezone'],
])

const times: ReadonlySet<string> = new Set([
  'date-time',
  'datetime',
  'date',
  'time',
  'iso-8601',
  'iso8601',
  'rfc3339',
  'date-time-rfc1123',
])

/** A maker for a text of this format; undefined for formats that say nothing to us. */
export function formatMaker(format: string, view: SchemaView, name: string): Maker<string> | undefined {
  const key = format.toLowerCase().replaceAll('_', '-')
  if (times.has(key)) {
    const named = isTimeName(name) ? name : 'time'
    if (key === 'date-time-rfc1123') return (d) => new Date(Math.max(0, d.now)).toUTCString()
    return (d) => String(timeIn(view, named, momentFor(name, d)))
  }
  const alias = asNamed.get(key)
  if (alias === 'url') return isAddress(textConvention(name)) ? textConvention(name) : textConvention(`${name}_url`)
  return alias === undefined ? byName.get(key) : textConvention(alias)
}
