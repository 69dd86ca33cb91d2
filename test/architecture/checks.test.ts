import { expect, it } from 'vitest'
import {
  findBadNames,
  findCycles,
  findForbiddenImports,
  findFullDrawer,
  findLongFunctions,
  findStrayPackages,
  findUnexplainedLength,
  findUnlistedFiles,
  findWorldTouches,
} from './checks.ts'
import { laws } from './laws.ts'
import { productFiles, type Tree } from './tree.ts'

const tree = (files: Readonly<Record<string, string>>): Tree => new Map(Object.entries(files))

it.each([
  ['upward', { 'api/a.ts': "import { b } from '../server/b.ts'\n", 'server/b.ts': '' }],
  ['sideways', { 'derive/a.ts': "import { b } from '../traffic/b.ts'\n", 'traffic/b.ts': '' }],
  ['upward for a type', { 'http/a.ts': "import type { B } from '../api/b.ts'\n", 'api/b.ts': '' }],
  ['over several lines', { 'http/a.ts': "import {\n  b,\n  c,\n} from '../api/b.ts'\n", 'api/b.ts': '' }],
  ['by re-export', { 'http/a.ts': "export { b } from '../api/b.ts'\n", 'api/b.ts': '' }],
  ['for the side effect', { 'http/a.ts': "import '../api/b.ts'\n", 'api/b.ts': '' }],
  ['lazily', { 'http/a.ts': "const b = await import('../api/b.ts')\n", 'api/b.ts': '' }],
  ['as the type of an expression', { 'http/a.ts': "let b: import('../api/b.ts').B\n", 'api/b.ts': '' }],
  ['a value where only types may be', { 'stores/a.ts': "import { b } from '../agent/b.ts'\n", 'agent/b.ts': '' }],
  ['what does not exist', { 'api/a.ts': "import { b } from './b.ts'\n" }],
  ['what is outside', { 'api/a.ts': "import { b } from '../../bench/b.ts'\n" }],
  ['from a folder without a line in the table', { 'misc/a.ts': "import { b } from '../api/b.ts'\n", 'api/b.ts': '' }],
])('forbids importing %s', (_, files) => {
  expect(findForbiddenImports(tree(files), laws)).toHaveLength(1)
})

it('allows imports downwards, inside a folder, and types where types are allowed', () => {
  const files = tree({
    'server/a.ts': "import { b } from '../stores/b.ts'\nimport { c } from './c.ts'\n",
    'server/c.ts': '',
    'stores/b.ts': "import type { D } from '../agent/d.ts'\n",
    'agent/d.ts': "// import { a } from '../server/a.ts'\n",
  })
  expect(findForbiddenImports(files, laws)).toEqual([])
})

it('does not judge tests', () => {
  expect(findForbiddenImports(tree({ 'http/a.test.ts': "import { b } from '../cli/b.ts'\n" }), laws)).toEqual([])
})

it('finds a circle of three files and tells the way round', () => {
  const files = tree({
    'api/a.ts': "import { b } from './b.ts'\n",
    'api/b.ts': "import { c } from './c.ts'\n",
    'api/c.ts': "import { a } from './a.ts'\n",
  })
  expect(findCycles(files)).toEqual(['api/a.ts → api/b.ts → api/c.ts → api/a.ts'])
})

it('finds no circle where a type closes it', () => {
  const files = tree({ 'api/a.ts': "import { b } from './b.ts'\n", 'api/b.ts': "import type { A } from './a.ts'\n" })
  expect(findCycles(files)).toEqual([])
})

it.each([
  ["import { readFileSync } from 'node:fs'\n"],
  ["import { request } from 'node:http'\n"],
  ["import { setTimeout } from 'node:timers/promises'\n"],
  ['export const now = Date.now()\n'],
  ['export const now = new Date()\n'],
  ['export const start = performance.now()\n'],
  ['export const dice = Math.random()\n'],
  ["import { randomUUID } from 'node:crypto'\nexport const id = randomUUID()\n"],
  ['export const home = process.env\n'],
  ['setTimeout(() => {}, 10)\n'],
  ["export const page = await fetch('/')\n"],
  ["console.log('x')\n"],
])('sees the core touch the world: %s', (text) => {
  expect(findWorldTouches(tree({ 'sandbox/a.ts': text }), laws)).not.toEqual([])
  expect(findWorldTouches(tree({ 'server/a.ts': text }), laws)).toEqual([])
})

it.each([
  ['// Date.now() is forbidden here\n'],
  ["export const text = 'ask process.env'\n"],
  ['export const then = new Date(0)\n'],
  ["import { createHash } from 'node:crypto'\nexport const hash = createHash('sha256')\n"],
  ["import type { Server } from 'node:http'\nexport type S = Server\n"],
  ['export const answer = upstream.fetch(1)\n'],
  ['export const a = fetch(1)\nfunction fetch(x: number): number {\n  return x\n}\n'],
])('leaves the core alone: %s', (text) => {
  expect(findWorldTouches(tree({ 'sandbox/a.ts': text }), laws)).toEqual([])
})

it('keeps a package with its owner', () => {
  const files = tree({
    'http/a.ts':
      "import { parseMultipart } from '@remix-run/multipart-parser'\nimport { parse } from '@remix-run/multipart-parser/node'\n",
    'sandbox/a.ts': "import { parseMultipart } from '@remix-run/multipart-parser'\n",
    'api/a.ts': "import { x } from 'left-pad'\n",
  })
  expect(findStrayPackages(files, laws)).toEqual([
    'sandbox/a.ts imports @remix-run/multipart-parser, which belongs to http/',
    'api/a.ts imports left-pad, which no folder owns',
  ])
})

it('misses a README, a row for a file, and a file for a row', () => {
  const files = tree({
    'api/README.md': '| file | for |\n|---|---|\n| `a.ts`, `deep/b.ts` | x |\n| `gone.ts` | y |\n',
    'api/a.ts': '',
    'api/deep/b.ts': '',
    'api/deep/c.ts': '',
    'api/c.test.ts': '',
    'http/x.ts': '',
  })
  expect(findUnlistedFiles(files)).toEqual([
    'http/README.md is missing',
    'api/README.md does not list deep/c.ts',
    'api/README.md lists gone.ts, which does not exist',
  ])
})

it('asks a long file why it is whole', () => {
  const long = 'export const x = 1\n'.repeat(501)
  expect(findUnexplainedLength(tree({ 'api/a.ts': long }))).toHaveLength(1)
  expect(findUnexplainedLength(tree({ 'api/a.ts': `/** Whole, because the table is one. */\n${long}` }))).toHaveLength(
    1,
  )
  expect(findUnexplainedLength(tree({ 'api/a.ts': `/** Kept whole: the table is one. */\n${long}` }))).toEqual([])
})

it('keeps the drawer small, or asks why', () => {
  const files = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`support/f${i}.ts`, '']))
  expect(findFullDrawer(tree(files))).toHaveLength(1)
  expect(findFullDrawer(tree({ ...files, 'support/README.md': 'More than ten files because so.' }))).toEqual([])
})

it('wants names in kebab-case', () => {
  const files = tree({ 'api/pathTemplate.ts': '', 'api/path-template.property.test.ts': '', 'api/README.md': '' })
  expect(findBadNames(files)).toEqual(['api/pathTemplate.ts'])
})

it('tells product from tests', () => {
  expect(productFiles(tree({ 'a/b.ts': '', 'a/b.test.ts': '', 'a/b.contract.ts': '', 'a/README.md': '' }))).toEqual([
    'a/b.ts',
  ])
})

it('tells functions that are longer than a glance', () => {
  const body = (indent: string, lines: number): string => `${indent}  step()\n`.repeat(lines)
  const found = (text: string): readonly string[] => findLongFunctions(tree({ 'api/a.ts': text }))
  expect(found(`export function a(): void {\n${body('', 59)}}\n`)).toHaveLength(1)
  expect(found(`export function a(): void {\n${body('', 58)}}\n`)).toEqual([])
  expect(found(`const a = (): void => {\n${body('', 60)}}\n`)).toHaveLength(1)
  expect(found(`class A {\n  run(): void {\n${body('  ', 60)}  }\n}\n`)).toHaveLength(1)
  expect(found(`export const table = [\n${body('', 100)}]\n`)).toEqual([])
  expect(found(`function a(): void {\n  if (b) {\n${body('  ', 50)}  }\n}\n`)).toEqual([])
})
