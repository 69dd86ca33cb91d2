import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`

const { ask } = await sandboxOf(`
paths:
  /projects:
    post: {requestBody: {required: true, ${json('project')}}, responses: {'201': {description: made, ${json('project')}}}}
  /shapes:
    post: {requestBody: {required: true, ${json('shape')}}, responses: {'201': {description: made, ${json('shape')}}}}
components:
  schemas:
    object: {type: object, required: [type], discriminator: {propertyName: type}, properties: {type: {type: string}}}
    project: {allOf: [{$ref: '#/components/schemas/object'}, {type: object, required: [name], properties: {id: {type: string, readOnly: true}, name: {type: string}}}]}
    circle: {type: object, required: [kind], properties: {kind: {type: string}, radius: {type: integer}}}
    square: {type: object, required: [kind], properties: {kind: {type: string}, side: {type: integer}}}
    shape: {oneOf: [{$ref: '#/components/schemas/circle'}, {$ref: '#/components/schemas/square'}], discriminator: {propertyName: kind}}
`)

it('asks nobody to say of which kind a body is that can be of one kind only', () => {
  expect(ask('POST /projects', { body: { name: 'a' } })).toMatchObject({ status: 201, body: { type: 'project' } })
  expect(ask('POST /projects', { body: {} }).status).toBe(400)
})

it('asks of which kind a body is that can be of several', () => {
  expect(ask('POST /shapes', { body: { radius: 1 } }).status).toBe(400)
})
