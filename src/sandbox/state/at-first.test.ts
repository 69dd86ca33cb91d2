import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = "{$ref: '#/components/schemas/Job'}"
const verb = (name: string) => `
  /jobs/{id}/${name}: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], put: {responses: {'200': {description: done, ${json(ref)}}}}}`
const jobs = (verbs: readonly string[], flags: string) => `
paths:
  /jobs: {post: {requestBody: {${json(ref)}}, responses: {'201': {description: made, ${json(ref)}}}}}
  /jobs/{id}: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], get: {responses: {'200': {description: one, ${json(ref)}}}}}${verbs.map(verb).join('')}
components:
  schemas:
    Job: {type: object, required: [name], properties: {id: {type: string}, name: {type: string}, ${flags}}}
`
const flag = (...names: string[]) => names.map((name) => `${name}: {type: boolean}`).join(', ')

it('begins without what an action of the record sets', async () => {
  const { ask } = await sandboxOf(jobs(['activate', 'publish', 'unpublish'], flag('active', 'published')))
  const made = ask('POST /jobs', { body: { name: 'a' } }).body as { id: string }
  expect(made).toMatchObject({ active: false, published: false })
  expect(ask(`PUT /jobs/${made.id}/activate`).body).toMatchObject({ active: true, published: false })
  expect(ask('POST /jobs', { body: { name: 'b', active: true } }).body).toMatchObject({ active: true })
})

it('begins as a default or an example says, and with what another action ends', async () => {
  const flags =
    'active: {type: boolean, default: true}, verified: {type: boolean, example: true}, enabled: {type: boolean}'
  const { ask } = await sandboxOf(jobs(['activate', 'verify', 'enable', 'disable'], flags))
  expect(ask('POST /jobs', { body: { name: 'a' } }).body).toMatchObject({ active: true, verified: true, enabled: true })
})

it('has nothing of a last time before there was one', async () => {
  const tag = 'etag: {type: string, description: Etag of the file during previous import.}, color: {type: string}'
  const { ask } = await sandboxOf(jobs([], tag))
  expect(ask('POST /jobs', { body: { name: 'a' } }).body).not.toHaveProperty('etag')
})
