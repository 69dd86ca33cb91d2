import { expect, it } from 'vitest'
import { applyJsonPatch } from './json-patch.ts'

const patch = (document: unknown, ...operations: unknown[]) => {
  const result = applyJsonPatch(document, operations)
  return result.ok ? result.value : result.error
}

it('adds, replaces, removes, moves, copies and tests (RFC 6902)', () => {
  expect(patch({ a: [1, 3] }, { op: 'add', path: '/a/1', value: 2 })).toEqual({ a: [1, 2, 3] })
  expect(patch({ a: [1] }, { op: 'add', path: '/a/-', value: 2 })).toEqual({ a: [1, 2] })
  expect(patch({ a: 1 }, { op: 'replace', path: '/a', value: 2 })).toEqual({ a: 2 })
  expect(patch({ a: 1, b: 2 }, { op: 'remove', path: '/a' })).toEqual({ b: 2 })
  expect(patch({ a: { b: 1 } }, { op: 'move', from: '/a/b', path: '/c' })).toEqual({ a: {}, c: 1 })
  expect(patch({ a: { b: 1 } }, { op: 'copy', from: '/a', path: '/c' })).toEqual({ a: { b: 1 }, c: { b: 1 } })
  expect(patch({ a: 1 }, { op: 'test', path: '/a', value: 1 }, { op: 'remove', path: '/a' })).toEqual({})
  expect(patch({ 'a/b': 1, 'm~n': 2 }, { op: 'remove', path: '/a~1b' })).toEqual({ 'm~n': 2 })
  expect(patch({ a: 1 }, { op: 'replace', path: '', value: { b: 2 } })).toEqual({ b: 2 })
})

it('names the operation that cannot be done and leaves the input alone', () => {
  const document = { a: 1 }
  expect(patch(document, { op: 'add', path: '/b', value: 1 }, { op: 'remove', path: '/c' })).toBe(
    'operation 1 finds nothing at /c',
  )
  expect(patch(document, { op: 'test', path: '/a', value: 2 })).toBe('operation 0 finds another value at /a')
  expect(patch(document, { op: 'jump', path: '/a' })).toBe('operation 0 has an unknown op "jump"')
  expect(patch(document, { op: 'replace', path: '/a' })).toBe('operation 0 has no value')
  expect(patch(document, 7)).toBe('operation 0 is not an object')
  expect(patch({ a: [] }, { op: 'add', path: '/a/5', value: 1 })).toBe('operation 0 has no index 5')
  expect(document).toEqual({ a: 1 })
})

it('takes names of Object.prototype as names', () => {
  expect(patch({}, { op: 'add', path: '/__proto__', value: { x: 1 } })).toEqual(JSON.parse('{"__proto__":{"x":1}}'))
  expect(patch({}, { op: 'add', path: '/constructor/x', value: 1 })).toBe(
    'operation 0 finds no parent of /constructor/x',
  )
})

it('stops a patch that grows the document without end, and refuses pointers RFC 6901 does not know', () => {
  const doubling = Array.from({ length: 60 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))
  expect(typeof patch({ a: ['x'.repeat(1000)] }, ...doubling)).toBe('string')
  expect(typeof patch({ a: 1 }, { op: 'remove', path: 'a' })).toBe('string')
  expect(typeof patch({ a: [1, 2] }, { op: 'remove', path: '/a/01' })).toBe('string')
})

it('takes an element of an array by the value of its property where a pointer says so', () => {
  const units = { units: [{ ref: 'a' }, { ref: 'b', n: 1 }] }
  const replaced = patch(units, { op: 'replace', path: "/units/@ref=='b'/n", value: 2 })
  expect(replaced).toEqual({ units: [{ ref: 'a' }, { ref: 'b', n: 2 }] })
  expect(patch(units, { op: 'replace', path: "/units/@ref=='a'", value: 0 })).toEqual({
    units: [0, { ref: 'b', n: 1 }],
  })
  expect(patch(units, { op: 'remove', path: "/units/@ref=='b'" })).toEqual({ units: [{ ref: 'a' }] })
  expect(patch({ units: [{}] }, { op: 'add', path: "/units/@ref=='default'/n", value: 3 })).toEqual({
    units: [{ n: 3 }],
  })
  expect(patch(units, { op: 'add', path: "/units/@ref=='c'/n", value: 3 })).toMatch(/finds no parent/)
})

it('takes an element of an array by its id', () => {
  const fields = { fields: [{ id: 'a1' }, { id: 'b2', n: 1 }] }
  expect(patch(fields, { op: 'replace', path: '/fields/b2/n', value: 2 })).toEqual({
    fields: [{ id: 'a1' }, { id: 'b2', n: 2 }],
  })
  expect(patch(fields, { op: 'remove', path: '/fields/a1' })).toEqual({ fields: [{ id: 'b2', n: 1 }] })
  expect(patch(fields, { op: 'remove', path: '/fields/c3' })).toMatch(/finds nothing/)
})

it('does thousands of ordinary operations', () => {
  const ids = Array.from({ length: 300 }, (_, i) => ({ id: `u${i}`, n: 0 }))
  const byId = Array.from({ length: 5000 }, (_, i) => ({ op: 'replace', path: `/u/u${i % 300}/n`, value: i }))
  expect(patch({ u: ids }, ...byId)).toMatchObject({ u: { 299: { n: 4799 } } })
  const queue = Array.from({ length: 10_000 }, (_, i) => ({ op: i % 2 ? 'remove' : 'add', path: '/n/0', value: i }))
  expect(patch({ n: Array.from({ length: 5000 }, (_, i) => i) }, ...queue)).toHaveProperty('n.length', 5000)
  const appended = Array.from({ length: 10_000 }, (_, i) => ({ op: 'add', path: '/n/-', value: i }))
  expect(patch({ n: [] }, ...appended)).toHaveProperty('n.length', 10_000)
})

it('moves a large value as often as asked without copying it, and keeps it whole', () => {
  const large = Array.from({ length: 100_000 }, (_, i) => ({ i }))
  const document = { a: large, b: {} }
  const there = { op: 'move', from: '/a', path: '/b/z' }
  const back = { op: 'move', from: '/b/z', path: '/a' }
  const moves = Array.from({ length: 2000 }, (_, i) => (i % 2 ? back : there))
  const started = performance.now()
  expect(patch(document, ...moves)).toEqual({ a: large, b: {} })
  expect(patch(document, { op: 'move', from: '/a', path: '/a' })).toEqual({ b: {}, a: large })
  expect(patch(document, { op: 'move', from: '/a', path: '/a/0' })).toMatch(/into itself/)
  expect(performance.now() - started).toBeLessThan(5000)
})

it('stops a patch that searches or shifts long arrays again and again', () => {
  const long = { a: [...Array.from({ length: 200_000 }, () => ({ n: 1 })), { id: 'z' }] }
  for (const path of ['/a/z/id', "/a/@id=='z'/id"]) {
    const tests = Array.from({ length: 2000 }, () => ({ op: 'test', path, value: 'z' }))
    expect(patch(long, ...tests)).toMatch(/^operation 9 comes when more than 2000000 values have been visited/)
    expect(patch(long, ...tests.slice(0, 5))).toEqual(long)
  }
  const inserts = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/a/0', value: 1 }))
  expect(patch(long, ...inserts)).toMatch(/more than 2000000 values/)
})

it('refuses what nests deeper than a request may', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  const deeper = Array.from({ length: 40 }, (_, i) => ({ op: 'add', path: '/a'.repeat(500 * i), value: nested(500) }))
  expect(patch({}, ...deeper)).toBe('the result nests deeper than 512 levels')
  const moves = deeper.flatMap(({ value }) => [
    { op: 'add', path: '/b', value },
    { op: 'move', from: '/a', path: `/b${'/a'.repeat(499)}` },
    { op: 'move', from: '/b', path: '/a' },
    { op: 'copy', from: '/a', path: '/c' },
  ])
  expect(patch({ a: 1 }, ...moves)).toMatch(/copies too much|nests deeper/)
  expect(patch({}, { op: 'add', path: '/a', value: nested(500) })).toEqual({ a: nested(500) })
})

it('leaves the operations alone', () => {
  const operations = [
    { op: 'add', path: '/a', value: { b: [] } },
    { op: 'add', path: '/a/b/-', value: 1 },
    { op: 'replace', path: '/a', value: {} },
    { op: 'add', path: '/a/c', value: 2 },
  ]
  const before = structuredClone(operations)
  expect(patch({}, ...operations)).toEqual({ a: { c: 2 } })
  expect(operations).toEqual(before)
})
