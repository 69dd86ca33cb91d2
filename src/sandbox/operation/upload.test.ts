import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const file = "content: {application/json: {schema: {$ref: '#/components/schemas/File'}}}"
const id = '{name: id, in: path, required: true, schema: {type: string}}'
const description = `
paths:
  /files:
    post:
      requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}}}
      responses: {'201': {description: ok, ${file}}}
  /files/{id}:
    get: {parameters: [${id}], responses: {'200': {description: ok, ${file}}, '404': {description: none}}}
    delete: {parameters: [${id}], responses: {'204': {description: gone}, '404': {description: none}}}
  /files/{id}/thumbnail:
    put: {parameters: [${id}], requestBody: {content: {image/png: {schema: {type: string, format: binary}}}}, responses: {"204": {description: kept}}}
    get: {parameters: [${id}], responses: {"200": {description: ok, content: {application/json: {schema: {type: string}}}}, "404": {description: none}}}
  /files/{id}/content:
    get: {parameters: [${id}], responses: {'200': {description: ok, content: {application/octet-stream: {schema: {type: string, format: binary}}}}, '404': {description: none}}}
components:
  schemas:
    File: {type: object, required: [id, filename], properties: {id: {type: string}, filename: {type: string}, size: {type: integer}}}
`

it('gives back the bytes that were uploaded, until the file is deleted', async () => {
  const api = await sandboxOf(description)
  const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nby\u0000tes\r\n--b--\r\n'
  const sent = { body, fields: { 'content-type': 'multipart/form-data; boundary=b' } }
  const made = api.ask('POST /files', sent).body as { id: string }
  expect(made).toMatchObject({ filename: 'a.bin', size: 6 })
  const content = api.ask(`GET /files/${made.id}/content`)
  expect([content.status, content.field('content-type'), content.text]).toEqual([
    200,
    'application/octet-stream',
    'by\u0000tes',
  ])
  const picture = { body: 'a picture', fields: { 'content-type': 'image/png' } }
  expect(api.ask(`PUT /files/${made.id}/thumbnail`, picture).status).toBe(204)
  expect(api.ask(`GET /files/${made.id}/thumbnail`).body).toBe('a picture')
  expect(api.ask(`GET /files/${made.id}/content`).text).toBe('by\u0000tes')
  expect(api.ask(`DELETE /files/${made.id}`).status).toBe(204)
  expect(api.ask(`GET /files/${made.id}/thumbnail`).status).toBe(404)
  expect(api.ask(`GET /files/${made.id}/content`).status).toBe(404)
})
