import { expect, it } from 'vitest'
import type { Schema } from '../../api/schema/schema.ts'
import { openParts } from './closed-parts.ts'

const closed = { additionalProperties: false }
const ref = (key: string) => ({ $ref: `#/schemas/${key}` })
const properties = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, true])) })

function opened(schemas: Record<string, Record<string, unknown>>): Record<string, Record<string, unknown>> {
  const entries = new Map<string, Schema>(Object.entries(schemas))
  openParts(
    Object.values(schemas).filter((schema) => Array.isArray(schema['allOf'])),
    entries,
  )
  return schemas
}

it('closes the whole where it says so beside allOf', () => {
  const { Address } = opened({
    Partial: { ...closed, ...properties('a') },
    Address: { ...closed, allOf: [ref('Partial')] },
  })
  expect(Address).toEqual({ allOf: [ref('Partial')], unevaluatedProperties: false })
})

it('opens a part beside which the whole declares more, and no other', () => {
  const made = opened({
    Base: { ...closed, ...properties('a') },
    Same: { ...closed, ...properties('a', 'b') },
    Whole: { allOf: [ref('Base'), ref('Same')] },
    Alone: { ...closed, ...properties('c') },
    Other: { allOf: [ref('Alone')] },
  })
  expect(made['Base']).not.toHaveProperty('additionalProperties')
  expect(made['Same']).toHaveProperty('additionalProperties', false)
  expect(made['Alone']).toHaveProperty('additionalProperties', false)
})

it('does not close a whole that is a part of more, whatever comes first', () => {
  for (const order of [
    ['Base', 'Middle', 'Whole'],
    ['Whole', 'Middle', 'Base'],
  ]) {
    const all: Record<string, Record<string, unknown>> = {
      Base: { ...closed, ...properties('a') },
      Middle: { ...closed, ...properties('b'), allOf: [ref('Base')] },
      Whole: { ...properties('c'), allOf: [ref('Middle')] },
    }
    const { Middle } = opened(Object.fromEntries(order.map((name) => [name, all[name] ?? {}])))
    expect(Middle).toEqual({ ...properties('b'), allOf: [ref('Base')] })
  }
})

it('closes the whole of which a part was opened, but not where that is a part of more', () => {
  const made = opened({
    Base: { ...closed, ...properties('a') },
    Inner: { allOf: [ref('Base'), properties('b')] },
    Outer: { allOf: [ref('Inner'), properties('c')] },
    Choice: { oneOf: [ref('Alone'), ref('Outer')] },
    Alone: { allOf: [ref('Base'), properties('d')] },
    Around: { ...properties('e'), oneOf: [ref('Held')] },
    Held: { allOf: [ref('Base'), properties('f')] },
  })
  const closedOnes = Object.keys(made).filter((name) => made[name]?.['unevaluatedProperties'] === false)
  expect(closedOnes).toEqual(['Outer', 'Alone'])
})

it('leaves what goes round and what is not closed', () => {
  const made = opened({ A: { ...properties('a'), allOf: [ref('B')] }, B: { ...properties('b'), allOf: [ref('A')] } })
  expect(made['A']).toEqual({ ...properties('a'), allOf: [ref('B')] })
})

it('is quick where schemas are put together from thousands', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [
      `T${index}`,
      { allOf: [ref(`T${index - 1}`), { ...closed, ...properties(`p${index}`) }] },
    ]),
  )
  const begun = performance.now()
  const made = opened({ ...chain, 'T-1': properties('p') })
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(made['T9']?.['allOf']).toEqual([ref('T8'), properties('p9')])
})
