import { expect, it } from 'vitest'
import { calledOperation, object, text } from '../../../../test/support/called.ts'
import { sandboxOf } from '../../../../test/support/inline.ts'

const texts = `{type: array, items: ${text}}`
const operation = (name: string, body: string, answer: string): string =>
  calledOperation(name, body, answer, ['InternalException', 'ResourceNotFoundException'])
const pins = `{type: array, items: {$ref: '#/components/schemas/Pin'}}`
const failed = `FailedEntryCount: {type: integer}, FailedEntries: {type: array, items: ${object(`PinId: ${text}, ErrorCode: ${text}`)}}`

async function called() {
  const { ask } = await sandboxOf(`
paths:
${operation('PutRack', object(`Name: ${text}, Size: {type: integer}`, 'Name'), object(`RackArn: ${text}`))}
${operation('DescribeRack', object(`Name: ${text}`, 'Name'), object(`Name: ${text}, Arn: ${text}, Size: {type: integer}`))}
${operation('DeleteRack', object(`Name: ${text}`, 'Name'), '{}')}
${operation('PutPins', object(`Rack: ${text}, Pins: ${pins}`, 'Rack, Pins'), object(failed))}
${operation('ListPinsByRack', object(`Rack: ${text}, Limit: {type: integer}, NextToken: ${text}`, 'Rack'), object(`Pins: ${pins}, NextToken: ${text}`))}
${operation('RemovePins', object(`Rack: ${text}, Ids: ${texts}`, 'Rack, Ids'), object(failed))}
${operation('PutNews', object(`Entries: {type: array, items: ${object(`Detail: ${text}`)}}`, 'Entries'), object(`Entries: {type: array, items: ${object(`NewsId: ${text}, ErrorCode: ${text}, ErrorMessage: ${text}`)}}`))}
components: {schemas: {Pin: ${object(`Id: ${text}, Arn: ${text}, Input: ${text}`, 'Id, Arn')}}}
`)
  return (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
}

it('puts several under the record that is named, over those of the same id, and takes them out by ids', async () => {
  const call = await called()
  for (const Name of ['a', 'b']) call('PutRack', { Name })
  const put = (Rack: string, ...ids: readonly string[]) =>
    call('PutPins', { Rack, Pins: ids.map((Id) => ({ Id, Arn: `arn:${Rack}:${Id}` })) })
  expect(put('a', 'x', 'y').body).toEqual({ FailedEntryCount: 0, FailedEntries: [] })
  put('b', 'x')
  call('PutPins', { Rack: 'a', Pins: [{ Id: 'x', Arn: 'arn:new' }] })
  const pinsOf = (Rack: string): unknown => (call('ListPinsByRack', { Rack }).body as { Pins: unknown }).Pins
  expect(pinsOf('a')).toMatchObject([
    { Id: 'x', Arn: 'arn:new' },
    { Id: 'y', Arn: 'arn:a:y' },
  ])
  expect(put('none', 'x').body).toMatchObject({ __type: 'ResourceNotFoundException' })
  expect(call('RemovePins', { Rack: 'a', Ids: ['x'] }).body).toEqual({ FailedEntryCount: 0, FailedEntries: [] })
  expect(pinsOf('a')).toMatchObject([{ Id: 'y' }])
  expect(pinsOf('b')).toMatchObject([{ Id: 'x' }])
})

it('tells of each that was sent, and of no errors', async () => {
  const call = await called()
  const { Entries } = call('PutNews', { Entries: [{ Detail: 'a' }, { Detail: 'b' }] }).body as { Entries: object[] }
  expect(Entries.map((entry) => Object.keys(entry))).toEqual([['NewsId'], ['NewsId']])
})

it('makes nothing of what is only started, where a put makes it', async () => {
  const feeds = `Feeds: {type: array, items: {$ref: '#/components/schemas/Feed'}}`
  const { ask } = await sandboxOf(`
paths:
${operation('PutFeed', object(`Name: ${text}`, 'Name'), object(`Arn: ${text}`))}
${operation('GetFeed', object(`Name: ${text}`, 'Name'), object(`Name: ${text}, Arn: ${text}`))}
${operation('ListFeeds', object(`MaxResults: {type: integer}, NextToken: ${text}`), object(`${feeds}, NextToken: ${text}`))}
${operation('StartFeeds', object(`Names: ${texts}`, 'Names'), '{}')}
${operation('DeleteFeed', object(`Name: ${text}`, 'Name'), '{}')}
components: {schemas: {Feed: ${object(`Name: ${text}, Arn: ${text}`)}}}
`)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  call('PutFeed', { Name: 'a' })
  expect(call('StartFeeds', { Names: ['a'] }).status).toBe(200)
  expect((call('ListFeeds', {}).body as { Feeds: object[] }).Feeds).toMatchObject([{ Name: 'a' }])
})

it('puts each of several that a body holds, over those of the same id', async () => {
  const dot = `{$ref: '#/components/schemas/Dot'}`
  const path = (name: string, type: string) => `{name: ${name}, in: path, required: true, schema: {type: ${type}}}`
  const told = '{type: object, properties: {result: {type: object, properties: {state: {type: string}}}}}'
  const { ask } = await sandboxOf(`
paths:
  /maps/{map}: {put: {operationId: create_map, parameters: [${path('map', 'string')}], responses: {'200': {description: ok}}}}
  /maps/{map}/dots:
    put:
      parameters: [${path('map', 'string')}]
      requestBody: {content: {application/json: {schema: {type: object, required: [dots], properties: {dots: {type: array, items: ${dot}}}}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: ${told}}}}}
  /maps/{map}/dots/{id}: {get: {parameters: [${path('map', 'string')}, ${path('id', 'integer')}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {result: ${dot}}}}}}, '404': {description: none}}}}
components: {schemas: {Dot: {type: object, required: [id], properties: {id: {type: integer}, at: {type: integer}}}}}
`)
  ask('PUT /maps/m')
  const put = (...dots: readonly object[]) => ask('PUT /maps/m/dots', { body: { dots } }).status
  expect([put({ id: 1, at: 10 }, { id: 2, at: 20 }), put({ id: 2, at: 21 }, { id: 3, at: 30 })]).toEqual([200, 200])
  const seen = [1, 2, 3].map((id) => ask(`GET /maps/m/dots/${id}`).body)
  expect(seen).toEqual([{ result: { id: 1, at: 10 } }, { result: { id: 2, at: 21 } }, { result: { id: 3, at: 30 } }])
  expect(ask('GET /maps/m/dots/4').status).toBe(404)
})
