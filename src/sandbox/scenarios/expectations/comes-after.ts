import { isGood } from '../calls.ts'
import { type ExpectationKind, seqs } from './kind.ts'

export const comesAfter: ExpectationKind = {
  expect: 'comes_after',
  summary: 'calls it after the other role, and succeeds',
  settings: { other: { type: 'role', required: true, summary: 'the role that is called before' } },
  judge({ name, calls, other, settings }) {
    const before = other(String(settings['other']))
    const start = before.calls[0]?.attempts[0]?.entry.seq
    const good = calls.flatMap(({ attempts }) => attempts.filter(isGood))
    if (start === undefined || good.some(({ entry }) => entry.seq > start)) return []
    const near = calls.at(-1)?.attempts ?? []
    const what = good.length > 0 ? `came before (#${good[0]?.entry.seq})` : 'did not succeed'
    const message = `does not continue: ${name} should follow ${before.name} (#${start}), but ${what}`
    return [{ message, entries: seqs(near), distance: 1 }]
  },
}
