import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const at = (...names: string[]) =>
  `parameters: [${names.map((name) => `{name: ${name}, in: path, required: true, schema: {type: string}}`).join(', ')}]`
const texts = '{type: array, items: {type: string}}'
const repo = '{type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}'
const description = `
paths:
  /repos: {post: {requestBody: {${json(repo)}}, responses: {'201': {description: ok, ${json(repo)}}}}}
  /repos/{repo}: {get: {${at('repo')}, responses: {'200': {description: ok, ${json(repo)}}}}}
  /repos/{repo}/topics:
    ${at('repo')}
    get: {responses: {'200': {description: ok, ${json(`{type: object, properties: {topics: ${texts}}}`)}}}}
    put: {requestBody: {${json(`{type: object, properties: {topics: ${texts}}}`)}}, responses: {'204': {description: done}}}
  /repos/{repo}/topics/{topic}:
    ${at('repo', 'topic')}
    put: {responses: {'204': {description: done}}}
    delete: {responses: {'204': {description: done}, '404': {description: none}}}
  /repos/{repo}/blocked:
    ${at('repo')}
    get: {responses: {'200': {description: ok, ${json(texts)}}}}
    post: {requestBody: {${json(`{type: object, properties: {emails: ${texts}}}`)}}, responses: {'201': {description: ok, ${json(`{type: object, properties: {emails: ${texts}}}`)}}}}
  /repos/{repo}/blocked/{email}: {delete: {${at('repo', 'email')}, responses: {'204': {description: done}}}}
`

it('puts words in the place of all, adds one, takes one away, and keeps those of others apart', async () => {
  const { ask } = await sandboxOf(description)
  const [a, b] = ['a', 'b'].map((name) => (ask('POST /repos', { body: { name } }).body as { id: string }).id)
  const topics = (of = a) => (ask(`GET /repos/${of}/topics`).body as { topics: string[] }).topics
  expect(topics()).toEqual([])
  ask(`PUT /repos/${a}/topics`, { body: { topics: ['git', 'go'] } })
  ask(`PUT /repos/${b}/topics`, { body: { topics: ['git'] } })
  ask(`PUT /repos/${a}/topics/forge`)
  expect([topics(), topics(b)]).toEqual([['git', 'go', 'forge'], ['git']])
  expect([ask(`DELETE /repos/${a}/topics/git`).status, ask(`DELETE /repos/${a}/topics/git`).status]).toEqual([204, 404])
  expect([topics(), topics(b)]).toEqual([['go', 'forge'], ['git']])
  ask(`PUT /repos/${a}/topics`, { body: { topics: ['new', 'new'] } })
  expect(topics()).toEqual(['new'])
})

it('adds what is posted, and answers with it', async () => {
  const { ask } = await sandboxOf(description)
  const { id } = ask('POST /repos', { body: { name: 'a' } }).body as { id: string }
  expect(ask(`POST /repos/${id}/blocked`, { body: { emails: ['a@x.org', 'b@x.org'] } }).body).toEqual({
    emails: ['a@x.org', 'b@x.org'],
  })
  ask(`POST /repos/${id}/blocked`, { body: { emails: ['b@x.org', 'c@x.org'] } })
  expect(ask(`DELETE /repos/${id}/blocked/a@x.org`).status).toBe(204)
  expect(ask(`DELETE /repos/${id}/blocked/nobody@x.org`).status).toBe(204)
  expect(ask(`POST /repos/${id}/blocked`, { body: { emails: [''] } }).status).toBe(400)
  expect(ask(`GET /repos/${id}/blocked`).body).toEqual(['b@x.org', 'c@x.org'])
})
