import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const category =
  '{type: object, required: [code], properties: {code: {type: string}, parent: {type: string}, labels: {type: object, properties: {localeCode: {type: string}}}}}'
const code = 'parameters: [{name: code, in: path, required: true, schema: {type: string}}]'

const { ask } = await sandboxOf(`
paths:
  /categories:
    post: {requestBody: {${json(category)}}, responses: {'201': {description: Created}, '422': {description: refused}}}
  /categories/{code}:
    ${code}
    get: {responses: {'200': {description: one, ${json(category)}}, '404': {description: none}}}
    patch: {summary: Update/create a category, requestBody: {${json(category)}}, responses: {'201': {description: Created}, '204': {description: Changed}}}
  /tags:
    post: {requestBody: {${json(category)}}, responses: {'201': {description: Created}}}
  /tags/{code}:
    ${code}
    get: {responses: {'200': {description: one, ${json(category)}}, '404': {description: none}}}
    patch: {summary: Update a tag, requestBody: {${json(category)}}, responses: {'204': {description: Changed}, '404': {description: none}}}
`)

it('makes what is not there where words say so, and tells making from changing', () => {
  expect(ask('PATCH /categories/spring', { body: { parent: 'root' } }).status).toBe(201)
  expect(ask('PATCH /categories/spring', { body: { labels: { en_US: 'Spring' } } }).status).toBe(204)
  expect(ask('GET /categories/spring').body).toMatchObject({ code: 'spring', parent: 'root' })
})

it('makes nothing without what a record must have, or of which a version is named', async () => {
  const named = category.replace('[code]', '[code, parent]')
  const other = await sandboxOf(`
paths:
  /categories:
    post: {requestBody: {${json(named)}}, responses: {'201': {description: Created}}}
  /categories/{code}:
    ${code}
    get: {responses: {'200': {description: one, ${json(named)}}, '404': {description: none}}}
    patch: {summary: Update/create a category, requestBody: {${json(named)}}, responses: {'201': {description: Created}, '204': {description: Changed}}}
`)
  expect(other.ask('PATCH /categories/a', { body: {} })).toMatchObject({ status: 400 })
  const fields = { 'if-match': '"abc"' }
  expect(other.ask('PATCH /categories/a', { body: { parent: 'b' }, fields }).status).toBe(412)
  expect(other.ask('GET /categories/a').status).toBe(404)
  expect(other.ask('PATCH /categories/a', { body: { parent: 'b' } }).status).toBe(201)
  expect(other.ask('PATCH /categories/a', { body: {} }).status).toBe(204)
})

it('makes nothing where they do not', () => {
  expect(ask('PATCH /tags/spring', { body: { parent: 'root' } }).status).toBe(404)
})

it('keeps the keys of an object whose one property stands for any', () => {
  ask('POST /categories', { body: { code: 'winter', labels: { en_US: 'Winter', fr_FR: 'Hiver' } } })
  expect(ask('GET /categories/winter').body).toMatchObject({ labels: { en_US: 'Winter', fr_FR: 'Hiver' } })
  ask('POST /categories', { body: { code: 'autumn', labels: { localeCode: 'x' } } })
  expect(ask('GET /categories/autumn').body).toMatchObject({ labels: { localeCode: 'x' } })
})
