import { expect, it } from 'vitest'
import { inferSchema } from './infer.ts'

it('reads types, properties and elements off samples', () => {
  expect(
    inferSchema([
      { id: 1, tags: ['a'], at: null },
      { id: 2.5, name: 'x' },
    ]),
  ).toEqual({
    type: 'object',
    properties: {
      id: { type: 'number', example: 1 },
      tags: { type: 'array', items: { type: 'string', example: 'a' } },
      at: { type: 'null' },
      name: { type: 'string', example: 'x' },
    },
  })
})

it('lets a value be of every type that was seen', () => {
  expect(inferSchema(['a', 1, null])).toEqual({ type: ['string', 'integer', 'null'], example: 'a' })
  expect(inferSchema([])).toEqual({})
})

it('takes names of Object.prototype and any depth', () => {
  expect(inferSchema([JSON.parse('{"__proto__":1}')])).toEqual({
    type: 'object',
    properties: JSON.parse('{"__proto__":{"type":"integer","example":1}}'),
  })
  let deep: unknown = 1
  for (let i = 0; i < 10_000; i++) deep = [deep]
  expect(JSON.stringify(inferSchema([deep])).length).toBeLessThan(2000)
})
