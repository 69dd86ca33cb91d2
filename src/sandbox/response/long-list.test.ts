import { expect, it } from 'vitest'
import { type Inline, requestOf, sandboxOf, wholeOf } from '../../../test/support/inline.ts'
import type { HttpResponse } from '../../http/message.ts'
import { serve } from '../serve.ts'

const MIB = 1024 * 1024
const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const xml = (schema: string) => `content: {application/xml: {schema: ${schema}}}`
const note = "{$ref: '#/components/schemas/Note'}"
const pair = (path: string, list: string, parameters = '[]') => `
  /${path}:
    get: {parameters: ${parameters}, responses: {'200': {description: ok, ${list}}}}
    post: {requestBody: {required: true, ${json(note)}}, responses: {'201': {description: ok, ${json(note)}}}}
  /${path}/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${json(note)}}}}
    patch: {requestBody: {required: true, ${json(note)}}, responses: {'200': {description: ok, ${json(note)}}}}
`
const query = (...names: string[]) =>
  `[${names.map((name) => `{name: ${name}, in: query, schema: {type: ${/limit/.test(name) ? 'integer' : 'string'}}}`).join(', ')}]`
const page = `{type: object, required: [data, has_more], properties: {data: {type: array, items: ${note}}, has_more: {type: boolean}}}`
const description = `
paths:${pair('notes', json(`{type: array, items: ${note}}`), query('sort', 'name'))}${pair('papers', json(page), query('limit', 'starting_after'))}${pair('sheets', xml(`{type: array, items: ${note}}`))}
components:
  schemas:
    Note: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, text: {type: string}}}
`

interface Note {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** Four notes of a MiB each, the second with what JSON has to escape. */
async function filled(path: string, size = MIB): Promise<Inline & { readonly notes: readonly Note[] }> {
  const inline = await sandboxOf(description)
  const notes = ['d', 'b', 'c', 'a'].map((name, i) => {
    const text = (i === 1 ? 'é"\n😀' : 'x'.repeat(5)).repeat(size / 5)
    return inline.ask(`POST /${path}`, { body: { name, text } }).body as Note
  })
  return { ...inline, notes }
}

function answer({ live }: Inline, line: string): HttpResponse {
  return serve(requestOf(line), live, 0).response
}

it('makes a long list record by record, and says the same as in one', async () => {
  const inline = await filled('notes')
  const { pieces, ...rest } = answer(inline, 'GET /notes')
  expect(rest.body).toBe('')
  expect(pieces?.at(0)).toBe('[')
  expect(pieces?.at(3)).toBe(JSON.stringify(inline.notes[1]))
  expect(pieces?.at(3), 'asked for again').toBe(JSON.stringify(inline.notes[1]))
  expect(wholeOf(answer(inline, 'GET /notes')).body).toBe(JSON.stringify(inline.notes))
})

it('keeps what stands around the records, pages and cursors', async () => {
  const inline = await filled('papers')
  expect(inline.ask('GET /papers').body).toEqual({ data: inline.notes, has_more: false })
  const some = inline.ask('GET /papers?limit=3').body
  expect(some).toEqual({ data: inline.notes.slice(0, 3), has_more: true })
  const rest = inline.ask(`GET /papers?limit=3&starting_after=${inline.notes[2]?.id}`).body
  expect(rest).toEqual({ data: inline.notes.slice(3), has_more: false })
})

it('sorts and filters records that are not all in memory', async () => {
  const inline = await filled('notes')
  const sorted = inline.ask('GET /notes?sort=name').body as Note[]
  expect(sorted.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect((inline.ask('GET /notes?name=c').body as Note[]).map(({ id }) => id)).toEqual([inline.notes[2]?.id])
})

it('shows the records as they were when they were asked for, whatever becomes of them', async () => {
  const inline = await filled('notes')
  const asked = answer(inline, 'GET /notes')
  asked.pieces?.hold()
  inline.ask(`PATCH /notes/${inline.notes[3]?.id}`, { body: { name: 'new' } })
  expect(wholeOf(asked).body).toBe(JSON.stringify(inline.notes))
  asked.pieces?.release()
})

it('refuses a list that a media type wants whole and that is too long for that, and shows one record of it', async () => {
  const inline = await filled('sheets', 9 * MIB)
  const refused = () => answer(inline, 'GET /sheets')
  expect(refused).toThrow(
    expect.objectContaining({ code: 'unavailable', message: expect.stringContaining('ask for fewer of its records') }),
  )
  const short = await filled('sheets')
  expect(short.ask('GET /sheets').text).toContain('<name>d</name>')
})

it('makes a large record again where its answer has to wait', async () => {
  const inline = await filled('notes', 2 * MIB)
  const [first] = inline.notes
  const asked = answer(inline, `GET /notes/${first?.id}`)
  asked.pieces?.hold()
  inline.ask(`PATCH /notes/${first?.id}`, { body: { name: 'new' } })
  expect(asked.pieces?.bytes).toBe(JSON.stringify(first).length)
  for (const _ of ['once', 'twice']) {
    asked.pieces?.forget()
    expect(asked.pieces?.at(0)).toBe(JSON.stringify(first))
  }
})

it('lets no record grow beyond what one may have', async () => {
  const inline = await filled('notes', 1000)
  const path = `/notes/${inline.notes[0]?.id}`
  const patch = requestOf(`PATCH ${path}`, { body: { text: 'y'.repeat(5000) } })
  const bounded = { ...inline.live, largestRecord: 4000 }
  expect(() => serve(patch, bounded, 0)).toThrow(expect.objectContaining({ code: 'too-large' }))
  expect(serve(patch, { ...inline.live, largestRecord: 9000 }, 0).response.status).toBe(200)
})
