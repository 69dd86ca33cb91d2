import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const named = `{type: object, properties: {name: ${text}}}`
const param = (name: string) => `parameters: [{name: ${name}, in: path, required: true, schema: ${text}}]`

it('names the record in an answer that is nothing but names, whatever its key is called', async () => {
  const { ask } = await sandboxOf(`
paths:
  /rooms:
    post: {requestBody: {${json(named)}}, responses: {'201': {description: made, ${json(`{type: object, properties: {id: {type: string, example: R-1}, href: ${text}}}`)}}}}
  /rooms/{room_id}:
    ${param('room_id')}
    get: {responses: {'200': {description: one, ${json(`{type: object, properties: {uuid: {type: string, example: R-1}, name: ${text}}}`)}}}}
`)
  const { id } = ask('POST /rooms', { body: { name: 'den' } }).body as { id: string }
  expect(ask(`GET /rooms/${id}`).body).toMatchObject({ uuid: id, name: 'den' })
})

it('finds a record by the key that its path names and only short answers show', async () => {
  const short = `{type: object, properties: {uid: ${text}, id: {type: string, format: uuid}, name: ${text}}}`
  const { ask } = await sandboxOf(`
paths:
  /decks:
    post: {requestBody: {${json(`{type: object, properties: {deck: ${named}}}`)}}, responses: {'200': {description: made, ${json(`{type: object, properties: {deck: ${short}}}`)}}}}
    get: {responses: {'200': {description: all, ${json(`{type: object, properties: {decks: {type: array, items: ${short}}}}`)}}}}
  /decks/{deck_uid}:
    ${param('deck_uid')}
    get: {responses: {'200': {description: one, ${json(`{type: object, properties: {deck: {type: object, properties: {id: {type: string, format: uuid}, name: ${text}, cards: {type: array, items: ${text}}}}}}`)}}, '404': {description: none}}}
`)
  const { deck } = ask('POST /decks', { body: { deck: { name: 'old' } } }).body as { deck: { uid: string } }
  expect(ask(`GET /decks/${deck.uid}`).body).toMatchObject({ deck: { name: 'old' } })
  expect(ask('GET /decks').body).toMatchObject({ decks: [{ uid: deck.uid }] })
})
