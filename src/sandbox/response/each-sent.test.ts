import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const place = '{type: object, properties: {street: {type: string}, city: {type: string}}}'
const verdict = `{type: object, required: [status, original], properties: {status: {type: string, enum: [good, bad]}, original: ${place}, note: {type: string}}}`
const description = `
paths:
  /places/check:
    post:
      requestBody: {${json(`{type: array, items: ${place}}`)}}
      responses: {'200': {description: ok, ${json(`{type: array, items: ${verdict}}`)}}}
  /mood:
    post:
      requestBody: {${json('{type: array, items: {type: object, properties: {id: {type: string}, text: {type: string}}}}')}}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: array, items: {type: object, properties: {id: {type: string}, mood: {type: string}}}}
              example: [{id: x, mood: fair}, {id: y, mood: sad}, {id: z, mood: fair}]
`

it('answers each that was sent, with what was said of it', async () => {
  const { ask } = await sandboxOf(description)
  const places = ['a', 'b', 'c'].map((street) => ({ street, city: 'Oslo' }))
  const told = ask('POST /places/check', { body: places }).body as { status: string; original: unknown }[]
  expect(told.map(({ original }) => original)).toEqual(places)
  expect(told.every(({ status }) => ['good', 'bad'].includes(status))).toBe(true)
  expect(ask('POST /places/check', { body: places }).body).toEqual(told)
})

it('answers as many as were sent, whatever the example shows', async () => {
  const { ask } = await sandboxOf(description)
  expect(
    ask('POST /mood', {
      body: [
        { id: '1', text: 'hi' },
        { id: '2', text: 'ho' },
      ],
    }).body,
  ).toEqual([
    { id: '1', mood: 'fair' },
    { id: '2', mood: 'fair' },
  ])
  expect(ask('POST /mood', { body: [] }).status).toBe(200)
})
