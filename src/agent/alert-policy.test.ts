import { expect, it } from 'vitest'
import { makeAlertPolicy, USUAL_ALERTS } from './alert-policy.ts'
import type { Finding, Fingerprint } from './finding.ts'

const MINUTE = 60_000
const finding = (overrides: Partial<Finding> = {}): Finding => ({
  ...{
    kind: 'field_added',
    upstream: 'pay',
    method: 'GET',
    template: '/a',
    status_class: '2xx',
    field: 'x',
    before: null,
    after: 'string',
  },
  fingerprint: 'fp_0123456789ab' as Fingerprint,
  count: 1,
  first_seen: new Date(0).toISOString(),
  last_seen: new Date(0).toISOString(),
  acked: false,
  contradicts: false,
  ...overrides,
})
const policy = () => makeAlertPolicy((kind) => kind === 'upstream_error')

it('alerts drift the third time within a quarter of an hour, once', () => {
  const one = policy()
  const at = [0, 1, 20, 21, 22, 23].map((minute) => minute * MINUTE)
  expect(at.map((time) => one.judge(finding(), time))).toEqual(['none', 'none', 'none', 'none', 'alert', 'none'])
})

it('counts the exchanges that made a finding sure', () => {
  expect(policy().judge(finding({ count: 3 }), 2 * MINUTE)).toBe('alert')
  expect(policy().judge(finding({ count: 3 }), 60 * MINUTE)).toBe('none')
})

it('alerts contradictions and incidents at once, and neither what is acknowledged nor what only informs', () => {
  expect(policy().judge(finding({ contradicts: true }), 0)).toBe('alert')
  expect(policy().judge(finding({ kind: 'upstream_error' }), 0)).toBe('alert')
  expect(policy().judge(finding({ contradicts: true, acked: true }), 0)).toBe('none')
  expect(policy().judge(finding({ kind: 'request_field_unused', count: 9 }), 0)).toBe('none')
})

it('gives one summary for all that is beyond the hour, and alerts again in the next', () => {
  const one = policy()
  const judge = (n: number, at: number) =>
    one.judge(finding({ fingerprint: `fp_${n}` as Fingerprint, contradicts: true }), at)
  const verdicts = Array.from({ length: 70 }, (_, n) => judge(n, n))
  expect(verdicts.filter((verdict) => verdict === 'alert')).toHaveLength(USUAL_ALERTS.perHour)
  expect(verdicts.slice(60)).toEqual(['summary', ...Array.from({ length: 9 }, () => 'none')])
  expect(one.withheld).toBe(10)
  expect(judge(100, 60 * MINUTE)).toBe('alert')
})

it('remembers ten thousand fingerprints', () => {
  const one = policy()
  for (let n = 0; n < 10_005; n++) one.judge(finding({ fingerprint: `fp_${n}` as Fingerprint }), n)
  expect(one.evictions).toBe(5)
})
