import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const password = '{type: string, format: password}'
const { live, ask } = await sandboxOf(`
paths:
  /doors:
    post:
      operationId: open
      parameters:
        - {name: rap, in: query, schema: ${password}}
        - {name: X-Rap, in: header, schema: ${password}}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                knock: ${password}
                knocks: {type: array, items: ${password}}
                inner: {$ref: '#/components/schemas/Inner'}
                door: {type: string}
      responses: {'204': {description: ok}}
  /walls:
    post:
      operationId: build
      requestBody: {content: {application/json: {schema: {type: object, properties: {knock: {type: string}}}}}}
      responses: {'204': {description: ok}}
components:
  schemas:
    Inner: {type: object, properties: {tap: {oneOf: [${password}, {type: 'null'}]}, inner: {$ref: '#/components/schemas/Inner'}}}
`)
const last = () => live.journal.last(1)[0]

it('hides what the operation declares as a password, whatever its name and place', () => {
  const inner = { inner: { tap: 's3cr3t' } }
  ask('POST /doors?rap=s3cr3t', {
    body: { knock: 's3cr3t', knocks: ['s3cr3t'], inner, door: 'a' },
    fields: { 'x-rap': 's3cr3t' },
  })
  expect(JSON.stringify(last())).not.toContain('s3cr3t')
  expect(last()).toMatchObject({
    status: 204,
    body: { door: 'a' },
    query: { rap: expect.stringMatching(/^<redacted:/) },
  })
})

it('hides it in a body that cannot be read', () => {
  ask('POST /doors', { body: '{"knock":"s3cr3t"', fields: { 'content-type': 'application/json' } })
  expect(last()).toMatchObject({ status: 400, body: expect.stringMatching(/^\{"knock":"<redacted:/) })
})

it('shows what another operation calls so', () => {
  ask('POST /walls', { body: { knock: 'wood' } })
  expect(last()).toMatchObject({ body: { knock: 'wood' } })
})
