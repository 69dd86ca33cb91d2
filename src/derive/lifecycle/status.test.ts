import { describe, expect, it } from 'vitest'
import { object, ref, type Sketch, smallApi, text } from '../../../test/support/small-api.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { deriveModel } from '../derive.ts'

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
  const status = states('active', 'sending', 'queued')
  expect(beginning(status)).toBe('queued')
  expect(beginning(status, { example: { id: 't', status: 'active' } })).toBe('active')
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

it('begins with what waits before what comes of it, and not with what waits for an end', () => {
  expect(beginning(states('pending_submission', 'submitted', 'returned'))).toBe('pending_submission')
  expect(beginning(states('active', 'disabled', 'requires_attention'))).toBe('active')
  expect(beginning(states('AVAILABLE', 'PENDING_DELETION'))).toBe('AVAILABLE')
})

it('begins in what need not be asked for', () => {
  const status = states('pending_approval', 'pending_submission', 'submitted')
  expect(beginning(status)).toBe('pending_submission')
  const body = object({ name: text, require_approval: { type: 'boolean' } })
  expect(beginning(states('pending_approval', 'pending_review', 'done'), { body })).toBe('pending_review')
})

it('reads values without the words that all of them begin with', () => {
  expect(beginning(states('JOB_STATE_UNSPECIFIED', 'JOB_STATE_RUNNING', 'JOB_STATE_QUEUED'))).toBe('JOB_STATE_QUEUED')
})

it('begins as its words say', () => {
  expect(beginning({ ...(states('active', 'pending') as object), description: 'Initially `active`.' })).toBe('active')
  expect(beginning({ type: 'string', description: 'One of open, closed or merged.' })).toBe('open')
})

it('takes the values of a status from the filter of the list, where they are states and not places', () => {
  const of = (values: readonly string[]): string | undefined => {
    const Thing = object({ id: text, state: text }, ['id'])
    const model = deriveModel(
      smallApi(
        {
          'POST /things': { id: 'create_thing', body: object({ name: text }), answer: ref('Thing') },
          'GET /things': { query: { state: states(...values) }, answer: { type: 'array', items: ref('Thing') } },
          'GET /things/{thing_id}': { answer: ref('Thing') },
        },
        { Thing },
      ),
    )
    return model.head.resources.find(({ type }) => type === 'thing')?.status?.initial
  }
  expect(of(['closed', 'open', 'all'])).toBe('open')
  expect(of(['AZ', 'IN', 'OK', 'TX'])).toBe(undefined)
})

it('begins in no state that no word of the description calls one', () => {
  const said = (description: string): string | undefined => beginning({ type: 'string', description })
  expect(said('The status, initially assigned by the operator.')).toBeUndefined()
  expect(said('Defaults to the value of the project.')).toBeUndefined()
  expect(said('Initially pending.')).toBe('pending')
})

it('reads a list of words to its end in little time, and compares no more states than there are in a life', () => {
  const listed = (description: string): readonly string[] | undefined => {
    const Thing = object({ id: text, status: { type: 'string', description } }, ['id'])
    const { head } = deriveModel(smallApi({ 'POST /things': { body: ref('Thing'), answer: ref('Thing') } }, { Thing }))
    return head.resources.find(({ type }) => type === 'thing')?.status?.values
  }
  expect(listed('One of open, closed, or merged.')).toEqual(['open', 'closed', 'merged'])
  expect(listed('It can be open and/or closed')).toEqual(['open', 'closed'])
  expect(listed(`Either open${' , '.repeat(600)}1`)).toEqual([])
  const many = Array.from({ length: 5_000 }, (_, index) => `pending_${index.toString(36)}`)
  expect(beginning(states(...many))).toBe('pending_0')
}, 2_000)

describe('a status without choices', () => {
  const statusWith = (verbs: readonly string[], example?: string) => {
    const Thing = object({ id: text, status: { type: 'string', ...(example !== undefined && { example }) } }, ['id'])
    const done = Object.fromEntries(verbs.map((verb) => [`POST /things/{id}/${verb}`, { answer: ref('Thing') }]))
    const { head } = deriveModel(
      smallApi(
        { 'POST /things': { answer: ref('Thing') }, 'GET /things/{id}': { answer: ref('Thing') }, ...done },
        { Thing },
      ),
    )
    return head.resources.find(({ type }) => type === 'thing')?.status
  }

  it('has the states of verbs that others take back, in the capitals shown', () => {
    expect(statusWith(['pause', 'resume'])?.values).toEqual(['paused'])
    expect(statusWith(['block', 'unblock'], 'ACTIVE')?.values).toEqual(['BLOCKED'])
    expect(statusWith(['suspend', 'reactivate'], 'Active')?.values).toEqual(['Suspended'])
    expect(statusWith(['pause', 'resume'])?.initial).toBeUndefined()
  })

  it('has none of a verb that nothing takes back, or that has several names', () => {
    expect(statusWith(['pause'])?.values).toEqual([])
    expect(statusWith(['start', 'stop'])?.values).toEqual([])
  })
})
