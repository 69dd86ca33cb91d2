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
