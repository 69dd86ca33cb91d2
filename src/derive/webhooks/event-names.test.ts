import { expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'

const hook = (example: string, description = '') => `
paths:
  /hooks:
    post:
      description: '${description}'
      requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}, example: ${example}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
`
const names = async (example: string, description?: string) =>
  (await modelOf(hook(example, description))).head.eventNames

it('reads names of events in lists, in objects and one by one', async () => {
  expect(await names('{url: a, event_types: [order.created, order.paid]}')).toEqual(['order.created', 'order.paid'])
  expect(await names('{events: [{name: A1.B1}, {name: A1.C1}], event_type: A1.D1}')).toEqual([
    'A1.B1',
    'A1.C1',
    'A1.D1',
  ])
})

it('reads more of the same form from words, where examples show that they are written in capitals', async () => {
  const prose = 'Send <code>A.CREATED</code> or `A.B2.GONE`, not `order.created` or `X`.'
  expect(await names('{event_type: PAYMENT.PAID}', prose)).toEqual(['PAYMENT.PAID', 'A.CREATED', 'A.B2.GONE'])
})

it('takes nothing for the name of an event that is a host, a word or called otherwise, nor a single one', async () => {
  expect(await names('{events: [shop.example.com, ping, file.json], names: [a.b, c.d]}')).toBeUndefined()
  expect(await names('{event_type: order.created}')).toBeUndefined()
})
