import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'
import { fieldsOf, NO_BODY } from '../../http/message.ts'
import { armFault } from '../faults/book.ts'
import { readFault } from '../faults/read.ts'
import { runtimeOf } from '../runtime.ts'
import { serve } from '../serve.ts'

const secured = `
paths:
  /basic: {get: {security: [{basic: []}], responses: {'200': {description: ok}}}}
  /both: {get: {security: [{bearer: [], basic: []}, {digest: []}, {key: []}], responses: {'200': {description: ok}}}}
  /shaped: {get: {security: [{key: []}], responses: {'200': {description: ok}, '401': {description: no, content: {application/problem+json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}}}}
  /shown: {get: {security: [{key: []}], responses: {'200': {description: ok}, '401': {description: no, content: {application/json: {example: {code: E17}}}}}}}
components:
  securitySchemes:
    basic: {type: http, scheme: Basic}
    bearer: {type: http, scheme: bearer}
    digest: {type: http, scheme: digest}
    key: {type: apiKey, in: header, name: X-Key}
`
const anonymous = { fields: { authorization: '' } }

it('challenges with each declared scheme in a field line of its own', async () => {
  const { live } = await sandboxOf(secured)
  const challenges = (path: string) => {
    const { response } = serve({ method: 'GET', path, search: '', fields: fieldsOf([]), body: NO_BODY }, live, 0)
    return response.fields.filter((_, i) => response.fields[i - 1] === 'WWW-Authenticate')
  }
  expect(challenges('/basic')).toEqual(['Bearer', 'Basic realm="sandbox", charset="UTF-8"'])
  expect(challenges('/both').map((one) => one.split(' ')[0])).toEqual(['Bearer', 'Basic', 'Digest'])
  expect(challenges('/shaped')).toEqual(['Bearer'])
  const fault = { kind: 'error', method: 'GET', path: '/basic', status: 401 }
  armFault(live.store, readFault(fault, runtimeOf(live.api)))
  expect(challenges('/basic')).toEqual(['Bearer', 'Basic realm="sandbox", charset="UTF-8"'])
})

it('answers 401 as declared where it is told to', async () => {
  const standard = await sandboxOf(secured)
  expect(standard.ask('GET /shaped', anonymous).body).toEqual({ message: 'Authentication required' })
  const { ask } = await sandboxOf(secured, { authErrors: 'declared' })
  const shaped = ask('GET /shaped', anonymous)
  expect([shaped.status, shaped.field('Content-Type'), shaped.field('WWW-Authenticate')]).toEqual([
    401,
    expect.stringMatching(/^application\/problem\+json/),
    'Bearer',
  ])
  expect(shaped.body).toEqual({ title: 'Authentication required' })
  expect(ask('GET /shown', anonymous).body).toEqual({ code: 'E17' })
  expect(ask('GET /basic', anonymous).body).toEqual({ message: 'Authentication required' })
})

it('asks for nothing where nothing is said of security and it is told not to', async () => {
  const unsaid = "paths: {/a: {get: {responses: {'200': {description: ok}}}}}"
  expect((await sandboxOf(unsaid)).ask('GET /a', anonymous).status).toBe(401)
  expect((await sandboxOf(unsaid, { auth: 'off' })).ask('GET /a', anonymous).status).toBe(200)
  expect((await sandboxOf(secured, { auth: 'off' })).ask('GET /basic', anonymous).status).toBe(401)
})
