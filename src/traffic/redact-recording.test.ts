import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText, readJson } from '../support/exact-json.ts'
import { type Canary, exchange, message, PERSONAL, planted, SECRETS, spellings } from './canaries.fixture.ts'
import type { Exchange } from './exchange.ts'
import { observationOf } from './read-message.ts'
import { isReadable, isWithheld } from './readable.ts'
import type { Recording } from './recording.ts'
import { type RecordingRedactor, type RecordingRules, recordingRedactor } from './redact-recording.ts'

const salt = Buffer.alloc(32, 7)

function record(more: Partial<Exchange>, rules: Partial<RecordingRules> = {}): Recording {
  const one = exchange(more)
  return recordingRedactor({ salt, ...rules }).recording(observationOf(one), {
    id: 'rec_0000000000000000',
    durationMs: one.durationMs,
    requestLength: one.request.length,
    responseLength: one.response.length,
    findings: [],
  })
}

function pathOf(redactor: RecordingRedactor, target: string, template: string, shared?: ReadonlySet<string>): string {
  const facts = {
    ...{ id: 'rec_0', durationMs: 0, requestLength: 0, responseLength: 0, findings: [], template },
    ...(shared && { shared }),
  }
  return redactor.recording(observationOf(exchange({ target })), facts).path
}

const answered = (value: unknown, rules: Partial<RecordingRules> = {}) =>
  record({ response: message('application/json', JSON.stringify(value)) }, rules).response.body

function leaks(canaries: readonly Canary[]): readonly string[] {
  return canaries.flatMap((canary) =>
    planted(canary).flatMap(({ position, exchange: one }) => {
      const text = jsonText(record(one))
      const found = spellings(canary).filter((spelling) => text.toLowerCase().includes(spelling.toLowerCase()))
      return found.length === 0 ? [] : [`${canary.kind} in ${position}: ${found[0]}`]
    }),
  )
}

describe('what is written of an exchange', () => {
  it('plants eighty kinds in fifty positions', () => {
    expect(SECRETS.length + PERSONAL.length).toBeGreaterThanOrEqual(80)
    expect(planted(SECRETS[0] as Canary).length).toBeGreaterThanOrEqual(50)
  })

  it('holds no secret, wherever it stood', () => {
    expect(leaks(SECRETS)).toEqual([])
  })

  it('holds nothing of a person, wherever it stood', () => {
    expect(leaks(PERSONAL)).toEqual([])
  })

  it('holds no text that was drawn by chance, wherever it stood', () => {
    const sign = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
    const mixed = fc.constantFrom(...'abcxyzABC019-_.:/@+ ,;=&%éß山"<>')
    const text = fc.oneof(
      fc.array(sign, { minLength: 9, maxLength: 40 }),
      fc.array(mixed, { minLength: 9, maxLength: 30 }),
      fc.array(fc.constantFrom(...'0123456789'), { minLength: 9, maxLength: 24 }),
    )
    fc.assert(
      fc.property(
        text.map((signs) => signs.join('')).filter((value) => value.trim().length > 8 && /[0-9A-Z]/.test(value)),
        (value) => {
          expect(leaks([{ kind: 'drawn', value }])).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })

  it('has the same stand-in for the same id, wherever it stands, and others for others', () => {
    const id = 'cus_NffrFeUfNV2Hib'
    const recording = record({
      target: `/v1/customers/${id}?customer=${id}&other=cus_9s6XKzkNRiz8i3`,
      request: message('application/x-www-form-urlencoded', `customer=${id}`),
      response: message('application/json', JSON.stringify({ id, list: [{ customer: id }], n: 4711, s: '4711' }), [
        'Location',
        `https://api.test/v1/customers/${id}`,
      ]),
    })
    const token = /^\/v1\/customers\/(cus_[A-Za-z0-9]{14})$/.exec(recording.path)?.[1] ?? ''
    expect(token).not.toBe(id)
    expect(token).toMatch(/^cus_[A-Z][a-z]{3}[A-Z][a-z][A-Z][a-z][A-Z]{2}\d[A-Z][a-z]{2}$/)
    expect(recording.query[0]).toEqual(['customer', token])
    expect(recording.query[1]?.[1]).toMatch(/^cus_/)
    expect(recording.query[1]?.[1]).not.toBe(token)
    expect(recording.request.body).toEqual([['customer', token]])
    const body = recording.response.body as { id: string; list: [{ customer: string }]; n: number; s: string }
    expect([body.id, body.list[0].customer]).toEqual([token, token])
    expect(String(body.n)).toBe(body.s)
    expect(Object.fromEntries(recording.response.fields)['location']).toMatch(
      new RegExp(`^https://h[0-9a-f]{8}\\.example/v1/customers/${token}$`),
    )
  })

  it('has other stand-ins below another salt', () => {
    const target = '/v1/customers/cus_NffrFeUfNV2Hib'
    expect(record({ target }).path).not.toBe(record({ target }, { salt: Buffer.alloc(32, 8) }).path)
    expect(record({ target }).path).toBe(record({ target }).path)
  })

  it('never gives two numbers of one length the same stand-in', () => {
    for (const digits of [3, 4]) {
      const all = Array.from({ length: 9 * 10 ** (digits - 1) }, (_, i) => 10 ** (digits - 1) + i)
      const shown = answered({ ids: all }) as { ids: number[] }
      expect(new Set(shown.ids).size).toBe(all.length)
      expect(shown.ids.every((id) => String(id).length === digits)).toBe(true)
    }
  })

  it.each([
    { status: 'requires_action', currency: 'usd', object: 'payment_intent', type: 'charge.succeeded' },
    { status: 'PAST_DUE', state: 'inTransit', mode: 'live', api_version: '2024-06-20', version: 'v1.2.3' },
    { livemode: false, deleted: true, next: null, empty: '', list: [], map: {}, count: 12, page: 1234, total: 80_000 },
    { code: 'card_declined', status: 404, country: 'DE', locale: 'en-US', region: 'eu-west-1', currency: 'EUR' },
    { tags: ['active', 'pending'], method: 'POST', ttl: 3600, interval: 'P30D', mime: 'application/json' },
  ])('leaves readable what tells of no person: %j', (value) => {
    expect(answered(value)).toEqual(value)
  })

  it.each([
    ['/v1/charges', '/v1/charges'],
    ['/api/v2.1/payment_intents/search', '/api/v2.1/payment_intents/search'],
    ['/v1/customers/7/orders', '/v1/customers/7/orders'],
    ['/v1//charges/', '/v1//charges/'],
    ['/reports/daily.json', '/reports/daily.json'],
  ])('leaves static segments of %s', (target, path) => {
    expect(record({ target }).path).toBe(path)
  })

  it('reads static segments off templates, learned or declared, and secrets off their parameters', () => {
    const target = '/zorblax/gruntle/zorblax'
    expect(record({ target }).path).toMatch(/^\/[a-z]{7}\/[a-z]{7}\/[a-z]{7}$/)
    const redactor = recordingRedactor({ salt })
    const lastOf = (path: string, template: string, shared?: ReadonlySet<string>) =>
      Array.from({ length: 50 }, () => pathOf(redactor, path, template, shared)).at(-1)
    expect(lastOf(target, '/zorblax/{id}/zorblax')).not.toContain('zorblax')
    expect(lastOf('/users/brackenridge', '/users/brackenridge')).not.toContain('brackenridge')
    // Many clients have shown it.
    expect(lastOf(target, '/zorblax/{id}/zorblax', new Set(['zorblax']))).toMatch(
      /^\/zorblax\/(?!gruntle)[a-z]{7}\/zorblax$/,
    )
    expect(record({ target }, { templates: ['/zorblax/{token}/zorblax', '/{a}/{b}/{c}'] }).path).toMatch(
      /^\/zorblax\/%3Credacted:[0-9a-f]{8}%3E\/zorblax$/,
    )
  })

  it('keeps the form of what it replaces', () => {
    const shown = answered({
      uuid: '6d92078a-8246-4ba4-ae5b-76104861e7dc',
      hex: 'd41d8cd98f00b204e9800998ecf8427e',
      mail: 'ottilie@mailhaven.io',
      ip: '203.0.113.197',
      six: '2001:db8:85a3::8a2e:370:7334',
      born: '1984-03-17',
      seen: '2026-05-16T22:10:11.123+02:00',
      created: 1_778_950_000,
      price: 1999,
      price_text: '19.99',
      site: 'https://brackenridge.test/a',
      at: '1984-03-17T04:20:00Z',
    }) as Record<string, string | number>
    expect(shown['uuid']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(shown['hex']).toMatch(/^[0-9a-f]{32}$/)
    expect(shown['mail']).toMatch(/^u[0-9a-f]{10}@example\.com$/)
    expect(shown['ip']).toMatch(/^198\.18\.\d{1,3}\.\d{1,3}$/)
    expect(shown['six']).toMatch(/^2001:db8::[0-9a-f]{4}$/)
    expect(shown['born']).toMatch(/^20[0-2]\d-\d\d-\d\d$/)
    expect(shown['seen']).toBe('2026-05-16T00:00:00.000+00:00')
    expect(shown['created']).toBe(Date.UTC(2026, 4, 16) / 1000)
    expect(shown['price']).toSatisfy((price: number) => Number.isInteger(price) && price >= 1000 && price < 2000)
    expect(shown['price_text']).toMatch(/^1\d\.\d[1-9]$/)
    expect(shown['site']).toMatch(/^https:\/\/h[0-9a-f]{8}\.example\/\w$/)
    expect(shown['at']).toMatch(/^20[0-2]\d-\d\d-\d\dT00:00:00Z$/)
  })

  it('reads declared values and names, and no others of a declared choice', () => {
    const value = { flavour: 'zorblax', gruntle: 1 }
    expect(answered(value)).not.toEqual(value)
    const declared = { values: new Set(['zorblax']), fields: new Set(['flavour']), names: new Set(['gruntle']) }
    expect(answered(value, { declared })).toEqual(value)
    expect(answered({ flavour: 'ottilie' }, { declared })).not.toEqual({ flavour: 'ottilie' })
    expect(answered({ gender: 'zorblax' }, { declared })).not.toEqual({ gender: 'zorblax' })
  })

  it.each([
    [{ user_code: 'WDJB-MJHT' }, 'WDJB-MJHT'],
    [{ deviceUserCode: 'WDJBMJHT' }, 'WDJBMJHT'],
    [{ verification_code: 904417 }, '904417'],
    [{ data: { door_code: 482190 } }, '482190'],
    [{ unlock: '000042' }, '000042'],
    [{ status: 'ottilie' }, 'ottilie'],
    [{ category: 'hashimoto' }, 'hashimoto'],
    [{ 'alice@example.com': 1 }, 'alice'],
    [{ 'Alice Smith': { id: 1 } }, 'Alice'],
    [{ limits: { total: 1, ottilie: 2 } }, 'ottilie'],
    [{ by: { sunshine: true } }, 'sunshine'],
    [{ people: { grace: 1 } }, 'grace'],
  ])('keeps nothing of %j that is one of few or a key', (value, secret) => {
    expect(jsonText(answered(value))).not.toContain(secret)
  })

  it('keeps names and words of payments, shops, travel, music, vehicles and clouds without a description', () => {
    const names = `alipay klarna bancontact giropay tos_acceptance statement_descriptor_kana carbon_offset insured_value
      kcal spiciness danceability isrc toxicity disk_iops spot_price cpu_millicores geohash bearing speed_kmh battery_soc
      layover cabin_class fare_basis cheque_number konbini nodepool drivetrain tracklist restock_date`
    const object = Object.fromEntries(names.split(/\s+/).map((name) => [name, true]))
    expect(answered(object)).toEqual(object)
    const kinds = `us_bank_account vat invoiceitem invoice_line_item topup unsupported climate.order recommended_action
      cart_abandoned backorder preemptible tombstone sofort ideal affirm p24 playback_started layover dead_letter`
    const values = { kinds: kinds.split(/\s+/) }
    expect(answered(values)).toEqual(values)
  })

  it('keeps no number that a state gave to somebody', () => {
    const names = ['passport_number', 'national_id', 'nin', 'sin', 'drivers_license_number', 'tax_id', 'account_number']
    const ids = Object.fromEntries(names.map((name) => [name, '73915208']))
    expect(JSON.stringify(answered(ids))).not.toContain('73915208')
  })

  it('keeps no name of a person that is a word of a schema, too', () => {
    expect(Object.keys(answered({ kana: 1, mark: 1 }) as object)).not.toEqual(expect.arrayContaining(['kana']))
    expect(answered({ kind: 'Kana' })).not.toEqual({ kind: 'Kana' })
  })

  it('keeps header fields of the list and no other value', () => {
    const fields = [
      'Cache-Control',
      'no-store',
      'ETag',
      'W/"a1b2c3d4e5"',
      'X-RateLimit-Remaining',
      '42',
      'Server',
      'zorblax/7',
    ]
    const shown = record({ response: message('application/json; charset=UTF-8', '{}', fields) }).response.fields
    expect(shown[0]).toEqual(['content-type', 'application/json; charset=utf-8'])
    expect(shown[1]).toEqual(['cache-control', 'no-store'])
    expect(shown[3]).toEqual(['x-ratelimit-remaining', '42'])
    expect(shown[4]).toEqual(['server', '<text:9>'])
  })

  it('notes what only the description makes readable, and no stand-in', () => {
    const declared = { values: new Set(['Qzxw', 'Zwxq']), fields: new Set(['plan']) }
    const body = { plan: 'Qzxw', tag: 'Zwxq', nick: 'Anna', status: 'paid', address: { plan: 'Home' } }
    const recorded = (rules: Partial<RecordingRules>) =>
      record({ response: message('application/json', JSON.stringify(body)) }, rules)
    expect(recorded({ declared }).choices).toEqual(['Qzxw', 'Zwxq'])
    expect(recorded({ declared }).response.body).toMatchObject({ plan: 'Qzxw', tag: 'Zwxq', status: 'paid' })
    expect(recorded({}).choices).toBeUndefined()
  })

  it('tells readable values from stand-ins', () => {
    const shown = answered({ a: 'zorblax', b: 'pending', c: 'two words here', d: '' }) as Record<string, string>
    expect(Object.entries(shown).map(([name, value]) => isReadable(name, value))).toEqual([false, true, false, true])
    expect(isWithheld(shown['c'])).toBe(true)
    for (let i = 0; i < 5_000; i++) {
      const word = `q${i.toString(26).replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)))}`
      if (!isReadable('x', word)) expect(isReadable('x', (answered({ x: word }) as { x: string }).x)).toBe(false)
    }
  })

  it('keeps numbers with all their digits, and what JSON says of odd names', () => {
    const body = '{"__proto__": 12345678901234567890, "constructor": 1e400, "n": -0.05}'
    const shown = record({ response: message('application/json', body) })
    expect(jsonText(shown.response.body)).toMatch(/^\{"__proto__":1\d{19},"constructor":1e400,"n":-0.05\}$/)
    expect(jsonText(readJson(jsonText(shown)))).toBe(jsonText(shown))
  })

  it('bounds what one body may hold', () => {
    const deep = `${'['.repeat(500)}1${']'.repeat(500)}`
    const wide = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => `word-${i}-x`))
    for (const text of [deep, wide]) {
      const { response } = record({ response: message('application/json', text) })
      expect(jsonText(response.body).length).toBeLessThanOrEqual(text.length)
    }
  })
})
