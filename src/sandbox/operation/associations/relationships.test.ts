import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const one = (type: string) =>
  `{type: object, properties: {type: {type: string, enum: [${type}]}, id: {type: string}, attributes: {type: object, properties: {name: {type: string}}}}}`
const data = (schema: string) => json(`{type: object, required: [data], properties: {data: ${schema}}}`)
const made = (type: string) =>
  `post: {requestBody: {${data(one(type))}}, responses: {'201': {description: ok, ${data(one(type))}}}}`
const read = (type: string) =>
  `{parameters: [{name: id, in: path, required: true, schema: {type: string}}], get: {responses: {'200': {description: ok, ${data(one(type))}}}}}`
const named = '{type: array, items: {type: object, properties: {type: {type: string}, id: {type: string}}}}'
const set = (method: string) => `${method}: {requestBody: {${data(named)}}, responses: {'204': {description: done}}}`

const clubs = `
paths:
  /players: {${made('player')}}
  /players/{id}: ${read('player')}
  /clubs: {${made('club')}}
  /clubs/{id}: ${read('club')}
  /clubs/{id}/players:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${data(`{type: array, items: ${one('player')}}`)}}}}
  /clubs/{id}/relationships/players:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, ${data(named)}}}}
    ${set('post')}
    ${set('patch')}
    ${set('delete')}
`

it('lists what a relationship was given, and no more what was taken from it', async () => {
  const { ask } = await sandboxOf(clubs)
  const make = (path: string, name: string) =>
    (ask(`POST ${path}`, { body: { data: { attributes: { name } } } }).body as { data: { id: string } }).data.id
  const [ann, bob, club] = [make('/players', 'Ann'), make('/players', 'Bob'), make('/clubs', 'C')]
  const path = `/clubs/${club}/relationships/players`
  const say = (method: string, ...ids: string[]) =>
    ask(`${method} ${path}`, { body: { data: ids.map((id) => ({ type: 'player', id })) } }).status
  const names = () =>
    (ask(`GET /clubs/${club}/players`).body as { data: { attributes: { name: string } }[] }).data
      .map((player) => player.attributes.name)
      .sort()
  expect(say('POST', ann)).toBe(204)
  expect(names()).toEqual(['Ann'])
  expect(say('PATCH', ann, bob)).toBe(204)
  expect(names()).toEqual(['Ann', 'Bob'])
  expect(say('DELETE', ann)).toBe(204)
  expect(names()).toEqual(['Bob'])
  expect(ask(`GET ${path}`).body).toMatchObject({ data: [{ id: bob }] })
  expect(ask(`GET /players/${ann}`).status).toBe(200)
  expect(say('POST', 'nobody')).toBe(404)
  expect(say('PATCH')).toBe(204)
  expect(names()).toEqual([])
})
