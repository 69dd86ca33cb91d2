import { describe, expect, it } from 'vitest'
import { underTemplates } from './base-paths.ts'
import { makeRouter, matchUnderBasePaths } from './router.ts'

describe('base paths with variables', () => {
  it('take any value of one step, and say what it is', () => {
    expect(underTemplates('/bot12:ab/getMe', ['/bot{token}', ''])).toEqual([
      { base: '/bot12:ab', rest: '/getMe', values: ['12:ab'] },
    ])
    expect(underTemplates('/v1.44/containers/json', ['/{version}', ''])).toEqual([
      { base: '/v1.44', rest: '/containers/json', values: ['v1.44'] },
    ])
    expect(underTemplates("/indexes('a%20b')/docs", ["/indexes('{name}')"])).toMatchObject([{ values: ['a b'] }])
  })

  it('hold for whole steps only', () => {
    expect(underTemplates('/bot/getMe', ['/bot{token}'])).toEqual([])
    expect(underTemplates('/a', ['/a/{b}', ''])).toEqual([])
    expect(underTemplates('/a/b', ['/a', ''])).toEqual([])
  })

  it('come after what fits without them', () => {
    const router = makeRouter([
      { method: 'GET', path: '/things', value: 'list' },
      { method: 'GET', path: '/things/{id}', value: 'read' },
    ])
    const value = (path: string): unknown => {
      const found = matchUnderBasePaths(router, ['/{tenant}', '/v1', ''], { method: 'GET', path, search: '' })
      return found !== undefined && 'value' in found ? found.value : undefined
    }
    expect(value('/things/things')).toBe('read')
    expect(value('/acme/things')).toBe('list')
    expect(value('/v1/things')).toBe('list')
    expect(value('/acme/others')).toBeUndefined()
  })
})
