import { expect, it } from 'vitest'
import type { Schema } from '../api/schema/schema.ts'
import { deriveModel } from './derive.ts'
import { object, ref, type Sketch, smallApi, text } from './small-api.ts'

const states = (...values: readonly string[]): Schema => ({ type: 'string', enum: values })

function beginning(status: Schema, create: Partial<Sketch> = {}): string | undefined {
  const Thing = object({ id: text, name: text, status }, ['id'])
  const model = deriveModel(
    smallApi(
      {
        'POST /things': { id: 'create_thing', body: object({ name: text }), answer: ref('Thing'), ...create },
        'GET /things/{thing_id}': { answer: ref('Thing') },
      },
      { Thing },
    ),
  )
  return model.head.resources.find(({ type }) => type === 'thing')?.status?.initial
}

it('begins with what the example of a new record shows, before what comes first by its word', () => {
  const status = states('queued', 'sending', 'received')
  expect(beginning(status)).toBe('received')
  expect(beginning(status, { example: { id: 't', status: 'queued' } })).toBe('queued')
})

it('does not begin with an end, though an example shows one', () => {
  expect(beginning(states('inactive', 'active', 'closed'), { example: { id: 't', status: 'closed' } })).toBe('active')
})

it('begins with the default of the request that makes it', () => {
  const status = states('CREATED', 'INACTIVE', 'ACTIVE')
  expect(beginning(status)).toBe('CREATED')
  const body = object({ name: text, status: { ...(status as object), default: 'ACTIVE' } })
  expect(beginning(status, { body, example: { id: 't', status: 'CREATED' } })).toBe('ACTIVE')
})

it('begins as what can be used, not as what is used up', () => {
  expect(beginning(states('expired', 'maxed_out', 'redeemable'))).toBe('redeemable')
})
