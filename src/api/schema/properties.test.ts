import { expect, it } from 'vitest'
import { allProperties } from './properties.ts'
import type { Schema } from './schema.ts'
import { viewer } from './view.ts'

function namesOf(schema: Schema, components: Readonly<Record<string, Schema>> = {}): readonly string[] {
  const view = viewer((reference) => components[reference])
  return [...allProperties(schema, { view }).keys()]
}

it('knows the properties of alternatives, and of theirs', () => {
  const deep: Schema = { oneOf: [{ properties: { c: true } }, { anyOf: [{ properties: { d: true } }, {}] }] }
  expect(namesOf({ properties: { a: true }, oneOf: [{ properties: { b: true } }, deep] })).toEqual(['a', 'b', 'c', 'd'])
})

it('keeps the first of a property that several have', () => {
  const text: Schema = { type: 'string' }
  const either: Schema = { oneOf: [{ properties: { a: text } }, { properties: { a: { type: 'integer' } } }] }
  expect(allProperties(either, { view: viewer(() => undefined) }).get('a')).toBe(text)
})

it('comes to an end where alternatives hold each other, or nest without end', () => {
  const a: Schema = { oneOf: [{ $ref: 'b' }, { properties: { x: true } }] }
  expect(namesOf(a, { a, b: { oneOf: [{ $ref: 'a' }, { properties: { y: true } }] } })).toEqual(['x', 'y'])
  const chain = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i): [string, Schema] => [`${i}`, { oneOf: [{ $ref: `${i + 1}` }, {}] }]),
  )
  expect(namesOf({ oneOf: [{ $ref: '0' }, {}] }, chain)).toEqual([])
})

it('reads a reference as each description means it', () => {
  const same: Schema = { $ref: 'a' }
  expect(namesOf(same, { a: { properties: { x: true } } })).toEqual(['x'])
  expect(namesOf(same, { a: { properties: { y: true } } })).toEqual(['y'])
})
