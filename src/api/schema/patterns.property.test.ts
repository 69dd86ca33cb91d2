import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withinBudget } from '../../support/work.ts'
import { linearMatcher } from './patterns/linear.ts'
import { riskOf } from './patterns/risk.ts'
import { parsePattern } from './patterns/syntax.ts'
import { compileLinear, compilePattern, judgePattern, samplePattern } from './patterns.ts'

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '-',
    '\\d',
    '\\w',
    '\\s',
    '.',
    '[a-c]',
    '[^a]',
    '[\\w.-]',
    '\\.',
    'é',
    '\\u0041',
    '\\x42',
    '\\/',
    '[0-9a-f]',
    '\\p{Lu}',
  ],
)
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?')
const pattern: fc.Arbitrary<string> = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .array(
        fc.tuple(atom, quantifier).map(([a, q]) => a + q),
        { minLength: 1, maxLength: 4 },
      )
      .map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    fc.tuple(tie('pattern'), quantifier).map(([a, q]) => `(${a})${q}`),
    tie('pattern').map((a) => `^${a}$`),
  ),
})).pattern
const text = fc.string({ unit: fc.constantFrom(...'aabbc-.0189 AZé_\n'), maxLength: 14 })

it('judges texts as the native matcher does', () => {
  fc.assert(
    fc.property(pattern, text, (source, candidate) => {
      expect(compilePattern(source)?.test(candidate)).toBe(new RegExp(source, 'u').test(candidate))
    }),
    { numRuns: 400 },
  )
})

it('judges texts in linear time as the native matcher does', () => {
  fc.assert(
    fc.property(pattern, text, (source, candidate) => {
      const tree = parsePattern(source, true)
      if (tree === undefined) throw new Error(`${source} is not read`)
      expect(linearMatcher(tree)?.(candidate)).toBe(new RegExp(source, 'u').test(candidate))
    }),
    { numRuns: 400 },
  )
})

it('makes texts that match', () => {
  fc.assert(
    fc.property(pattern, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (source, stream) => {
      const numbers = stream[Symbol.iterator]()
      const made = samplePattern(source, () => numbers.next().value ?? 0)
      if (made !== undefined) expect(new RegExp(source, 'u').test(made)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

it.each([
  ['^cus_[A-Za-z0-9]{14}$', /^cus_[A-Za-z0-9]{14}$/],
  ['^(?!admin)[a-z]{3,12}$', /^(?!admin)[a-z]{3,12}$/],
  ['^(?=.*\\d)(?=.*[A-Z])[A-Za-z\\d]{8,}$', /^(?=.*\d)(?=.*[A-Z])[A-Za-z\d]{8,}$/],
  ['^(["\'])\\w+\\1$', /^(["'])\w+\1$/],
  ['^\\d{4}-(0[1-9]|1[0-2])$', /^\d{4}-(0[1-9]|1[0-2])$/],
  ['^\\p{Lu}{2}$', /^\p{Lu}{2}$/u],
  ['^AC[0-9a-fA-F]{32}$', /^AC[0-9a-f]{32}$/],
])('makes a text for %s', (source, expression) => {
  let turn = 0
  const next = (): number => ((turn++ * 7919) % 1000) / 1000
  expect(samplePattern(source, next)).toMatch(expression)
})

it('makes a text of the length asked for', () => {
  let turn = 0
  const next = (): number => ((turn++ * 7919) % 1000) / 1000
  expect(samplePattern('^[a-z]+$', next, { min: 30, max: 60 })?.length).toBeGreaterThanOrEqual(30)
})

it.each(['(a+)+', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+$', '^(a*)*$', '^(\\w+\\s?)*$'])(
  'sees that %s can take exponential time',
  (source) => {
    const tree = parsePattern(source, true)
    expect(tree === undefined ? undefined : riskOf(tree)).toBe(Number.POSITIVE_INFINITY)
  },
)

it.each([
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^(\\d+,)*\\d+$',
  '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  '^(?!\\s)[\\s\\S]{1,500}$',
  '^\\+?[1-9]\\d{1,14}$',
])('sees that %s cannot', (source) => {
  const tree = parsePattern(source, true)
  expect(tree === undefined ? undefined : riskOf(tree)).toBeLessThan(4)
  expect(judgePattern(source)).toBeUndefined()
})

it('takes plain patterns of several loops in bounded time, for texts of any length', () => {
  const started = performance.now()
  for (const source of ['.*.*.*.*x', '.*.*.*x', 'a*a*a*a*$b', '^.*.*.*.*x$', '[a-z]+[a-z]+[a-z]+[a-z]+!'])
    for (const length of [10, 19, 20, 26, 50, 100, 199, 200, 201, 600, 5000]) {
      expect(compilePattern(source)?.test('a'.repeat(length))).toBe(false)
      expect(judgePattern(source)).toBeUndefined()
    }
  expect(performance.now() - started).toBeLessThan(2000)
  expect(compilePattern('.*.*.*.*x')?.test(`${'a'.repeat(300)}x`)).toBe(true)
})

it('judges as many texts as a request has room for, ordinary ones by the thousand, and refuses more', () => {
  const hosts = compilePattern('^[a-z0-9]+[a-z0-9-]*[a-z0-9]+$')
  const ordinary = Array.from({ length: 5000 }, (_, i) => `host-${i}.example`.replace('.', '-'))
  withinBudget(() => expect(ordinary.every((text) => hosts?.test(text) === true)).toBe(true))
  const hostile = `${'a'.repeat(9980)}b`
  const started = performance.now()
  const many = (): unknown => Array.from({ length: 10_000 }, () => compilePattern('^a*a*$')?.test(hostile))
  expect(() => withinBudget(many)).toThrow('takes more work')
  expect(performance.now() - started).toBeLessThan(5000)
})

it('matches in linear time alone where it is asked to', () => {
  expect(compileLinear('.*.*.*.*x')?.test('a'.repeat(200))).toBe(false)
  expect(compileLinear('^ab?c$')?.test('abc')).toBe(true)
  expect(compileLinear('^(?!test)[a-z]+$')?.test('live')).toBe(true)
  expect(compileLinear('(a+)+$')?.test(`${'a'.repeat(500)}!`)).toBe(false)
  expect(compileLinear('(.*)(.*)\\1')).toBeUndefined()
})
