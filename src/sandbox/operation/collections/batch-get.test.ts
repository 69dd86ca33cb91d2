import { expect, it } from 'vitest'
import { object, calledOperation as operation, text } from '../../../../test/support/called.ts'
import { sandboxOf } from '../../../../test/support/inline.ts'

const texts = `{type: array, items: ${text}}`
const racks = `racks: {type: array, items: {$ref: '#/components/schemas/Rack'}}`
const failures = `failures: {type: array, items: ${object(`rackName: ${text}, failureCode: {type: string, enum: [Throttled, RackNotFound]}, failureReason: ${text}`)}}`

async function called() {
  const { ask } = await sandboxOf(`
paths:
${operation('CreateRack', object(`rackName: ${text}`, 'rackName'), '{}', ['RackExistsException'])}
${operation('DescribeRacks', object(`rackNames: ${texts}, maxResults: {type: integer}, nextToken: ${text}`), object(`${racks}, nextToken: ${text}`), ['RackNotFoundException'])}
${operation('BatchGetRacks', object(`rackNames: ${texts}`, 'rackNames'), object(`${racks}, racksNotFound: ${texts}`), ['InvalidRequestException'])}
${operation('BatchDescribeRacks', object(`rackNames: ${texts}`, 'rackNames'), object(`${racks}, ${failures}`), ['InvalidRequestException'])}
${operation('DeleteRack', object(`rackName: ${text}`, 'rackName'), '{}', ['InvalidRequestException'])}
components: {schemas: {Rack: ${object(`rackName: ${text}, size: {type: integer}`)}}}
`)
  const call = (name: string, body: object) => ask('POST /', { body, fields: { 'X-Target': `Library.${name}` } })
  for (const rackName of ['a', 'b']) call('CreateRack', { rackName })
  return call
}

it('refuses a list of names that nobody has, by the name of its own error', async () => {
  const call = await called()
  expect(call('DescribeRacks', { rackNames: ['b'] }).body).toMatchObject({ racks: [{ rackName: 'b' }] })
  expect(call('DescribeRacks', { rackNames: ['b', 'none'] }).body).toMatchObject({ __type: 'RackNotFoundException' })
})

it('tells which of several are not there, where the answer has a place for that', async () => {
  const call = await called()
  expect(call('BatchGetRacks', { rackNames: ['b', 'none'] }).body).toMatchObject({
    racks: [{ rackName: 'b' }],
    racksNotFound: ['none'],
  })
  expect(call('BatchDescribeRacks', { rackNames: ['none', 'a'] }).body).toMatchObject({
    racks: [{ rackName: 'a' }],
    failures: [{ rackName: 'none', failureCode: 'RackNotFound' }],
  })
  expect(call('BatchGetRacks', { rackNames: ['a'] }).body).toMatchObject({ racksNotFound: [] })
})

it('refuses as a wrong request what is not there, where that is all an operation knows', async () => {
  const call = await called()
  expect(call('DeleteRack', { rackName: 'none' }).body).toMatchObject({ __type: 'InvalidRequestException' })
})
