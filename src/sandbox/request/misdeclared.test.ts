import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const note = '{type: object, required: [title], properties: {title: {type: string}}}'
const made = `{'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}, title: {type: string}}}}}}}`
const { ask } = await sandboxOf(`
paths:
  /notes: {post: {requestBody: {content: {message/rfc822: {schema: ${note}}, message/imdn+xml: {schema: ${note}}}}, responses: ${made}}}
  /texts: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: string}}}}, responses: ${made}}}
  /forms: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: ${note}}}}, responses: ${made}}}
  /plain: {post: {requestBody: {content: {image/png: {schema: {type: string, format: binary}}}}, responses: ${made}}}
  /images: {post: {requestBody: {content: {text/plain: {schema: {type: string}}, application/octet-stream: {schema: {type: string}}}}, responses: ${made}}}
  /parts: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, required: [title], properties: {title: {type: string}, file: {type: string, format: binary}}}}}}, responses: ${made}}}
  /files: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, required: [file], properties: {title: {type: string}, file: {type: string, format: binary}}}}}}, responses: ${made}}}
  /token: {post: {requestBody: {content: {application/json: {schema: {type: object, required: [grant_type], properties: {grant_type: {type: string}, title: {type: string}}}}}}, responses: ${made}}}
  /json: {post: {requestBody: {content: {application/json: {schema: ${note}}}}, responses: ${made}}}
  /nameless: {post: {requestBody: {content: {'': {schema: ${note}}}}, responses: ${made}}}
`)
const sent = (type: string, body: unknown) => ({ body, fields: { 'content-type': type } })

it('takes objects as JSON where only media types of bytes are declared for them', () => {
  expect(ask('POST /notes', { body: { title: 'a' } }).body).toMatchObject({ title: 'a' })
  expect(ask('POST /notes', sent('message/rfc822', '{"title": "b"}')).body).toMatchObject({ title: 'b' })
  expect(ask('POST /notes', { body: { title: [1] } }).status).toBe(400)
  expect(ask('POST /plain', { body: {} }).status).toBe(415)
})

it('takes objects as JSON where only forms are declared for them', () => {
  expect(ask('POST /forms', { body: { title: 'a' } }).body).toMatchObject({ title: 'a' })
  expect(ask('POST /forms', { body: { title: [1] } }).status).toBe(400)
  expect(ask('POST /texts', { body: { title: 'a' } }).status).toBe(415)
})

it('takes such objects as a form, too', () => {
  expect(ask('POST /notes', sent('application/x-www-form-urlencoded', 'title=c')).body).toMatchObject({ title: 'c' })
  const part = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nd\r\n--x--\r\n'
  expect(ask('POST /notes', sent('multipart/form-data; boundary=x', part)).body).toMatchObject({ title: 'd' })
})

it('takes objects as JSON where only parts are declared for them, and none has to be a file', () => {
  expect(ask('POST /parts', { body: { title: 'a' } }).body).toMatchObject({ title: 'a' })
  expect(ask('POST /parts', { body: {} }).status).toBe(400)
  expect(ask('POST /files', { body: { title: 'a', file: 'b' } }).status).toBe(415)
})

it('takes bytes that are no object as they are', () => {
  expect(ask('POST /notes', sent('message/rfc822', 'From: a@example.com\n\nhi')).status).toBe(200)
})

it('takes any media type where bytes are declared, as text too', () => {
  expect(ask('POST /images', { body: { a: 1 } }).status).toBe(200)
})

it('takes a form as its text where the schema wants one', () => {
  const form = 'application/x-www-form-urlencoded'
  expect(ask('POST /texts', sent(form, 'title=a%20b&size=3')).status).toBe(200)
})

it('takes any media type where the declared one has no name', () => {
  expect(ask('POST /nameless', { body: { title: 'a' } }).status).toBe(200)
})

it('asks of no client for the annotations of OData', async () => {
  const body =
    '{type: object, required: ["@odata.type", name], properties: {"@odata.type": {type: string}, name: {type: string}}}'
  const { ask: post } = await sandboxOf(
    `paths: {/users: {post: {requestBody: {content: {application/json: {schema: ${body}}}}, responses: ${made}}}}`,
  )
  expect(post('POST /users', { body: { name: 'a' } }).status).toBe(200)
  expect(post('POST /users', { body: {} })).toMatchObject({ status: 400, text: expect.not.stringContaining('odata') })
})

it('takes the request for a token as a form, and nothing else that is declared in JSON', () => {
  const form = (body: string) => sent('application/x-www-form-urlencoded', body)
  expect(ask('POST /token', form('grant_type=password&title=a')).body).toMatchObject({ title: 'a' })
  expect(ask('POST /token', form('title=a')).status).toBe(400)
  expect(ask('POST /json', form('title=a')).status).toBe(415)
})
