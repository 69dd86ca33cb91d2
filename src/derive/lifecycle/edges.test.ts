import { expect, it } from 'vitest'
import type { ResourcePlan } from '../../api/plan.ts'
import type { Act } from '../paths/sites.ts'
import { edgeOf } from './edges.ts'

const statusOf = (...values: string[]): NonNullable<ResourcePlan['status']> => ({
  place: ['status'],
  values,
  initial: values[0] ?? '',
  provenance: 'derived',
  why: '',
})

const act = (description: string, example?: unknown) =>
  ({
    op: { description },
    answer: example === undefined ? {} : { media: { examples: { '': example }, encoding: {} } },
  }) as unknown as Act

const status = statusOf('draft', 'open', 'in_review', 'paid', 'cancelled')

it.each<[string, Act, string, string | undefined]>([
  ['cancel', act(''), 'what the verb comes to', 'cancelled'],
  ['mark_paid', act(''), 'the word that follows mark', 'paid'],
  ['finalize', act(''), 'where a verb usually leads', 'open'],
  ['ask', act('Sets the status to `in_review`.'), 'the words of the description', 'in_review'],
  ['ask', act('Its status is `paid` when the process is complete.'), 'how it ends', 'paid'],
  ['ask', act('Upon asking, the state will be set to open, and it waits.'), 'what is set', 'open'],
  ['ask', act('If nobody objects, sets the status to paid.'), 'no words about one case among others', undefined],
  ['ask', act('', { status: 'open' }), 'the example of the answer', 'open'],
  ['ask', act('', { status: 'draft' }), 'no example that shows where all begin', undefined],
  ['email', act('Sends it.'), 'nothing', undefined],
])('leads %s by %3$s', (verb, one, _, to) => {
  expect(edgeOf(one, verb, status, { output: [] })?.to).toBe(to)
})

it('knows a form among other words of a state', () => {
  expect(edgeOf(act(''), 'cancel', statusOf('JOB_STATUS_NEW', 'JOB_STATUS_CANCELLED'), { output: [] })?.to).toBe(
    'JOB_STATUS_CANCELLED',
  )
  expect(edgeOf(act(''), 'verify', statusOf('new', 'not_verified'), { output: [] })).toBeUndefined()
  expect(edgeOf(act(''), 'start', statusOf('SETUP', 'VALIDATING_START', 'RUNNING'), { output: [] })?.to).toBe('RUNNING')
})

it.each<[string, string, readonly string[] | undefined]>([
  ['finalize', 'Finalize a draft invoice.', ['draft']],
  ['finalize', 'This method finalizes a draft (or in_review) invoice. It takes a while.', ['draft', 'in_review']],
  ['resume', 'Resumes a cancelled invoice.', ['cancelled']],
  ['cancel', 'Cancels an in_review invoice.', undefined],
  ['cancel', 'Cancels an open invoice.', undefined],
  ['cancel', 'Cancels a draft.', undefined],
  ['finalize', 'Finalize an invoice that was a draft.', undefined],
])('%s: "%s" is about what is %j', (verb, words, from) => {
  const states = statusOf('draft', 'open', 'in_review', 'paid', 'cancelled', 'resumed')
  expect(edgeOf(act(words), verb, states, { output: [] })?.from).toEqual(from)
})

it('reads the states it may be done in where the description names them', () => {
  const only = act('Cancels it. It can only be cancelled when its status is `draft` or `open`.')
  expect(edgeOf(only, 'cancel', status, { output: [] })?.from).toEqual(['draft', 'open'])
  const denied = act('It cannot be cancelled when its status is `paid`.')
  expect(edgeOf(denied, 'cancel', status, { output: [] })?.from).toBeUndefined()
})

it.each([
  ['Terminate a bill. Cancels the bill at once.', 'cancelled'],
  ['Cancels it.', 'cancelled'],
  ['Cancels bill reminders.', undefined],
  ['Cancels a subscription.', undefined],
  ['Cancels the bill if nobody paid.', undefined],
])('leads where the words of another verb say: %s', (words, to) => {
  expect(edgeOf(act(words), 'zap', status, { names: ['bill'] })?.to).toBe(to)
})
