/** What holds for any bytes: codecs never throw, and read what they wrote. */
import fc from 'fast-check'
import { stringify } from 'qs'
import { expect, test } from 'vitest'
import { decodeBody, encodeBody } from './body.ts'
import { flatten, nest } from './brackets.ts'
import { parseCookies } from './cookies.ts'
import { parseAuthorization } from './credentials.ts'
import { ifMatchHolds, ifNoneMatchHolds } from './etag.ts'
import { parseJson } from './json-text.ts'
import { matchDeclared, negotiate } from './media-type.ts'
import { parameterStyles } from './parameter-styles.ts'
import { decodeParameter } from './parameters.ts'
import { parsePrefer } from './preferences.ts'
import { formatQuery, parseQuery } from './query.ts'

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/xml',
  'application/x-ndjson',
  'text/plain',
  'text/plain; charset=utf-16le',
  'application/octet-stream',
]
const scraps = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '<',
  '>',
  '/',
  '&',
  '=',
  '%',
  '--b',
  '\r\n',
  '\\',
  'a',
  '1',
  '\u001e',
  '__proto__',
  '&#x41;',
  '<![CDATA[',
  ']]>',
]
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(fc.constantFrom(...scraps), { maxLength: 60 }).map((parts) => new TextEncoder().encode(parts.join(''))),
)

test('no bytes make a decoder throw', () => {
  fc.assert(
    fc.property(noise, fc.oneof(fc.constantFrom(...types), fc.string()), (bytes, type) => {
      const result = decodeBody(bytes, type)
      if (!result.ok) {
        expect([400, 415]).toContain(result.error.status)
        expect(result.error.message).not.toContain('\n')
      }
    }),
    { numRuns: 2_000 },
  )
})

test('no field value makes a reader throw', () => {
  const readers: readonly ((field: string, other: string) => unknown)[] = [
    parseCookies,
    parseAuthorization,
    parsePrefer,
    ifMatchHolds,
    ifNoneMatchHolds,
    (field, other) => matchDeclared(field, [other, '*/*']),
    (field, other) => negotiate(field, [other, 'text/plain']),
    (field) => nest(parseQuery(field)),
  ]
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (field, other) => {
      for (const read of readers) expect(() => read(field, other)).not.toThrow()
    }),
    { numRuns: 2_000 },
  )
})

test('no query makes a parameter throw', () => {
  const kind = fc.record({ array: fc.boolean(), object: fc.boolean(), open: fc.boolean() })
  fc.assert(
    fc.property(fc.constantFrom(...parameterStyles), fc.boolean(), kind, fc.string(), (style, explode, what, text) => {
      const source = {
        path: new Map([['a', text]]),
        query: parseQuery(`a${text}&a=${text}`),
        header: () => text,
        cookies: parseCookies(text),
      }
      const shape = { ...what, names: new Set(['b']) }
      for (const place of ['path', 'query', 'header', 'cookie'] as const)
        expect(() => decodeParameter({ name: 'a', in: place, style, explode }, shape, source)).not.toThrow()
    }),
  )
})

test('JSON is refused exactly when JSON.parse refuses it, at a place inside it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...scraps, 'true', 'null', '-', '.5', 'e', ' '), { maxLength: 12 }),
      (parts) => {
        const text = parts.join('')
        let fine = true
        try {
          JSON.parse(text)
        } catch {
          fine = false
        }
        const result = parseJson(text)
        expect(result.ok).toBe(fine)
        if (!result.ok)
          expect(result.error).toMatch(/^(is empty|(ends too early|has an unexpected .+) at line \d+, column \d+)$/)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('what is written as JSON, JSON lines or a query is read back', () => {
  const encode = (value: unknown, type: string): Uint8Array => {
    const { body } = encodeBody(value, type)
    return typeof body === 'string' ? new TextEncoder().encode(body) : body
  }
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (json) => {
      const value = JSON.parse(JSON.stringify(json)) as unknown
      expect(decodeBody(encode(value, 'application/json'), 'application/json')).toMatchObject({
        ok: true,
        value: { value },
      })
      expect(decodeBody(encode([value], 'application/jsonl'), 'application/jsonl')).toMatchObject({
        ok: true,
        value: { value: [value] },
      })
    }),
  )
  const pair = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 20 }), (pairs) => {
      expect(parseQuery(formatQuery(pairs))).toEqual(pairs)
    }),
  )
})

const name = fc.stringMatching(/^[a-z_]{1,6}$/)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string(),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4 }),
  ),
}))

test('forms are read back as they were written, by us and by the library that official clients use', () => {
  fc.assert(
    fc.property(fc.dictionary(name, tree, { maxKeys: 5 }), (form) => {
      const value = JSON.parse(JSON.stringify(form)) as Record<string, unknown>
      expect(nest(flatten(value))).toEqual(value)
      expect(nest(parseQuery(stringify(value)))).toEqual(value)
    }),
  )
})

test('bodies of 32 MiB are read without trouble', () => {
  const size = 32 * 1024 * 1024
  const big = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.repeat(Math.floor(size / text.length))))
  expect(decodeBody(big('[1'), 'application/json').ok).toBe(false)
  expect(decodeBody(big('a=b&'), 'application/x-www-form-urlencoded').ok).toBe(false)
  expect(decodeBody(big('<a>'), 'application/xml').ok).toBe(false)
  expect(decodeBody(big('x'), 'text/plain').ok).toBe(true)
  expect(decodeBody(big('--b\r\n'), 'multipart/form-data; boundary=b').ok).toBe(false)
  expect(decodeBody(new Uint8Array(Buffer.from(`"${'x'.repeat(size - 2)}"`)), 'application/json').ok).toBe(true)
})
