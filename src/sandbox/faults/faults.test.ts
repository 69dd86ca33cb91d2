import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importCorpusFile, makeLive } from '../../../test/support/simulated.ts'
import { fieldsOf, type HttpRequest, NO_BODY, responseField } from '../../http/message.ts'
import type { JsonObject } from '../../support/json.ts'
import { explain } from '../explain.ts'
import { runtimeOf } from '../runtime.ts'
import { type LiveSandbox, serve } from '../serve.ts'
import { armedFaults, armFault, clearFaults, forgetFaults, listedFaults } from './book.ts'
import { readFault } from './read.ts'

const model = await importCorpusFile('payments.yaml', resolve(import.meta.dirname, '../../../examples'))
const charges = { method: 'POST', path: '/charges' }

function sandbox(wall = { now: () => 0 }): LiveSandbox {
  return { ...makeLive(model), wall }
}

function arm(live: LiveSandbox, rule: JsonObject) {
  return armFault(live.store, readFault(rule, runtimeOf(live.api)))
}

function request(method: string, path: string, fields: Record<string, string> = {}, body?: unknown): HttpRequest {
  const all = {
    authorization: 'Bearer sk_test',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...fields,
  }
  const bytes = body === undefined ? NO_BODY : Buffer.from(JSON.stringify(body))
  return { method, path, search: '', fields: fieldsOf(Object.entries(all)), body: bytes }
}

const newCharge = (fields: Record<string, string> = {}) =>
  request('POST', '/charges', fields, { amount: 1200, currency: 'eur' })

function ask(live: LiveSandbox, one: HttpRequest) {
  const { response, faults } = serve(one, live, 0)
  return { status: response.status, fault: responseField(response, 'x-tool-fault'), faults, response }
}

const statuses = (live: LiveSandbox, count: number, make = newCharge) =>
  Array.from({ length: count }, () => ask(live, make()).status)

describe('what may be armed', () => {
  const refused = (rule: JsonObject): string => {
    try {
      readFault(rule, runtimeOf(sandbox().api))
    } catch (error) {
      return (error as Error).message
    }
    return 'armed'
  }

  it.each([
    [{}, 'method and path are required'],
    [{ kind: 'error' }, 'method and path are required'],
    [{ kind: ['error'], ...charges }, 'Unknown kind ["error"]'],
    [{ kind: 'error', ...charges, status: 204, body: 1 }, 'body does not apply to status 204, which has none'],
    [{ kind: 'eror', ...charges }, 'Unknown kind "eror" (did you mean error?)'],
    [
      { kind: 'error', method: 'POST', path: '/charge' },
      'POST /charge is not a declared operation (did you mean POST /charges?)',
    ],
    [{ kind: 'error', ...charges, probabilty: 1 }, 'A fault has no "probabilty" (did you mean probability?)'],
    [{ kind: 'error', ...charges, probability: 2 }, 'probability must be a number from 0 to 1'],
    [{ kind: 'latency', ...charges, delayMs: 60_001 }, 'delayMs must be a whole number from 0 to 60000'],
    [{ kind: 'latency', ...charges, delayMs: '5' }, 'delayMs must be a whole number from 0 to 60000'],
    [
      { kind: 'latency', ...charges, status: 500 },
      'status does not apply to latency, which sends no answer of its own',
    ],
    [{ kind: 'error', ...charges, headers: { 'a b': 'c' } }, 'headers has "a b", which is not a valid header name'],
    [
      { kind: 'error', ...charges, headers: { a: 'b\r\nc: d' } },
      'headers must map a to a text of visible ASCII characters',
    ],
    [
      { kind: 'error', ...charges, headers: { 'Content-Length': '3' } },
      'headers cannot set Content-Length, which frames the message',
    ],
    [{ kind: 'rate_limit', ...charges, limit: 5 }, 'limit and windowMs go together'],
    [{ kind: 'error', ...charges, event: 'charge.captured' }, 'event does not apply to error'],
    [{ kind: 'error', ...charges, per: 'client' }, 'per needs something to count'],
    [{ kind: 'error', ...charges, body: 'x'.repeat(70_000) }, 'body is longer than 65536 characters'],
    [{ kind: 'drop_webhook', event: 'charge.gone' }, '"charge.gone" is not a declared event'],
  ])('refuses %j', (rule, message) => {
    expect(refused(rule as JsonObject)).toContain(message)
  })

  it('stores a rule with every field of the interface, a rate limit as an error with 429', () => {
    const armed = arm(sandbox(), { kind: 'rate_limit', method: 'post', path: '/charges' })
    const usual = { probability: 1, delayMs: 0, event: '', wallclock: false, times: 0, per: '' }
    expect(armed).toEqual({ id: 'f1', kind: 'error', status: 429, ...charges, ...usual })
  })

  it('takes webhook kinds without an operation', () => {
    expect(arm(sandbox(), { kind: 'delay_webhook' })).toMatchObject({ method: '', path: '', event: '' })
  })
})

describe('what is answered', () => {
  it('keeps the operation from running and takes the shape that the description declares', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 402 })
    const { status, fault, response } = ask(live, newCharge())
    expect([status, fault]).toEqual([402, 'error'])
    expect(JSON.parse(response.body as string)).toHaveProperty('error.message')
    expect(live.journal.last(1)[0]).toMatchObject({ status: 402, faults: ['error'], template: '/charges' })
    clearFaults(live.store)
    expect(JSON.parse(ask(live, request('GET', '/charges')).response.body as string).data).toEqual([])
  })

  it('answers 500 when no status is armed, and 429 with Retry-After', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges })
    expect(ask(live, newCharge()).status).toBe(500)
    clearFaults(live.store)
    arm(live, { kind: 'rate_limit', ...charges })
    const { status, response } = ask(live, newCharge())
    expect([status, responseField(response, 'retry-after')]).toEqual([429, '1'])
  })

  it('answers the armed body and fields', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, body: { down: true }, headers: { 'Retry-After': '7' } })
    const { response } = ask(live, newCharge())
    expect(response.body).toBe('{"down":true}')
    expect(responseField(response, 'retry-after')).toBe('7')
  })

  it('comes before the credential is asked for', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503 })
    expect(ask(live, newCharge({ authorization: 'Bearer wrong' })).status).toBe(503)
  })

  it('loses the answer and keeps what was done, where it strikes after', () => {
    const live = sandbox()
    arm(live, { kind: 'connection_reset', ...charges, after: true, times: 1 })
    const lost = ask(live, newCharge())
    expect([lost.status, lost.response.wire]).toEqual([0, [{ effect: 'reset' }]])
    expect(JSON.parse(ask(live, request('GET', '/charges')).response.body as string).data).toHaveLength(1)
  })

  it('composes: a delay and an error both strike', () => {
    const live = sandbox()
    arm(live, { kind: 'latency', ...charges, delayMs: 20 })
    arm(live, { kind: 'error', ...charges, status: 503 })
    const { status, fault, response } = ask(live, newCharge())
    expect([status, fault, response.wire]).toEqual([503, 'latency, error', [{ effect: 'wait', ms: 20 }]])
  })

  it('names each kind once, however many strike', () => {
    const live = sandbox()
    for (let i = 0; i < 500; i++) arm(live, { kind: 'error', ...charges, status: 503 })
    expect(ask(live, newCharge()).fault).toBe('error')
  })

  it('cuts JSON in the middle of a whole message', () => {
    const live = sandbox()
    const whole = ask(sandbox(), newCharge()).response.body as string
    arm(live, { kind: 'truncated_json', ...charges })
    expect(ask(live, newCharge()).response.body).toBe(whole.slice(0, Math.floor(whole.length / 2)))
  })

  it('leaves other operations alone, HEAD follows GET', () => {
    const live = sandbox()
    arm(live, { kind: 'error', method: 'GET', path: '/charges' })
    expect(ask(live, newCharge()).status).toBe(201)
    expect(ask(live, request('HEAD', '/charges')).status).toBe(500)
  })

  it('has no body where no answer goes out, whatever else is armed', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, body: { told: true } })
    arm(live, { kind: 'connection_reset', ...charges })
    const { response, faults } = ask(live, newCharge())
    expect(response).toMatchObject({ status: 0, body: '' })
    expect(response.fields).toEqual(['X-Tool-Operation', 'createCharge', 'X-Tool-Fault', 'error, connection_reset'])
    expect(faults).toEqual(['error', 'connection_reset'])
  })
})

describe('windows', () => {
  it('strikes the first so many, then has recovered', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, times: 2 })
    expect(statuses(live, 4)).toEqual([503, 503, 201, 201])
  })

  it.each([
    ['idempotency-key', (n: number) => newCharge({ 'idempotency-key': `key-${n}` })],
    ['client', (n: number) => newCharge({ authorization: `Bearer client-${n}` })],
  ])('counts per %s', (per, make) => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, times: 1, per })
    const seen = [1, 1, 2, 2].map((n) => ask(live, make(n)).status)
    expect(seen.map((status) => status === 503)).toEqual([true, false, true, false])
  })

  it('counts per resource', () => {
    const live = sandbox()
    const path = '/charges/{charge}'
    arm(live, { kind: 'error', method: 'GET', path, status: 503, times: 1, per: 'resource' })
    const seen = ['a', 'a', 'b', 'b'].map((id) => ask(live, request('GET', `/charges/${id}`)).status)
    expect(seen).toEqual([503, 404, 503, 404])
  })

  it('counts each scope by itself', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, times: 1 })
    const seen = ['a', 'a', 'b', ''].map(
      (scope) => ask(live, newCharge(scope === '' ? {} : { 'x-tool-scope': scope })).status,
    )
    expect(seen).toEqual([503, 201, 503, 503])
  })

  it('draws a probability from the seed: now and then, and each time the same', () => {
    const run = () => {
      const live = sandbox()
      arm(live, { kind: 'error', ...charges, status: 503, probability: 0.5 })
      return statuses(live, 40)
    }
    const first = run()
    expect(run()).toEqual(first)
    const struck = first.filter((status) => status === 503).length
    expect(struck).toBeGreaterThan(8)
    expect(struck).toBeLessThan(32)
  })

  it('counts a rate limit in its window, tells when it ends, and recovers', () => {
    let now = 1_000_000
    const live = sandbox({ now: () => now })
    arm(live, { kind: 'rate_limit', ...charges, limit: 2, windowMs: 1500 })
    expect(statuses(live, 2)).toEqual([201, 201])
    const { status, response } = ask(live, newCharge())
    expect([status, responseField(response, 'retry-after')]).toEqual([429, '2'])
    now += 1500
    expect(statuses(live, 3)).toEqual([201, 201, 429])
  })
})

describe('what is kept', () => {
  it('is in the store: another reader of it sees the same, and goes on counting', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, times: 2 })
    ask(live, newCharge())
    const later: LiveSandbox = { ...live, store: live.store.fork() }
    expect(armedFaults(later.store)).toEqual(armedFaults(live.store))
    expect(statuses(later, 2)).toEqual([503, 201])
  })

  it('is explained without being used up', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, times: 1 })
    const told = () => explain(newCharge(), live).steps.find(({ step }) => step === 'faults')?.decision
    expect([told(), told()]).toEqual(['f1 error fired: 503', 'f1 error fired: 503'])
    ask(live, newCharge())
    expect(told()).toBe('f1 error did not fire: struck 1 of 1 times')
  })

  it('tells of webhook faults beside the event that they would strike', () => {
    const live = sandbox()
    const event = live.api.head.events.find(({ trigger }) => trigger === 'createCharge')?.name ?? ''
    arm(live, { kind: 'drop_webhook', event })
    arm(live, { kind: 'delay_webhook' })
    const told = explain(newCharge(), live).steps.flatMap(({ step, decision }) =>
      step === 'webhook' ? [decision] : [],
    )
    expect(told).toEqual([`${event}, struck by f1 drop_webhook, f2 delay_webhook`])
  })

  it('leaves no residue when it is cleared', () => {
    const live = sandbox()
    const all = () => live.store.range({ from: '', to: '\uffff' })
    const before = all()
    for (let i = 0; i < 300; i++)
      arm(live, { kind: 'error', ...charges, status: 503, times: 1, per: 'idempotency-key' })
    ask(live, newCharge({ 'idempotency-key': 'one' }))
    expect(all().length).toBeGreaterThan(before.length + 300)
    expect(clearFaults(live.store)).toBe(300)
    // But for the number of the last, so that no id is given again.
    expect(all().map(([, value]) => value)).toEqual([...before.map(([, value]) => value), '300'].sort())
  })

  it('gives no id a second time, and keeps one that was sent', () => {
    const live = sandbox()
    const armed = (more: object = {}) => arm(live, { kind: 'error', ...charges, ...more }).id
    expect([armed(), armed(), armed({ id: 'mine' }), armed()]).toEqual(['f1', 'f2', 'mine', 'f4'])
    expect(() => armed({ id: 'mine' })).toThrow('A fault with the id "mine" is armed')
    clearFaults(live.store)
    forgetFaults(live.store)
    expect([armed(), armed({ id: 'mine' }), armed({ id: 'f1' })]).toEqual(['f5', 'mine', 'f7'])
    expect(clearFaults(live.store, { id: 'mine' })).toBe(1)
    forgetFaults(live.store)
    expect(armedFaults(live.store).map(({ id }) => id)).toEqual(['f5', 'f7'])
    for (const id of ['', 'a b', 7]) expect(() => armed({ id })).toThrow('id must be')
  })

  it('is taken as it is listed', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges, status: 503, times: 2, headers: { 'x-a': '1' } })
    ask(live, newCharge())
    const [listed] = listedFaults(live.store)
    expect(listed).toMatchObject({ id: 'f1', struck: 1 })
    const { id, ...again } = arm(live, { ...listed, mode: 'm', seed: 's' })
    expect(id).toBe('f2')
    expect({ id: 'f1', ...again, struck: 1 }).toEqual(listed)
  })

  it('is cleared by operation, by kind or altogether', () => {
    const live = sandbox()
    arm(live, { kind: 'error', ...charges })
    arm(live, { kind: 'latency', ...charges })
    arm(live, { kind: 'error', method: 'GET', path: '/charges' })
    expect(clearFaults(live.store, { method: 'post', path: '/charges', kind: 'latency' })).toBe(1)
    expect(clearFaults(live.store, { method: 'post', path: '/charges' })).toBe(1)
    expect(clearFaults(live.store)).toBe(1)
    expect(armedFaults(live.store)).toEqual([])
  })
})

describe('one fault for many operations', () => {
  const read = (): HttpRequest => request('GET', '/charges')
  const list = (): HttpRequest => request('GET', '/customers')
  const tried = (live: LiveSandbox): readonly number[] =>
    [newCharge(), read(), list()].map((one) => ask(live, one).status)

  it.each([
    [{ method: '*', path: '*' }, [503, 503, 503]],
    [{ method: 'get', path: '*' }, [201, 503, 503]],
    [{ method: '*', path: '/charges' }, [503, 503, 200]],
  ])('%o strikes what it says', (place, statuses) => {
    const live = sandbox()
    arm(live, { kind: 'error', status: 503, ...place })
    expect(tried(live)).toEqual(statuses)
    expect(clearFaults(live.store, { path: place.path })).toBe(1)
    expect(tried(live)).toEqual([201, 200, 200])
  })

  it('strikes in the order of arming, beside those of one operation, and is counted once', () => {
    const live = sandbox()
    arm(live, { kind: 'error', status: 500, method: 'GET', path: '/customers', times: 1 })
    arm(live, { kind: 'error', status: 503, method: '*', path: '*', times: 3 })
    arm(live, { kind: 'error', status: 418, ...charges })
    expect([list(), read(), newCharge(), newCharge()].map((one) => ask(live, one).status)).toEqual([500, 503, 503, 418])
    forgetFaults(live.store)
    expect(ask(live, newCharge()).status).toBe(418)
  })

  it('refuses what would strike nothing', () => {
    expect(() => arm(sandbox(), { kind: 'error', method: 'TRACE', path: '*' })).toThrow('is not a declared operation')
    expect(() => arm(sandbox(), { kind: 'error', method: '*', path: '/charge' })).toThrow(/not a declared operation/)
    expect(() => arm(sandbox(), { kind: 'error', method: '*' })).toThrow('method and path are required')
  })
})
