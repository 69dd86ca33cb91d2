import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { type ParsedDocument, parseDocument } from './documents.ts'
import { limits } from './limits.ts'

function parse(text: string | Uint8Array, location = 'api.yaml'): ParsedDocument {
  const parsed = parseDocument({ location, bytes: typeof text === 'string' ? Buffer.from(text) : text })
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

const read = (text: string): unknown => parse(text).value
const problemOf = (text: string): unknown => {
  const { value, problems } = parse(text)
  expect(value).toBeUndefined()
  return problems[0]
}

it('reads JSON with a byte order mark and carriage returns', () => {
  expect(read('\ufeff{\r\n"a": [1, null]\r\n}')).toEqual({ a: [1, null] })
})

it.each([
  ['on: yes', { on: 'yes' }],
  ['a: no', { a: 'no' }],
  ['a: 2020-01-02', { a: '2020-01-02' }],
  ['a: 2020-01-02T03:04:05Z', { a: '2020-01-02T03:04:05Z' }],
  ['a: 12:30:45', { a: '12:30:45' }],
  ['a: 1_000', { a: '1_000' }],
  ['200: ok\n404: no\ntrue: x\n~: y', { 200: 'ok', 404: 'no', true: 'x', '~': 'y' }],
  ['a: 010', { a: 10 }],
  ['a: 0x1F\nb: 0o17', { a: 31, b: 15 }],
  [
    'a: 9223372036854775807\nb: 0xFFFFFFFFFFFFFFFF',
    { a: '\uFDD09223372036854775807', b: '\uFDD018446744073709551615' },
  ],
  ['a: 1e3\nb: -.5\nc: +1\nd: 1.', { a: 1000, b: -0.5, c: 1, d: 1 }],
  ['a: .inf\nb: .nan\nc: 1e999', { a: '.inf', b: '.nan', c: '1e999' }],
  ['a: ~\nb:\nc: null', { a: null, b: null, c: null }],
  ['a: !!str 1\nb: !custom x\nc: ! 2', { a: '1', b: 'x', c: '2' }],
  ['a: !!timestamp 2020-01-02', { a: '2020-01-02' }],
  ['{a: "x", b: [1, 2,],}', { a: 'x', b: [1, 2] }],
  ['a: |\n  two\n  lines\nb: >-\n  one\n  line', { a: 'two\nlines\n', b: 'one line' }],
])('reads YAML by the core schema of 1.2: %j', (text, value) => {
  expect(read(text)).toEqual(value)
})

it('takes aliases and merge keys', () => {
  const text = 'base: &base {a: 1, b: 2}\none: {<<: *base, b: 3}\ntwo:\n  b: 4\n  <<: [*base, {c: 5}]\n? &k key\n: *k'
  expect(read(text)).toEqual({
    base: { a: 1, b: 2 },
    one: { a: 1, b: 3 },
    two: { a: 1, b: 4, c: 5 },
    key: 'key',
  })
})

it('keeps an ordinary key that is called <<', () => {
  expect(read('"<<": 1')).toEqual({ '<<': 1 })
  expect(read("'<<': {a: 1}")).toEqual({ '<<': { a: 1 } })
})

it('lets the last of two equal keys count, and says so with its line', () => {
  const { value, problems } = parse('a: 1\nb: 2\na: 3')
  expect(value).toEqual({ a: 3, b: 2 })
  expect(problems).toEqual([
    { document: 'api.yaml', pointer: '', line: 3, column: 1, message: 'Key "a" is used twice; the last one is used' },
  ])
})

it('reads only the first of several YAML documents', () => {
  const { value, problems } = parse('a: 1\n---\nb: 2')
  expect(value).toEqual({ a: 1 })
  expect(problems[0]?.message).toContain('only the first')
})

it('has harmless __proto__ keys', () => {
  for (const text of [
    '__proto__: {polluted: 1}',
    '{"__proto__": {"polluted": 1}}',
    'a: &x {__proto__: {polluted: 1}}\nb: {<<: *x}',
  ]) {
    read(text)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  }
  expect(Object.keys(read('__proto__: 1') as object)).toEqual(['__proto__'])
})

it('names line and column of broken JSON', () => {
  expect(problemOf('{\n  "a": 1,\n  "b": ]\n')).toMatchObject({
    line: 3,
    column: 8,
    message: 'The document is not valid JSON: unexpected "]"',
  })
  expect(problemOf('{"a": [1, 2')).toMatchObject({ message: 'The document is not valid JSON: it ends too early' })
})

it('reads JSON with comments or trailing commas as YAML, and says so', () => {
  const { value, problems } = parse('{\n  "a": [1, 2,], # why\n}', 'api.json')
  expect(value).toEqual({ a: [1, 2] })
  expect(problems[0]?.message).toContain('it is read as YAML')
})

it('names line and column of broken YAML', () => {
  expect(problemOf('a: 1\nb: [1\nc: 2')).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
  expect(problemOf('a: *none')).toMatchObject({ line: 1, column: 5 })
})

it.each([
  ['a: {\n}\nb: 1', { a: {}, b: 1 }],
  ['x:\n  a: [\n    1,\n  ]\n  b: {"c": "it\'s"\n  }', { x: { a: [1], b: { c: "it's" } } }],
  ['x:\n  a: "one\n  two"\n  b: 1', { x: { a: 'one two', b: 1 } }],
  ['x:\n  - {a: [ # }]\n  1\n  ]}\n  - |\n    {\n    }\n  - 2', { x: [{ a: [1] }, '{\n}\n', 2] }],
])('reads brackets and quotes that go on too far to the left: %j', (text, value) => {
  const parsed = parse(text)
  expect(parsed.value).toEqual(value)
  expect(parsed.problems[0]?.message).toContain('too far to the left')
})

it('refuses an empty document', () => {
  expect(problemOf('')).toMatchObject({ message: 'The document is not valid YAML: the document is empty' })
  expect(problemOf('# only a comment')).toMatchObject({ message: expect.stringContaining('empty') })
})

it.each([
  Uint8Array.of(0xff, 0xfe, 0x61, 0),
  Uint8Array.of(0xfe, 0xff, 0, 0x61),
  Uint8Array.of(0x7b, 0, 0x7d, 0),
  Uint8Array.of(0, 0x7b, 0, 0x7d),
])('refuses UTF-16 in words', (bytes) => {
  const parsed = parseDocument({ location: 'a', bytes })
  expect(parsed).toMatchObject({ ok: false, error: { message: expect.stringContaining('UTF-16') } })
})

it('reads bytes that are not UTF-8 with replacements, and says so', () => {
  const { value, problems } = parse(Uint8Array.of(0x61, 0x3a, 0x20, 0xe9))
  expect(value).toEqual({ a: '\ufffd' })
  expect(problems[0]?.message).toContain('not valid UTF-8')
})

it('refuses a document that is too large', () => {
  const parsed = parseDocument({ location: 'a', bytes: new Uint8Array(limits.documentBytes + 1) })
  expect(parsed).toMatchObject({ ok: false, error: { message: 'The document is larger than 64 MiB' } })
})

it.each([
  ['JSON', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['JSON objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['unclosed JSON', '{"a":['.repeat(100_000)],
  ['flow YAML', `a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['block YAML', `${'- '.repeat(100_000)}a`],
  ['indented YAML', Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
])('refuses nesting beyond 512 in %s', (_, text) => {
  const { value, problems } = parse(text)
  expect(value).toBeUndefined()
  expect(problems[0]?.message).toBeTruthy()
})

it('accepts nesting below the bound', () => {
  expect(parse('['.repeat(500) + ']'.repeat(500)).problems).toEqual([])
  expect(parse(`a: ${'['.repeat(500)}${']'.repeat(500)}`).problems).toEqual([])
})

it('refuses aliases that expand beyond the bound, at once', () => {
  const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`)
  expect(problemOf(`a0: &a0 [x, x, x]\n${levels.join('\n')}`)).toMatchObject({
    message: 'The document is not valid YAML: aliases expand to more than 2000000 nodes',
  })
})

it('refuses a YAML text of too many parts before it is read', () => {
  expect(problemOf(`a: [${'1,'.repeat(limits.yamlParts)}]`)).toMatchObject({
    message: 'The document is not valid YAML: it has more than 8000000 parts',
  })
})

it('refuses aliases that nest beyond the bound, or contain themselves', () => {
  const levels = Array.from({ length: 600 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`)
  expect(problemOf(`a0: &a0 [x]\n${levels.join('\n')}`)).toMatchObject({ message: expect.stringContaining('deeper') })
  expect(problemOf('a: &a [*a]')).toMatchObject({ message: expect.stringContaining('contains itself') })
  expect(problemOf('a: &a {<<: *a}')).toMatchObject({ message: expect.stringContaining('contains itself') })
})

it('refuses merge keys that expand beyond the bound', () => {
  const keys = Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join(', ')
  const uses = Array.from({ length: 3000 }, (_, i) => `u${i}: {<<: *base}`).join('\n')
  expect(problemOf(`base: &base {${keys}}\n${uses}`)).toMatchObject({ message: expect.stringContaining('expand') })
})
