import { expect, it } from 'vitest'
import { importCorpusFile } from '../../test/support/simulated.ts'
import { describe as describeModel } from '../api/model.ts'
import { makeLearner } from './learner.ts'
import { show, told, upstreamWith } from './observation.fixture.ts'

const charge = (n: number) => ({
  id: `ch_${n}`,
  amount: 100 + n,
  status: ['paid', 'open'][n % 2],
  owner: { name: `N${n}` },
})
const learner = (settings = {}) => makeLearner({ upstreams: [upstreamWith(settings)] })

it('tells one finding of a new object, by its root, and counts from the first exchange that showed it', () => {
  const one = learner()
  show(one, 60, charge)
  expect(told(one)).toEqual([])
  show(one, 2, (n) => ({ ...charge(n), risk: { score: n, level: { a: 1 } } }))
  expect(told(one)).toEqual([])
  const [fingerprint] = show(one, 1, (n) => ({ ...charge(n), risk: { score: n, level: { a: 1 } } }))
  expect(told(one)).toEqual(['field_added risk: null → object'])
  expect(one.report().findings[0]).toMatchObject({
    fingerprint,
    upstream: 'pay',
    method: 'GET',
    template: '/charges/{charge_id}',
    status_class: '2xx',
    count: 3,
    first_seen: new Date(1_750_000_000_000 + 61 * 60_000).toISOString(),
    acked: false,
  })
  expect(fingerprint).toMatch(/^fp_[0-9a-f]{12}$/)
})

it('takes no body that could not be read, was cut or is empty for a sample', () => {
  const one = learner()
  show(one, 60, charge)
  show(one, 30, () => undefined)
  show(one, 30, () => ({}), { truncated: true })
  expect(told(one)).toEqual([])
  expect(one.baselines()).toEqual([
    { endpoint: 'pay GET /charges/{charge_id}', status_class: '2xx', samples: 60, warmed_up: true },
  ])
})

it('waits for the hours of the warm-up, by the times of the exchanges', () => {
  const one = learner({ warmup: { minSamples: 5, minHours: 1 } })
  show(one, 60, charge)
  expect(one.baselines()[0]?.warmed_up).toBe(false)
  show(one, 2, charge)
  expect(one.baselines()[0]?.warmed_up).toBe(true)
})

it('says that an acknowledged finding is silent, and a different one is not', () => {
  const one = learner()
  show(one, 60, charge)
  const [fingerprint = ''] = show(one, 5, (n) => ({ ...charge(n), amount: 'ten' }))
  expect(one.ack(fingerprint)?.acked).toBe(true)
  expect(show(one, 1, (n) => ({ ...charge(n), amount: 'ten' }))).toEqual([])
  expect(show(one, 5, (n) => ({ ...charge(n), amount: null }))).toHaveLength(1)
  expect(one.ack('fp_000000000000')).toBeUndefined()
  expect(one.accept('fp_000000000000')).toBeUndefined()
})

it('accepts what an endpoint answers now in every class that was settled, and finds the next change', () => {
  const one = learner({ warmup: { minSamples: 10, minHours: 0 } })
  show(one, 20, charge)
  show(one, 20, () => ({ code: 'missing' }), { status: 404 })
  const [fingerprint = ''] = show(one, 6, (n) => ({ id: `ch_${n}`, amount: '7', status: 'open' }))
  expect(told(one).length).toBeGreaterThan(1)
  expect(one.accept(fingerprint)).toBe(2)
  const before = told(one)
  show(one, 60, (n) => ({ id: `ch_${n}`, amount: '7', status: 'open' }))
  expect(told(one)).toEqual(before)
  show(one, 6, (n) => ({ id: `ch_${n}`, amount: 7, status: 'open' }))
  expect(told(one).slice(before.length)).toEqual(['type_changed amount: string → integer'])
})

it('mutes kinds and endpoints, and takes no word of a volatile field for an enumeration', () => {
  const one = learner({ mute: ['field_added'], volatileFields: ['/status'] })
  show(one, 60, charge)
  show(one, 20, (n) => ({ ...charge(n), status: 'void', extra: 1 }))
  expect(told(one)).toEqual([])
  const other = learner({ mute: ['GET /charges/{charge_id}'] })
  show(other, 60, charge)
  show(other, 20, () => ({}), { status: 500 })
  expect(other.incidents()).toEqual([])
})

it('tells incidents from the first exchange on, each once', () => {
  const one = learner({ clientErrorRate: 0.5 })
  show(one, 2, () => undefined, { status: 503 })
  show(one, 1, () => undefined, { status: 429 })
  show(one, 1, () => undefined, { status: 0, ending: 'unreachable' })
  show(one, 1, () => undefined, { ending: 'upstream-aborted' })
  show(one, 40, () => undefined, { status: 404 })
  expect(one.incidents().map(({ kind, template, after }) => `${kind} ${template} ${after}`)).toEqual([
    'upstream_error /charges/{charge_id} 503',
    'rate_limited /charges/{charge_id} 429',
    'upstream_unreachable * unreachable',
    'upstream_body_error /charges/{charge_id} aborted',
    'client_error /charges/{charge_id} 404',
  ])
  expect(one.incidents()[0]?.count).toBe(2)
  expect(told(one)).toEqual([])
})

it('keeps no value of anybody in its state, and goes on from it as if it had never stopped', () => {
  const secrets = ['ada@example.com', 'Lovelace', 'ch_9s6XKzkNRiz8i3', 'Ada']
  const body = (n: number) => ({
    id: secrets[2],
    mail: secrets[0],
    person: { first: 'Ada', last: ['Lovelace', 'Hopper'][n % 2] },
    nick: ['Ada', 'Grace'][n % 2],
    [`cus_${n}a9B3c7Dx1`]: 1,
    status: ['paid', 'open'][n % 2],
  })
  const one = learner({ warmup: { minSamples: 30, minHours: 0 } })
  show(one, 20, body, { path: '/charges/ch_9s6XKzkNRiz8i3' })
  const early = JSON.stringify(one.save())
  for (const secret of secrets) expect(early).not.toContain(secret)
  const two = makeLearner({
    upstreams: [upstreamWith({ warmup: { minSamples: 30, minHours: 0 } })],
    state: JSON.parse(early),
  })
  for (const each of [one, two]) {
    show(each, 20, body)
    show(each, 6, (n) => ({ ...body(n), status: 'void', mail: 'none', more: true }))
  }
  expect(told(one)).toHaveLength(3)
  expect(told(two)).toEqual(told(one))
  expect(JSON.stringify(two.save())).not.toMatch(/ada@|ch_9s6|cus_\d/)
})

const outOf = (learner: ReturnType<typeof makeLearner>) =>
  JSON.stringify([learner.save(), learner.report(), learner.incidents(), learner.volatileSuggestions()])

it.each([
  ['password', ['sunshine', 'dragon']],
  ['wifi_password', ['monkey', 'letmein']],
  ['userCode', ['WDJB-MJHT', 'QXYZ-ABCD']],
  ['nickname', ['ottilie', 'brunhilde']],
  ['status', ['ottilie', 'brunhilde']],
  ['kind', ['hashimoto', 'asthma']],
  ['religion', ['catholic', 'lutheran']],
  ['role', ['Alice Smith', 'Bob Stone']],
  ['type', ['zorblax', 'zorblax']],
])('takes no few values of %s for an enumeration: %j', (name, words) => {
  const one = learner({ warmup: { minSamples: 12, minHours: 0 } })
  const body = (n: number) => ({ id: n, data: { [name]: words[n % 2] }, list: [words[n % 2]] })
  show(one, 12, body)
  const early = outOf(one)
  show(one, 1_000, body)
  show(one, 12, (n) => ({ ...body(n), data: { [name]: 'ignatius' } }))
  for (const text of [early, outOf(one)])
    for (const word of [...words, 'ignatius']) expect(text.toLowerCase()).not.toContain(word.toLowerCase())
  expect(told(one)).toEqual([])
})

it.each([
  [{ ottilie: 1 }, 'ottilie'],
  [{ users: { 'alice@example.com': { status: 'active' } } }, 'alice'],
  [{ by: { 'Alice Smith': 1 } }, 'Alice'],
  [{ limits: { total: 1, sunshine: 2 } }, 'sunshine'],
  [{ keys: { 'WDJB-MJHT': true } }, 'WDJB'],
])('tells no key of a map: %j', (odd, key) => {
  const one = learner({ warmup: { minSamples: 3, minHours: 0 } })
  show(one, 12, () => ({ id: 1, ...odd }), { sent: odd, headers: [[`x-${key.toLowerCase()}`, '1']] })
  show(one, 12, () => ({ id: 1 }), { sent: { id: 1 } })
  show(one, 12, () => ({ id: 1, more: odd, [key]: 'x' }), { path: `/${key}/42`, status: 200 })
  show(one, 12, () => ({ error: odd }), { status: 404 })
  show(one, 12, () => ({ [key]: 1 }), { status: 404, media: `application/vnd.${key.toLowerCase()}+json` })
  expect(told(one).length).toBeGreaterThan(0)
  expect(outOf(one).toLowerCase()).not.toContain(key.toLowerCase())
})

it('goes on after a stop with names that it does not tell as if it had not stopped', () => {
  const one = learner({ warmup: { minSamples: 20, minHours: 0 } })
  const body = (n: number) => ({ id: n, zorblax: { gruntle: n, status: 'open' } })
  show(one, 30, body)
  const two = makeLearner({
    upstreams: [upstreamWith({ warmup: { minSamples: 20, minHours: 0 } })],
    state: JSON.parse(JSON.stringify(one.save())),
  })
  show(two, 30, body)
  expect(told(two)).toEqual([])
  show(two, 6, (n) => ({ id: n, zorblax: { gruntle: 'x', status: 'open' } }))
  expect(told(two)).toEqual(['type_changed ….…: integer → string'])
})

it('tells a new word of known ones only where it is known, or many clients have shown it', () => {
  const status = (word: string) => (n: number) => ({ ...charge(n), status: word })
  const one = learner()
  show(one, 60, charge)
  show(one, 6, status('zorblax'))
  expect(told(one)).toEqual(['enum_value_new status: open|paid → another value'])
  show(one, 6, status('refunded'))
  expect(told(one)[1]).toBe('enum_value_new status: open|paid → refunded')
  const clients = learner()
  show(clients, 60, (n) => ({ ...charge(n), plan: ['zorblax', 'gruntle'][n % 2] }), {
    client: (n) => `Bearer of-client-number-${n % 30}`,
  })
  show(clients, 6, (n) => ({ ...charge(n), plan: 'free' }))
  expect(told(clients)).toEqual(['enum_value_new plan: gruntle|zorblax → free'])
  expect(JSON.stringify(clients.save())).toContain('zorblax')
  const few = learner()
  show(few, 60, (n) => ({ ...charge(n), plan: ['zorblax', 'gruntle'][n % 2] }), { client: (n) => `Bearer ${n % 9}` })
  show(few, 6, (n) => ({ ...charge(n), plan: 'free' }))
  expect(outOf(few)).not.toMatch(/zorblax|gruntle/)
})

it.each([
  [[], /not a JSON object/],
  [{ v: 2 }, /of version 2, this release reads version 1/],
  [{ v: 1, paths: 3 }, /damaged/],
])('refuses the state %j in words', (state, message) => {
  expect(() => makeLearner({ upstreams: [], state })).toThrow(message)
})

it('forgets endpoints with their findings', () => {
  const one = learner()
  show(one, 60, charge)
  show(one, 5, (n) => ({ ...charge(n), amount: 'ten' }))
  expect(one.resetBaseline({ upstream: 'pay', method: 'POST' })).toBe(0)
  expect(one.resetBaseline({ upstream: 'pay' })).toBe(1)
  expect(one.report()).toEqual({ findings: [], baselines: [] })
})

it('says what is always recorded', () => {
  const one = learner({ warmup: { minSamples: 3, minHours: 0 } })
  const kept = (n: number, body: unknown, status = 200) =>
    one.observe({
      ...{ upstream: 'pay', at: n, method: 'GET', path: '/a', query: [], status, ending: 'complete' },
      request: { fields: [], media: undefined, truncated: false },
      response: { fields: [], media: 'application/json', json: { value: body }, truncated: false },
    }).keep
  expect([1, 2, 3].map((n) => kept(n, { a: 1 }))).toEqual([true, true, true])
  expect([kept(4, { a: 1 }), kept(5, { a: 1, b: 1 }), kept(6, { a: 1 }, 404)]).toEqual([false, true, true])
})

it('suggests fields that are another value every time', () => {
  const one = learner()
  show(one, 60, charge)
  expect(one.volatileSuggestions().map(({ field }) => field)).toEqual(['id', 'amount', 'owner.name'])
  const two = learner()
  show(two, 60, () => charge(1))
  expect(two.volatileSuggestions()).toEqual([])
})

it('reports what contradicts a linked description from the first exchange, and nothing that it allows', async () => {
  const api = describeModel(await importCorpusFile('museum-31.yaml'))
  const linked = () => makeLearner({ upstreams: [upstreamWith()], descriptions: new Map([['pay', api]]) })
  const event = {
    eventId: '3be6453c-03eb-4357-ae5a-984a0e574a54',
    name: 'Pirate Coding Workshop',
    location: 'Computer Room',
    eventDescription: 'Learn',
    dates: ['2023-10-29'],
    price: 25,
  }
  const path = '/special-events/3be6453c-03eb-4357-ae5a-984a0e574a54'
  const findings = (body: unknown, seen = {}) => {
    const one = linked()
    show(one, 1, () => body, { path, ...seen })
    return told(one)
  }
  expect(findings(event)).toEqual([])
  expect(findings({ ...event, price: '25' })).toEqual(['type_changed price: integer|number → string'])
  expect(findings({ ...event, seats: 3 })).toEqual(['field_added seats: null → integer'])
  expect(findings({ ...event, name: null })).toEqual(['field_nullable name: string → null'])
  const { location, ...rest } = event
  expect(location).toBe('Computer Room')
  expect(findings(rest)).toEqual(['field_removed location: string → null'])
  expect(findings({ ...event }, { status: 206 })).toEqual(['status_new status: 200|400|404 → 206'])
  expect(findings({ ...event }, { media: 'application/xml' })).toContain(
    'content_type_changed content-type: application/json → application/xml',
  )
  expect(linked().templateOf('pay', 'GET', path)).toBe('/special-events/{eventId}')
})

it.each([0, 1, 3, 50])('with a warm-up of %i samples tells what three exchanges in a row show', (minSamples) => {
  const changes: readonly ((n: number) => unknown)[] = [
    (n) => ({ ...charge(n), more: true }),
    (n) => ({ ...charge(n), amount: undefined }),
    (n) => ({ ...charge(n), amount: 'ten' }),
    (n) => ({ ...charge(n), owner: null }),
    (n) => ({ ...charge(n), owner: [] }),
  ]
  const kinds = changes.map((change) => {
    const one = learner({ warmup: { minSamples, minHours: 0 } })
    show(one, Math.max(1, minSamples), charge)
    show(one, 3, (n) => JSON.parse(JSON.stringify(change(n))))
    return one.report().findings.map(({ kind }) => kind)
  })
  expect(kinds).toEqual([['field_added'], ['field_removed'], ['type_changed'], ['field_nullable'], ['type_changed']])
})

it('goes on with the endpoint that knows most where templates became one', () => {
  const one = learner({ warmup: { minSamples: 5, minHours: 0 } })
  const names = 'alice bob carol dave erin frank grace heidi ivan judy mallory niaj'.split(' ')
  show(one, 8, charge, { path: '/users/alice' })
  for (const name of names) show(one, 1, charge, { path: `/users/${name}` })
  expect(one.baselines()).toEqual([
    { endpoint: 'pay GET /users/{user_id}', status_class: '2xx', samples: expect.any(Number), warmed_up: true },
  ])
  expect(one.baselines()[0]?.samples).toBeGreaterThanOrEqual(8)
})

it('tells a status in place of the one known after twenty in a row, and one beside it apart', () => {
  const one = learner()
  show(one, 60, charge)
  show(one, 19, charge, { status: 201 })
  expect(told(one)).toEqual([])
  show(one, 1, charge, { status: 201 })
  expect(told(one)).toEqual(['status_code_changed status: 200 → 201'])
  const two = learner()
  show(two, 60, charge)
  for (let n = 0; n < 20; n++) show(two, 1, charge, { status: [200, 202][n % 2] ?? 200 })
  expect(told(two)).toEqual(['status_new status: 200 → 202'])
})

it('takes no words of people, no languages and no ids for fields or enumerations', () => {
  const one = learner()
  const body = (n: number) => ({
    name: ['Ada', 'Grace'][n % 2],
    titles: { en: 'x', de: 'y', ...(n % 3 === 0 && { fr: 'z' }) },
    rates: { [`2024-01-${10 + (n % 19)}`]: n },
  })
  show(one, 60, body)
  show(one, 20, (n) => ({ name: 'Linus', titles: { en: 'x', ja: 'y' }, rates: { [`2025-02-${10 + n}`]: n } }))
  expect(told(one)).toEqual([])
})

it('bounds its findings and endpoints, and counts what it dropped', () => {
  const one = learner()
  for (let n = 0; n < 10_010; n++)
    show(one, 1, () => undefined, { path: `/${'abcdefghij'.charAt(n % 10)}s/1`, status: 500 + n })
  expect(one.counters).toEqual({ tracked_fingerprints: 10_000, saturation_evictions: 10, events_emitted: 10_010 })
})

it('reads any path and query, however odd', async () => {
  const api = describeModel(await importCorpusFile('museum-31.yaml'))
  for (const descriptions of [new Map(), new Map([['pay', api]])]) {
    const one = makeLearner({ upstreams: [upstreamWith()], descriptions })
    for (const path of ['', '/', '//', '/%', '/%ff/\ud800', `/${'a/'.repeat(3_000)}`, '/__proto__/constructor'])
      for (const value of [null, 1, 'x', [], { __proto__: 1 }, JSON.parse('{"__proto__":{"a":1},"constructor":2}')])
        one.observe({
          ...{ upstream: 'pay', at: 1, method: 'GET', path, query: [['\ud800', '%']], status: 200, ending: 'complete' },
          request: { fields: [], media: undefined, truncated: false },
          response: { fields: [], media: 'application/json', json: { value }, truncated: false },
        })
    expect(one.baselines().length).toBeGreaterThan(2)
    expect(() => makeLearner({ upstreams: [], state: JSON.parse(JSON.stringify(one.save())) })).not.toThrow()
  }
})
