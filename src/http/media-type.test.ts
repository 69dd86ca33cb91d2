import { expect, test } from 'vitest'
import { matchDeclared, negotiate, parseMediaType, splitList } from './media-type.ts'

test('reads type, suffix and parameters', () => {
  const media = parseMediaType('Application/Vnd.Api+JSON ; Version="1;2" ; charset=UTF-8; q=0.5')
  expect(media).toMatchObject({ type: 'application', subtype: 'vnd.api+json', suffix: 'json' })
  expect([...(media?.parameters ?? [])]).toEqual([
    ['version', '1;2'],
    ['charset', 'UTF-8'],
    ['q', '0.5'],
  ])
})

test.each(['', 'json', 'a/', '/b', 'a/b/c', 'a b/c', 'a/b c'])('%j is no media type', (text) => {
  expect(parseMediaType(text)).toBeUndefined()
})

test('reads the boundary as clients send it', () => {
  expect(
    parseMediaType('multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxk')?.parameters.get('boundary'),
  ).toBe('----WebKitFormBoundary7MA4YWxk')
  expect(parseMediaType('multipart/form-data; boundary="a b:c"')?.parameters.get('boundary')).toBe('a b:c')
})

test.each([
  ['application/json', ['application/xml', 'application/json'], 'application/json'],
  ['application/json; charset=utf-8', ['application/json'], 'application/json'],
  ['APPLICATION/JSON', ['application/json'], 'application/json'],
  ['application/vnd.x+json', ['application/json'], 'application/json'],
  ['application/json', ['application/vnd.x+json'], 'application/vnd.x+json'],
  ['application/x-shop-json-1.1', ['application/json'], 'application/json'],
  ['application/x-json-seq', ['application/json'], undefined],
  [
    'application/merge-patch+json',
    ['application/json', 'application/merge-patch+json'],
    'application/merge-patch+json',
  ],
  ['text/xml', ['application/xml'], 'application/xml'],
  ['image/png', ['image/*', '*/*'], 'image/*'],
  ['application/json', ['*/*', 'application/vnd.x+json'], '*/*'],
  ['image/png', ['application/octet-stream', '*/*'], '*/*'],
  ['application/json;v=2', ['application/json;v=1', 'application/json;v=2'], 'application/json;v=2'],
  ['application/json', ['application/json;v=1', 'application/json'], 'application/json'],
  ['text/plain', ['application/json'], undefined],
  ['nonsense', ['*/*'], undefined],
])('%s among %j is %s', (sent, declared, found) => {
  expect(matchDeclared(sent, declared)).toBe(found)
})

const both = ['application/json', 'application/xml']
test.each([
  [undefined, both, 'application/json'],
  ['', both, 'application/json'],
  ['*/*', both, 'application/json'],
  ['application/xml', both, 'application/xml'],
  ['application/json;q=0.5, application/xml', both, 'application/xml'],
  ['application/*;q=0.5, application/xml;q=0.4', both, 'application/json'],
  ['*/*;q=0.1, application/xml;q=0', both, 'application/json'],
  ['application/json;q=0', both, undefined],
  ['text/html', both, undefined],
  ['text/html, */*;q=0.8', both, 'application/json'],
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', both, 'application/json'],
  ['application/vnd.github+json', ['application/json'], undefined],
  ['application/json', ['application/vnd.github+json'], 'application/vnd.github+json'],
  ['application/json;charset=utf-8', ['application/json'], 'application/json'],
  ['text/*', ['text/csv; charset=utf-8'], 'text/csv; charset=utf-8'],
])('Accept %j of %j is %s', (accept, offered, chosen) => {
  expect(negotiate(accept, offered)).toBe(chosen)
})

test('commas inside quotes do not divide a list', () => {
  expect(splitList('a;x="1,2" , b,, "c\\",d"')).toEqual(['a;x="1,2"', 'b', '"c\\",d"'])
})
