import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const id = '[{name: id, in: path, required: true, schema: {type: string}}]'
const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const type = (path: string, name: string, sent: string, verb: string, needs = '{type: object}') => `
  ${path}: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {${sent}}}}}}, responses: {'201': {description: ok, ${of(name)}}}}}
  ${path}/{id}: {get: {parameters: ${id}, responses: {'200': {description: ok, ${of(name)}}}}}
  ${path}/{id}/${verb}: {post: {parameters: ${id}, requestBody: {content: {application/json: {schema: ${needs}}}}, responses: {'200': {description: ok, ${of(name)}}}}}`
const description = `
paths:
${type('/intents', 'Intent', 'amount: {type: integer}, confirm: {type: boolean}, card: {type: string}, capture_method: {type: string, enum: [manual, automatic]}', 'confirm')}
${type('/posts', 'Post', 'title: {type: string}, publish: {type: boolean}', 'publish')}
${type('/servers', 'Server', 'name: {type: string}, start_after_create: {type: boolean, default: true}', 'start')}
${type('/forms', 'Form', 'name: {type: string}, submit: {type: boolean}, signature: {type: string}', 'submit', '{type: object, required: [signature], properties: {signature: {type: string}}}')}
${type('/clusters', 'Cluster', 'name: {type: string}, auto_upgrade: {type: boolean}, archive: {type: boolean}', 'archive')}
components:
  schemas:
    Intent: {type: object, required: [id, status, amount_received, capture_method], properties: {id: {type: string}, amount: {type: integer}, amount_received: {type: integer}, card: {type: string}, capture_method: {type: string, enum: [manual, automatic]}, status: {type: string, enum: [requires_card, requires_capture, succeeded, canceled]}}}
    Post: {type: object, required: [id, status], properties: {id: {type: string}, title: {type: string}, status: {type: string, enum: [draft, published]}, published_at: {type: string, format: date-time}}}
    Server: {type: object, required: [id, status], properties: {id: {type: string}, name: {type: string}, status: {type: string, enum: [created, started, stopped]}, started_at: {type: [string, 'null'], format: date-time}}}
    Form: {type: object, required: [id, status], properties: {id: {type: string}, name: {type: string}, signature: {type: string}, status: {type: string, enum: [draft, submitted]}}}
    Cluster: {type: object, required: [id, status], properties: {id: {type: string}, name: {type: string}, archive: {type: boolean}, status: {type: string, enum: [new, archived]}}}
`

it('does what a flag of the create asks for, with its times and amounts', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /intents', { body: { amount: 200, card: 'c', confirm: true } }).body).toMatchObject({
    status: 'succeeded',
    amount_received: 200,
    capture_method: 'automatic',
  })
  const later = { amount: 200, card: 'c', confirm: true, capture_method: 'manual' }
  expect(ask('POST /intents', { body: later }).body).toMatchObject({ status: 'requires_capture', amount_received: 0 })
  expect(ask('POST /posts', { body: { title: 'a', publish: true } }).body).toMatchObject({
    status: 'published',
    published_at: '2025-01-01T00:00:02Z',
  })
  expect(ask('POST /servers', { body: { name: 'a' } }).body).toMatchObject({ status: 'started' })
})

it('leaves a record at its beginning where it says no, says nothing, or lacks what the action needs', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /intents', { body: { amount: 200, confirm: true } }).body).toMatchObject({
    status: 'requires_card',
    amount_received: 0,
  })
  expect(ask('POST /intents', { body: { amount: 200, card: 'c' } }).body).toMatchObject({ status: 'requires_card' })
  const post = ask('POST /posts', { body: { title: 'a', publish: false } }).body
  expect(post).toMatchObject({ status: 'draft' })
  expect(post).not.toHaveProperty('published_at')
  expect(ask('POST /servers', { body: { name: 'a', start_after_create: false } }).body).toMatchObject({
    status: 'created',
  })
  expect(ask('POST /forms', { body: { name: 'a', submit: true } }).body).toMatchObject({ status: 'draft' })
  expect(ask('POST /forms', { body: { name: 'a', submit: true, signature: 's' } }).body).toMatchObject({
    status: 'submitted',
  })
})

it('takes a flag that the record holds for what it is', async () => {
  const { ask } = await sandboxOf(description)
  expect(ask('POST /clusters', { body: { name: 'a', auto_upgrade: true, archive: true } }).body).toMatchObject({
    status: 'new',
    archive: true,
  })
})

it('takes a flag that only tries for no action', async () => {
  const { ask } = await sandboxOf(`
paths:
${type('/hooks', 'Hook', 'name: {type: string}, test: {type: boolean}', 'test')}
components: {schemas: {Hook: {type: object, required: [id], properties: {id: {type: string}, name: {type: string}, tested_at: {type: [string, 'null'], format: date-time}}}}}
`)
  const made = ask('POST /hooks', { body: { name: 'a', test: true } }).body as { tested_at?: unknown }
  expect(made.tested_at ?? null).toBeNull()
})
