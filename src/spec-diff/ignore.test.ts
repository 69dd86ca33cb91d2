import { expect, it } from 'vitest'
import { documentsOf } from './documents.fixture.ts'
import { applyIgnores, parseIgnores } from './ignore.ts'
import { specDiff } from './spec-diff.ts'

const described = (paths: object): object => ({ openapi: '3.1.0', paths })
const { findings } = specDiff(
  documentsOf(described({ '/a/{id}': { get: {}, put: {} }, '/b': { get: {} } })),
  documentsOf(described({ '/b': { get: { deprecated: true } } })),
)

function left(text: string): readonly string[] {
  const lines = parseIgnores(text)
  if (!lines.ok) throw new Error(lines.error)
  return applyIgnores(findings, lines.value).kept.map(({ rule, method }) => `${rule} ${method}`)
}

it('leaves out by fingerprint, rule, and operation whatever its parameters are called', () => {
  expect(left('')).toEqual(['operation-removed GET', 'operation-removed PUT', 'operation-deprecated GET'])
  expect(left('operation-removed # all of them')).toEqual(['operation-deprecated GET'])
  expect(left('# none\r\noperation-removed put /a/{key}')).toEqual([
    'operation-removed GET',
    'operation-deprecated GET',
  ])
  expect(left(findings[0]?.fingerprint ?? '')).toEqual(['operation-removed PUT', 'operation-deprecated GET'])
})

it('names lines that match nothing', () => {
  const lines = parseIgnores('operation-removed\ntag-added\n000000000000')
  if (!lines.ok) throw new Error(lines.error)
  expect(applyIgnores(findings, lines.value).unused.map(({ line, text }) => [line, text])).toEqual([
    [2, 'tag-added'],
    [3, '000000000000'],
  ])
})

it.each([
  ['nothing', 'line 1: "nothing" is neither a fingerprint nor a rule'],
  ['\ntag-added GET', 'line 2: a rule is followed by a method and a path'],
  ['000000000000 GET', 'line 1: a fingerprint stands alone on its line'],
  ['tag-added GET /a x y', 'line 1: a rule is followed by a method, a path and a location at most'],
])('says why %j is no line', (text, why) => {
  expect(parseIgnores(text)).toEqual({ ok: false, error: why })
})

it('gives the same change the same fingerprint, and each another', () => {
  const prints = findings.map(({ fingerprint }) => fingerprint)
  expect(new Set(prints).size).toBe(findings.length)
  for (const print of prints) expect(print).toMatch(/^[0-9a-f]{12}$/)
})
