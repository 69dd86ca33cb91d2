import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { env } from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { sha256 } from '../support/digest.ts'
import { patched } from './documents/patch.ts'
import { handoffOf } from './handoff.ts'
import { handoffSchema } from './handoff-schema.ts'
import { descriptionOf, repeated } from './update.fixture.ts'
import { specUpdate } from './update.ts'

const file = resolve(import.meta.dirname, '../../schemas/handoff.schema.json')
const text = `openapi: 3.1.0
info: {title: Shop, version: "1"}
x-base: &base {type: object, properties: {id: {type: string}}}
paths:
  /things:
    get:
      responses:
        200:
          description: All
          content:
            application/json:
              schema: {type: object, properties: {size: {type: integer}, item: *base}}
`
const update = specUpdate({
  documents: new Map([['shop.yaml', text]]),
  root: 'shop.yaml',
  description: descriptionOf(['GET', '/things']),
  evidence: repeated(12, { path: '/things', body: { size: 1.5, item: { id: 'a', colour: 'red' }, more: true } }),
})
const about = { source: 'har', upstream: null, spec_source: 'shop.yaml', base_sha256: sha256(text) } as const

it('follows its schema, which is published', () => {
  if (env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, `${JSON.stringify(handoffSchema, undefined, 2)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(handoffSchema)
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const holds = ajv.compile(handoffSchema)
  const handoff = handoffOf(update, about)
  expect([holds(handoff), holds.errors]).toEqual([true, null])
  expect(holds({ ...handoff, applied: [{}] })).toBe(false)
  expect([handoff.applied.length, handoff.suggestions.length, handoff.skipped.length]).toEqual([1, 1, 1])
  const nothing = handoffOf({ ...update, changes: [], skipped: [] }, about)
  expect(nothing).toMatchObject({ applied: [], suggestions: [], skipped: [] })
})

it('has operations that give the patched document', () => {
  const { applied } = handoffOf(update, about)
  const operations = applied.flatMap(({ ops }) => ops)
  expect(load(update.texts.get('shop.yaml') ?? '')).toEqual(patched(load(text), operations))
})

it('says of what an alias shares why it is left alone', () => {
  expect(update.skipped.map(({ reason }) => reason)).toEqual([
    '/paths/~1things/get/responses/200/content/application~1json/schema/properties/item is an alias of &base, which other places share',
  ])
})
