import { expect, it } from 'vitest'
import { normalPath, pointerText, pointerTokens, resolveLocation, splitReference } from './references.ts'

it.each([
  ['specs/api.yaml', 'models/pet.yaml', 'specs/models/pet.yaml'],
  ['specs/api.yaml', './pet.yaml', 'specs/pet.yaml'],
  ['specs/a/api.yaml', '../pet.yaml', 'specs/pet.yaml'],
  ['api.yaml', '../../pet.yaml', '../../pet.yaml'],
  ['/abs/api.yaml', '../../../pet.yaml', '/pet.yaml'],
  ['/abs/api.yaml', 'a%20b.yaml', '/abs/a b.yaml'],
  ['-', 'pet.yaml', 'pet.yaml'],
  ['specs/api.yaml', '', 'specs/api.yaml'],
  ['specs/api.yaml', 'https://example.com/pet.yaml', 'https://example.com/pet.yaml'],
  ['https://example.com/v1/api.yaml', '../pet.yaml', 'https://example.com/pet.yaml'],
  ['https://example.com/v1/api.yaml?x=1', 'pet.yaml', 'https://example.com/v1/pet.yaml'],
  ['https://example.com/v1/api.yaml', '//other.com/pet.yaml', 'https://other.com/pet.yaml'],
  ['file:///v1/api.yaml', 'pet.yaml', 'file:///v1/pet.yaml'],
  ['C:\\specs\\api.yaml', 'pet.yaml', 'C:\\specs\\pet.yaml'],
])('at %s, %s is %s', (base, file, expected) => {
  expect(resolveLocation(base, file)).toBe(expected)
})

it.each([
  ['./a/../b.yaml', 'b.yaml'],
  ['a//b', 'a/b'],
  ['/', ''],
  ['https://x/a/../b', 'https://x/a/../b'],
])('%s is normally %s', (path, expected) => {
  expect(normalPath(path)).toBe(expected)
})

it('cuts and decodes a reference at its fragment', () => {
  expect(splitReference('a.yaml#/paths/~1pets~1%7Bid%7D')).toEqual({ file: 'a.yaml', fragment: '/paths/~1pets~1{id}' })
  expect(splitReference('#/100%')).toEqual({ file: '', fragment: '/100%' })
})

it('reads pointers', () => {
  expect(pointerTokens('/paths/~1pets~1{id}/a~0b')).toEqual(['paths', '/pets/{id}', 'a~b'])
  expect(pointerTokens('')).toEqual([])
  expect(pointerTokens('anchor')).toBeUndefined()
  expect(pointerTokens('components/schemas/Pet')).toEqual(['components', 'schemas', 'Pet'])
  expect(pointerText(['a~b', '/c'])).toBe('/a~0b/~1c')
})
