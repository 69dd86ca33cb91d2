import { expect, it } from 'vitest'
import { editDocument } from './edit.ts'
import { openDocument } from './index.ts'
import type { PatchOperation } from './patch.ts'

function edited(text: string, ...operations: readonly PatchOperation[]): string {
  const document = openDocument('a', text)
  if (typeof document === 'string') throw new Error(document)
  const done = editDocument(document, [operations])
  return done.refused.get(0) ?? done.text
}

const add = (path: string, value: unknown): PatchOperation => ({ op: 'add', path, value })

it.each<[what: string, before: string, operation: PatchOperation, after: string]>([
  [
    'behind the last member, its comment and its notes',
    'p:\n  a: 1 # one\n    # of a\n  # end of p\nq: 2\n',
    add('/p/b', 2),
    'p:\n  a: 1 # one\n    # of a\n  b: 2\n  # end of p\nq: 2\n',
  ],
  [
    'at the end of a text without a line end',
    'p:\n    a: 1',
    add('/p/b', { c: 1 }),
    'p:\n    a: 1\n    b:\n        c: 1',
  ],
  ['with the line ends of the author', 'p:\r\n  a: 1\r\n', add('/p/b', [1]), 'p:\r\n  a: 1\r\n  b:\r\n    - 1\r\n'],
  ['behind a byte order mark', '\uFEFFa: 1\n', add('/b', 2), '\uFEFFa: 1\nb: 2\n'],
  [
    'behind a text over several lines',
    'p:\n  a: |\n    x\n\nq: 1\n',
    add('/p/b', 2),
    'p:\n  a: |\n    x\n  b: 2\n\nq: 1\n',
  ],
  [
    'behind a text that keeps its blank lines',
    'p:\n  a: |+\n    x\n\nq: 1\n',
    add('/p/b', 2),
    'p:\n  a: |+\n    x\n\n  b: 2\nq: 1\n',
  ],
  [
    'among status codes in order',
    "r:\n  '200': {d: x}\n  '404': {d: y}\n  default: {d: z}\n",
    add('/r/429', { d: 'w' }),
    "r:\n  '200': {d: x}\n  '404': {d: y}\n  '429': {d: w}\n  default: {d: z}\n",
  ],
  [
    'before the first status code and its comment',
    'r:\n  # bad\n  "404":\n    d: y\n',
    add('/r/200', { d: 'w' }),
    'r:\n  "200":\n    d: w\n  # bad\n  "404":\n    d: y\n',
  ],
  [
    'among keys in order',
    'p:\n  a: 1\n  b: 1\n  d: 1\n  e: 1\n  f: 1\n',
    add('/p/c', 1),
    'p:\n  a: 1\n  b: 1\n  c: 1\n  d: 1\n  e: 1\n  f: 1\n',
  ],
  ['into brackets', 'p: { a: 1, b: 2 } # x\n', add('/p/c', 'y'), "p: { a: 1, b: 2, c: 'y' } # x\n"],
  [
    'into brackets over several lines',
    'p: {\n  a: 1, # one\n  b: 2 # two\n}\n',
    add('/p/c', 3),
    'p: {\n  a: 1, # one\n  b: 2, # two\n  c: 3\n}\n',
  ],
  ['into empty brackets', 'p: {}\nq: 1\n', add('/p/a', { t: 'x' }), 'p:\n  a:\n    t: x\nq: 1\n'],
  [
    'to a list whose dashes stand below the key',
    'e:\n- a # x\n- "b"\nq: 1\n',
    add('/e/-', 'c'),
    'e:\n- a # x\n- "b"\n- c\nq: 1\n',
  ],
  [
    'to a list in the quotes of all others',
    "e:\n  - 'a'\n  - 'b'\n",
    add('/e/-', 'c'),
    "e:\n  - 'a'\n  - 'b'\n  - 'c'\n",
  ],
  ['in place of a word', 't: a\nu: 1\n', { op: 'replace', path: '/t', value: ['a', 'b'] }, 't:\n  - a\n  - b\nu: 1\n'],
  [
    'in place of a word with a comment',
    't: a # x\n',
    { op: 'replace', path: '/t', value: ['a', 'b'] },
    't: [a, b] # x\n',
  ],
  [
    'in place of a type',
    'type: string # x\n',
    { op: 'replace', path: '/type', value: ['string', 'null'] },
    "type: [string, 'null'] # x\n",
  ],
  [
    'to JSON',
    '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    add('/a/c', { d: [] }),
    '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": {\n\t\t\t"d": []\n\t\t}\n\t}\n}\n',
  ],
  [
    'to JSON on one line',
    '{"a":{"b":1},"e":["x"]}',
    add('/a/c', { d: [1, 2] }),
    '{"a":{"b":1,"c":{"d":[1,2]}},"e":["x"]}',
  ],
  ['by taking lines out', 'r:\n- a\n- b # x\n- c\n', { op: 'remove', path: '/r/1' }, 'r:\n- a\n- c\n'],
  ['by taking out of brackets', 'r: [a, b]\n', { op: 'remove', path: '/r/0' }, 'r: [b]\n'],
])('edits %s', (_what, before, operation, after) => {
  expect(edited(before, operation)).toBe(after)
})

it.each<[before: string, operation: PatchOperation, reason: RegExp]>([
  ['a: &x {b: 1}\nc: *x\n', add('/c/d', 1), /alias of &x/],
  ['a: &x {b: 1}\nc: *x\n', add('/a/d', 1), /anchor &x/],
  ['a: &x\n  b: {c: 1}\nd:\n  <<: *x\n', add('/d/b/e', 1), /merge key/],
  ['a: |\n  long\n', { op: 'replace', path: '/a', value: 'x' }, /several lines/],
  ['a: 1\n', add('/b/c', 1), /\/b is not there/],
  ['a: 1\n', add('/a/c', 1), /holds nothing/],
])('leaves alone what it cannot edit, and says why: %j', (before, operation, reason) => {
  expect(edited(before, operation)).toMatch(reason)
})

it('edits an anchor that nobody uses', () => {
  expect(edited('a: &x\n  b: 1\n', add('/a/c', 2))).toBe('a: &x\n  b: 1\n  c: 2\n')
})

it('makes edits that need each other one after the other, and takes a group back as a whole', () => {
  const wrap: readonly PatchOperation[] = [
    add('/s/nullable', true),
    add('/s/allOf', [{ $ref: '#/a' }]),
    { op: 'remove', path: '/s/$ref' },
  ]
  expect(edited("s:\n  $ref: '#/a'\n", ...wrap)).toBe("s:\n  nullable: true\n  allOf:\n    - $ref: '#/a'\n")
  expect(edited('{"s":{"$ref":"#/a"}}', ...wrap)).toBe('{"s":{"nullable":true,"allOf":[{"$ref":"#/a"}]}}')
  const document = openDocument('a', 'a: {}\n')
  if (typeof document === 'string') throw new Error(document)
  const done = editDocument(document, [[add('/a/b', 1)], [add('/a/c', 1), add('/nowhere/d', 1)], [add('/a/e', 1)]])
  expect([done.text, [...done.refused.keys()]]).toEqual(['a:\n  b: 1\n  e: 1\n', [1]])
})
