import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const at = 'parameters: [{name: id, in: path, required: true, schema: {type: integer}}]'
const of = (name: string) => `content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}`
const many = `{description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Disk'}}}}}`

it('lists nothing under a parent that a record no longer names', async () => {
  const { ask } = await sandboxOf(`
paths:
  /hosts: {post: {requestBody: {${of('Host')}}, responses: {'201': {description: ok, ${of('Host')}}}}}
  /hosts/{id}: {get: {${at}, responses: {'200': {description: ok, ${of('Host')}}}}}
  /hosts/{id}/disks: {get: {${at}, responses: {'200': ${many}}}}
  /disks: {post: {requestBody: {${of('Disk')}}, responses: {'201': {description: ok, ${of('Disk')}}}}}
  /disks/{id}: {get: {${at}, responses: {'200': {description: ok, ${of('Disk')}}}}, patch: {${at}, requestBody: {${of('Disk')}}, responses: {'200': {description: ok, ${of('Disk')}}}}}
components:
  schemas:
    Host: {type: object, properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
    Disk: {type: object, properties: {id: {type: integer, readOnly: true}, size: {type: integer}, host_id: {type: [integer, 'null']}}}
`)
  ask('POST /hosts', { body: { name: 'a' } })
  ask('POST /hosts', { body: { name: 'b' } })
  ask('POST /disks', { body: { size: 1, host_id: 1 } })
  const under = (host: number) => (ask(`GET /hosts/${host}/disks`).body as unknown[]).length
  const change = (sent: object) => ask('PATCH /disks/1', { body: sent })
  expect([under(1), under(2)]).toEqual([1, 0])
  change({ size: 2 })
  expect([under(1), under(2)]).toEqual([1, 0])
  change({ host_id: null })
  expect([under(1), under(2)]).toEqual([0, 0])
  change({ host_id: 2 })
  expect([under(1), under(2)]).toEqual([0, 1])
})
