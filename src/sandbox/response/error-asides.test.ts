import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const text = '{type: string}'
const status = (name: string, more = '') => `
paths:
  /things: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}}}
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: ${text}}]
    get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}}
    delete: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}}}
${more}components:
  schemas:
    Thing: {type: object, required: [id], x-acme-group-version-kind: [{group: shop, version: v1, kind: Thing}], properties: {apiVersion: ${text}, kind: ${text}, id: ${text}, size: {type: integer}}}
    ${name}:
      type: object
      x-acme-group-version-kind: [{group: '', version: v1, kind: Status}]
      properties:
        apiVersion: ${text}
        kind: ${text}
        code: {type: integer}
        message: ${text}
        metadata: {type: object, properties: {resourceVersion: ${text}}}
        reason: {type: string, description: A machine-readable description of why. If this value is empty there is no information available.}
        status: {type: string, description: 'One of: "Success" or "Failure".'}
        details:
          type: object
          properties:
            name: ${text}
            kind: ${text}
            uid: ${text}
            group: ${text}
            causes: {type: array, items: {type: object, properties: {field: ${text}, message: ${text}, reason: {type: string, description: A machine-readable description of the cause. If this value is empty there is no information available.}}}}
`
const failed = { apiVersion: 'v1', kind: 'Status', status: 'Failure', metadata: {} }

it('tells errors in the component for how a call ended, in the words that it tells', async () => {
  const { ask } = await sandboxOf(status('acme.v1.Status'))
  const message = expect.any(String)
  const gone = ask('GET /things/nope')
  const thing = { kind: 'Thing', group: 'shop' }
  const nope = { ...thing, name: 'nope' }
  expect([gone.status, gone.body]).toEqual([404, { ...failed, code: 404, reason: 'NotFound', message, details: nope }])
  const bad = ask('POST /things', { body: { id: 'a', size: 'x' } })
  const details = { ...thing, causes: [{ field: 'size', message }] }
  expect(bad.body).toEqual({ ...failed, code: 400, reason: 'InvalidRequest', message, details })
})

it('leaves the name of an error to its code where no group of a kind is told', async () => {
  const { ask } = await sandboxOf(
    status('acme.v1.Status')
      .replace(/\n +x-acme.*/, '')
      .replace(/ +status: .*\n/, ''),
  )
  expect(ask('GET /things/nope').body).toMatchObject({ code: 404, kind: 'not_found' })
})

it('takes no component for an error that reads show, nor one that is called otherwise', async () => {
  const shown = `  /status: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Status'}}}}}}}
`
  for (const description of [status('Status', shown), status('TaskStatus')]) {
    const { ask } = await sandboxOf(description)
    expect(ask('GET /things/nope').body).toEqual({ message: expect.any(String) })
  }
})
