import { describe, expect, it } from 'vitest'
import { fieldsOf } from './message.ts'
import { isMatch, makeRouter, matchUnderBasePaths, stripBasePath } from './router.ts'

/** 'GET /a/{b}' lines; the value is the line itself. */
function routerOf(...lines: string[]) {
  return makeRouter(
    lines.map((line) => {
      const [method = '', path = ''] = line.split(' ')
      return { method, path, value: line }
    }),
  )
}

function found(router: ReturnType<typeof routerOf>, method: string, path: string, search = '') {
  const result = router.match(method, path, search)
  return isMatch(result) ? { value: result.value, ...Object.fromEntries(result.parameters) } : result
}

describe('router', () => {
  it.each([
    ['literal before partial before parameter', '/users/me', 'GET /users/me', {}],
    ['a partial segment', '/users/7.json', 'GET /users/{id}.json', { id: '7' }],
    ['a verb after a colon', '/users/7:cancel', 'GET /users/{id}:cancel', { id: '7' }],
    ['a parameter', '/users/7', 'GET /users/{id}', { id: '7' }],
    ['two parameters in one segment', '/range/1-9-2', 'GET /range/{a}-{b}', { a: '1', b: '9-2' }],
    ['a prefix', '/x.yaml', 'GET /x.{fmt}', { fmt: 'yaml' }],
    ['an encoded slash', '/users/a%2Fb', 'GET /users/{id}', { id: 'a/b' }],
    ['bad encoding', '/users/%zz', 'GET /users/{id}', { id: '%zz' }],
    ['an encoded literal', '/%75sers/7', 'GET /users/{id}', { id: '7' }],
    ['a trailing slash', '/users/7/', 'GET /users/{id}', { id: '7' }],
    ['a declared trailing slash', '/slashed', 'GET /slashed/', {}],
    ['an empty collection id as the collection', '/users/', 'GET /users', {}],
    ['two leading slashes', '//users/7', 'GET /users/{id}', { id: '7' }],
    ['backtracking', '/users/me/keys/3', 'GET /users/{user}/keys/{key}', { user: 'me', key: '3' }],
    ['the longer suffix', '/users/7.tar.gz', 'GET /users/{id}.tar.gz', { id: '7' }],
    ['what is left of the path', '/files/a/b%20c', 'GET /files/{path+}', { path: 'a/b c' }],
    [
      'names of Object.prototype',
      '/__proto__/constructor',
      'GET /__proto__/{__proto__}',
      { ['__proto__']: 'constructor' },
    ],
  ])('finds %s', (_, path, value, parameters) => {
    const router = routerOf(
      'GET /users',
      'GET /users/{id}',
      'GET /users/{id}.json',
      'GET /users/{id}.gz',
      'GET /users/{id}.tar.gz',
      'GET /users/{id}:cancel',
      'GET /users/me',
      'GET /users/me/settings',
      'GET /users/{user}/keys/{key}',
      'GET /range/{a}-{b}',
      'GET /x.{fmt}',
      'GET /slashed/',
      'GET /files/{path+}',
      'GET /__proto__/{__proto__}',
    )
    const result = router.match('GET', path)
    expect(isMatch(result) && result.value).toBe(value)
    expect(isMatch(result) && [...result.parameters]).toEqual(Object.entries(parameters))
  })

  it('gives parameters of a name with slashes the whole name up to theirs', () => {
    const path = '/v1/projects/{project}/topics/{name}:pull'
    const router = makeRouter([
      { method: 'GET', path, value: 'deep', namesAt: [1, 4] },
      { method: 'GET', path: '/v1/{name}:pull', value: 'flat' },
    ])
    const deep = { value: 'deep', project: 'projects/a b', name: 'projects/a b/topics/t' }
    expect(found(router, 'GET', '/v1/projects/a%20b/topics/t:pull')).toEqual(deep)
    expect(found(router, 'GET', '/v1/projects%2Fa%20b%2Ftopics%2Ft:pull')).toEqual(deep)
    expect(found(router, 'GET', '/v1/a%2Fb:pull')).toEqual({ value: 'flat', name: 'a/b' })
  })

  it('compares capitals only where nothing else tells paths apart', () => {
    const router = routerOf('GET /myThings/{id}', 'GET /A/x', 'GET /a/y', 'GET /odd', 'GET /ODD')
    expect(found(router, 'GET', '/mythings/Abc')).toEqual({ value: 'GET /myThings/{id}', id: 'Abc' })
    expect(found(router, 'GET', '/A/x')).toEqual({ value: 'GET /A/x' })
    expect(found(router, 'GET', '/Odd')).toBeUndefined()
    expect(found(router, 'POST', '/mythings/1')).toEqual({ allowed: ['GET'] })
  })

  it('keeps apart the same path with other parameter names by method', () => {
    const router = routerOf('GET /x/{a}', 'POST /x/{b}')
    expect(found(router, 'GET', '/x/1')).toEqual({ value: 'GET /x/{a}', a: '1' })
    expect(found(router, 'POST', '/x/1')).toEqual({ value: 'POST /x/{b}', b: '1' })
  })

  it('goes on to a less specific template that has the method', () => {
    const router = routerOf('GET /users/me', 'DELETE /users/{id}')
    expect(found(router, 'DELETE', '/users/me')).toEqual({ value: 'DELETE /users/{id}', id: 'me' })
  })

  it('names the declared methods when the method is not one of them', () => {
    const router = routerOf('GET /users/me', 'DELETE /users/{id}', 'GET /users/{id}')
    expect(found(router, 'PUT', '/users/me')).toEqual({ allowed: ['GET', 'DELETE'] })
    expect(found(router, 'PUT', '/users/7/')).toEqual({ allowed: ['DELETE', 'GET'] })
  })

  it('lets HEAD follow GET unless HEAD is declared', () => {
    expect(found(routerOf('GET /a'), 'HEAD', '/a')).toEqual({ value: 'GET /a' })
    expect(found(routerOf('GET /a', 'HEAD /a'), 'HEAD', '/a')).toEqual({ value: 'HEAD /a' })
  })

  it.each([
    ['/Users', undefined],
    ['/users/', undefined],
    ['/users//keys', undefined],
    ['/', undefined],
    ['', undefined],
    ['*', undefined],
    ['/users/1/2', undefined],
  ])('finds nothing at %j', (path, nothing) => {
    expect(routerOf('GET /users/{id}', 'GET /users/{id}/keys').match('GET', path)).toBe(nothing)
  })

  it('prefers the template whose fixed query was sent', () => {
    const router = routerOf('POST /?Action=List', 'POST /?Action=Get', 'POST /', 'GET /a#v={x}', 'GET /a')
    expect(found(router, 'POST', '/', 'x=1&Action=Get')).toEqual({ value: 'POST /?Action=Get' })
    expect(found(router, 'POST', '/', 'Action=Other')).toEqual({ value: 'POST /' })
    expect(found(router, 'GET', '/a', 'v=9')).toEqual({ value: 'GET /a#v={x}' })
    expect(found(router, 'GET', '/a')).toEqual({ value: 'GET /a' })
    expect(found(routerOf('GET /b?c=d'), 'GET', '/b')).toEqual({ value: 'GET /b?c=d' })
  })

  it('finds fixed pairs of a path that several operations share in header fields and forms', () => {
    const router = routerOf('POST /#X-Target=Shop.List', 'POST /#X-Target=Shop.Get', 'POST /#Action=List&Version=1')
    const asked = (field: [string, string], body = '') =>
      router.match('POST', '/', '', { fields: fieldsOf([field]), body: new TextEncoder().encode(body) })
    expect(asked(['X-Target', 'Shop.Get'])).toMatchObject({ value: 'POST /#X-Target=Shop.Get' })
    expect(asked(['Content-Type', 'application/x-www-form-urlencoded'], 'Action=List&Version=1&x=2')).toMatchObject({
      value: 'POST /#Action=List&Version=1',
    })
    expect(asked(['X-Target', 'Shop.Other'])).toMatchObject({ value: 'POST /#Action=List&Version=1' })
  })

  it('reads an unmatched brace as an ordinary character', () => {
    expect(found(routerOf('GET /a{b'), 'GET', '/a{b')).toEqual({ value: 'GET /a{b' })
    expect(found(routerOf('GET /a}/{b}'), 'GET', '/a}/1')).toEqual({ value: 'GET /a}/{b}', b: '1' })
  })

  it('lets a parameter that is called a path hold slashes where nothing else fits', () => {
    const router = routerOf('GET /files/{path}', 'GET /files/{path}/comments', 'POST /files/{path}', 'GET /things/{id}')
    const value = (what: string) => `GET /files/{path}${what}`
    expect(found(router, 'GET', '/files/a/b%20c/d.txt')).toEqual({ value: value(''), path: 'a/b c/d.txt' })
    expect(found(router, 'GET', '/files/a/comments')).toEqual({ value: value('/comments'), path: 'a' })
    expect(found(router, 'GET', '/files/a/b/comments')).toEqual({ value: value('/comments'), path: 'a/b' })
    expect(router.match('DELETE', '/files/a/b')).toEqual({ allowed: ['GET', 'POST'] })
    expect(router.match('GET', '/things/a/b')).toBeUndefined()
  })

  it('accepts base paths as well as bare ones', () => {
    const router = routerOf('GET /charges', 'GET /{bucket}', 'GET /v1/own')
    const at = (path: string, method = 'GET') =>
      matchUnderBasePaths(router, ['/api/v1', '/v1', ''], { method, path, search: '' })
    expect(at('/v1/charges')).toMatchObject({ template: '/charges' })
    expect(at('/api/v1/charges')).toMatchObject({ template: '/charges' })
    expect(at('/charges')).toMatchObject({ template: '/charges' })
    expect(at('/v1/own')).toMatchObject({ template: '/{bucket}' })
    expect(at('/v1')).toMatchObject({ template: '/{bucket}' })
    expect(at('/v1/charges', 'PUT')).toEqual({ allowed: ['GET'] })
    expect(at('/v2/charges')).toBeUndefined()
    expect(stripBasePath('/v10/a', '/v1')).toBeUndefined()
    expect(stripBasePath('/v1', '/v1')).toBe('/')
  })

  it('names the nearest operations', () => {
    const router = routerOf('GET /charges', 'POST /charges', 'POST /charges/{id}/capture', 'GET /zebra/{id}/stripes')
    expect(router.nearest('POST', '/charge', 2).map((o) => o.value)).toEqual(['POST /charges', 'GET /charges'])
    expect(router.nearest('POST', '/charges/ch_1/captur', 1).map((o) => o.template)).toEqual(['/charges/{id}/capture'])
    expect(router.nearest('GET', '', 3)).toEqual([])
  })
})

it.each([
  ['/drafts/_{name}', '/drafts/%5Fplan', 'plan'],
  ['/files/{name}.txt', '/files/a%2Etxt', 'a'],
  ['/files/{name}.txt', '/files/a%2etxt', 'a'],
  ['/spans/{from}-{to}', '/spans/1%2D9', '1'],
  ['/jobs/{id}:cancel', '/jobs/a%2Fb%3Acancel', 'a/b'],
  ["/Users('{id}')", '/Users%28%27x%25%27%29', 'x%'],
  ['/caf\u00e9-{id}', '/caf%c3%a9-1', '1'],
  ['/caf\u00e9{id}-x', '/caf%C3%A9%E2%82%AC%2Dx', '\u20ac'],
])('finds %s for %s', (template, path, first) => {
  const match = makeRouter([{ method: 'GET', path: template, value: 1 }]).match('GET', path)
  expect(isMatch(match) ? [...match.parameters.values()][0] : match).toBe(first)
})

describe('templates that say more of their parameters', () => {
  const digits = { fits: ([id = '']: readonly string[]) => /^[0-9]+$/.test(id) }
  const words = { fits: ([id = '']: readonly string[]) => /^[a-z]+$/.test(id) }
  const router = makeRouter([
    { method: 'GET', path: '/items/{name}', value: 'name', ...words },
    { method: 'GET', path: '/items/{id}', value: 'id', ...digits },
    { method: 'PUT', path: '/items/{id}', value: 'put', ...digits },
    { method: 'GET', path: '/{proxy}', value: 'rest', greedy: new Set(['proxy']) },
    { method: 'GET', path: '/repos/{path}/raw', value: 'raw', greedy: new Set(['path']) },
  ])
  it.each([
    ['GET', '/items/7', 'id'],
    ['GET', '/items/a', 'name'],
    ['GET', '/items/A', 'rest'],
    ['PUT', '/items/A', { allowed: ['GET'] }],
    ['PUT', '/items/a', { allowed: ['GET'] }],
    ['GET', '/a/b/c', 'rest'],
    ['GET', '/repos/a/raw', 'raw'],
    ['GET', '/repos/a/b/raw', 'raw'],
  ])('%s %s', (method, path, wanted) => {
    const match = router.match(method, path)
    expect(isMatch(match) ? match.value : match).toEqual(wanted)
  })
})
