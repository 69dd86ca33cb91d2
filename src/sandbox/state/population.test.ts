import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const named = '{type: object, required: [name], properties: {name: {type: string}, description: {type: string}}}'
const list = (key: string) => json(`{type: object, properties: {${key}: {type: array, items: ${named}}}}`)
const events = ['ORDER.PAID', 'ORDER.SENT', 'ORDER.LOST', 'REFUND.MADE', 'REFUND.DENIED']

it('has all types of events that the description names, and a few of others', async () => {
  const { ask } = await sandboxOf(`
paths:
  /hooks:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {url: {type: string}}}, example: {event_types: [${events.join(', ')}]}}}}
      responses: {'201': {description: made, ${json('{type: object, properties: {id: {type: string}}}')}}}
  /event_types: {get: {operationId: listEventTypes, responses: {'200': {description: all, ${list('event_types')}}}}}
  /regions: {get: {operationId: listRegions, responses: {'200': {description: all, ${list('regions')}}}}}
`)
  const { event_types: told } = ask('GET /event_types').body as { event_types: readonly { name: string }[] }
  expect(told.map(({ name }) => name).sort()).toEqual([...events].sort())
  expect((ask('GET /regions').body as { regions: unknown[] }).regions).toHaveLength(3)
})
