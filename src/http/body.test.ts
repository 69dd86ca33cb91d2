import { expect, test } from 'vitest'
import { decodeBody, encodeBody } from './body.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function decoded(contentType: string | undefined, text: string): unknown {
  const result = decodeBody(bytes(text), contentType)
  return result.ok ? result.value.value : result.error
}

test.each([
  ['application/json', '{"a":1}', { a: 1 }],
  ['application/json', '\uFEFF{"a":1}', { a: 1 }],
  ['application/problem+json; charset=UTF-8', '[1]', [1]],
  ['application/x-www-form-urlencoded', 'a[b]=1&c=2&c=3', { a: { b: '1' }, c: ['2', '3'] }],
  ['application/x-ndjson', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['text/plain', 'hello', 'hello'],
  ['application/xml', '<a><b>1</b><b>2</b><c x="y">z</c></a>', { b: ['1', '2'], c: { x: 'y', $text: 'z' } }],
  [undefined, ' {"a":1}', { a: 1 }],
  ['application/json', '', undefined],
])('reads %s: %j', (type, text, value) => {
  expect(decoded(type, text)).toEqual(value)
})

test.each([
  ['application/json', '{"a":}', 400, 'Request body is not JSON: it has an unexpected "}" at line 1, column 6'],
  ['nonsense', 'x', 415, 'Content-Type "nonsense" is not a media type'],
  ['text/plain; charset=klingon', 'x', 415, 'Charset "klingon" is not known'],
  ['multipart/form-data', 'x', 400, 'Request body is multipart, but Content-Type names no boundary'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Dispo',
    400,
    'Request body is multipart and is cut off or not divided by its boundary',
  ],
  ['application/x-ndjson', '{}\n{', 400, 'Request body is not JSON lines: line 2 ends too early at line 1, column 2'],
  [
    'application/xml',
    '<a><b></a>',
    400,
    'Request body is not XML we read: it is not well-formed (unexpected close tag) at line 1, column 10',
  ],
  [
    'application/xml',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    400,
    'Request body is not XML we read: it has a document type definition, which is not read, at line 1, column 30',
  ],
])('refuses %s: %j', (type, text, status, message) => {
  expect(decoded(type, text)).toEqual({
    status,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})

test('refuses bytes that are not UTF-8, and reads the charset that is named', () => {
  const latin = new Uint8Array([0x22, 0xe9, 0x22])
  expect(decodeBody(latin, 'application/json')).toMatchObject({ ok: false, error: { status: 400 } })
  expect(decodeBody(latin, 'application/json; charset=iso-8859-1')).toMatchObject({ ok: true, value: { value: 'é' } })
})

const xml = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const declared = (encoding: string, text: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const units = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return order === 'le' ? units : units.swap16()
}

test.each([
  ['application/xml', xml(declared('ISO-8859-1', '\xe9')), 'é'],
  ['application/xml', xml(declared('latin1', '\xe9')), 'é'],
  ['application/xml', xml("<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>"), 'é'],
  ['application/xml', xml(declared('US-ASCII', 'e')), 'e'],
  ['application/soap+xml', xml(declared('windows-1251', '\xe9')), 'й'],
  ['application/xml', bytes(declared('utf-8', 'é')), 'é'],
  ['text/xml; charset=utf-8', bytes(declared('ISO-8859-1', 'é')), 'é'],
  ['text/xml; charset=iso-8859-1', bytes(`\uFEFF${declared('ISO-8859-1', 'é')}`), 'é'],
  ['application/xml', utf16(declared('UTF-16', 'é'), 'le'), 'é'],
  ['application/xml', utf16(declared('UTF-16', 'é'), 'be'), 'é'],
  ['application/xml; charset=utf-8', utf16('<a>é</a>', 'le'), 'é'],
])('reads %s in the encoding that its mark, field or declaration names', (type, body, value) => {
  expect(decodeBody(body, type)).toMatchObject({ ok: true, value: { value } })
})

test.each([
  [xml(declared('klingon', 'x')), 415, 'Charset "klingon" is not known'],
  [xml(declared('UTF-8', '\xe9')), 400, 'Request body is not valid UTF-8'],
  [xml(declared('US-ASCII', '\xe9')), 400, 'Request body is not valid US-ASCII'],
  [xml(declared('UTF-16', 'x')), 400, 'Request body is not valid UTF-16'],
  [xml('<a>\xe9</a>'), 400, 'Request body is not valid UTF-8'],
])('refuses XML that is not in its encoding', (body, status, message) => {
  expect(decodeBody(body, 'application/xml')).toEqual({ ok: false, error: { status, message } })
})

test('refuses a body over the limit before reading it', () => {
  expect(decodeBody(new Uint8Array(11), 'application/json', undefined, 10)).toEqual({
    ok: false,
    error: { status: 413, message: 'Request body is larger than 10 bytes' },
  })
})

test('reads multipart fields, JSON parts and files', () => {
  const body = [
    '--b\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nidentity\r\n',
    '--b\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":[1]}\r\n',
    '--b\r\nContent-Disposition: form-data; name="link[create]"\r\n\r\ntrue\r\n',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="é.png"\r\nContent-Type: image/png\r\n\r\n\u0001\r\n--x\r\n',
    '--b--\r\n',
  ].join('')
  const result = decodeBody(bytes(body), 'multipart/form-data; boundary=b')
  expect(result).toMatchObject({
    ok: true,
    value: { value: { purpose: 'identity', meta: { a: [1] }, link: { create: 'true' }, file: 'é.png' } },
  })
  const files = result.ok ? result.value.files : []
  expect(files).toMatchObject([{ field: 'file', name: 'é.png', mediaType: 'image/png' }])
  expect(Buffer.from(files[0]?.bytes ?? []).toString()).toBe('\u0001\r\n--x')
})

test('a body of bytes is a file', () => {
  const result = decodeBody(new Uint8Array([0, 255]), 'application/octet-stream')
  expect(result).toMatchObject({ ok: true, value: { files: [{ field: '', mediaType: 'application/octet-stream' }] } })
})

test.each([
  [{ a: 1 }, 'application/json', 'application/json; charset=utf-8', '{"a":1}'],
  [{ a: 1 }, 'application/hal+json', 'application/hal+json; charset=utf-8', '{"a":1}'],
  [[{ a: 1 }, 2], 'application/x-ndjson', 'application/x-ndjson', '{"a":1}\n2\n'],
  [
    [{ a: 1 }, 'x\ny'],
    'text/event-stream',
    'text/event-stream; charset=utf-8',
    'data: {"a":1}\n\ndata: x\ndata: y\n\n',
  ],
  [
    [{ event: 'e', data: { b: 1 } }],
    'text/event-stream',
    'text/event-stream; charset=utf-8',
    'event: e\ndata: {"b":1}\n\n',
  ],
  [[{ a: 1 }, 2], 'application/json-seq', 'application/json-seq', '\u001e{"a":1}\n\u001e2\n'],
  [{ a: { b: [1] } }, 'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'a%5Bb%5D%5B0%5D=1'],
  ['hi', 'text/plain', 'text/plain; charset=utf-8', 'hi'],
  [{ a: 1 }, 'text/plain', 'text/plain; charset=utf-8', '{"a":1}'],
  [undefined, 'text/plain', 'text/plain; charset=utf-8', ''],
  [
    [
      { a: 1, b: 'x,"y"' },
      { a: 2, c: null },
    ],
    'text/csv',
    'text/csv; charset=utf-8',
    'a,b,c\r\n1,"x,""y""",\r\n2,,\r\n',
  ],
  ['<x/>', 'application/xml', 'application/xml', '<x/>'],
  [
    { a: '<' },
    'text/xml',
    'text/xml; charset=utf-8',
    '<?xml version="1.0" encoding="UTF-8"?>\n<root><a>&lt;</a></root>',
  ],
])('writes %j as %s', (value, mediaType, contentType, body) => {
  expect(encodeBody(value, mediaType)).toEqual({ contentType, body })
})

test('refuses JSON of more values than are read before it is parsed', () => {
  const told = (text: string, type = 'application/json') => {
    const read = decodeBody(new TextEncoder().encode(text), type)
    return read.ok ? 'read' : `${read.error.status} ${read.error.message}`
  }
  const members = (count: number) => `[${Array.from({ length: count }, (_, i) => `{"${i}":","}`).join(',')}]`
  expect(told(members(250_001))).toBe('413 Request body has 250001 members in all: at most 250000 are read')
  expect(told(members(250_000))).toBe('read')
  const ones = `[${'1,'.repeat(1_000_000)}1]`
  expect(told(ones)).toBe('413 Request body has 1000002 values: at most 1000000 are read')
  expect(told(`[${'{},[],'.repeat(400_000)}1]`)).toBe('read')
  expect(told('['.repeat(3_000_000))).toBe('400 Request body is not JSON: it nests deeper than 512 levels')
  expect(told('{"a":1}\n'.repeat(250_001), 'application/jsonl')).toMatch(/^413 .* 250001 members/)
  expect(told(JSON.stringify({ text: ':,[{'.repeat(500_000) }))).toBe('read')
})
