import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { applyOverlays, type Overlaid } from './apply.ts'
import { type Overlay, readOverlay } from './overlay.ts'

function read(text: string): Overlay {
  const found = readOverlay({ location: 'o.yaml', bytes: Buffer.from(text) })
  if (!found.ok) throw new Error(found.error.message)
  return found.value
}

function overlay(actions: string): Overlay {
  return read(`overlay: 1.1.0\ninfo: { title: T, version: '1' }\nactions:\n${actions}`)
}

function applied(value: unknown, ...actions: readonly string[]): Overlaid {
  const result = applyOverlays(value, actions.map(overlay))
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe('update', () => {
  it('merges objects, appends to lists and replaces the rest', () => {
    const before = { a: { b: 1, list: [1], same: true }, other: [] }
    const { value } = applied(before, '- { target: $.a, update: { b: 2, list: [2, 3], c: { d: 4 } } }')
    expect(value).toEqual({ a: { b: 2, list: [1, 2, 3], same: true, c: { d: 4 } }, other: [] })
    expect(before).toEqual({ a: { b: 1, list: [1], same: true }, other: [] })
  })

  it('appends an entry to a list, and the entries of a list', () => {
    expect(applied({ a: [1] }, '- { target: $.a, update: { x: 1 } }').value).toEqual({ a: [1, { x: 1 }] })
    expect(applied({ a: [1] }, '- { target: $.a, update: [2] }').value).toEqual({ a: [1, 2] })
    expect(applied({ a: ['x'] }, '- { target: $.a, update: y }').value).toEqual({ a: ['x', 'y'] })
  })

  it('replaces single values, as 1.1 has it', () => {
    expect(
      applied({ a: { b: 1 }, l: [1, 2] }, '- { target: $.a.b, update: 2 }\n- { target: "$.l[0]", update: 9 }').value,
    ).toEqual({ a: { b: 2 }, l: [9, 2] })
  })

  it('tells of places that it does not fit', () => {
    const { value, problems } = applied({ a: { b: 1 }, c: 2 }, '- { target: "$.*", update: 3 }')
    expect(value).toEqual({ a: { b: 1 }, c: 3 })
    expect(problems).toMatchObject([
      { document: 'o.yaml', line: 4, message: 'Target "$.*" matches 1 of 2 places that the change does not fit' },
    ])
  })

  it('keeps parts apart that several places shared', () => {
    const shared = { x: { y: 1 } }
    const { value } = applied({ a: shared, b: shared }, '- { target: $.a.x, update: { y: 2 } }')
    expect(value).toEqual({ a: { x: { y: 2 } }, b: { x: { y: 1 } } })
    const both = applied(
      { a: {}, b: {} },
      '- { target: "$.*", update: { n: { k: 1 } } }\n- { target: $.a.n, update: { k: 2 } }',
    )
    expect(both.value).toEqual({ a: { n: { k: 2 } }, b: { n: { k: 1 } } })
  })

  it('takes names as they are, also __proto__', () => {
    const { value } = applied(JSON.parse('{"a":{}}'), '- { target: $.a, update: { __proto__: { x: 1 } } }')
    expect(JSON.stringify(value)).toBe('{"a":{"__proto__":{"x":1}}}')
    expect(Object.prototype).not.toHaveProperty('x')
  })
})

describe('remove', () => {
  it('takes fields and entries away', () => {
    expect(applied({ a: 1, b: 2 }, '- { target: $.a, remove: true, update: 1 }').value).toEqual({ b: 2 })
    expect(applied({ l: [0, 1, 2, 3] }, '- { target: "$.l[0,2]", remove: true }').value).toEqual({ l: [1, 3] })
    expect(applied({ l: [0, 1, 2, 3] }, '- { target: "$.l[2,0,2]", remove: true }').value).toEqual({ l: [1, 3] })
    expect(applied({ l: [[1], [1]] }, '- { target: "$..[?@ == 1]", remove: true }').value).toEqual({ l: [[], []] })
    expect(applied({ l: [[1], [2]] }, '- { target: "$..[0]", remove: true }').value).toEqual({ l: [[]] })
  })

  it('leaves the whole document where it is', () => {
    const { value, problems } = applied({ a: 1 }, '- { target: $, remove: true }')
    expect(value).toEqual({ a: 1 })
    expect(problems[0]?.message).toContain('is the whole document')
  })
})

describe('copy', () => {
  it('merges what stands elsewhere, and shares nothing with it', () => {
    const { value } = applied(
      { from: { k: { v: 1 } }, to: { own: true } },
      '- { target: $.to, copy: $.from }\n- { target: $.to.k, update: { v: 2 } }',
    )
    expect(value).toEqual({ from: { k: { v: 1 } }, to: { own: true, k: { v: 2 } } })
  })

  it('wants one place', () => {
    expect(applied({ a: 1, b: {} }, '- { target: $.b, copy: "$.*" }').problems[0]?.message).toBe(
      '"copy" "$.*" must match exactly one place',
    )
  })
})

it('names a target that matches nothing, with its line', () => {
  const { problems } = applied({ a: 1 }, '- target: $.a\n  update: 2\n- target: $.paths["/x"].get\n  update: {}')
  expect(problems).toEqual([
    { document: 'o.yaml', pointer: '/actions/1', line: 6, message: 'Target "$.paths[\\"/x\\"].get" matches nothing' },
  ])
})

it('knows what came from an overlay, through later ones too', () => {
  const { value, marks } = applied(
    { a: { b: 1, enum: ['x'] }, c: {} },
    '- { target: $.a, update: { b: 2, d: { e: {} } } }\n- { target: $.a.enum, update: y }',
    '- { target: $.a.d, update: { f: 1 } }\n- { target: $.a, update: { g: 1 } }',
  )
  const { a, c } = value as { a: { d: { e: object } }; c: object }
  expect(marks.of(a)).toEqual(['b', 'd', 'enum', 'g'])
  expect(marks.of(a.d)).toBe(true)
  expect(marks.of(a.d.e)).toBe(true)
  expect(marks.of(c)).toBeUndefined()
})

describe('bounds', () => {
  it('stops overlays that make a document grow without end', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, i) => `- { target: $, update: { a${i + 1}: {} } }\n- { target: $.a${i + 1}, copy: $ }`,
    )
    const result = applyOverlays({ a0: [1, 2, 3] }, [overlay(doubling.join('\n'))])
    expect(result.ok ? '' : result.error.message).toContain('takes too much work on this document')
  })

  it('stops overlays that nest a document too deep', () => {
    const deeper = Array.from({ length: 600 }, (_, i) => `- { target: "$${'.a'.repeat(i)}", update: { a: {} } }`)
    const result = applyOverlays({}, [overlay(deeper.join('\n'))])
    expect(result.ok ? '' : result.error.message).toBe('With it the document is nested deeper than 512')
  })
})

it.each([
  ['openapi: 3.1.0', '', 'It is not an overlay: "overlay: 1.0.0" is missing'],
  ['overlay: 2.0.0', '/overlay', 'Overlay version "2.0.0" is not read, 1.0 and 1.1 are'],
  ['overlay: 1.0.0', '/info', 'An overlay has a title: "info: {title, version}" is missing'],
  ['overlay: 1.0.0\ninfo: {title: T}', '/actions', 'An overlay has a list of actions, at least one'],
  [
    'overlay: 1.0.0\ninfo: {title: T}\naction: []',
    '/action',
    '"action" is not a field of it (did you mean "actions"?)',
  ],
  ['overlay: 1.0.0\ninfo: {title: T}\nactions: [x]', '/actions/0', 'An action is an object with "target" and a change'],
  ['overlay: 1.0.0\ninfo: {title: T}\nactions: [{target: $}]', '/actions/0', 'The action changes nothing'],
  ['overlay: 1.0.0\ninfo: {title: T}\nactions: [{update: 1}]', '/actions/0/target', '"target" is a JSONPath'],
  [
    'overlay: 1.0.0\ninfo: {title: T}\nactions: [{target: "$.a[", update: 1}]',
    '/actions/0/target',
    '"$.a[" is not a valid JSONPath, at character 5',
  ],
  [
    'overlay: 1.0.0\ninfo: {title: T}\nactions: [{target: $, upate: 1}]',
    '/actions/0/upate',
    '"upate" is not a field of it (did you mean "update"?)',
  ],
  ['overlay: [', '', 'The document is not valid YAML'],
])('refuses %j with its place', (text, pointer, message) => {
  const found = readOverlay({ location: 'o.yaml', bytes: Buffer.from(text) })
  expect(found.ok ? undefined : found.error).toMatchObject({ document: 'o.yaml', pointer })
  expect(found.ok ? '' : found.error.message).toContain(message)
})
