import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const shelf = '{type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}}}'
const id = '{name: id, in: path, required: true, schema: {type: string}}'
const shelves = `
paths:
  /shelves:
    get: {responses: {'200': {description: ok, ${json(`{type: array, items: ${shelf}}`)}}}}
    post: {parameters: [{name: dryRun, in: query, schema: {type: boolean}}], requestBody: {${json('{type: object, properties: {name: {type: string}, validate_only: {type: boolean}}}')}}, responses: {'201': {description: made, ${json(shelf)}}}}
  /shelves/{id}:
    get: {parameters: [${id}], responses: {'200': {description: ok, ${json(shelf)}}}}
    delete: {parameters: [${id}, {name: dry_run, in: query, schema: {type: string}}], responses: {'204': {description: gone}, '404': {description: none}}}
`

it('does what is only tried without leaving anything of it', async () => {
  const { ask } = await sandboxOf(shelves)
  expect(ask('POST /shelves?dryRun=true', { body: { name: 'a' } })).toMatchObject({ status: 201, body: { name: 'a' } })
  expect(ask('POST /shelves', { body: { name: 'b', validate_only: true } }).status).toBe(201)
  const made = ask('POST /shelves?dryRun=false', { body: { name: 'c', validate_only: false } }).body as { id: string }
  expect(ask('GET /shelves').body).toMatchObject([{ name: 'c' }])
  expect(ask(`DELETE /shelves/${made.id}?dry_run=all`).status).toBe(204)
  expect(ask(`DELETE /shelves/none?dry_run=all`).status).toBe(404)
  expect(ask(`GET /shelves/${made.id}`).status).toBe(200)
})

it('leaves nothing of a trial that is called by name either', async () => {
  const text = '{type: string}'
  const operation = (name: string, body: string, answer: string) => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: ResourceNotFoundException, ${json('{}')}}}}`
  const rack = `{type: object, required: [rackName], properties: {rackName: ${text}, DryRun: {type: boolean}}}`
  const all = `{type: object, properties: {racks: {type: array, items: {type: object, properties: {rackName: ${text}}}}}}`
  const { ask } = await sandboxOf(
    `paths:${operation('CreateRack', rack, '{}')}${operation('DeleteRack', rack, '{}')}${operation('DescribeRacks', '{type: object, properties: {limit: {type: integer}}}', all)}`,
  )
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  call('CreateRack', { rackName: 'a' })
  expect(call('DeleteRack', { rackName: 'a', DryRun: true }).status).toBe(200)
  call('CreateRack', { rackName: 'b', DryRun: true })
  expect(call('DescribeRacks', {}).body).toMatchObject({ racks: [{ rackName: 'a' }] })
})
