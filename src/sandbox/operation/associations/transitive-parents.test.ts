import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const thing = (name: string) =>
  `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}`
const things = (name: string) =>
  `{description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}}`
const body = 'requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}'
const collection = (name: string, words: string) =>
  `{parameters: [${words}], get: {responses: {'200': ${things(name)}}}, post: {${body}, responses: {'201': ${thing(name)}}}}`
const id = (name: string) => `{in: path, name: ${name}, required: true, schema: {type: string}}`
const schema = '{type: object, properties: {id: {type: string}, name: {type: string}}}'

const described = (top: string, type = top[0]?.toUpperCase() + top.slice(1)) => `
paths:
  /${top}s: ${collection(type, '')}
  /${top}s/{${top}Id}: {parameters: [${id(`${top}Id`)}], get: {responses: {'200': ${thing(type)}}}}
  /${top}s/{${top}Id}/halls: ${collection('Hall', id(`${top}Id`))}
  /${top}s/{${top}Id}/lamps: {parameters: [${id(`${top}Id`)}], get: {responses: {'200': ${things('Lamp')}}}}
  /halls/{hallId}: {parameters: [${id('hallId')}], get: {responses: {'200': ${thing('Hall')}}}}
  /halls/{hallId}/lamps: ${collection('Lamp', id('hallId'))}
  /lamps/{lampId}: {parameters: [${id('lampId')}], get: {responses: {'200': ${thing('Lamp')}}}}
components: {schemas: {${type}: ${schema}, Hall: ${schema}, Lamp: ${schema}}}
`

it.each([
  ['house', ['a']],
  ['user', []],
])('what is made under a hall is listed under its %s: %j', async (top, expected) => {
  const { ask } = await sandboxOf(described(top))
  const made = (path: string, name: string) => (ask(`POST ${path}`, { body: { name } }).body as { id: string }).id
  const [first, second] = [made(`/${top}s`, 'one'), made(`/${top}s`, 'two')]
  made(`/halls/${made(`/${top}s/${first}/halls`, 'east')}/lamps`, 'a')
  const names = (of: string) => (ask(`GET /${top}s/${of}/lamps`).body as { name: string }[]).map(({ name }) => name)
  expect(names(first)).toEqual(expected)
  expect(names(second)).toEqual([])
})

it('puts a record under what the parent that it names in a property stands under', async () => {
  const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
  const board = '{type: object, properties: {id: {type: string}, name: {type: string}}}'
  const list = '{type: object, properties: {id: {type: string}, name: {type: string}, idBoard: {type: string}}}'
  const card = '{type: object, properties: {id: {type: string}, idList: {type: string}, idBoard: {type: string}}}'
  const all = (one: string) => `get: {responses: {'200': {description: all, ${json(`{type: array, items: ${one}}`)}}}}`
  const make = (one: string) =>
    `post: {requestBody: {${json(one)}}, responses: {'200': {description: made, ${json(one)}}}}`
  const named = (name: string) => `parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`
  const { ask } = await sandboxOf(`
paths:
  /boards: {${make(board)}}
  /boards/{idBoard}: {${named('idBoard')}, get: {responses: {'200': {description: one, ${json(board)}}}}}
  /boards/{idBoard}/lists: {${named('idBoard')}, ${all(list)}, ${make(list)}}
  /boards/{idBoard}/cards: {${named('idBoard')}, ${all(card)}}
  /lists: {${make(list)}}
  /lists/{idList}: {${named('idList')}, get: {responses: {'200': {description: one, ${json(list)}}}}}
  /lists/{idList}/cards: {${named('idList')}, ${all(card)}, ${make(card)}}
  /cards: {${make(card)}}
  /cards/{idCard}: {${named('idCard')}, get: {responses: {'200': {description: one, ${json(card)}}}}, put: {requestBody: {${json('{type: object, properties: {idList: {type: string}}}')}}, responses: {'200': {description: one, ${json(card)}}}}}
`)
  const made = (line: string, sent: object) => (ask(line, { body: sent }).body as { id: string }).id
  const idBoard = made('POST /boards', { name: 'b' })
  const idList = made('POST /lists', { name: 'l', idBoard })
  const id = made('POST /cards', { idList })
  expect(ask(`GET /boards/${idBoard}/cards`).body).toEqual([{ id, idList, idBoard }])
  const other = made('POST /boards', { name: 'c' })
  const there = made('POST /lists', { name: 'm', idBoard: other })
  expect(ask(`PUT /cards/${id}`, { body: { idList: there } }).body).toEqual({ id, idList: there, idBoard: other })
  expect(ask(`GET /boards/${idBoard}/cards`).body).toEqual([])
  expect(ask(`GET /boards/${other}/cards`).body).toEqual([{ id, idList: there, idBoard: other }])
})
