import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const issue = "{$ref: '#/components/schemas/Issue'}"
const inPath = (name: string) => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const one = `responses: {'200': {description: ok, ${json(issue)}}, '404': {description: none}}`
const papers = `
paths:
  /shops: {post: {requestBody: {${json("{$ref: '#/components/schemas/Shop'}")}}, responses: {'201': {description: made, ${json("{$ref: '#/components/schemas/Shop'}")}}}}}
  /shops/{shop_id}: {get: {parameters: [${inPath('shop_id')}], responses: {'200': {description: ok, ${json("{$ref: '#/components/schemas/Shop'}")}}}}}
  /shops/{shop_id}/issues:
    parameters: [${inPath('shop_id')}]
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${issue}}`)}}}}
    post: {requestBody: {${json(issue)}}, responses: {'201': {description: made, ${json(issue)}}}}
  /shops/{shop_id}/issues/latest: {get: {description: The most recent non-draft issue., parameters: [${inPath('shop_id')}], ${one}}}
  /shops/{shop_id}/issues/{issue_id}: {get: {parameters: [${inPath('shop_id')}, ${inPath('issue_id')}], ${one}}}
components:
  schemas:
    Shop: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}
    Issue: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}, draft: {type: boolean, default: false}, parent_type: {type: string, enum: [kiosk, shop]}}}
`

it('reads the newest of the list above, but for what words leave out', async () => {
  const { ask } = await sandboxOf(papers)
  const [a, b] = ['a', 'b'].map((name) => (ask('POST /shops', { body: { name } }).body as { id: string }).id)
  expect(ask(`GET /shops/${a}/issues/latest`).status).toBe(404)
  for (const [title, draft] of [
    ['one', false],
    ['two', false],
    ['three', true],
  ] as const)
    ask(`POST /shops/${a}/issues`, { body: { title, draft } })
  ask(`POST /shops/${b}/issues`, { body: { title: 'other' } })
  expect(ask(`GET /shops/${a}/issues/latest`).body).toMatchObject({ title: 'two' })
})

it('says of which kind the record above is', async () => {
  const { ask } = await sandboxOf(papers)
  const { id } = ask('POST /shops', { body: {} }).body as { id: string }
  expect(ask(`POST /shops/${id}/issues`, { body: { title: 'x' } }).body).toMatchObject({ parent_type: 'shop' })
})
