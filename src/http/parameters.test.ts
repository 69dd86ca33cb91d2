import { expect, test } from 'vitest'
import type { ParameterKind } from './parameter-styles.ts'
import { decodeParameter, type ParameterForm, type ParameterSource } from './parameters.ts'
import { parseQuery } from './query.ts'

const array: ParameterKind = { array: true, object: false, names: new Set(), open: false }
const object: ParameterKind = { array: false, object: true, names: new Set(['R', 'G', 'B']), open: false }
const scalar: ParameterKind = { array: false, object: false, names: new Set(), open: false }

function source(part: { path?: string; query?: string; header?: string; cookie?: string }): ParameterSource {
  return {
    path: new Map(part.path === undefined ? [] : [['color', part.path]]),
    query: parseQuery(part.query ?? ''),
    header: (name) => (name === 'color' ? part.header : undefined),
    cookies: parseQuery(part.cookie ?? ''),
  }
}

function form(place: ParameterForm['in'], style: ParameterForm['style'], explode: boolean): ParameterForm {
  return { name: 'color', in: place, style, explode }
}

const list = ['blue', 'black', 'brown']
const rgb = { R: '100', G: '200', B: '150' }

// The examples of the table under "Style Examples" in OpenAPI 3, read backwards.
test.each([
  ['path', 'matrix', false, scalar, { path: ';color=blue' }, 'blue'],
  ['path', 'matrix', false, array, { path: ';color=blue,black,brown' }, list],
  ['path', 'matrix', false, object, { path: ';color=R,100,G,200,B,150' }, rgb],
  ['path', 'matrix', true, array, { path: ';color=blue;color=black;color=brown' }, list],
  ['path', 'matrix', true, object, { path: ';R=100;G=200;B=150' }, rgb],
  ['path', 'label', false, scalar, { path: '.blue' }, 'blue'],
  ['path', 'label', false, array, { path: '.blue,black,brown' }, list],
  ['path', 'label', false, array, { path: '.blue.black.brown' }, list],
  ['path', 'label', false, object, { path: '.R,100,G,200,B,150' }, rgb],
  ['path', 'label', true, array, { path: '.blue.black.brown' }, list],
  ['path', 'label', true, object, { path: '.R=100.G=200.B=150' }, rgb],
  ['path', 'simple', false, scalar, { path: 'a,b' }, 'a,b'],
  ['path', 'simple', false, array, { path: 'blue,black,brown' }, list],
  ['path', 'simple', false, object, { path: 'R,100,G,200,B,150' }, rgb],
  ['path', 'simple', true, object, { path: 'R=100,G=200,B=150' }, rgb],
  ['header', 'simple', false, array, { header: 'blue, black,brown' }, list],
  ['header', 'simple', true, object, { header: 'R=100,G=200,B=150' }, rgb],
  ['query', 'form', false, scalar, { query: 'color=blue' }, 'blue'],
  ['query', 'form', true, scalar, { query: 'color=' }, ''],
  ['query', 'form', false, array, { query: 'color=blue,black,brown' }, list],
  ['query', 'form', false, object, { query: 'color=R,100,G,200,B,150' }, rgb],
  ['query', 'form', true, array, { query: 'color=blue&color=black&color=brown' }, list],
  ['query', 'form', true, array, { query: 'color=blue' }, ['blue']],
  ['query', 'form', true, array, { query: 'color[]=blue&color[]=black&color[]=brown' }, list],
  ['query', 'form', true, object, { query: 'R=100&other=1&G=200&B=150' }, rgb],
  ['query', 'spaceDelimited', false, array, { query: 'color=blue%20black%20brown' }, list],
  ['query', 'spaceDelimited', false, array, { query: 'color=blue+black+brown' }, list],
  ['query', 'pipeDelimited', false, array, { query: 'color=blue%7Cblack|brown' }, list],
  ['query', 'tabDelimited', false, array, { query: 'color=blue%09black%09brown' }, list],
  ['query', 'deepObject', true, object, { query: 'color[R]=100&color[G]=200&color[B]=150' }, rgb],
  ['query', 'deepObject', true, object, { query: 'color[a][b][]=1&color[a][b][]=2' }, { a: { b: ['1', '2'] } }],
  ['query', 'form', true, object, { query: 'color={"R":1}' }, { R: 1 }],
  ['cookie', 'form', false, array, { cookie: 'color=blue,black,brown' }, list],
  ['query', 'form', true, scalar, { query: 'colour=1' }, undefined],
  ['header', 'simple', false, scalar, {}, undefined],
  ['path', 'simple', false, scalar, {}, undefined],
] as const)('%s %s explode=%s', (place, style, explode, kind, sent, value) => {
  expect(decodeParameter(form(place, style, explode), kind, source(sent))).toEqual(value)
})

test('a parameter that is a document is read as one, and stays text when it cannot be', () => {
  const document: ParameterForm = { ...form('query', 'form', true), mediaType: 'application/json' }
  expect(decodeParameter(document, object, source({ query: 'color=%7B%22a%22%3A%5B1%5D%7D' }))).toEqual({ a: [1] })
  expect(decodeParameter(document, object, source({ query: 'color=%7B' }))).toBe('{')
})
