import { expect, it } from 'vitest'
import { parseNotation } from './path-notation.ts'

it.each([
  ['/blobs/{key+}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{key*}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{*key}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{**key}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{+key}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{key...}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{key:path}', '/blobs/{key}', 'key', true, undefined],
  ['/blobs/{key:.*}/raw', '/blobs/{key}/raw', 'key', true, undefined],
  ['/blobs/{key:.+[.]txt}', '/blobs/{key}', 'key', true, '.+[.]txt'],
  ['/items/{id:[0-9]+}', '/items/{id}', 'id', false, '[0-9]+'],
  ['/items/{id: ^[^/]{3}$}', '/items/{id}', 'id', false, '[^/]{3}'],
  ['/items/{id:int}', '/items/{id}', 'id', false, '-?[0-9]+'],
])('reads %s', (written, path, name, isGreedy, pattern) => {
  expect(parseNotation(written)).toEqual({ path, parameters: [{ name, isGreedy, pattern }] })
})

it.each(['/items', '/items/{id}', '/items/{id}:cancel', '/items/{id:word}', '/items/{id', '/items?kind={a+}'])(
  'leaves %s as it is',
  (template) => {
    expect(parseNotation(template)).toBeUndefined()
  },
)
