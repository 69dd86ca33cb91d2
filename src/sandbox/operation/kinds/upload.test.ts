import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

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

it('reads a JSON part as the object that the schema wants, under a file name too', async () => {
  const schema =
    '{type: object, required: [file], properties: {file: {type: string, format: binary}, meta: {type: object, properties: {size: {type: integer}}}}}'
  const api = await sandboxOf(
    description.replace('{type: object, properties: {file: {type: string, format: binary}}}', schema),
  )
  const send = (meta: string, type = 'application/json') => {
    const part = (name: string, file: string, media: string, text: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${media}\r\n\r\n${text}\r\n`
    const body = `${part('file', 'a.bin', 'text/plain', 'bytes')}${part('meta', 'blob', type, meta)}--b--\r\n`
    return api.ask('POST /files', { body, fields: { 'content-type': 'multipart/form-data; boundary=b' } })
  }
  expect(send('{"size": 5}')).toMatchObject({ status: 201, body: { filename: 'a.bin', size: 5 } })
  expect(send('{"size": "large"}').body).toMatchObject({ errors: [{ path: '/meta/size' }] })
  expect(send('no JSON').status).toBe(400)
  expect(send('{"size": 5}', 'text/plain').status).toBe(400)
})

it('takes the object beside the file for the record, in the full form that is read elsewhere', async () => {
  const full = "content: {application/json: {schema: {$ref: '#/components/schemas/FileFull'}}}"
  const { ask } = await sandboxOf(`
paths:
  /files/content:
    post:
      requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {attributes: {type: object, required: [name], properties: {name: {type: string}}}, file: {type: string, format: binary}}}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {total_count: {type: integer}, entries: {type: array, items: {$ref: '#/components/schemas/File'}}}}}}}}
  /files/{id}:
    get: {parameters: [${id}], responses: {'200': {description: ok, ${full}}, '404': {description: none}}}
    put: {operationId: updateFile, parameters: [${id}], requestBody: {${full}}, responses: {'200': {description: ok, ${full}}}}
  /files/{id}/content:
    get: {parameters: [${id}], responses: {'202': {description: not ready yet}, '302': {description: elsewhere}}}
components:
  schemas:
    File: {type: object, properties: {id: {type: string}, name: {type: string}}}
    FileFull: {allOf: [{$ref: '#/components/schemas/File'}, {type: object, properties: {size: {type: integer}}}]}
`)
  const part = (head: string, text: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const body = `${part('name="attributes"', '{"name": "a.txt"}')}${part('name="file"; filename="file"', 'hello')}--b--\r\n`
  const made = ask('POST /files/content', { body, fields: { 'content-type': 'multipart/form-data; boundary=b' } })
  const [file] = (made.body as { entries: readonly { id: string; name: string }[] }).entries
  expect(file?.name).toBe('a.txt')
  expect(ask(`GET /files/${file?.id}`).body).toMatchObject({ id: file?.id, name: 'a.txt', size: 5 })
  expect(ask(`GET /files/${file?.id}/content`)).toMatchObject({ status: 200, text: 'hello' })
})
