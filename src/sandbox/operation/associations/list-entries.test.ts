import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `{'200': {description: ok, ${json(schema)}}, '404': {description: none}}`
const ids = '{name: ids, in: query, required: true, schema: {type: string}}'
const page = (of: string) =>
  `{type: object, properties: {items: {type: array, items: ${ref(of)}}, total: {type: integer}}}`
const flags = `{get: {parameters: [${ids}], responses: ${ok('{type: array, items: {type: boolean}}')}}}`
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const library = `
paths:
  /songs/{id}: {get: {parameters: [${inPath('id')}], responses: ${ok(ref('Song'))}}}
  /singers/{id}: {get: {parameters: [${inPath('id')}], responses: ${ok(ref('Singer'))}}}
  /me/songs:
    get: {responses: ${ok(page('SavedSong'))}}
    put: {parameters: [${ids}], responses: {'200': {description: saved}}}
    delete: {parameters: [${ids}], responses: {'200': {description: gone}}}
  /me/songs/contains: ${flags}
  /me/following:
    get: {responses: ${ok(page('Singer'))}}
    put: {parameters: [${ids}], requestBody: {${json('{type: object, properties: {ids: {type: array, items: {type: string}}}}')}}, responses: {'204': {description: followed}}}
    delete: {parameters: [${ids}], responses: {'204': {description: left}}}
  /me/following/contains: ${flags}
  /mixes:
    post: {requestBody: {${json(ref('Mix'))}}, responses: {'201': {description: made, ${json(ref('Mix'))}}}}
  /mixes/{mix_id}: {get: {parameters: [${inPath('mix_id')}], responses: ${ok(ref('Mix'))}}}
  /mixes/{mix_id}/songs:
    parameters: [${inPath('mix_id')}]
    get: {responses: ${ok(page('MixSong'))}}
    post: {requestBody: {${json('{type: object, properties: {uris: {type: array, items: {type: string}}, position: {type: integer}}}')}}, responses: {'201': {description: added}}}
    put: {requestBody: {${json('{type: object, properties: {uris: {type: array, items: {type: string}}}}')}}, responses: {'200': {description: replaced}}}
    delete: {requestBody: {${json('{type: object, properties: {songs: {type: array, items: {type: object, properties: {uri: {type: string}}}}}}')}}, responses: {'200': {description: gone}}}
components:
  schemas:
    Song: {type: object, properties: {id: {type: string}, name: {type: string}, uri: {type: string}}}
    Singer: {type: object, properties: {id: {type: string}, name: {type: string}}}
    SavedSong: {type: object, properties: {added_at: {type: string, format: date-time}, song: ${ref('Song')}}}
    MixSong: {type: object, properties: {added_at: {type: string, format: date-time}, song: ${ref('Song')}}}
    Mix: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
`

interface Entry {
  readonly song: { readonly id: string; readonly uri: string }
}

it('keeps in a list what requests put there by ids', async () => {
  const { ask } = await sandboxOf(library)
  const saved = () => (ask('GET /me/songs').body as { items: readonly Entry[] }).items.map(({ song }) => song.id)
  expect(saved()).toEqual([])
  for (const some of ['a,b', 'b,c']) expect(ask(`PUT /me/songs?ids=${some}`).status).toBe(200)
  expect(saved()).toEqual(['a', 'b', 'c'])
  expect(ask('DELETE /me/songs?ids=b').status).toBe(200)
  expect(saved()).toEqual(['a', 'c'])
  expect(ask('GET /me/songs/contains?ids=a,b,c,d').body).toEqual([true, false, true, false])
  expect(ask('GET /me/songs').body).toMatchObject({ total: 2, items: [{ song: ask('GET /songs/a').body }, {}] })
})

it('takes the ids in a body where the query wants them, and joins records without an entry', async () => {
  const { ask } = await sandboxOf(library)
  expect(ask('GET /me/following').body).toMatchObject({ items: [] })
  expect(ask('PUT /me/following', { body: { ids: ['x', 'y'] } }).status).toBe(204)
  expect(ask('PUT /me/following', { body: ['z'] }).status).toBe(204)
  ask('DELETE /me/following?ids=y')
  expect(ask('GET /me/following').body).toMatchObject({ items: [{ id: 'x' }, { id: 'z' }] })
  expect(ask('GET /me/following/contains?ids=x,y,q').body).toEqual([true, false, false])
  expect(ask('PUT /me/following', { body: {} }).status).toBe(400)
})

it('adds at a position, takes out and replaces, as often as it is said', async () => {
  const { ask } = await sandboxOf(library)
  const { id } = ask('POST /mixes', { body: { name: 'm' } }).body as { id: string }
  const of = `/mixes/${id}/songs`
  const uri = (name: string) => `my:song:${name}`
  const names = () =>
    (ask(`GET ${of}`).body as { items: readonly Entry[] }).items.map(({ song }) => song.uri.split(':').at(-1)).join('')
  ask(`POST ${of}`, { body: { uris: ['a', 'b', 'a'].map(uri) } })
  expect(names()).toBe('aba')
  ask(`POST ${of}`, { body: { uris: ['c', 'd'].map(uri), position: 1 } })
  expect(names()).toBe('acdba')
  const ids = (ask(`GET ${of}`).body as { items: readonly Entry[] }).items.map(({ song }) => song.id)
  expect(ids.join('')).toBe('acdba')
  ask(`DELETE ${of}`, { body: { songs: [{ uri: uri('a') }] } })
  expect(names()).toBe('cdb')
  ask(`PUT ${of}`, { body: { uris: ['e'].map(uri) } })
  expect(names()).toBe('e')
})

it('refuses ids that cannot be read, and takes those of the query beside them', async () => {
  const { ask } = await sandboxOf(library)
  expect(ask('PUT /me/songs?ids=,,').status).toBe(400)
  const { id } = ask('POST /mixes', { body: { name: 'm' } }).body as { id: string }
  expect(ask(`POST /mixes/${id}/songs`, { body: { uris: [null] } }).status).toBe(400)
  expect(ask(`GET /mixes/${id}/songs`).body).toMatchObject({ items: [] })
  expect(ask('PUT /me/songs?ids=a', { body: { ids: [''] } }).status).toBe(200)
  expect(ask('GET /me/songs').body).toMatchObject({ items: [{ song: { id: 'a' } }] })
})

it('takes a bare array of ids whatever else its object is said to need', async () => {
  const strict = library.replace(
    '{type: object, properties: {ids:',
    '{type: object, required: [names], properties: {ids:',
  )
  const { ask } = await sandboxOf(strict)
  expect(ask('PUT /me/following', { body: ['z'] }).status).toBe(204)
  expect(ask('GET /me/following').body).toMatchObject({ items: [{ id: 'z' }] })
})
