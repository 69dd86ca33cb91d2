import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readYaml } from '../../importers/yaml.ts'
import type { Json } from '../../support/json.ts'
import { yamlText } from './yaml-text.ts'

it('is read again as what it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      fc.pre(JSON.stringify(value) !== undefined)
      const plain = JSON.parse(JSON.stringify(value)) as Json
      expect(readYaml(yamlText(plain)).value).toEqual(plain)
    }),
  )
})

it.each([
  ['yes', '"yes"\n'],
  ['a b', 'a b\n'],
  ['a: b', '"a: b"\n'],
  ['12', '"12"\n'],
  [[], '[]\n'],
  [{ a: [1, 'x'], b: [{ c: null }] }, 'a: [1, x]\nb:\n  - c: null\n'],
])('writes %j', (value, text) => {
  expect(yamlText(value as Json)).toBe(text)
})
