import { expect, it } from 'vitest'
import { type Learner, makeLearner } from './learner.ts'
import { show } from './observation.fixture.ts'
import { readUpstream } from './read-upstream.ts'
import type { SpecChange } from './spec-changes.ts'

const at = Date.UTC(2026, 0, 1)

function learner(more: object = {}, state?: unknown): Learner {
  const upstream = readUpstream('pay', { target: 'https://pay.example', ...more })
  return makeLearner({ upstreams: [upstream], ...(state !== undefined && { state }) })
}

function change(more: Partial<SpecChange> = {}): SpecChange {
  return {
    ...{ rule: 'response-property-removed', severity: 'ERR', message: 'gone' },
    ...{ fingerprint: '0123456789ab', method: 'GET', path: '/charges', location: 'response.200.body.tier' },
    ...{ before: null, after: null },
    ...more,
  }
}

it('tells a change once, counts each look, and forgets what is no more', () => {
  const one = learner()
  const { told } = one.noteSpec('pay', [change()], at)
  one.noteSpec('pay', [change()], at + 1000)
  expect(one.report().findings).toMatchObject([
    { fingerprint: told[0], kind: 'spec_changed', rule: 'response-property-removed', severity: 'ERR', count: 2 },
  ])
  expect(one.noteSpec('pay', [], at)).toEqual({ told: [], gone: 1 })
  expect(one.report().findings).toEqual([])
})

it('keeps what was acknowledged silent until it says something else', () => {
  const one = learner()
  const [fingerprint = ''] = one.noteSpec('pay', [change()], at).told
  expect(one.accept(fingerprint)).toBe(0)
  const again = learner({}, one.save())
  expect(again.noteSpec('pay', [change()], at).told).toEqual([])
  expect(again.noteSpec('pay', [change({ fingerprint: 'ba9876543210' })], at).told).toHaveLength(1)
})

it('leaves alone other upstreams, and what is muted', () => {
  const one = learner({ mute: ['GET /charges'] })
  one.noteSpec('other', [change()], at)
  expect(one.noteSpec('pay', [change(), change({ path: '/refunds', fingerprint: '1' })], at).told).toHaveLength(1)
  expect(one.report().findings.map(({ upstream, template }) => [upstream, template])).toEqual([
    ['other', '/charges'],
    ['pay', '/refunds'],
  ])
})

it.each([
  ['a field that is there', { location: 'response.200.body.items[].tier' }, true],
  ['a field that is not', { location: 'response.200.body.items[].rank' }, false],
  ['a status that came', { location: 'response.2XX' }, true],
  ['a status that did not', { location: 'response.404' }, false],
  ['an operation that is called', { location: '' }, true],
  ['a header field', { location: 'response.200.header.X-Region' }, true],
  ['a place that traffic does not tell', { location: 'request.query.limit' }, undefined],
  ['an alternative', { location: 'response.200.body.<oneOf 1>' }, undefined],
  ['an endpoint that was never seen', { path: '/refunds' }, undefined],
  ['the whole description', { method: '', path: '', location: '' }, undefined],
] as const)('says whether %s is on the wire', (_, where, expected) => {
  const one = learner()
  show(one, 1, () => ({ items: [{ tier: 'gold' }] }), { path: '/charges', headers: [['x-region', 'a']] })
  one.noteSpec('pay', [change(where)], at)
  expect(one.report().findings.find(({ kind }) => kind === 'spec_changed')?.on_wire).toBe(expected)
})

it('survives that an endpoint is forgotten', () => {
  const one = learner()
  show(one, 1, () => ({}), { path: '/charges' })
  one.noteSpec('pay', [change()], at)
  one.resetBaseline({ upstream: 'pay' })
  expect(one.report().findings).toHaveLength(1)
})
