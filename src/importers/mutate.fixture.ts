/** Documents changed at random, and what their schemas refer to. */
import fc from 'fast-check'
import { pointerText } from '../api/references.ts'
import { isObject, setOwn } from '../support/json.ts'

interface Spot {
  readonly holder: object
  readonly key: string
  readonly pointer: string
}

/** Every place of a value that can be deleted or replaced. */
function spots(value: unknown, tokens: readonly string[] = []): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const here = [...tokens, key]
    return [{ holder: value, key, pointer: pointerText(here) }, ...spots(child, here)]
  })
}

export interface Change {
  readonly at: number
  readonly other: number
  readonly how: number
  readonly value: unknown
}

/** One change of a document: a part deleted, replaced, or made to refer to another. */
export const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  other: fc.nat(),
  how: fc.nat({ max: 7 }),
  value: fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      'x',
      0,
      -1,
      true,
      [],
      {},
      [null],
      { $ref: 3 },
      { $ref: '' },
      { $ref: '#' },
      { $ref: 'other.yaml' },
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})

export function mutate(base: object, changes: readonly Change[]): object {
  const copy = structuredClone(base)
  for (const { at, other, how, value } of changes) {
    const all = spots(copy)
    const spot = all[at % Math.max(all.length, 1)]
    const target = all[other % Math.max(all.length, 1)]
    if (spot === undefined || target === undefined) break
    if (how === 0 && !Array.isArray(spot.holder)) delete (spot.holder as Record<string, unknown>)[spot.key]
    else if (how === 1) setOwn(spot.holder, spot.key, { $ref: `#${target.pointer}` })
    else if (how === 2 && !Array.isArray(spot.holder)) setOwn(spot.holder, '$ref', `#${target.pointer}`)
    else if (how === 3)
      setOwn(spot.holder, spot.key, structuredClone((target.holder as Record<string, unknown>)[target.key]))
    else if (how === 4 && !Array.isArray(spot.holder)) setOwn(spot.holder, '__proto__', structuredClone(value))
    else if (how === 5 && !Array.isArray(spot.holder)) setOwn(spot.holder, target.key, structuredClone(value))
    else setOwn(spot.holder, spot.key, structuredClone(value))
  }
  return copy
}

const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const MAP = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

const parts = (value: unknown): readonly unknown[] => (isObject(value) ? Object.values(value) : [])

/** The references of a schema. */
export function references(schema: unknown): readonly string[] {
  if (!isObject(schema)) return []
  const own = typeof schema['$ref'] === 'string' ? [schema['$ref']] : []
  const lists = LIST.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []))
  const inside = [...ONE.map((key) => schema[key]), ...lists, ...MAP.flatMap((key) => parts(schema[key]))]
  return [...own, ...inside.flatMap(references)]
}

/** A text cut off somewhere, or with some of its bytes changed. */
export function damagedBytes(text: string): fc.Arbitrary<Uint8Array> {
  const byte = fc.record({ at: fc.nat({ max: text.length }), value: fc.nat({ max: 255 }) })
  return fc.tuple(fc.nat({ max: text.length }), fc.array(byte, { maxLength: 5 })).map(([end, bytes]) => {
    const whole = Buffer.from(text).subarray(0, text.length - (end % 4 === 0 ? end : 0))
    for (const { at, value } of bytes) if (at < whole.length) whole[at] = value
    return whole
  })
}
