import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const service = "{$ref: '#/components/schemas/Service'}"
const description = `
paths:
  /services:
    post: {requestBody: {${json(service)}}, responses: {'201': {description: ok, ${json(service)}}}}
  /services/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, ${json(service)}}}}
components:
  schemas:
    Service:
      type: object
      properties:
        id: {type: string, readOnly: true}
        spec:
          type: object
          properties:
            type: {type: string, description: How it is exposed. Defaults to ClusterIP. Others are possible.}
            affinity: {type: string, description: Must be ClientIP or None. Defaults to "Never".}
            retries: {type: integer, description: Defaults to 10.}
            short: {type: string, maxLength: 2, description: Defaults to Long.}
            hidden: {type: boolean, description: Defaults to false.}
            ports: {type: array, items: {type: object, properties: {port: {type: integer}, protocol: {type: string, description: The default is TCP.}}}}
            probe: {type: object, properties: {scheme: {type: string, description: Defaults to HTTP.}}}
`

it('shows what words tell as defaults inside objects that were sent', async () => {
  const { ask } = await sandboxOf(description)
  const made = ask('POST /services', { body: { spec: { ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }] } } })
  expect(made.body).toMatchObject({ id: expect.any(String) })
  const { id, spec } = made.body as { id: string; spec: unknown }
  expect(spec).toEqual({
    type: 'ClusterIP',
    affinity: 'Never',
    retries: 10,
    ports: [
      { port: 80, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
    ],
  })
  expect(ask(`GET /services/${id}`).body).toEqual(made.body)
})

it('leaves what was sent as it was sent', async () => {
  const { ask } = await sandboxOf(description)
  const spec = { type: 'External', affinity: '', retries: 0, ports: [], probe: { scheme: 'HTTPS' } }
  expect(ask('POST /services', { body: { spec } }).body).toMatchObject({ spec })
})
