import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const text = (description: string) => `{type: [string, 'null'], description: '${description}'}`
const session = `type: object, required: [id, client_secret, url, return_url, hosted_url], properties: {id: {type: string}, client_secret: ${text('Used by the browser.')}, url: ${text('The URL to redirect your customer to. It expires after 24 hours.')}, return_url: ${text('The URL to redirect customers to when they come back.')}, hosted_url: ${text('Where you redirect the customer after they have paid.')}, note: ${text('')}}`
const app = `type: object, required: [id, client_secret], properties: {id: {type: string}, name: {type: string}, client_secret: ${text('Of the app.')}}`
const { ask } = await sandboxOf(`
paths:
  /apps: {post: {requestBody: {${json('{type: object, properties: {name: {type: string}, client_secret: {type: string}}}')}}, responses: {'201': {description: made, ${json(`{${app}}`)}}}}}
  /sessions/{id}/confirm: {post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], requestBody: {${json('{type: object, properties: {client_secret: {type: string}}}')}}, responses: {'200': {description: done, ${json(`{${session}}`)}}}}}
  /sessions: {post: {requestBody: {${json('{type: object, properties: {return_url: {type: string}, note: {type: string}}}')}}, responses: {'201': {description: made, ${json(`{${session}}`)}}}}}
`)

it('hands out a secret and a URL to new records, others each time, and no URL to come back to', () => {
  const [one, two] = ['a', 'b'].map((note) => ask('POST /sessions', { body: { note } }).body as Record<string, string>)
  expect(one?.['client_secret']).toMatch(/^\w+_secret_\w{24}$/)
  expect(one?.['url']).toBe(`https://example.com/sessions/${one?.['id']}`)
  expect(one).toMatchObject({ return_url: null, hosted_url: null, note: 'a' })
  expect(two?.['client_secret']).not.toBe(one?.['client_secret'])
})

it('leaves what the request says', () => {
  const { body } = ask('POST /sessions', { body: { return_url: 'https://a.example/back' } })
  expect(body).toMatchObject({ return_url: 'https://a.example/back' })
})

it('makes up no secret that requests may say', () => {
  expect(ask('POST /apps', { body: { name: 'a' } }).body).toMatchObject({ client_secret: null })
  expect(ask('POST /apps', { body: { client_secret: 's' } }).body).toMatchObject({ client_secret: 's' })
})
