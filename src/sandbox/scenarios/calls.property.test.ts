import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JournalEntry } from '../journal/journal.ts'
import { callsIn } from './calls.ts'

const entries = fc
  .array(
    fc.record({
      status: fc.constantFrom(0, 200, 201, 400, 429, 503),
      key: fc.constantFrom(undefined, 'a', 'b'),
      body: fc.constantFrom(null, { x: 1 }, { x: 2 }),
      path: fc.constantFrom('/a', '/b'),
      scope: fc.constantFrom(null, 's'),
      faults: fc.constantFrom([], ['latency'], ['truncated_json']),
    }),
  )
  .map((all) =>
    all.map(({ key, ...rest }, i): JournalEntry => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      const usual = {
        method: 'POST',
        template: '/{x}',
        operation: 'op',
        query: {},
        duration_ms: 0,
        violations: [],
        rule: null,
      }
      return { ...usual, ...rest, headers, seq: i + 1, at_ms: i * 100 }
    }),
  )

it('puts every entry into one call, in order, and no two places into one', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const calls = callsIn(all, { keyFields: ['idempotency-key'] })
      const seen = calls.flatMap(({ attempts }) => attempts.map(({ entry }) => entry.seq))
      expect([...seen].sort((a, b) => a - b)).toEqual(all.map(({ seq }) => seq))
      for (const { attempts } of calls) {
        const seqs = attempts.map(({ entry }) => entry.seq)
        expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
        expect(new Set(attempts.map(({ entry }) => `${entry.scope} ${entry.path}`)).size).toBe(1)
      }
    }),
  )
})
