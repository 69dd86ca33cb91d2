import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

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

it('finds by an ARN that clients write what shows none', async () => {
  const { ask } = await sandboxOf(library.replace(/ arn: \{[^}]*\},/, ''))
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  call('CreateRack', { rackName: 'a', tags: { team: 'blue' } })
  const told = (own: string): unknown =>
    call('ListTagsForResource', { resourceArn: `arn:any:library:eu-west-1:123456789012:${own}` }).body
  expect(told('rack/a')).toEqual({ Tags: [{ Key: 'team', Value: 'blue' }] })
  expect(told('shelf/a')).toMatchObject({ __type: 'ResourceNotFoundException' })
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

const keys = `
paths:${operation('CreateKey', sent('', `Text: ${text}`), `{type: object, properties: {Key: {$ref: '#/components/schemas/Key'}}}`)}
${operation('DescribeKey', sent('KeyId', `KeyId: ${text}`), `{type: object, properties: {Key: {$ref: '#/components/schemas/Key'}}}`)}
${operation('ListKeys', sent('', `Limit: {type: integer}, ExclusiveStartKeyId: ${text}`), `{type: object, properties: {KeyIds: {type: array, items: ${text}}, LastEvaluatedKeyId: ${text}, HasMoreKeys: {type: boolean}}}`)}
${operation('DeleteKey', sent('KeyId', `KeyId: ${text}`))}
${operation('TagKey', sent('KeyId, Tags', `KeyId: ${text}, Tags: ${pairs}`))}
${operation('ListKeyTags', sent('KeyId', `KeyId: ${text}`), `{type: object, properties: {Tags: ${pairs}, Marker: ${text}}}`)}
components:
  schemas:
    Key: {type: object, properties: {KeyId: ${text}, Arn: {type: string, description: 'As arn:any:library:region:account:key/id'}}}
`

it('has the id in the ARN, lists from after the last that was seen, and tags by id', async () => {
  const { ask } = await sandboxOf(keys)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } }).body
  const made = ['a', 'b', 'c'].map(
    (Text) => (call('CreateKey', { Text }) as { Key: { KeyId: string; Arn: string } }).Key,
  )
  const [first, second, third] = made.map(({ KeyId }) => KeyId)
  expect(made[0]?.Arn).toMatch(new RegExp(`^arn:any:library:[^/]+:key/${first}$`))
  expect(call('DescribeKey', { KeyId: made[1]?.Arn ?? '' })).toMatchObject({ Key: { KeyId: second } })
  const page = call('ListKeys', { Limit: 2 }) as { LastEvaluatedKeyId: string }
  expect(page).toMatchObject({ KeyIds: [first, second], HasMoreKeys: true })
  const last = { KeyIds: [third], HasMoreKeys: false }
  expect(call('ListKeys', { Limit: 2, ExclusiveStartKeyId: page.LastEvaluatedKeyId })).toEqual(last)
  expect(call('ListKeys', { Limit: 2, ExclusiveStartKeyId: second })).toEqual(last)
  call('TagKey', { KeyId: first, Tags: [{ Key: 'k', Value: 'v' }] })
  expect(call('ListKeyTags', { KeyId: first })).toEqual({ Tags: [{ Key: 'k', Value: 'v' }] })
})

const content = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const thing =
  '{type: object, properties: {arn: {type: string}, name: {type: string}, tags: {type: object, additionalProperties: {type: string}}}}'
const answered = (schema: string): string => `{description: Success, ${content(schema)}}`
const inPath = (name: string): string => `{name: ${name}, in: path, required: true, schema: {type: string}}`
const atPaths = `
paths:
  /racks: {post: {operationId: CreateRack, requestBody: {${content(thing)}}, responses: {'200': ${answered(thing)}}}}
  /racks/{name}: {get: {operationId: GetRack, parameters: [${inPath('name')}], responses: {'200': ${answered(thing)}}}}
  /tags/{rackName}:
    parameters: [${inPath('rackName')}]
    get: {operationId: ListTagsForResource, responses: {'200': ${answered('{type: object, properties: {tags: {type: object, additionalProperties: {type: string}}}}')}, '404': {description: none}}}
    post: {operationId: TagResource, requestBody: {${content('{type: object, required: [tags], properties: {tags: {type: object, additionalProperties: {type: string}}}}')}}, responses: {'204': {description: Success}}}
    delete: {operationId: UntagResource, parameters: [{name: tagKeys, in: query, required: true, schema: {type: array, items: {type: string}}}], responses: {'204': {description: Success}}}
  /marks/tags/{kind}/{rackId}:
    parameters: [${inPath('kind')}, ${inPath('rackId')}]
    get: {operationId: ListTagsForRack, responses: {'200': ${answered(`{type: object, properties: {set: {type: object, properties: {kind: {type: string}, Tags: ${pairs}}}}}`)}}}
    post: {operationId: ChangeTagsForRack, requestBody: {${content(`{type: object, properties: {AddTags: ${pairs}, RemoveTagKeys: {type: array, items: {type: string}}}}`)}}, responses: {'200': {description: Success}}}
`

it('keeps the tags of what a path names', async () => {
  const { ask } = await sandboxOf(atPaths)
  ask('POST /racks', { body: { name: 'a', tags: { team: 'blue' } } })
  ask('POST /tags/a', { body: { tags: { stage: 'dev' } } })
  expect(ask('GET /tags/a').body).toEqual({ tags: { team: 'blue', stage: 'dev' } })
  ask('DELETE /tags/a?tagKeys=team')
  expect(ask('GET /tags/a').body).toEqual({ tags: { stage: 'dev' } })
  expect(ask('GET /racks/a').body).toMatchObject({ tags: { stage: 'dev' } })
  expect(ask('GET /tags/none').status).toBe(404)
  ask('POST /marks/tags/rack/a', { body: { AddTags: [{ Key: 'x', Value: '1' }], RemoveTagKeys: ['stage'] } })
  expect(ask('GET /marks/tags/rack/a').body).toMatchObject({ set: { Tags: [{ Key: 'x', Value: '1' }] } })
})
