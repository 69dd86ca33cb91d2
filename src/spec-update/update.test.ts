import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import type { Recording } from '../traffic/recording.ts'
import { patched } from './documents/patch.ts'
import { reportLines } from './report.ts'
import { descriptionOf, recording, repeated } from './update.fixture.ts'
import { type SpecUpdate, specUpdate } from './update.ts'

const text = `openapi: 3.0.3
info: {title: Pay, version: '1'}
paths:
  /charges/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: One charge   # as stored
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Charge'
        '404':
          description: None
components:
  schemas:
    # What was charged.
    Charge:
      type: object
      required: [id]
      properties:
        id:
          type: string
        status:
          type: string
          enum: [paid, open]   # more to come
        note:
          type: string
`
const description = descriptionOf(['GET', '/charges/{id}'])

function update(evidence: readonly Recording[], source = text): SpecUpdate {
  return specUpdate({ documents: new Map([['api.yaml', source]]), root: 'api.yaml', description, evidence })
}

/** Lines that were added (+) and taken out (-). */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter((line) => !now.includes(line)).map((l) => `-${l}`),
    ...now.filter((line) => !old.includes(line)).map((l) => `+${l}`),
  ]
}

const get = '/paths/~1charges~1{id}/get'
const charge = { id: 'ch_1', status: 'paid', note: 'x' }

it('adds a field, a value, null, a status, a parameter and a header, each where a person would', () => {
  const evidence = [
    ...repeated(12, { path: '/charges/ch_1', body: { ...charge, risk: 0.5, at: '2026-01-01T00:00:00Z' } }),
    ...repeated(5, {
      path: '/charges/ch_1',
      body: { ...charge, status: 'disputed', note: null },
      query: [['expand', 'a']],
    }),
    ...repeated(5, { path: '/charges/ch_1', status: 429, body: { error: 'slow down' } }),
    ...repeated(20, {
      path: '/charges/ch_1',
      body: charge,
      fields: [
        ['x-request-cost', '3'],
        ['date', 'x'],
        ['x-powered-by', 'y'],
      ],
    }),
  ]
  const done = update(evidence)
  expect(done.skipped).toEqual([])
  const patched = done.texts.get('api.yaml') ?? ''
  expect(difference(text, patched)).toMatchInlineSnapshot(`
    [
      "-          enum: [paid, open]   # more to come",
      "+        - {name: expand, in: query, schema: {type: string}}",
      "+          headers:",
      "+            X-Request-Cost:",
      "+                type: integer",
      "+        '429':",
      "+          description: Too Many Requests",
      "+                type: object",
      "+                properties:",
      "+                  error:",
      "+                    type: string",
      "+          enum: [paid, open, disputed]   # more to come",
      "+          nullable: true",
      "+        at:",
      "+          format: date-time",
      "+        risk:",
      "+          type: number",
    ]
  `)
  expect(reportLines(done, { output: 'out.yaml' })).toMatchInlineSnapshot(`
    [
      "7 change(s): 7 applied (additive), 0 suggestion(s), 0 skipped (no document anchor)",
      "  APPLIED    field     GET /charges/{id}: field "at" (string, date-time) at api.yaml#/components/schemas/Charge/properties/at, seen in 12 of 37 answers with 200 [chg_ad195ce934af]",
      "  APPLIED    field     GET /charges/{id}: field "risk" (number) at api.yaml#/components/schemas/Charge/properties/risk, seen in 12 of 37 answers with 200 [chg_954bb971aa16]",
      "  APPLIED    enum      GET /charges/{id}: value "disputed" at api.yaml#/components/schemas/Charge/properties/status/enum/-, seen in 5 of 37 answers with 200 [chg_6a2efef04428]",
      "  APPLIED    nullable  GET /charges/{id}: null is sent at api.yaml#/components/schemas/Charge/properties/note/nullable, seen in 5 of 37 answers with 200 [chg_e3dd5d227e91]",
      "  APPLIED    status    GET /charges/{id}: status 429 at api.yaml#/paths/~1charges~1{id}/get/responses/429, seen in 5 of 42 answers [chg_e062d1c45a55]",
      "  APPLIED    parameter GET /charges/{id}: query parameter "expand" at api.yaml#/paths/~1charges~1{id}/get/parameters/-, seen in 5 of 37 requests that succeeded [chg_b4c769d50dce]",
      "  APPLIED    header    GET /charges/{id}: header X-Request-Cost at api.yaml#/paths/~1charges~1{id}/get/responses/200/headers/X-Request-Cost, seen in 20 of 37 answers with 200 [chg_086e156e9759]",
      "42 recording(s); thresholds: a field in 20 % of at least 10 bodies; a value, status or parameter 3 times in 2 different hours",
      "patched spec: out.yaml",
    ]
  `)
  expect(update(evidence, patched)).toMatchObject({ changes: [], skipped: [], agrees: true, texts: new Map() })
})

it('brings what holds several additions once, and the same operations give the same document', () => {
  const evidence = repeated(12, {
    path: '/charges/ch_1',
    body: charge,
    fields: [
      ['x-request-cost', '3'],
      ['x-total', '9'],
    ],
  })
  const done = update(evidence)
  expect(done.changes.map(({ pointer, ops }) => [pointer, ops.map(({ path }) => path)])).toEqual([
    [`${get}/responses/200/headers/X-Request-Cost`, [`${get}/responses/200/headers`]],
    [`${get}/responses/200/headers/X-Total`, [`${get}/responses/200/headers/X-Total`]],
  ])
  const patchedText = done.texts.get('api.yaml') ?? ''
  expect(difference(text, patchedText).filter((line) => line.includes('headers:'))).toHaveLength(1)
  expect(load(patchedText)).toEqual(
    patched(
      load(text),
      done.changes.flatMap(({ ops }) => ops),
    ),
  )
  expect(update(evidence, patchedText).agrees).toBe(true)
})

it('says so where the spec and the wire agree', () => {
  const done = update(repeated(12, { path: '/charges/ch_1', body: charge }))
  expect(done).toMatchObject({ changes: [], agrees: true })
  expect(reportLines(done)[0]).toBe('the spec and the wire agree')
})

it('concludes nothing from one sighting, from one hour, from server errors and from what was redacted', () => {
  const evidence = [
    ...repeated(30, { path: '/charges/ch_1', body: charge }),
    recording({ path: '/charges/ch_1', body: { ...charge, once: 1 } }),
    ...Array.from({ length: 9 }, () => recording({ path: '/charges/ch_1', body: { ...charge, status: 'disputed' } })),
    ...repeated(9, { path: '/charges/ch_1', status: 503, body: { down: true } }),
    ...repeated(9, { path: '/charges/ch_1', body: { ...charge, status: '<redacted:0123abcd>' } }),
    ...repeated(9, { path: '/charges/ch_1', body: { ...charge, status: 'u8f3a92b7c' } }),
  ]
  expect(update(evidence)).toMatchObject({ changes: [], agrees: true })
})

it('takes a text that may be a stand-in for a value only where the recording says that it is none', () => {
  const listing = (name: string) =>
    text.replace('note:\n          type: string', `${name}:\n          type: string\n          enum: [plain]`)
  const source = listing('tier')
  const { note, ...rest } = charge
  expect(note).toBeDefined()
  const odd = repeated(12, { path: '/charges/ch_1', body: { ...rest, tier: 'Qwxz' } })
  expect(update(odd, source).changes).toEqual([])
  const personal = repeated(12, { path: '/charges/ch_1', body: { ...rest, gender: 'Qwxz' } })
  const raw = personal.map((one) => ({ ...one, choices: 'all' as const }))
  expect(update(raw, listing('gender')).changes).toEqual([])
  for (const choices of ['all', ['Qwxz']] as const)
    expect(
      update(
        odd.map((one) => ({ ...one, choices })),
        source,
      ).changes,
    ).toMatchObject([{ class: 'enum', value: 'Qwxz' }])
})

it('takes a code of few digits for a value only among others', () => {
  const listing = (values: string) => text.replace('[paid, open]', values)
  const seen = repeated(12, { path: '/charges/ch_1', body: { ...charge, status: '07' } })
  expect(update(seen, listing("['01', '02']")).changes).toMatchObject([{ class: 'enum', value: '07' }])
  expect(update(seen, listing('[paid, open]')).changes).toEqual([])
})

it('suggests what narrows or retypes, and applies it by id only', () => {
  const evidence = [
    ...repeated(12, { path: '/charges/ch_1', body: { status: 'paid', note: 7 } }),
    ...repeated(12, { method: 'POST', path: '/refunds', status: 201, body: { id: 're_1' }, sent: { charge: 'ch_1' } }),
  ]
  const done = update(evidence)
  expect(done.texts.size).toBe(0)
  expect(done.changes.map((one) => [one.class, one.disposition, one.pointer])).toEqual([
    ['type', 'SUGGESTION', '/components/schemas/Charge/properties/note/type'],
    ['required', 'SUGGESTION', '/components/schemas/Charge/required'],
    ['endpoint', 'SUGGESTION', '/paths/~1refunds/post'],
  ])
  const input = { documents: new Map([['api.yaml', text]]), root: 'api.yaml', description, evidence }
  const taken = specUpdate({ ...input, apply: done.changes.map(({ id }) => id) })
  expect(difference(text, taken.texts.get('api.yaml') ?? '')).toMatchInlineSnapshot(`
    [
      "-      required: [id]",
      "+  /refunds:",
      "+    post:",
      "+        '201':",
      "+          description: Created",
      "+                type: object",
      "+                properties:",
      "+                  id:",
      "+                    type: string",
      "+          type: integer",
    ]
  `)
  expect(() => specUpdate({ ...input, apply: ['chg_none'] })).toThrow('There is no suggestion chg_none')
})
