import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsePathTemplate, type Segment } from './path-template.ts'
import { isMatch, makeRouter } from './router.ts'

const literal = fc.constantFrom('a', 'b', 'users', 'me', 'x.json', 'a-b', '__proto__', 'ü', '1:go')
const parameter = fc.constantFrom('id', 'other', 'constructor')
const segment = fc.oneof(
  literal,
  parameter.map((name) => `{${name}}`),
  fc.tuple(parameter, fc.constantFrom('.json', ':go', '-b')).map(([name, suffix]) => `{${name}}${suffix}`),
  fc.tuple(fc.constantFrom('v', 'x.'), parameter).map(([prefix, name]) => `${prefix}{${name}}`),
  fc.constant('{l}-{r}'),
)
const template = fc.array(segment, { minLength: 0, maxLength: 5 }).map((segments) => `/${segments.join('/')}`)
const templates = fc.uniqueArray(template, { minLength: 1, maxLength: 20 })
const value = fc.oneof(fc.constantFrom('a', 'me', '1', 'a-b', 'x.json', '%'), fc.string({ minLength: 1, maxLength: 6 }))

/** The template with each parameter replaced by a value. */
function render(path: string, values: readonly string[]): string {
  let i = 0
  return path.replace(/\{[^}]*\}/g, () => encodeURIComponent(values[i++ % values.length] ?? 'v'))
}

/** Orders templates by their segments from left to right, the most specific first. */
function rank(path: string): string {
  const rankOf = (segment: Segment): string => {
    if (segment.kind === 'literal') return '0000.000'
    if (segment.kind === 'parameter') return '2000.000'
    if (segment.kind === 'rest') return '3000.000'
    // Of as many literal characters, those at the front count more.
    return `${1999 - segment.literals.join('').length}.${999 - (segment.literals[0] ?? '').length}`
  }
  return parsePathTemplate(path).segments.map(rankOf).join('')
}

it('matches a rendered path to its own template or a more specific one', () => {
  fc.assert(
    fc.property(templates, fc.nat(), fc.array(value, { minLength: 1, maxLength: 5 }), (paths, pick, values) => {
      const router = makeRouter(paths.map((path) => ({ method: 'GET', path, value: path })))
      const own = paths[pick % paths.length] ?? '/'
      const result = router.match('GET', render(own, values))
      expect(isMatch(result)).toBe(true)
      if (!isMatch(result)) return
      expect(rank(result.template) <= rank(own)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

it('gives back the values a path was rendered with', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (left, right) => {
        const router = makeRouter([{ method: 'GET', path: '/a/{l}/b/{r}.json', value: 0 }])
        const result = router.match('GET', `/a/${encodeURIComponent(left)}/b/${encodeURIComponent(right)}.json`)
        expect(isMatch(result) && [...result.parameters]).toEqual([
          ['l', left],
          ['r', right],
        ])
      },
    ),
  )
})

it('never fails, whatever the templates and paths are', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('/', '{', '}', '%', '?', 'a') }),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, text, text, (paths, method, path, search) => {
      const router = makeRouter(paths.map((path) => ({ method: 'GET', path, value: path })))
      router.match(method, path, search)
      router.match('GET', path, search)
      expect(router.nearest(method, path, 3).length).toBeLessThanOrEqual(3)
    }),
    { numRuns: 1000 },
  )
})

it('bears 100,000 segments in paths and templates', () => {
  const deep = '/a'.repeat(100_000)
  const router = makeRouter([
    { method: 'GET', path: deep, value: 'deep' },
    { method: 'GET', path: '/a'.repeat(50_000) + '/{x}'.repeat(50_000), value: 'mixed' },
    { method: 'GET', path: '/a/b', value: 'short' },
  ])
  expect(router.match('GET', deep)).toMatchObject({ value: 'deep' })
  expect(router.match('GET', `${deep.slice(0, -1)}z`)).toMatchObject({ value: 'mixed' })
  expect(router.match('GET', `${deep}/a`)).toBeUndefined()
  expect(router.nearest('GET', deep, 2)).toHaveLength(2)
})
