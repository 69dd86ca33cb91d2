import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

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

it('knows a record by the id of lists and creates, where its profile shows none', async () => {
  const short = `{type: object, properties: {id: ${text}, name: ${text}}}`
  const { ask } = await sandboxOf(`
paths:
  /halls:
    post: {requestBody: {${json(named)}}, responses: {'200': {description: made, ${json(short)}}}}
    get: {responses: {'200': {description: all, ${json(`{type: object, properties: {halls: {type: array, items: ${short}}}}`)}}}}
  /halls/{hallId}:
    ${param('hallId')}
    get: {responses: {'200': {description: one, ${json(`{type: object, properties: {basic: {type: object, properties: {name: ${text}, address: ${text}}}}}`)}}, '404': {description: none}}}
`)
  const [a, b] = ['a', 'b'].map((name) => (ask('POST /halls', { body: { name } }).body as { id: string }).id)
  expect(a).not.toBe(b)
  expect(ask(`GET /halls/${b}`).body).toMatchObject({ basic: { name: 'b' } })
  expect(ask('GET /halls').body).toMatchObject({ halls: [{ id: a }, { id: b }] })
})

it('says the id in lists under the name that the path has for it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /short_lists:
    post: {requestBody: {${json(named)}}, responses: {'201': {description: made, ${json(`{type: object, properties: {listId: ${text}, name: ${text}, rows: {type: array, items: ${text}}}}`)}}}}
    get: {responses: {'200': {description: all, ${json(`{type: object, properties: {lists: {type: array, items: {type: object, properties: {shortListId: ${text}, name: ${text}}}}}}`)}}}}
  /short_lists/{shortListId}:
    ${param('shortListId')}
    get: {responses: {'200': {description: one, ${json(`{type: object, properties: {listId: ${text}, name: ${text}, rows: {type: array, items: ${text}}}}`)}}}}
`)
  const { listId } = ask('POST /short_lists', { body: { name: 'a' } }).body as { listId: string }
  expect(ask('GET /short_lists').body).toMatchObject({ lists: [{ shortListId: listId }] })
  expect(ask(`GET /short_lists/${listId}`).body).toMatchObject({ name: 'a' })
})

it('names the record in an id that is an object', async () => {
  const { ask } = await sandboxOf(`
paths:
  /desks:
    post: {requestBody: {${json(named)}}, responses: {'200': {description: made, ${json('{type: object, properties: {Id: {type: object, properties: {id: {type: integer}}}}}')}}}}
  /desks/{itemId}:
    ${param('itemId')}
    get: {responses: {'200': {description: one, ${json(`{type: object, properties: {id: {type: integer}, name: ${text}}}`)}}}}
`)
  const { Id } = ask('POST /desks', { body: { name: 'a' } }).body as { Id: { id: number } }
  expect(ask(`GET /desks/${Id.id}`).body).toEqual({ id: Id.id, name: 'a' })
})

it('calls the id whatever the receipt calls it, and leads to what was made', async () => {
  const told = `{type: object, required: [entity_id, location], properties: {entity_id: {type: integer, example: 33334444}, location: ${text}, warnings: {type: array, items: ${text}}}}`
  const { ask } = await sandboxOf(`
paths:
  /papers:
    post: {requestBody: {${json(named)}}, responses: {'201': {description: made, ${json(told)}}}}
  /papers/{paper_id}:
    parameters: [{name: paper_id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {'200': {description: one, ${json(`{type: object, properties: {id: {type: integer}, name: ${text}}}`)}}}}
`)
  ask('POST /papers', { body: { name: 'first' } })
  const { entity_id, location } = ask('POST /papers', { body: { name: 'second' } }).body as Record<string, unknown>
  expect(location).toBe(`http://localhost/sim/papers/${String(entity_id)}`)
  expect(ask(`GET /papers/${String(entity_id)}`).body).toMatchObject({ id: entity_id, name: 'second' })
})

it('adds no id to an answer that says only that a job is on its way, but to one that leads to the record', async () => {
  const one = `{type: object, properties: {id: ${text}, name: ${text}}}`
  const create = (path: string, kept: string, status = '202') => `
  /${path}:
    post: {requestBody: {${json(named)}}, responses: {'${status}': {description: taken, ${json(`{type: object, properties: {${kept}: ${text}}}`)}}}}
  /${path}/{id}:
    ${param('id')}
    get: {responses: {'200': {description: one, ${json(one)}}}}`
  const { ask } = await sandboxOf(`paths:${create('boats', 'job_id')}${create('cars', 'color')}`)
  const taken = ask('POST /boats', { body: { name: 'a' } })
  expect(taken.body).not.toHaveProperty('id')
  expect(taken.field('location')).toBeUndefined()
  const { id } = ask('POST /cars', { body: { name: 'b' } }).body as { id: string }
  expect(ask(`GET /cars/${id}`).body).toMatchObject({ name: 'b' })
})
