/** Secrets and personal data, planted in every place of an exchange where one can stand. */
import { Buffer } from 'node:buffer'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Exchange, SeenMessage } from './exchange.ts'

/** `named`: the name under which it usually stands, which tells that it is secret. */
export interface Canary {
  readonly kind: string
  readonly value: string
  readonly named?: string
}

/** Joined at run time: what looks like a key of a provider is refused by scanners of repositories. */
const key = (...parts: readonly string[]): string => parts.join('')

export const SECRETS: readonly Canary[] = [
  { kind: 'password', value: 'Tr0ub4dor&3-zebra', named: 'password' },
  { kind: 'passphrase', value: 'quokka-battery-staple-77', named: 'passphrase' },
  { kind: 'PIN', value: '739154', named: 'pin' },
  { kind: 'one-time code', value: '904417', named: 'otp' },
  { kind: 'provider key', value: key('sk_', 'live_51HxYzKqPlmNoRsTuVwXyZ'), named: 'api_key' },
  { kind: 'restricted key', value: key('rk_', 'live_8sKdJf93kdLs02kdMf93'), named: 'secret_key' },
  { kind: 'signing secret', value: key('whsec_', 'Zk93jfKd02mFl39dkSlq'), named: 'webhook_secret' },
  { kind: 'cloud key id', value: key('AKIA', 'IOSFODNN7QZXWVUT'), named: 'api_key' },
  { kind: 'cloud secret', value: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLKEY', named: 'client_secret' },
  { kind: 'repository token', value: key('ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'), named: 'access_token' },
  { kind: 'chat token', value: key('xoxb-', '17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy'), named: 'token' },
  { kind: 'maps key', value: key('AIza', 'SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe'), named: 'api_key' },
  {
    kind: 'mail key',
    value: key('SG.', 'ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc1s5cr'),
    named: 'api_key',
  },
  { kind: 'JWT', value: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N', named: 'id_token' },
  { kind: 'bearer token', value: 'b7d03a6947b217efb6f3ec3bd3504582', named: 'access_token' },
  { kind: 'refresh token', value: '1//0gLrQ8xZyWvUtCgYIARAAGBASNwF', named: 'refresh_token' },
  { kind: 'session id', value: 's%3A4f9Xq27LmPz', named: 'session_id' },
  { kind: 'basic credentials', value: 'QWxhZGRpbjpvcGVuIHNlc2FtZQ==', named: 'authorization' },
  {
    kind: 'private key',
    value: '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----',
    named: 'private_key',
  },
  { kind: 'signature', value: 'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024', named: 'api_secret' },
  { kind: 'CVC', value: '8417', named: 'cvc' },
]

export const PERSONAL: readonly Canary[] = [
  { kind: 'first name', value: 'Ottilie' },
  { kind: 'last name', value: 'Brackenridge' },
  { kind: 'full name', value: 'Ottilie Brackenridge' },
  { kind: 'name in lower case', value: 'brackenridge' },
  { kind: 'name in capitals', value: 'BRACKENRIDGE' },
  { kind: 'name with accents', value: 'Zoë Müßiggang' },
  { kind: 'name in another script', value: '山田太郎' },
  { kind: 'two names in one', value: 'OttilieBrackenridge' },
  { kind: 'initial and name', value: 'o.brackenridge' },
  { kind: 'user name', value: 'ottilie_b1984' },
  { kind: 'handle', value: '@ottilieb' },
  { kind: 'mail', value: 'ottilie.brackenridge@mailhaven.io' },
  { kind: 'mail with a tag', value: 'ottilie+shop@mailhaven.co.uk' },
  { kind: 'mail with a name', value: 'Ottilie <ottilie@mailhaven.io>' },
  { kind: 'phone', value: '+4930901820417' },
  { kind: 'phone with blanks', value: '+49 30 9018 20417' },
  { kind: 'phone with brackets', value: '(415) 555-2671' },
  { kind: 'phone with dots', value: '415.555.2671' },
  { kind: 'street', value: '17 Wisteria Crescent' },
  { kind: 'street in one word', value: 'Wisteriaweg' },
  { kind: 'city', value: 'Quedlinburg' },
  { kind: 'postal code', value: 'SW1A 2AA' },
  { kind: 'postal code in one word', value: 'K1A0B1' },
  { kind: 'ZIP', value: '94107-4417' },
  { kind: 'birth date', value: '1984-03-17' },
  { kind: 'birth date with points', value: '17.03.1984' },
  { kind: 'birth date with slashes', value: '03/17/1984' },
  { kind: 'birth date as a moment', value: '1984-03-17T04:20:00Z' },
  { kind: 'birth date in words', value: 'March 17, 1984' },
  { kind: 'IBAN', value: 'DE89370400440532013000' },
  { kind: 'IBAN in groups', value: 'GB82 WEST 1234 5698 7654 32' },
  { kind: 'BIC', value: 'COBADEFFXXX' },
  { kind: 'bank account', value: '000123456789' },
  { kind: 'card', value: '4242424242424242' },
  { kind: 'card in groups', value: '5555 5555 5555 4444' },
  { kind: 'card with strokes', value: '3782-822463-10005' },
  { kind: 'IPv4', value: '203.0.113.197' },
  { kind: 'IPv6', value: '2001:db8:85a3::8a2e:370:7334' },
  { kind: 'MAC', value: '00:1a:2b:3c:4d:5e' },
  { kind: 'IMEI', value: '490154203237518' },
  { kind: 'latitude', value: '52.520008' },
  { kind: 'longitude', value: '-13.404954' },
  { kind: 'coordinates', value: '52.5200,13.4050' },
  { kind: 'SSN', value: '078-05-1120' },
  { kind: 'national id', value: 'QQ123456C' },
  { kind: 'CPF', value: '529.982.247-25' },
  { kind: 'passport', value: 'C01X00T47' },
  { kind: 'driving licence', value: 'MORGA657054SM9IJ' },
  { kind: 'VAT number', value: 'DE136695976' },
  { kind: 'number plate', value: 'B-OB 1984' },
  { kind: 'salary', value: '83417.25' },
  { kind: 'device id', value: '6D92078A-8246-4BA4-AE5B-76104861E7DC' },
  { kind: 'customer id', value: 'cus_NffrFeUfNV2Hib' },
  { kind: 'profile address', value: 'https://social.test/in/ottilie-brackenridge?ref=ottilieb' },
  { kind: 'free text', value: 'please call Ottilie after six' },
  { kind: 'free text of common words', value: 'cancel my order for the blue car to home' },
  { kind: 'health', value: 'Hashimoto thyroiditis' },
  { kind: 'user agent', value: 'OttiliePhone/7.2 (Brackenridge)' },
  { kind: 'company of one', value: 'Brackenridge & Daughters GmbH' },
  { kind: 'employee number', value: 'EMP-0047-OB' },
]

export interface Planted {
  readonly position: string
  readonly exchange: Exchange
}

type Plant = (canary: Canary) => Partial<Exchange>

const AT = Date.UTC(2026, 4, 17, 9, 30)
const EMPTY: SeenMessage = { fields: [], body: [], length: 0, truncated: false }

export function message(
  type: string | undefined,
  body: string | Uint8Array,
  fields: readonly string[] = [],
): SeenMessage {
  const bytes = Buffer.from(body)
  const own = type === undefined ? [] : ['Content-Type', type]
  return { fields: [...own, ...fields], body: [bytes], length: bytes.length, truncated: false }
}

export function exchange(more: Partial<Exchange>): Exchange {
  return {
    upstream: 'pay',
    at: AT,
    durationMs: 12,
    method: 'POST',
    target: '/v1/charges',
    request: EMPTY,
    status: 200,
    response: EMPTY,
    ending: 'complete',
    ...more,
  }
}

const json = (value: unknown, fields: readonly string[] = []): SeenMessage =>
  message('application/json', JSON.stringify(value), fields)
const one = encodeURIComponent
const twice = (text: string): string => one(one(text))
const field = (text: string): string => text.replace(/[\r\n]+/g, ' ')
const asNumber = ({ value }: Canary): unknown =>
  /^-?\d+(\.\d+)?$/.test(value) && !/^0\d/.test(value) ? Number(value) : value
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const deep = (value: unknown): unknown =>
  Array.from({ length: 12 }).reduce<unknown>((inner) => ({ data: [inner] }), value)

/** Where the name says nothing. */
const NEUTRAL: Readonly<Record<string, Plant>> = {
  path: ({ value }) => ({ target: `/v1/customers/${one(value)}/orders` }),
  'path, last': ({ value }) => ({ target: `/v1/lookup/${one(value)}` }),
  'path, twice encoded': ({ value }) => ({ target: `/v1/customers/${twice(value)}` }),
  'path with a verb': ({ value }) => ({ target: `/v1/customers/${one(value)}:cancel` }),
  'path parameter': ({ value }) => ({ target: `/v1/customers;who=${one(value)}/orders` }),
  query: ({ value }) => ({ target: `/v1/charges?x=${one(value)}` }),
  'query, twice encoded': ({ value }) => ({ target: `/v1/charges?x=${twice(value)}` }),
  'query, several': ({ value }) => ({ target: `/v1/charges?ids=abc,${one(value)}&limit=10` }),
  'name in a query': ({ value }) => ({ target: `/v1/charges?${one(value)}` }),
  'a field of a request': ({ value }) => ({ request: message(undefined, '', ['X-Acme-Note', field(value)]) }),
  'an allowed field': ({ value }) => ({
    request: message(undefined, '', ['Cache-Control', field(value), 'Vary', `${field(value)} 7`]),
  }),
  'User-Agent': ({ value }) => ({ request: message(undefined, '', ['User-Agent', field(value)]) }),
  'X-Forwarded-For': ({ value }) => ({
    request: message(undefined, '', ['X-Forwarded-For', field(value), 'Forwarded', `for=${field(value)}`]),
  }),
  Referer: ({ value }) => ({
    request: message(undefined, '', ['Referer', `https://shop.test/a/${one(value)}?q=${one(value)}`]),
  }),
  Cookie: ({ value }) => ({ request: message(undefined, '', ['Cookie', `a=b; seen=${field(value)}`]) }),
  'Set-Cookie': ({ value }) => ({ response: message(undefined, '', ['Set-Cookie', `seen=${field(value)}; Path=/`]) }),
  Location: ({ value }) => ({
    status: 302,
    response: message(undefined, '', [
      'Location',
      `https://${'pay.test'}/v1/${one(value)}?to=${one(value)}#${one(value)}`,
    ]),
  }),
  'a relative Location': ({ value }) => ({
    status: 201,
    response: message(undefined, '', ['Location', `/v1/things/${one(value)}`]),
  }),
  Link: ({ value }) => ({ response: message(undefined, '', ['Link', `</v1/a?after=${one(value)}>; rel="next"`]) }),
  ETag: ({ value }) => ({ response: message(undefined, '', ['ETag', `"${field(value)}"`]) }),
  'a media type': ({ value }) => ({ request: message(`text/plain; name="${field(value)}"`, 'x') }),
  'Content-Disposition': ({ value }) => ({
    response: message(undefined, '', ['Content-Disposition', `attachment; filename="${field(value)}.pdf"`]),
  }),
  form: ({ value }) => ({
    request: message('application/x-www-form-urlencoded', `a=1&x=${one(value)}&b[c]=${one(value)}`),
  }),
  'form, twice encoded': ({ value }) => ({
    request: message('application/x-www-form-urlencoded', `x=${twice(value)}`),
  }),
  JSON: (canary) => ({ request: json({ x: asNumber(canary) }), response: json({ y: canary.value }) }),
  'JSON, deep': (canary) => ({ response: json(deep({ z: asNumber(canary) })) }),
  'a list': ({ value }) => ({ response: json({ list: ['a', [value], { v: value }] }) }),
  'the whole body': ({ value }) => ({ response: json(value) }),
  'a name without a value': ({ value }) => ({ request: message('application/x-www-form-urlencoded', one(value)) }),
  'a key of a map': ({ value }) => ({ response: json({ by: { [`${value} 1`]: 1 } }) }),
  'inside a text': ({ value }) => ({ response: json({ x: `It is ${value}, they said` }) }),
  'JSON in JSON': ({ value }) => ({ response: json({ x: JSON.stringify({ a: value }) }) }),
  'base64 in JSON': ({ value }) => ({ response: json({ x: base64(value) }) }),
  'percent in JSON': ({ value }) => ({ response: json({ x: one(value) }) }),
  'an address in JSON': ({ value }) => ({
    response: json({ x: `https://a.test/u/${one(value)}?n=${one(value)}#${one(value)}` }),
  }),
  'user and password of an address': ({ value }) => ({ response: json({ x: `https://me:${one(value)}@a.test/` }) }),
  'a host': ({ value }) => ({ response: json({ x: `https://${value.replace(/[^A-Za-z0-9]+/g, '-')}.test/` }) }),
  'problem+json': ({ value }) => ({
    status: 422,
    response: message('application/problem+json', JSON.stringify({ detail: `no ${value}`, title: value, status: 422 })),
  }),
  'an error of the upstream': ({ value }) => ({ status: 500, response: message('text/html', `<h1>${value}</h1>`) }),
  gzip: ({ value }) => ({
    response: message('application/json', gzipSync(JSON.stringify({ x: value })), ['Content-Encoding', 'gzip']),
  }),
  brotli: ({ value }) => ({
    response: message('application/json', brotliCompressSync(JSON.stringify({ x: value })), ['Content-Encoding', 'br']),
  }),
  'a coding that is a lie': ({ value }) => ({
    response: message('application/json', JSON.stringify({ x: value }), ['Content-Encoding', 'gzip']),
  }),
  multipart: ({ value }) => ({
    request: message(
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="x"; filename="${field(value)}"\r\n\r\n${value}\r\n--b--\r\n`,
    ),
  }),
  'a boundary': ({ value }) => ({ request: message(`multipart/form-data; boundary="${field(value)}"`, 'x') }),
  XML: ({ value }) => ({ request: message('application/xml', `<a b="${value}"><c>${value}</c></a>`) }),
  'plain text': ({ value }) => ({ response: message('text/plain', value) }),
  NDJSON: ({ value }) => ({ response: message('application/x-ndjson', `${JSON.stringify({ x: value })}\n`) }),
  'server-sent events': ({ value }) => ({ response: message('text/event-stream', `data: ${value}\n\n`) }),
  'no media type': ({ value }) => ({ response: message(undefined, JSON.stringify({ x: value })) }),
  'broken JSON': ({ value }) => ({ response: message('application/json', `{"x": "${value}", `) }),
  'a truncated body': ({ value }) => ({
    response: { ...message('application/json', `{"x": "${value}", "y`), truncated: true, length: 9_000_000 },
  }),
  'a body that broke off': ({ value }) => ({
    ending: 'upstream-aborted',
    response: message('application/json', `{"x": "${value}"`),
  }),
  'UTF-16': ({ value }) => ({
    response: message(
      'application/json; charset=utf-16le',
      Buffer.from(`\uFEFF${JSON.stringify({ x: value })}`, 'utf16le'),
    ),
  }),
  'a strange method': ({ value }) => ({ method: value.replace(/[^A-Za-z]/g, '').toUpperCase() + value.length }),
}

/** Where the name says what it is. */
export const NAMED: Readonly<Record<string, Plant>> = {
  'named, query': ({ value, named }) => ({ target: `/v1/charges?${named}=${one(value)}` }),
  'named, field': ({ value, named }) => ({
    request: message(undefined, '', [`X-${named?.replaceAll('_', '-')}`, field(value)]),
  }),
  'named, form': ({ value, named }) => ({
    request: message('application/x-www-form-urlencoded', `user[${named}]=${one(value)}`),
  }),
  'named, JSON': (canary) => ({ request: json({ user: { [canary.named ?? '']: asNumber(canary) } }) }),
  'named, list': ({ value, named }) => ({ request: json({ [named ?? '']: [value, { a: value }] }) }),
}

/** The same in other media and deeper. */
const NAMED_ELSEWHERE: Readonly<Record<string, Plant>> = {
  'named, answer': (canary) => ({ response: json({ data: [{ id: 'a1', [canary.named ?? '']: asNumber(canary) }] }) }),
  'named, error': ({ value, named }) => ({
    status: 400,
    response: json({ error: { type: 'invalid_request', param: named, [named ?? '']: value } }),
  }),
  'named, GraphQL': ({ value, named }) => ({
    request: json({
      query: `mutation { login(${named}: ${JSON.stringify(value)}) { id } }`,
      variables: { [named ?? '']: value },
    }),
  }),
  'named, JSON in JSON': ({ value, named }) => ({
    response: json({
      payload: JSON.stringify({ [named ?? '']: value }),
      data: base64(JSON.stringify({ [named ?? '']: value })),
    }),
  }),
  'named, gzip': ({ value, named }) => ({
    response: message('application/json', gzipSync(JSON.stringify({ [named ?? '']: value })), [
      'Content-Encoding',
      'gzip',
    ]),
  }),
  'named, NDJSON': ({ value, named }) => ({
    response: message('application/x-ndjson', `${JSON.stringify({ [named ?? '']: value })}\n`),
  }),
  'named, XML': ({ value, named }) => ({ request: message('text/xml', `<a><${named}>${value}</${named}></a>`) }),
  'named, HTML': ({ value, named }) => ({
    response: message('text/html', `<input name="${named}" value="${value}">`),
  }),
  'named, multipart': ({ value, named }) => ({
    request: message(
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="${named}"\r\n\r\n${value}\r\n--b--\r\n`,
    ),
  }),
  'named, pairs': ({ value, named }) => ({ response: json({ fields: [{ name: named, value }] }) }),
}

/** Where a value stands in place of a name. */
const KEYS: Readonly<Record<string, Plant>> = {
  'a key': ({ value }) => ({ response: json({ [value]: 1 }) }),
  'a key of objects': ({ value }) => ({ response: json({ users: { [value]: { id: 1, status: 'active' } } }) }),
  'a key beside known ones': ({ value }) => ({ response: json({ limits: { total: 2, default: 1, [value]: 3 } }) }),
  'a key of a request': ({ value }) => ({ request: json({ metadata: { [value]: true } }) }),
  'a key of a list': ({ value }) => ({ response: json({ data: [{ [value]: [1] }] }) }),
  'a name in a form': ({ value }) => ({
    request: message('application/x-www-form-urlencoded', `metadata[${one(value)}]=1&${one(value)}=2`),
  }),
  'a name with a value in a query': ({ value }) => ({ target: `/v1/charges?${one(value)}=1&filter[${one(value)}]=2` }),
  'a name of a field': ({ value }) => ({
    response: message('application/json', '{}', [`X-${value.replace(/[^A-Za-z0-9-]+/g, '-')}`, '1']),
  }),
  'a step of a path': ({ value }) => ({ target: `/${one(value)}/42` }),
  'a media type of its own': ({ value }) => ({
    response: message(`application/vnd.${value.replace(/[^A-Za-z0-9]+/g, '')}+json`, '{}'),
  }),
}

/** All of them. */
export const places: Readonly<Record<string, Plant>> = { ...NEUTRAL, ...KEYS, ...NAMED, ...NAMED_ELSEWHERE }

/** The exchange with a canary in each position. */
export function planted(canary: Canary): readonly Planted[] {
  const positions = canary.named === undefined ? { ...NEUTRAL, ...KEYS } : places
  return Object.entries(positions).map(([position, plant]) => ({ position, exchange: exchange(plant(canary)) }))
}

/** All spellings of a value that must not be found. */
export function spellings({ value }: Canary): readonly string[] {
  const quoted = JSON.stringify(value).slice(1, -1)
  const parts = value
    .split(/[\s<>()&]+/)
    .filter((part) => part.length >= 6 && /[A-Z]|\d{4}/.test(part) && !/^[-A-Z]+$/.test(part))
  return [...new Set([value, quoted, one(value), twice(value), field(value), base64(value), ...parts])]
}
