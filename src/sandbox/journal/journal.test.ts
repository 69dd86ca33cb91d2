import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Budget } from '../../support/budget.ts'
import { entryText } from './entry-text.ts'
import { type JournalEntry, makeJournal } from './journal.ts'
import { makeRedactor } from './redact.ts'
import { Ring } from './ring.ts'
import { Scopes } from './scopes.ts'

const entry = (path: string): JournalEntry => ({
  ...{ seq: 0, method: 'GET', path, template: null, status: 200, headers: {}, query: {}, body: null, operation: null },
  ...{ at_ms: 0, duration_ms: 0, violations: [], rule: null, faults: [], scope: null },
})

it('never holds more than its capacity, keeps the newest last and counts what it dropped', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 200 }),
      fc.nat(250),
      (capacity, count, limit) => {
        const journal = makeJournal(capacity)
        for (let i = 1; i <= count; i++) journal.append(entry(`/${i}`))
        const shown = journal.last(limit)
        const kept = Math.min(capacity, count)
        expect(journal.size).toBe(kept)
        expect(journal.evicted()).toBe(count - kept)
        const expected = Array.from({ length: Math.min(limit, kept) }, (_, i) => count - Math.min(limit, kept) + i + 1)
        expect(shown.map((e) => e.seq)).toEqual(expected)
      },
    ),
  )
})

it('gives each scope room of its own, and is the same as a journal for each of them', () => {
  const requests = fc.array(fc.constantFrom(null, 'a', 'b', '__proto__'), { maxLength: 60 })
  fc.assert(
    fc.property(requests, fc.integer({ min: 1, max: 8 }), fc.nat(12), (scopes, capacity, limit) => {
      const journal = makeJournal(capacity)
      for (const scope of scopes) journal.append({ ...entry('/'), scope })
      const seqs = (of?: string | null) => journal.last(limit, of).map(({ seq }) => seq)
      const kept: number[] = []
      for (const scope of new Set(scopes)) {
        const own = scopes.flatMap((one, i) => (one === scope ? [i + 1] : []))
        const left = own.slice(-capacity)
        kept.push(...left)
        expect(seqs(scope)).toEqual(limit === 0 ? [] : left.slice(-limit))
        expect(journal.evicted(scope)).toBe(own.length - left.length)
      }
      const all = kept.sort((a, b) => a - b)
      expect(seqs()).toEqual(limit === 0 ? [] : all.slice(-limit))
      expect([journal.size, journal.evicted()]).toEqual([all.length, scopes.length - all.length])
    }),
  )
})

it('holds 16 times its capacity over all scopes; the scope longest unused loses entries first', () => {
  const journal = makeJournal(2)
  const ask = (scope: string) => journal.append({ ...entry('/'), scope })
  for (let i = 0; i < 10_000; i++) ask(`old ${i}`)
  expect([journal.size, journal.evicted()]).toEqual([32, 9968])
  for (const scope of ['x', 'x', 'x', 'y']) ask(scope)
  expect([journal.size, journal.last(9, 'x').length, journal.evicted('x')]).toEqual([32, 2, 1])
  expect([journal.kept(), journal.kept(null), journal.kept('x'), journal.kept('unheard')]).toEqual([32, 0, 2, 0])
  for (let i = 0; i < 80; i++) ask(i % 2 === 0 ? 'y' : `new ${i}`)
  expect([journal.last(9, 'x').length, journal.evicted('x')]).toEqual([0, 3])
  expect(journal.last(9, 'y').length).toBe(2)
  ask('x')
  expect([journal.last(9, 'x').length, journal.evicted('x')]).toEqual([1, 3])
  const dropped = journal.evicted()
  journal.reset('x')
  expect([journal.size, journal.evicted('x'), journal.evicted()]).toEqual([31, 0, dropped - 3])
  journal.reset()
  expect([journal.size, journal.evicted()]).toEqual([0, 0])
})

it('drops, of many scopes, the oldest entry of the one longest unused, as a list of lists would', () => {
  const scope = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__')
  const step = fc.oneof({ arbitrary: fc.record({ ask: scope }), weight: 9 }, fc.record({ reset: scope }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.integer({ min: 1, max: 6 }), (steps, capacity) => {
      const scopes = new Scopes(capacity, 8)
      const lists = new Map<string, number[]>()
      const evicted = new Map<string, number>()
      const drop = (of: string) => {
        lists.get(of)?.shift()
        evicted.set(of, (evicted.get(of) ?? 0) + 1)
        if (lists.get(of)?.length === 0) lists.delete(of)
      }
      for (const [seq, one] of steps.entries()) {
        if ('reset' in one) {
          scopes.reset(one.reset)
          lists.delete(one.reset)
          evicted.delete(one.reset)
        } else {
          scopes.push(one.ask, { ...entry('/'), seq })
          const list = [...(lists.get(one.ask) ?? []), seq]
          lists.delete(one.ask)
          lists.set(one.ask, list)
          const [oldest] = lists.keys()
          if (list.length > capacity) drop(one.ask)
          else if ([...lists.values()].flat().length > 8) drop(oldest ?? '')
        }
        const kept = [...lists.values()].flat()
        for (const of of ['a', 'b', 'c', 'd', 'e', '__proto__']) {
          expect(scopes.last(99, of).map((e) => e.seq)).toEqual(lists.get(of) ?? [])
          expect(scopes.last(2, of).map((e) => e.seq)).toEqual((lists.get(of) ?? []).slice(-2))
          expect(scopes.evictedIn(of)).toBe(evicted.get(of) ?? 0)
        }
        expect(scopes.size).toBe(kept.length)
        const inOrder = (seqs: readonly number[]) => [...seqs].sort((a, b) => a - b)
        expect(inOrder(scopes.all().map((e) => e.seq))).toEqual(inOrder(kept))
        expect(scopes.evicted).toBe([...evicted.values()].reduce((sum, n) => sum + n, 0))
      }
    }),
  )
})

it('keeps entries in a ring as a list would', () => {
  const step = fc.constantFrom('push', 'push', 'push', 'amend')
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 6 }),
      fc.nat(8),
      (steps, capacity, limit) => {
        const part = new Ring(capacity)
        let list: JournalEntry[] = []
        let evicted = 0
        for (const [seq, one] of steps.entries()) {
          const { length } = list
          if (one === 'push') list.push({ ...entry('/'), seq })
          if (one === 'push') part.push({ ...entry('/'), seq })
          if (one === 'amend') list = list.map((old) => (old.seq > seq - 3 ? { ...old, status: seq } : old))
          if (one === 'amend') part.amendAfter(seq - 3, seq)
          if (list.length > capacity) list.shift()
          if (one === 'push' && length === capacity) evicted++
          expect([part.last(99), part.size, part.evicted]).toEqual([list, list.length, evicted])
          expect(part.last(limit)).toEqual(limit === 0 ? [] : list.slice(-limit))
        }
      },
    ),
  )
})

it('drops the oldest of a ring, which grows again afterwards', () => {
  const step = fc.constantFrom('push', 'push', 'drop')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.integer({ min: 1, max: 70 }), (steps, capacity) => {
      const ring = new Ring(capacity)
      const list: number[] = []
      let gone = 0
      for (const [seq, one] of steps.entries()) {
        if (one === 'push') ring.push({ ...entry('/'), seq })
        if (one === 'push') list.push(seq)
        if (one === 'drop' && list.length > 0) ring.dropOldest()
        if (list.length > capacity || (one === 'drop' && list.length > 0)) {
          list.shift()
          gone += 1
        }
        expect([ring.last(999).map((e) => e.seq), ring.size, ring.evicted]).toEqual([list, list.length, gone])
        expect(ring.oldest).toBe(list[0] ?? Number.POSITIVE_INFINITY)
      }
      while (ring.size > 0) ring.dropOldest()
      expect(ring.held).toBe(0)
    }),
  )
})

it('holds a budget together with other journals, and the newest of each where shares are equal', () => {
  const request = fc.record({ of: fc.nat(2), scope: fc.constantFrom(null, 'a', 'b'), length: fc.nat(900) })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 120 }), (requests) => {
      const budget = new Budget(16_000)
      const journals = [0, 1, 2].map(() => makeJournal(8, '', budget))
      const asked = [0, 0, 0]
      for (const { of, scope, length } of requests) {
        journals[of]?.append({ ...entry('/'), scope, body: { text: 'x'.repeat(length) } })
        asked[of] = (asked[of] ?? 0) + 1
        expect(budget.used).toBeLessThanOrEqual(16_000)
        expect(journals[of]?.last(1)[0]?.seq).toBe(asked[of])
        journals.forEach((journal, i) => void expect(journal.size + journal.evicted()).toBe(asked[i]))
      }
      for (const journal of journals) journal.reset()
      expect(budget.used).toBe(0)
    }),
  )
})

it('lets the oldest go, and of scopes that of the one longest unused', () => {
  const budget = new Budget(1400)
  const journal = makeJournal(8, '', budget)
  for (const scope of ['a', null, 'b', 'a', null]) journal.append({ ...entry('/'), scope })
  expect([journal.last(9).map(({ seq }) => seq), budget.letGo]).toEqual([[1, 2, 3, 4, 5], 0])
  journal.append({ ...entry('/'), body: 'x'.repeat(300) })
  expect(journal.last(9).map(({ seq }) => seq)).toEqual([4, 5, 6])
  expect([journal.evicted(null), journal.evicted('a'), journal.evicted('b')]).toEqual([1, 1, 1])
})

it('writes entries as JSON.stringify does', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.option(fc.array(fc.string()), { nil: undefined }),
      fc.string(),
      (body, nearest, text) => {
        const journal = makeJournal(2)
        const told: Partial<JournalEntry> = { query: { a: text, b: [text] }, scope: text, retry_after: text }
        const live: JournalEntry[] = []
        journal.subscribe((one) => live.push(one))
        journal.append({ ...entry(text), ...told, body })
        const [held] = journal.last(1)
        if (held === undefined) throw new Error('no entry is held')
        const written = JSON.stringify(nearest === undefined ? held : { ...held, nearest })
        expect(entryText(held, nearest)).toBe(written)
        expect(live.map((one) => entryText(one, nearest))).toEqual([written])
      },
    ),
  )
})

it('amends the newest entries, whatever their scope', () => {
  const journal = makeJournal(4)
  for (const scope of ['a', null, 'b', 'a', null]) journal.append({ ...entry('/'), scope })
  journal.amend(3, 503)
  expect(journal.last(9).map(({ status }) => status)).toEqual([200, 200, 503, 503, 503])
})

it('goes on counting after a reset', () => {
  const journal = makeJournal(2)
  for (const path of ['/a', '/b', '/c']) journal.append(entry(path))
  journal.reset()
  expect([journal.size, journal.evicted()]).toEqual([0, 0])
  journal.append(entry('/d'))
  expect(journal.last(9).map((e) => e.seq)).toEqual([4])
})

it('tells listeners of new entries until they leave', () => {
  const journal = makeJournal()
  const seen: string[] = []
  const leave = journal.subscribe((e) => seen.push(e.path))
  journal.append(entry('/a'))
  leave()
  journal.append(entry('/b'))
  expect(seen).toEqual(['/a'])
})

it('hides credentials behind placeholders that are equal for equal values', () => {
  const redactor = makeRedactor('sbx_1', 'sk_secret', ['X-Team'])
  const headers = redactor.headers([
    ['authorization', 'Bearer sk_secret'],
    ['x-team', 'blue'],
    ['accept', '*/*'],
    ['x-note', 'uses sk_secret'],
  ])
  expect(JSON.stringify(headers)).not.toContain('sk_secret')
  expect(headers['x-team']).toMatch(/^<redacted:[0-9a-f]{8}>$/)
  expect(headers['accept']).toBe('*/*')
  const body = redactor.body({ password: 'p', nested: { client_secret: 'p', list: ['sk_secret'] }, name: 'Ada' })
  expect(body).toEqual({
    password: expect.stringMatching(/^<redacted/),
    nested: { client_secret: expect.stringMatching(/^<redacted/), list: [expect.stringMatching(/^<redacted/)] },
    name: 'Ada',
  })
  const again = redactor.body({ token: 'p' }) as { token: string }
  expect(again.token).toBe((body as { password: string }).password)
})

it('hides a credential in a path however it is encoded', () => {
  const redactor = makeRedactor('sbx_1', '12:se/cret', [])
  for (const sent of ['12:se%2Fcret', '12%3Ase%2fcret', '%31%32%3ase%2Fcret'])
    expect(redactor.path(`/bot${sent}/a%20b`)).toMatch(/^\/bot<redacted:[0-9a-f]{8}>\/a%20b$/)
  expect(redactor.path('/a%20b/%zz')).toBe('/a%20b/%zz')
})

it('hides everything below a secret name, and bracketed names', () => {
  const redactor = makeRedactor('sbx_1', 'sk_secret', [])
  const shown = JSON.stringify(
    redactor.body({ credentials: { user: 'ada', list: ['deep', 4242] }, grant: { code: 'oauth-code' } }),
  )
  for (const leaked of ['ada', 'deep', '4242', 'oauth-code']) expect(shown).not.toContain(leaked)
  const query = JSON.stringify(
    redactor.query([
      ['card[number]', '4242424242424242'],
      ['user[password]', 'hunter2'],
    ]),
  )
  for (const leaked of ['4242', 'hunter2']) expect(query).not.toContain(leaked)
})

it('hides nothing that is no secret', () => {
  const redactor = makeRedactor('sbx_1', 'sk_secret', [])
  const plain = {
    name: 'Ada',
    tokens_used: 3,
    amount: 5,
    keyboard: 'qwerty',
    currency: 'usd',
    secretary: 'Bob',
    order_number: 'A1',
  }
  expect(redactor.body(plain)).toEqual(plain)
})

it('takes any body, however deep or wide', () => {
  const redactor = makeRedactor('k', 'c'.repeat(20), [])
  let deep: unknown = 1
  for (let i = 0; i < 500; i++) deep = { deep }
  expect(JSON.stringify(redactor.body(deep)).length).toBeLessThan(2000)
  fc.assert(fc.property(fc.jsonValue(), (value) => void redactor.body(value)))
})

it('amends the newest entries, also when the ring has gone round', () => {
  const journal = makeJournal(3)
  for (const path of ['/a', '/b', '/c', '/d']) journal.append(entry(path))
  journal.amend(2, 503)
  expect(journal.last(9).map((e) => [e.path, e.status])).toEqual([
    ['/b', 200],
    ['/c', 503],
    ['/d', 503],
  ])
})

it('hides secrets in what could not be read as a whole', () => {
  const { fragment } = makeRedactor('k', 'sk_issued', [])
  const pieces = [
    'password=s3cr3t&x=1',
    '{"password": "s3cr3t", "n": 1',
    'password: s3cr3t\nname: Ada',
    "{'client_secret':'s3cr3t'",
    'note=uses sk_issued',
  ]
  for (const piece of pieces) expect(fragment(piece)).not.toMatch(/s3cr3t|sk_issued/)
  expect(fragment('name=Ada&password=p')).toMatch(/^name=Ada&password=<redacted:/)
  expect(fragment(`${'a'.repeat(2045)}sk_issued`)).not.toContain('sk_')
})

it('is walked through as it was, but for what has gone meanwhile', () => {
  const scope = fc.constantFrom(null, null, 'a', 'b', 'c')
  const step = fc.oneof({ arbitrary: fc.record({ ask: scope }), weight: 12 }, fc.record({ reset: scope }))
  const of = fc.constantFrom(undefined, null, 'a', 'd')
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80 }),
      fc.array(step, { maxLength: 80 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(60),
      of,
      (before, meanwhile, capacity, limit, filter) => {
        const journal = makeJournal(capacity)
        const play = (steps: typeof before): void => {
          for (const one of steps)
            if ('ask' in one) journal.append({ ...entry('/'), scope: one.ask })
            else journal.reset(one.reset)
        }
        play(before)
        const there = journal.last(limit, filter)
        expect([...journal.walk(limit, filter)]).toEqual(there)
        const walk = journal.walk(limit, filter)
        const first = walk.next()
        play(meanwhile)
        const left = new Set(journal.last(9999).map(({ seq }) => seq))
        const expected = there.filter(({ seq }, i) => i === 0 || left.has(seq))
        expect(first.done === true ? [] : [first.value, ...walk]).toEqual(expected)
      },
    ),
  )
})
