import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const map = '{type: object, additionalProperties: {type: string}}'
const pairs = `{type: array, items: {type: object, properties: {Key: ${text}, Value: ${text}}}}`
const sent = (required: string, properties: string): string =>
  `{type: object, required: [${required}], properties: {${properties}}}`
const operation = (name: string, body: string, answer = '{}'): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success, ${json(answer)}}, '480': {description: InvalidParameterException, ${json('{}')}}, '481': {description: ResourceNotFoundException, ${json('{}')}}}}`

const library = `
paths:${operation('CreateRack', sent('rackName', `rackName: ${text}, tags: ${map}, size: {type: integer}`))}
${operation('DescribeRacks', sent('', ''), `{type: object, properties: {racks: {type: array, items: {$ref: '#/components/schemas/Rack'}}}}`)}
${operation('DeleteRack', sent('rackName', `rackName: ${text}`))}
${operation('PutKeepingRule', sent('rackName, keptDays', `rackName: ${text}, keptDays: {type: integer}`))}
${operation('DeleteKeepingRule', sent('rackName', `rackName: ${text}`))}
${operation('TagRack', sent('rackName, tags', `rackName: ${text}, tags: ${map}`))}
${operation('UntagResource', sent('resourceArn, tagKeys', `resourceArn: ${text}, tagKeys: {type: array, items: ${text}}`))}
${operation('ListTagsForResource', sent('resourceArn', `resourceArn: ${text}`), `{type: object, properties: {Tags: ${pairs}}}`)}
components:
  schemas:
    Rack: {type: object, properties: {rackName: ${text}, arn: {type: string, description: 'As in <code>arn:any:library:Region:account-id:rack:name</code>'}, keptDays: {type: integer}}}
`

async function called() {
  const { ask } = await sandboxOf(library)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}

it('puts, takes and lists the tags of what is named by its name or ARN', async () => {
  const call = await called()
  call('CreateRack', { rackName: 'a', tags: { team: 'blue', stage: 'dev' } })
  call('CreateRack', { rackName: 'b' })
  const { racks } = call('DescribeRacks', {}).body as { racks: { arn: string }[] }
  const [a, b] = racks.map(({ arn }) => arn)
  expect(a).toMatch(/^arn:any:library:[a-z0-9-]+:\d{12}:rack:a$/)
  call('TagRack', { rackName: 'a', tags: { stage: 'prod' } })
  expect(call('ListTagsForResource', { resourceArn: a }).body).toEqual({
    Tags: [
      { Key: 'team', Value: 'blue' },
      { Key: 'stage', Value: 'prod' },
    ],
  })
  call('UntagResource', { resourceArn: a, tagKeys: ['team'] })
  expect(call('ListTagsForResource', { resourceArn: a }).body).toEqual({ Tags: [{ Key: 'stage', Value: 'prod' }] })
  expect(call('ListTagsForResource', { resourceArn: b }).body).toEqual({ Tags: [] })
  expect(call('ListTagsForResource', { resourceArn: 'arn:none' }).body).toMatchObject({
    __type: 'ResourceNotFoundException',
  })
  expect(racks[0]).not.toHaveProperty('tags')
})

it('sets a property and takes it away where operations are called after it', async () => {
  const call = await called()
  call('CreateRack', { rackName: 'a' })
  const kept = () => (call('DescribeRacks', {}).body as { racks: { keptDays?: number }[] }).racks[0]?.keptDays
  expect(kept()).toBeUndefined()
  call('PutKeepingRule', { rackName: 'a', keptDays: 30 })
  expect(kept()).toBe(30)
  call('DeleteKeepingRule', { rackName: 'a' })
  expect(kept()).toBeUndefined()
  expect(call('PutKeepingRule', { rackName: 'none', keptDays: 30 }).status).toBe(400)
})
