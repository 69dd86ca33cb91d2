import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const description = `
paths:
  /channels:
    post: {operationId: createChannel, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, is_channel: {type: boolean}}}}}}, responses: {'201': &one {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Conversation'}, example: {id: C1, name: endeavor, name_normalized: endeavor, is_channel: true, is_direct: false, created: 1504554479, topic: {value: '', last_set: 0}}}}}}}
  /channels/{id}:
    get: {operationId: getChannel, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': *one}}
  /defaults:
    post: {operationId: createDefault, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Default'}}}}}}
  /folders:
    post: {operationId: createFolder, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, isFolder: {type: boolean}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Folder'}}}}}}
  /teams:
    post: {operationId: createTeam, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Team'}}}}}}
components:
  schemas:
    Topic: {type: object, required: [value, last_set], properties: {value: {type: string}, last_set: {type: integer}}}
    Conversation:
      anyOf:
        - {type: object, additionalProperties: false, required: [id, name, name_normalized, is_channel, is_direct, created, topic], properties: {id: {type: string}, name: {type: string}, name_normalized: {type: string}, is_channel: {type: boolean}, is_direct: {type: boolean, enum: [false]}, created: {type: integer}, topic: {$ref: '#/components/schemas/Topic'}}}
        - {type: object, additionalProperties: false, required: [id, name, is_direct, user], properties: {id: {type: string}, name: {type: string}, is_direct: {type: boolean, enum: [true]}, user: {type: string}}}
    Default: {type: object, required: [id, is_default], properties: {id: {type: string}, name: {type: string}, is_default: {type: boolean}}}
    Folder: {type: object, required: [id, isFolder, isFile], properties: {id: {type: string}, name: {type: string}, isFolder: {type: boolean}, isFile: {type: boolean}}}
    Team: {type: object, required: [id, isTeam, is_user], properties: {id: {type: string}, name: {type: string}, isTeam: {type: boolean}, is_user: {type: boolean}}}
`

it('says true of the kind that the record is, and of no other', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /teams', { body: { name: 'red' } }).body).toMatchObject({ isTeam: true, is_user: false })
})

it('leaves a flag that requests say, and one that is no kind', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /folders', { body: { name: 'x', isFolder: false } }).body).toMatchObject({ isFolder: false })
  expect(ask('POST /defaults', { body: { name: 'x' } }).body).toMatchObject({ is_default: false })
})

it('shows of one of several alternatives what the example of that alternative shows, with its empty texts', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /channels', { body: { name: 'release-train' } }).body
  expect(made).toMatchObject({ name: 'release-train', name_normalized: 'release-train', is_channel: true })
  expect(made).toMatchObject({ topic: { value: '', last_set: 0 }, created: 1735689600 })
})

it('shows nothing of the example of another alternative', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /channels', { body: { name: 'ada', is_direct: true, user: 'U1' } }).body
  expect(made).toMatchObject({ name: 'ada', is_direct: true, user: 'U1' })
  expect(made).not.toHaveProperty('topic')
  expect(ask('POST /channels', { body: { name: 'b', is_channel: false } }).body).toMatchObject({ is_channel: false })
})
