import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readYaml } from '../../importers/yaml.ts'
import { readJson } from '../../support/exact-json.ts'
import type { Json } from '../../support/json.ts'
import { yamlText } from './yaml-text.ts'

const words = ['yes', 'No', 'on', 'y', '~', 'null', 'NULL', '1e3', '0x1', '0o7', '012', '1_000', '1:30', '2026-01-01']
const signs = [
  '',
  '=',
  '<<',
  '- a',
  'a: b',
  'a #b',
  '#a',
  '@a',
  '%a',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '?',
  '---',
  '...',
  ': ',
]
const texts = [
  ' lead',
  'trail ',
  '\t',
  'two\nlines',
  'two\nlines\n\n',
  ' \n a',
  '\r\n',
  '\u2028',
  '\u0085',
  'é',
  '😀',
  '\ud800',
  '\ufeff',
  '\0',
]
const odd = [...words, ...signs, ...texts]

function isReadAgain(value: unknown): void {
  const plain = JSON.parse(JSON.stringify(value)) as Json
  expect(readYaml(yamlText(plain)).value).toEqual(plain)
}

it('is read again as what it was', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), isReadAgain))
  const text = fc.oneof(
    fc.constantFrom(...odd),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...odd)).map((all) => all.join('')),
  )
  const tree = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, text, fc.array(tie('value')), fc.dictionary(text, tie('value'))),
  })).value
  fc.assert(fc.property(tree, isReadAgain), { numRuns: 500 })
})

it.each(odd)('keeps %j as a text, a name and an item', (text) => {
  isReadAgain({ text, [text]: [text, [text]] })
})

it.each([
  ['yes', '"yes"\n'],
  ['a b', 'a b\n'],
  ['a: b', '"a: b"\n'],
  ['12', '"12"\n'],
  ['😀', '😀\n'],
  [[], '[]\n'],
  [{ a: [1, 'x'], b: [{ c: null }] }, 'a: [1, x]\nb:\n  - c: null\n'],
  [{ a: 'one\ntwo\n', b: ['one\ntwo'] }, 'a: |\n  one\n  two\nb:\n  - |-\n    one\n    two\n'],
  [{ a: ['long '.repeat(30).trim(), 'x'] }, `a:\n  - ${'long '.repeat(30).trim()}\n  - x\n`],
])('writes %j', (value, text) => {
  expect(yamlText(value as Json)).toBe(text)
})

it('writes numbers that a double would change by their digits', () => {
  const value = readJson(
    '{"a":9007199254740993,"b":[1,-12345678901234567890123],"c":1.00000000000000000001,"d":1e-400}',
  )
  const text = yamlText(value as Json)
  expect(text).toContain('a: 9007199254740993\n')
  expect(readYaml(text).value).toEqual(value)
})
