import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const many = (name: string) =>
  `content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/${name}'}}}}`
const at = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'

const chores = (read: string) => `
paths:
  /steps:
    get: {responses: {'200': {description: ok, ${many('Step')}}}}
    post: {requestBody: {${of('Step')}}, responses: {'201': {description: ok, ${of('Step')}}}}
  /steps/{id}: {get: {${at}, responses: {'200': {description: ok, ${of('Step')}}}}}
  /chores:
    get: {responses: {'200': {description: ok, ${many('Chore')}}}}
    post: {requestBody: {${of('Chore')}}, responses: {'201': {description: ok, ${of('Chore')}}}}
  /chores/{id}: {get: {${at}, responses: {'200': {description: ok, ${of(read)}}}}}
components:
  schemas:
    Step: {type: object, properties: {id: {type: integer, readOnly: true}, day: {type: integer}}}
    Chore: {type: object, properties: {id: {type: integer, readOnly: true}, room: {type: string}}}
    ChoreDetail: {type: object, properties: {id: {type: integer, readOnly: true}, room: {type: string}, notes: {type: string}}}
`

it('keeps records apart whose read is declared as the record of another collection', async () => {
  const { ask } = await sandboxOf(chores('Step'))
  ask('POST /steps', { body: { day: 1 } })
  expect(ask('POST /chores', { body: { room: 'attic' } }).body).toEqual({ id: 1, room: 'attic' })
  expect(ask('GET /chores').body).toEqual([{ id: 1, room: 'attic' }])
  expect(ask('GET /steps').body).toEqual([{ id: 1, day: 1 }])
})

it('takes a read that shows more of its own record for no slip', async () => {
  const { ask } = await sandboxOf(chores('ChoreDetail'))
  ask('POST /chores', { body: { room: 'attic', notes: 'dust' } })
  expect(ask('GET /chores/1').body).toMatchObject({ id: 1, room: 'attic' })
})
