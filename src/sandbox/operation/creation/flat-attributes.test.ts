import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const flat = '{type: object, properties: {name: {type: string}, emails: {type: array, items: {type: string}}}}'
const shown =
  '{type: object, properties: {data: {type: object, properties: {id: {type: integer}, type: {type: string}, attributes: {type: object, properties: {name: {type: string}, emails: {type: array, items: {type: string}, example: [x@example.com]}}}}}}}'
const id = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'

it('keeps in the attributes what requests say flat', async () => {
  const { ask } = await sandboxOf(`
paths:
  /lists: {post: {requestBody: {${json(flat)}}, responses: {'201': {description: ok, ${json(shown)}}}}}
  /lists/{id}:
    get: {${id}, responses: {'200': {description: ok, ${json(shown)}}}}
    patch: {${id}, requestBody: {${json(flat)}}, responses: {'200': {description: ok, ${json(shown)}}}}
`)
  const { data } = ask('POST /lists', { body: { name: 'a', emails: ['a@example.com'] } }).body as {
    readonly data: { readonly id: number; readonly attributes: object }
  }
  expect(data.attributes).toEqual({ name: 'a', emails: ['a@example.com'] })
  ask(`PATCH /lists/${data.id}`, { body: { name: 'b' } })
  expect(ask(`GET /lists/${data.id}`).body).toMatchObject({
    data: { attributes: { name: 'b', emails: ['a@example.com'] } },
  })
})

const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`
const byText = 'parameters: [{name: id, in: path, required: true, schema: {type: string}}]'
const boxes = (body: string, more = ''): string => `
paths:
  /boxes: {post: {requestBody: {${json(body)}}, responses: {'201': {description: ok, ${json('{type: object, properties: {id: {type: string}}}')}}}}}
  /boxes/{id}:
    get: {${byText}, responses: {'200': {description: ok, ${json(ref('Box'))}}, '404': {description: none}}}
    patch: {${byText}, requestBody: {${json(ref('BoxSpec'))}}, responses: {'200': {description: ok, ${json(ref('Box'))}}}}
components:
  schemas:
    BoxSpec: {type: object, properties: {name: {type: string}, labels: {type: object, additionalProperties: {type: string}}, size: {type: integer}}}
    Extra: {type: object, properties: {name: {type: string}, lid: {type: boolean}}}
    Box: {type: object, properties: {id: {type: string}, name: {type: string}, spec: ${ref('BoxSpec')}${more}}}
`

it.each([[ref('BoxSpec')], [`{allOf: [${ref('BoxSpec')}, {type: object, properties: {lid: {type: boolean}}}]}`]])(
  'keeps what is said flat in the property of the component of the request: %s',
  async (body) => {
    const { ask } = await sandboxOf(boxes(body))
    const made = ask('POST /boxes', { body: { name: 'a', labels: { x: '1' }, size: 3 } }).body as {
      readonly id: string
    }
    const spec = { name: 'a', labels: { x: '1' }, size: 3 }
    expect(ask(`GET /boxes/${made.id}`).body).toMatchObject({ name: 'a', spec })
    expect(ask(`PATCH /boxes/${made.id}`, { body: { labels: { x: '2' } } }).body).toMatchObject({
      spec: { ...spec, labels: { x: '2' } },
    })
  },
)

it('keeps none of it there where the request is of another component', async () => {
  const { ask } = await sandboxOf(boxes(ref('Extra')))
  const made = ask('POST /boxes', { body: { name: 'b', lid: true } }).body as { readonly id: string }
  expect(ask(`GET /boxes/${made.id}`).body).not.toMatchObject({ spec: { name: 'b' } })
})

const order =
  '{type: object, properties: {client: {type: string}, language: {type: string}, codes: {type: array, items: {type: string}}}}'
const link = (properties: string): string => {
  const shown = json(`{type: object, properties: {id: {type: string}, ${properties}}}`)
  return `
openapi: 3.1.0
paths:
  /links: {post: {requestBody: {${json(order)}}, responses: {'201': {description: ok, ${shown}}}}}
  /links/{id}: {get: {${byText}, responses: {'200': {description: ok, ${shown}}}}}
`
}

it.each([
  ['in the one object that has it', `told: ${order}`, true],
  ['in none of two', `told: ${order}, about: ${order}`, false],
  ['in none beside what the record has itself', `told: ${order}, language: {type: string}`, false],
])('keeps what requests say flat %s', async (_, properties, isKept) => {
  const { ask } = await sandboxOf(link(properties))
  const { id } = ask('POST /links', { body: { client: 'Ann', language: 'en', codes: ['US'] } }).body as { id: string }
  const { told } = ask(`GET /links/${id}`).body as { told: { codes: readonly string[] } }
  expect(told.codes.includes('US')).toBe(isKept)
})

const check = (name: string): string => `$ref: '#/components/schemas/${name}'`
const rule = 'port: {type: integer}, path: {type: string}, host: {type: string}, inverted: {type: boolean}'

it('keeps in the one object that has them what a change says flat, beside little else', async () => {
  const { ask } = await sandboxOf(`
paths:
  /checks: {post: {requestBody: {${json(`{type: object, properties: {check_config: {type: object, properties: {${rule}, comment: {type: string}}}}}`)}}, responses: {'201': {description: ok, ${json(`{${check('Check')}}`)}}}}}
  /checks/{id}:
    get: {${byText}, responses: {'200': {description: ok, ${json(`{${check('Check')}}`)}}}}
    post: {operationId: updateCheck, ${byText}, requestBody: {${json(`{type: object, properties: {version: {type: integer}, ${rule}, reset: {type: array, items: {type: string}}}}`)}}, responses: {'200': {description: ok, ${json(`{${check('Check')}}`)}}}}
  /checks/{id}/note:
    post: {operationId: updateCheckNote, ${byText}, requestBody: {${json('{type: object, properties: {comment: {type: string}}}')}}, responses: {'200': {description: ok, ${json(`{${check('Check')}}`)}}}}
components:
  schemas:
    Check: {type: object, properties: {id: {type: string}, version: {type: integer}, config: {type: object, properties: {${rule}, comment: {type: string}}}}}
`)
  const config = { port: 80, path: '/up', comment: 'a' }
  const made = ask('POST /checks', { body: { check_config: config } }).body as { readonly id: string }
  expect(made).toMatchObject({ config })
  ask(`POST /checks/${made.id}`, { body: { port: 81 } })
  expect(ask(`GET /checks/${made.id}`).body).toMatchObject({ config: { ...config, port: 81 } })
})

it('keeps there the one thing that a change says', async () => {
  const { ask } = await sandboxOf(`
paths:
  /zones: {post: {requestBody: {${json('{type: object, properties: {name: {type: string}}}')}}, responses: {'201': {description: ok, ${json(`{${check('Zone')}}`)}}}}}
  /zones/{id}:
    get: {${byText}, responses: {'200': {description: ok, ${json(`{${check('Zone')}}`)}}}}
    patch: {${byText}, requestBody: {${json('{type: object, properties: {comment: {type: string}}}')}}, responses: {'200': {description: ok, ${json(`{${check('Zone')}}`)}}}}
components:
  schemas:
    Zone: {type: object, properties: {id: {type: string}, name: {type: string}, config: {type: object, properties: {comment: {type: string}, isPrivate: {type: boolean}}}}}
`)
  const made = ask('POST /zones', { body: { name: 'a' } }).body as { readonly id: string }
  ask(`PATCH /zones/${made.id}`, { body: { comment: 'b' } })
  expect(ask(`GET /zones/${made.id}`).body).toMatchObject({ name: 'a', config: { comment: 'b' } })
})
