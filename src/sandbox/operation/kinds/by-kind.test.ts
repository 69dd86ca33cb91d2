import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

it('makes a record of a collection at the name of its kind', async () => {
  const { ask } = await sandboxOf(`
paths:
  /documents:
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Document'}}}}}}}
  /documents/text:
    post: {summary: Create a text document, requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, text: {type: string}}}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Made'}}}}}}
  /documents/session:
    post: {summary: Create a session, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, expires: {type: string}}}}}}}}
  /documents/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Document'}}}}, '404': {description: no}}}
components:
  schemas:
    Made: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}}}
    Document: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}, type: {type: string, enum: [url, text]}}}
`)
  const made = ask('POST /documents/text', { body: { name: 'One', text: 'x' } }).body as { id: string }
  expect(ask(`GET /documents/${made.id}`).body).toMatchObject({ id: made.id, name: 'One', type: 'text' })
  expect(ask('GET /documents').body).toHaveLength(1)
  const session = ask('POST /documents/session', { body: {} }).body as { id: string }
  expect(ask(`GET /documents/${session.id}`).status).toBe(404)
})

it('takes no name of a parameter for a kind', async () => {
  const contact = "{content: {application/json: {schema: {$ref: '#/components/schemas/Contact'}}}}"
  const { ask } = await sandboxOf(`
paths:
  /contacts/{email}:
    parameters: [{name: email, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Contact'}}}}}}
    put: {requestBody: ${contact}, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Contact'}}}}}}
components:
  schemas:
    Contact: {type: object, properties: {email: {type: string}, name: {type: string}, reply_type: {type: string, example: post, enum: [phone, email, post]}}}
`)
  expect(ask('PUT /contacts/a', { body: { name: 'A' } }).body).toMatchObject({ email: 'a', reply_type: 'post' })
})

it('takes a record out of what is called like it and its data, beside a word for how to make it', async () => {
  const { ask } = await sandboxOf(`
paths:
  /members:
    get:
      parameters: [{name: type, in: query, schema: {type: string, enum: [live, past]}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {members: {type: array, items: {$ref: '#/components/schemas/Member'}}}}}}}}
    post: {requestBody: {content: {application/json: {schema: {type: object, required: [action], properties: {action: {type: string, enum: [create, import]}, member_info: {type: object, properties: {email: {type: string}, first_name: {type: string}, type: {type: integer}}}}}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}}}
  /members/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}, '404': {description: no}}}
components:
  schemas:
    Member: {type: object, properties: {id: {type: string}, email: {type: string}, first_name: {type: string}, type: {type: integer}}}
`)
  const sent = { email: 'ada@example.com', first_name: 'Ada', type: 2 }
  const made = ask('POST /members', { body: { action: 'create', member_info: sent } }).body as { id: string }
  expect(ask(`GET /members/${made.id}`).body).toEqual({ id: made.id, ...sent })
  expect(ask('GET /members?type=live').body).toEqual({ members: [{ id: made.id, ...sent }] })
})
