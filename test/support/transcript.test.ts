/** The player of transcripts must be able to say no. */
import { expect, it } from 'vitest'
import { matchesJson, matchesText, parseResponse, parseTranscripts, splitWords, substitute } from './transcript.ts'

it('takes the same name for the same text', () => {
  const bindings = new Map<string, string>()
  expect(matchesText('id {{id}}, again {{id}}', 'id a1, again a1', bindings)).toBe(true)
  expect(matchesText('id {{id}}', 'id b2', bindings)).toBe(false)
  expect(matchesText('{{x}} {{x}}', 'a b', new Map())).toBe(false)
  expect(substitute('GET /{{id}}/{{unknown}}', bindings)).toBe('GET /a1/{{unknown}}')
})

it('takes text literally but for names', () => {
  expect(matchesText('a.b (1)', 'a.b (1)', new Map())).toBe(true)
  expect(matchesText('a.b', 'axb', new Map())).toBe(false)
  expect(matchesText('{{*}}', 'one\ntwo', new Map())).toBe(false)
})

it.each([
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, '...': true }, { a: 1, b: 2 }, true],
  [{ a: 1, '...': true }, { b: 2 }, false],
  [{ a: [1, 2] }, { a: [1] }, false],
  [{ a: null }, { a: 0 }, false],
  [{ a: '{{x}}' }, { a: 'one two' }, false],
  [{ a: '{{*}}' }, { a: { any: 'thing' } }, true],
  [{ constructor: 1 }, {}, false],
  [[], {}, false],
])('judges %j against %j', (expected, actual, verdict) => {
  expect(matchesJson(expected, actual, new Map())).toBe(verdict)
})

it('reads a written answer: status, headers, body', () => {
  expect(parseResponse('200\nx-a: 1\n{"b":2}')).toEqual({ status: 200, headers: [['x-a', '1']], body: '{"b":2}' })
  expect(parseResponse('204\n(empty)')).toEqual({ status: 204, headers: [], body: '' })
  expect(parseResponse('401')).toEqual({ status: 401, headers: [], body: undefined })
})

it.each([
  '==== run\nGET /x\n==== expect\n200',
  '==== it\nx\n==== run\nGET /x',
  '==== it\nx\n==== expect\n200',
  '==== it\nx\n==== rum\nGET /x',
])('refuses what is no transcript: %j', (text) => {
  expect(() => parseTranscripts(text)).toThrow(/^line \d+: /)
})

it('splits words as a shell does', () => {
  expect(splitWords(`$ tool a 'b c' "d \\"e" f=\\ g`)).toEqual(['$', 'tool', 'a', 'b c', 'd "e', 'f= g'])
})
