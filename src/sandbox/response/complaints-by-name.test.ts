import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string): string => `content: {application/json: {schema: ${schema}}}`
const text = '{type: string}'
const operation = (name: string, body: string, answer?: string): string => `
  /#X-Target=Library.${name}:
    post: {operationId: ${name}, requestBody: {required: true, ${json(body)}}, responses: {'200': {description: Success${answer === undefined ? '' : `, ${json(answer)}`}}, '480': {description: InvalidParameterException, ${json('{}')}}, '481': {description: ResourceNotFoundException, ${json('{}')}}}}`
const sent = (required: string, properties: string): string =>
  `{type: object, required: [${required}], properties: {${properties}}}`

const library = `
paths:${operation('RegisterRack', sent('RackName', `RackName: ${text}`), `{type: object, properties: {RackArn: ${text}}}`)}
${operation('DescribeRack', sent('RackName', `RackName: ${text}`), `{type: object, properties: {Rack: {$ref: '#/components/schemas/Rack'}}}`)}
${operation('ListRacks', sent('', ''), `{type: object, properties: {RackNames: {type: array, items: ${text}}}}`)}
${operation('BatchGetRacks', sent('names', `names: {type: array, items: ${text}}`), `{type: object, properties: {racks: {type: array, items: {$ref: '#/components/schemas/Rack'}}, racksNotFound: {type: array, items: ${text}}}}`)}
${operation('DeregisterRack', sent('RackName', `RackName: ${text}`))}
${operation('PutRackRule', sent('RackName, Text', `RackName: ${text}, Text: ${text}`))}
${operation('GetRackRule', sent('RackName', `RackName: ${text}`), `{$ref: '#/components/schemas/RackRule'}`)}
${operation('DeleteRackRule', sent('RackName', `RackName: ${text}`))}
${operation('CopyAll', sent('', `Names: {type: array, items: ${text}}`), `{type: object, properties: {FailedCount: {type: integer}, FailedNames: {type: array, items: ${text}}, RejectedInfo: {type: object, properties: {At: {type: integer}}}, NextToken: ${text}}}`)}
components:
  schemas:
    Rack: {type: object, properties: {RackName: ${text}, Arn: ${text}}}
    RackRule: {type: object, properties: {RackName: ${text}, Text: ${text}}}
`

async function called() {
  const { ask } = await sandboxOf(library)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}

it('tells of no failures and leads to no further page where nobody said so', async () => {
  const call = await called()
  expect(call('CopyAll', { Names: ['a'] }).body).toEqual({ FailedCount: 0, FailedNames: [] })
})

it('lists names, shows the own ARN by its whole name, and takes out what is deregistered', async () => {
  const call = await called()
  const { RackArn } = call('RegisterRack', { RackName: 'a' }).body as { RackArn: string }
  expect(call('DescribeRack', { RackName: 'a' }).body).toMatchObject({ Rack: { Arn: RackArn } })
  expect(call('ListRacks', {}).body).toEqual({ RackNames: ['a'] })
  call('RegisterRack', { RackName: 'b' })
  expect(call('BatchGetRacks', { names: ['b'] }).body).toMatchObject({ racks: [{ RackName: 'b' }], racksNotFound: [] })
  call('DeregisterRack', { RackName: 'b' })
  call('DeregisterRack', { RackName: 'a' })
  expect(call('ListRacks', {}).body).toEqual({ RackNames: [] })
})

it('keeps one of what there is one for each of something else', async () => {
  const call = await called()
  call('RegisterRack', { RackName: 'a' })
  call('PutRackRule', { RackName: 'a', Text: 'one' })
  call('PutRackRule', { RackName: 'a', Text: 'two' })
  expect(call('GetRackRule', { RackName: 'a' }).body).toMatchObject({ Text: 'two' })
  call('DeleteRackRule', { RackName: 'a' })
  expect(call('GetRackRule', { RackName: 'a' }).body).toMatchObject({ __type: 'ResourceNotFoundException' })
})
