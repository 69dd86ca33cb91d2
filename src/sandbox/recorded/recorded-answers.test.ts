import { expect, it } from 'vitest'
import { fieldsOf, type HttpRequest } from '../../http/message.ts'
import type { Recording } from '../../traffic/recording.ts'
import { makeRecordedAnswers } from './recorded-answers.ts'

const nothing = { fields: [], media: null, body: null, length: 0, truncated: false }

function recording(n: number, target: string, body: unknown, more: Partial<Recording> = {}): Recording {
  const [path = '', search = ''] = target.split('?')
  return {
    v: 1,
    id: `rec_${n}`,
    upstream: 'pay',
    at: '2026-01-01T00:00:00.000Z',
    duration_ms: 1,
    method: 'GET',
    path,
    query: [...new URLSearchParams(search)],
    status: 200,
    ending: 'complete',
    request: nothing,
    response: { ...nothing, media: 'application/json', body, fields: [['x-page', '1']] },
    ...more,
  }
}

function request(target: string, method = 'GET', body = ''): HttpRequest {
  const [path = '', search = ''] = target.split('?')
  return { method, path, search, fields: fieldsOf([]), body: new TextEncoder().encode(body) }
}

function answers(...recordings: Recording[]): (target: string, method?: string, body?: string) => unknown {
  const made = makeRecordedAnswers({
    when: 'first',
    redact: ({ path, search, body }) => ({
      path,
      query: [...new URLSearchParams(search)],
      body: body.length === 0 ? null : JSON.parse(new TextDecoder().decode(body)),
      sent: new Map([['ch_stand_in', 'ch_mine']]),
    }),
  })
  for (const one of recordings) made.add(one)
  return (target, method, body) => {
    const found = made.answer(request(target, method, body))
    return found === undefined ? undefined : JSON.parse(String(found.body))
  }
}

it('answers the same request before one that only looks alike', () => {
  const answer = answers(recording(1, '/charges/ch_1', 'first'), recording(2, '/charges/ch_2', 'second'))
  expect(answer('/charges/ch_2')).toBe('second')
  expect(answer('/charges/ch_1')).toBe('first')
  expect(answer('/charges/ch_9')).toBe('first')
  expect(answer('/refunds/re_1')).toBeUndefined()
  expect(answer('/charges/ch_1', 'DELETE')).toBeUndefined()
})

it('follows the order of the recordings of one request, and stays with the last', () => {
  const answer = answers(recording(1, '/jobs/j_1', 'running'), recording(2, '/jobs/j_1', 'done'))
  expect([answer('/jobs/j_1'), answer('/jobs/j_1'), answer('/jobs/j_1')]).toEqual(['running', 'done', 'done'])
})

it('takes no notice of the order of parameters and of members', () => {
  const sent = { ...nothing, media: 'application/json', body: { a: 1, b: 2 } }
  const answer = answers(
    recording(1, '/charges?b=2&a=1', 'listed'),
    recording(2, '/charges', 'made', { method: 'POST', request: sent }),
    recording(3, '/charges', 'another', { method: 'POST', request: { ...sent, body: { a: 5, b: 2 } } }),
  )
  expect(answer('/charges?a=1&b=2')).toBe('listed')
  expect(answer('/charges', 'POST', '{"b":2,"a":5}')).toBe('another')
  expect(answer('/charges', 'POST', '{"b":7,"a":7}')).toBe('made')
})

it('gives no answer that was broken off, or whose body was not kept', () => {
  const broken = recording(1, '/a', 'x', { ending: 'upstream-aborted' })
  const omitted = recording(2, '/b', null, { response: { ...nothing, omitted: 'too-large' } })
  const answer = answers(broken, omitted)
  expect([answer('/a'), answer('/b')]).toEqual([undefined, undefined])
})

it('says what the client sent in place of what stands for it', () => {
  const answer = answers(recording(1, '/charges/ch_stand_in', { id: 'ch_stand_in' }))
  expect(answer('/charges/ch_stand_in')).toEqual({ id: 'ch_mine' })
})
