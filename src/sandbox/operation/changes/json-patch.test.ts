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
  expect(patch(document, 7)).toBe('operation 0 is no object')
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
