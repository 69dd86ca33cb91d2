import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import { importCorpusFile, makeLive } from '../../../test/support/simulated.ts'
import { fieldsOf, type HttpRequest, NO_BODY, responseField } from '../../http/message.ts'
import { explain } from '../explain.ts'
import { runtimeOf } from '../runtime.ts'
import { type LiveSandbox, serve } from '../serve.ts'
import { addRules, dropRule } from './change.ts'
import { checkRules } from './checks/index.ts'
import { readRuleSet, readRules, replacedBy, withRules } from './read.ts'
import type { RuleSet } from './rule.ts'
import { NO_RULES } from './rule.ts'
import { unfitRules } from './validate.ts'
import { respondWords, whenWords } from './words.ts'

const model = await importCorpusFile('payments.yaml', resolve(import.meta.dirname, '../../../examples'))
const charges = { method: 'POST', path: '/charges' }
const charge = { method: 'GET', path: '/charges/{charge}' }

/** A sandbox that answers by these rules; they must be good. */
function ruled(...rules: readonly object[]): LiveSandbox {
  const read = readRules({ rules })
  expect(read.problems).toEqual([])
  return { ...makeLive(model), rules: withRules(NO_RULES, read.rules) }
}

function request(method: string, path: string, body?: unknown, fields: Record<string, string> = {}): HttpRequest {
  const all = { authorization: 'Bearer sk_test', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const bytes = body === undefined ? NO_BODY : Buffer.from(JSON.stringify(body))
  const [before = '', search = ''] = path.split('?')
  return { method, path: before, search, fields: fieldsOf(Object.entries({ ...all, ...fields })), body: bytes }
}

const newCharge = (more: object = {}) => request('POST', '/charges', { amount: 1200, currency: 'eur', ...more })

function ask(live: LiveSandbox, one: HttpRequest) {
  const { response, rule } = serve(one, live, 0)
  const text = typeof response.body === 'string' ? response.body : ''
  return { status: response.status, rule, response, json: () => JSON.parse(text) }
}

/** Mostly rules, now and then something else in a place of one. */
const oddly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: usual, weight: 40 }, { arbitrary: fc.jsonValue(), weight: 1 })
const someText = fc.constantFrom(
  'eur',
  '{{request.body.amount}}',
  'of {{record.id}} {{uuid}}',
  '{{clock.now}}',
  '{{x}}',
)
const someWish = fc.oneof(
  fc.constantFrom('eur', 1200, null, true),
  fc.record(
    {
      exists: fc.boolean(),
      not: fc.constantFrom('eur', 7),
      gt: oddly(fc.double()),
      contains: fc.string(),
      exists_in_store: fc.constantFrom('charge', 'nothing'),
    },
    { requiredKeys: ['exists'] },
  ),
)
const somePlaces = oddly(
  fc.dictionary(
    fc.constantFrom('amount', 'currency', '/metadata/a', 'x-kind', 'a.0.b', '/'),
    oddly(fc.oneof({ arbitrary: fc.constant({ not: 7 }), weight: 6 }, { arbitrary: someWish, weight: 4 })),
    { maxKeys: 2 },
  ),
)
const someWhen = fc.record(
  {
    method: oddly(fc.constant('POST')),
    path: oddly(fc.constantFrom('/charges', '/customers')),
    body: somePlaces,
    query: somePlaces,
    headers: somePlaces,
    state: oddly(fc.constantFrom({}, { charge: { count: { lt: 3 } } }, { charge: { where: { status: 'x' } } })),
    times: oddly(fc.nat(3)),
  },
  { requiredKeys: ['method', 'path'] },
)
const someRules = fc.record({
  rules: fc.uniqueArray(
    fc.record(
      {
        id: oddly(fc.stringMatching(/^[a-z]{1,8}$/)),
        when: oddly(someWhen),
        respond: oddly(
          fc.record({
            status: oddly(fc.constantFrom(200, 402, 503)),
            body: fc.oneof(someText, fc.record({ a: someText, b: fc.double() })),
          }),
        ),
      },
      { requiredKeys: ['id', 'when', 'respond'] },
    ),
    { selector: ({ id }) => id, minLength: 1, maxLength: 4, comparator: 'SameValue' },
  ),
})

describe('what is no rule', () => {
  const problemOf = (rule: unknown) => {
    const { rules, problems } = readRules(rule)
    return [...problems, ...unfitRules(rules, runtimeOf(makeLive(model).api))].map(
      (one) => `${one.rule} ${one.message}`,
    )
  }
  const respond = { status: 402 }

  it.each([
    [7, 'rule 1 must be an object'],
    [{ rules: 7 }, 'rules must be a list of rules'],
    [{ when: charges, respond }, 'rule 1 needs an id of letters, digits and ._:- marks'],
    [{ id: 'a', respond }, 'a needs when: at least method and path of an operation'],
    [{ id: 'a', when: charges }, 'a does nothing: give it respond, set or emit'],
    [{ id: 'a', when: { ...charges, boddy: {} }, respond }, 'a when has an unknown "boddy" (did you mean body?)'],
    [
      { id: 'a', when: { ...charges, body: { x: { gtt: 1 } } }, respond },
      'a when.body x has no matcher "gtt" (did you mean gt?)',
    ],
    [
      { id: 'a', when: { ...charges, body: { x: { matches: '(' } } }, respond },
      /^a when.body x matches has a pattern that cannot be used: /,
    ],
    [{ id: 'a', when: { ...charges, body: { x: { in: 1 } } }, respond }, 'a when.body x in needs a list of values'],
    [
      { id: 'a', when: { ...charges, state: { charge: { were: {} } } }, respond },
      'a when.state charge has no "were" (did you mean where?)',
    ],
    [
      { id: 'a', when: charges, respond: { status: 304, body: 'x' } },
      'a respond.body does not apply to status 304, which has none',
    ],
    [{ id: 'a', when: charges, respond: { status: 99 } }, 'a respond.status must be a whole number from 200 to 599'],
    [
      { id: 'a', when: charges, respond: { status: 402, example: 402 } },
      'a respond has either an example or status and body, not both',
    ],
    [
      { id: 'a', when: charges, respond: { body: '{{request.bdy}}' } },
      'a respond: {{request.bdy}} is not known (did you mean body?)',
    ],
    [
      {
        rules: [
          { id: 'a', when: charges, respond },
          { id: 'a', when: charges, respond },
        ],
      },
      'a shares its id with another rule: each needs one of its own',
    ],
    [
      { id: 'a', when: { method: 'POST', path: '/charge' }, respond },
      'a POST /charge is not a declared operation (did you mean POST /charges?)',
    ],
    [
      { id: 'a', when: { ...charge, params: { id: 'x' } }, respond },
      'a when.params names a path parameter id that /charges/{charge} has not',
    ],
    [{ id: 'a', when: charges, emit: 'charge.gone' }, /^a the event "charge.gone" is not declared/],
    [{ id: 'a', when: charges, respond: { example: 418 } }, 'a status 418 has no example'],
    [{ id: 'a', when: charges, set: { status: 'failed' } }, 'a set needs a record, and POST /charges addresses none'],
    [
      { id: 'a', when: { ...charges, body: { amount: { gt: Infinity } } }, respond },
      'a holds a number that is not finite',
    ],
    [{ id: 'a', when: charges, respond: { body: [{ x: Number.NaN }] } }, 'a holds a number that is not finite'],
    [{ id: 'a', when: { ...charges, per: 'client' }, respond }, 'a when.per needs times, which it counts'],
    [
      { id: 'a', when: charges, respond: { status: 200, headers: { 'content-length': '9' } } },
      'a respond.headers cannot set content-length, which frames the message',
    ],
    [
      { id: 'a', when: charges, respond: { status: 200, headers: { 'X-Tool-Rule': 'b' } } },
      'a respond.headers cannot set X-Tool-Rule, which tells what the sandbox did',
    ],
    [
      { id: 'a', when: charges, respond: { body: ['{{request.headers.Authorization}}'] } },
      'a respond: {{request.headers.Authorization}} would give a credential away',
    ],
    [
      { id: 'a', when: charges, respond: { body: 'a {{ request.headers.cookie }}' } },
      'a respond: {{ request.headers.cookie }} would give a credential away',
    ],
    [
      { id: 'a', when: charges, respond: { body: '{{request.body.a b}}' } },
      'a respond: {{request.body.a b}} is not a placeholder: its steps are separated by dots and contain no spaces',
    ],
    [
      { id: 'a', when: charge, set: { descripton: 'x' } },
      'a set "descripton" is not a place of a charge: there is no "descripton" (did you mean description?)',
    ],
    [{ id: 'a', when: charge, set: { '/': 'x' } }, 'a set "/" is not a place of a charge: there is no ""'],
    [
      { id: 'a', when: charge, set: { 'description.long': 'x' } },
      /^a set "description.long" is not a place of a charge/,
    ],
    [{ id: 'a', when: charge, set: { id: 'ch_other' } }, 'a set "id" is the id of the charge, which it keeps'],
    [{ id: 'a', when: charge, set: { '': {} } }, 'a set "" is the whole record: name places in it'],
    [
      { id: 'a', when: charge, set: { amount: 'much' } },
      'a set "amount" cannot be "much": the schema does not take it',
    ],
  ])('%j', (rule, message) => {
    expect(problemOf(rule)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)])
  })

  it('never throws, whatever it is given', () => {
    let read = 0
    let fired = 0
    fc.assert(
      fc.property(fc.jsonValue(), someRules, (value, sent) => {
        readRuleSet(value)
        for (const one of [value, sent]) {
          const { rules } = readRules(one)
          const live = { ...makeLive(model), rules: replacedBy(NO_RULES, rules) }
          unfitRules(rules, runtimeOf(live.api))
          checkRules(live.rules, runtimeOf(live.api))
          for (const rule of rules) expect(`${whenWords(rule)} ${respondWords(rule)}`).not.toBe('')
          const kept = JSON.parse(JSON.stringify(live.rules)) as RuleSet
          expect(readRuleSet(kept)).toEqual({ ...kept, problems: [] })
          const { status, rule } = ask(live, newCharge())
          expect(status).toBeGreaterThanOrEqual(200)
          read += rules.length
          fired += rule === undefined ? 0 : 1
        }
      }),
      { numRuns: 300 },
    )
    expect(read).toBeGreaterThan(200)
    expect(fired).toBeGreaterThan(20)
  })

  it('is not stalled by a hostile pattern', () => {
    const live = ruled({
      id: 'a',
      when: { ...charges, headers: { 'x-long': { matches: '^(a+)+$' } } },
      respond: { status: 402 },
    })
    const long = { 'x-long': `${'a'.repeat(50_000)}!` }
    expect(ask(live, request('POST', '/charges', { amount: 1, currency: 'eur' }, long)).status).toBe(201)
  })

  it('is not stalled by a hostile template, and fills in only so much', () => {
    const times = 50_000
    const live = ruled({
      id: 'a',
      when: charges,
      respond: {
        status: 200,
        body: {
          text: '{{request.body}} '.repeat(times),
          list: Array.from({ length: times }, () => '{{request.body}}'),
        },
      },
    })
    const body = { amount: 1, currency: 'eur', description: 'a'.repeat(1_000_000) }
    const { text, list } = ask(live, request('POST', '/charges', body)).json()
    expect(text.length).toBe(65_536)
    expect(list.length).toBe(times)
    expect(list.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => body))
    expect(list.slice(8).every((item: unknown) => item === null)).toBe(true)
  })

  it('is not stalled by a template that fills a record with itself', async () => {
    const things = modelOf(`
paths:
  /things:
    post:
      operationId: create
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses: {'201': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
  /things/{id}:
    get:
      operationId: read
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
components: {schemas: {Thing: {type: object, properties: {id: {type: string}, note: {}}}}}
`)
    const grown = { one: '{{record}}', two: '{{record}}' }
    const rules = readRules({ id: 'grow', when: { method: 'GET', path: '/things/{id}' }, set: { note: grown } })
    const live = { ...makeLive(await things), rules: withRules(NO_RULES, rules.rules) }
    const { id } = ask(live, request('POST', '/things', { note: 'a'.repeat(1_000_000) })).json()
    for (let i = 0; i < 8; i++)
      expect(String(ask(live, request('GET', `/things/${id}`)).response.body).length).toBeLessThan(9_000_000)
  })

  it.each(['(a+)\\1b', '(?<!a+)b$'])('refuses %s, which cannot be matched in linear time', (matches) => {
    const when = { ...charges, headers: { 'x-long': { matches } } }
    const { problems } = readRules({ rules: [{ id: 'a', when, respond: { status: 402 } }] })
    expect(problems.map(({ message }) => message).join()).toMatch(/cannot be matched in linear time/)
  })

  it('matches patterns of several loops in linear time', () => {
    const matches = '.*.*.*.*x'
    const live = ruled({ id: 'a', when: { ...charges, headers: { 'x-long': { matches } } }, respond: { status: 402 } })
    const asked = (value: string) =>
      ask(live, request('POST', '/charges', { amount: 1, currency: 'eur' }, { 'x-long': value })).status
    expect(asked('a'.repeat(200))).toBe(201)
    expect(asked(`${'a'.repeat(200)}x`)).toBe(402)
  })
})

describe('conditions', () => {
  const answers = (when: object, one: HttpRequest, live?: LiveSandbox) => {
    const { method, path } = one.method === 'POST' ? charges : charge
    const rules = ruled({ id: 'a', when: { method, path, ...when }, respond: { status: 418 } }).rules
    return ask({ ...(live ?? makeLive(model)), ...(rules === undefined ? {} : { rules }) }, one).status === 418
  }

  it.each([
    [{ body: { amount: 1200 } }, true],
    [{ body: { amount: 1201 } }, false],
    [{ body: { '/metadata/order': 'x' } }, true],
    [{ body: { 'metadata.order': { not: 'x' } } }, false],
    [{ body: { amount: { gt: 1000, lte: 1200 } } }, true],
    [{ body: { amount: { gte: 1201 } } }, false],
    [{ body: { currency: { in: ['usd', 'eur'] } } }, true],
    [{ body: { currency: { matches: '^e' } } }, true],
    [{ body: { description: { exists: true } } }, false],
    [{ body: { description: { absent: true } } }, true],
    [{ body: { metadata: { equals: { order: 'x' } } } }, true],
    [{ body: { currency: { contains: 'u' } } }, true],
    [{ headers: { 'X-Kind': 'test' } }, true],
    [{ headers: { 'x-kind': { absent: true } } }, false],
    [{ query: { dry: 'yes' } }, true],
    [{ query: { dry: { exists: false } } }, false],
    [{ query: { 'filter.status': 'open' } }, true],
    [{ query: { '/filter/status': 'open' } }, true],
    [{ query: { 'filter[status]': 'open' } }, true],
    [{ query: { 'filter.status': { absent: true } } }, false],
    [{ query: { 'filter.state': { absent: true } } }, true],
    [{ query: { 'tags.1': 'b' } }, true],
    [{ body: { '/': { absent: true } } }, true],
    [{ body: { '': { exists: true } } }, true],
    [{ state: { charge: { count: { gt: 0 } } } }, false],
    [{ state: { charge: { count: 0 } } }, true],
  ])('%j holds: %s', (when, expected) => {
    const one = request(
      'POST',
      '/charges?dry=yes&filter[status]=open&tags[]=a&tags[]=b',
      { amount: 1200, currency: 'eur', metadata: { order: 'x' } },
      { 'x-kind': 'test' },
    )
    expect(answers(when, one)).toBe(expected)
  })

  it('looks at what is stored: the addressed record, or any', () => {
    const live = makeLive(model)
    const first = ask(live, newCharge({ description: 'first' })).json()
    const second = ask(live, newCharge({ description: 'second' })).json()
    const when = { state: { charge: { where: { description: 'first' } } } }
    expect(answers(when, request('GET', `/charges/${first.id}`), live)).toBe(true)
    expect(answers(when, request('GET', `/charges/${second.id}`), live)).toBe(false)
    expect(answers(when, newCharge(), live)).toBe(true)
    expect(answers({ params: { charge: second.id } }, request('GET', `/charges/${second.id}`), live)).toBe(true)
  })

  it('looks at more records than come in one portion', () => {
    const live = makeLive(model)
    ask(live, newCharge({ description: 'first' }))
    for (let i = 0; i < 1001; i++) ask(live, newCharge({ description: 'later' }))
    expect(answers({ state: { charge: { where: { description: 'first' } } } }, newCharge(), live)).toBe(true)
    expect(answers({ state: { charge: { where: { description: 'none' } } } }, newCharge(), live)).toBe(false)
  })

  it('knows whether an id is stored', () => {
    const live = makeLive(model)
    const made = ask(live, request('POST', '/customers', { email: 'a@example.com' })).json()
    const when = { body: { customer: { exists: true, not: { exists_in_store: 'customer' } } } }
    expect(answers(when, newCharge({ customer: made.id }), live)).toBe(false)
    expect(answers(when, newCharge({ customer: 'cus_nobody' }), live)).toBe(true)
    expect(answers(when, newCharge(), live)).toBe(false)
  })

  it('fires the first so many times, each scope by itself', () => {
    const live = ruled({ id: 'a', when: { ...charges, times: 2 }, respond: { status: 503 } })
    const scoped = (scope: string) =>
      request('POST', '/charges', { amount: 1, currency: 'eur' }, { 'x-tool-scope': scope })
    expect([1, 2, 3].map(() => ask(live, newCharge()).status)).toEqual([503, 503, 201])
    expect(ask(live, scoped('other')).status).toBe(503)
  })
})

describe('what a rule does', () => {
  it('answers in the place of the operation, filled from the request, and is named', () => {
    const body = {
      error: { type: 'card_declined', message: 'No {{request.body.currency}}', amount: '{{request.body.amount}}' },
    }
    const live = ruled({
      id: 'no',
      when: charges,
      respond: { status: 402, headers: { 'X-Amount': '{{request.body.amount}}' }, body },
    })
    const answer = ask(live, newCharge())
    expect(answer.json()).toEqual({ error: { type: 'card_declined', message: 'No eur', amount: 1200 } })
    expect(responseField(answer.response, 'x-tool-rule')).toBe('no')
    expect(responseField(answer.response, 'x-amount')).toBe('1200')
    expect(live.journal.last(1)[0]).toMatchObject({ rule: 'no', status: 402 })
    expect(ask(live, request('GET', '/charges')).json().data).toEqual([])
  })

  it('takes the declared shape where no body is given', () => {
    const live = ruled({ id: 'a', when: charges, respond: { status: 402 } })
    expect(ask(live, newCharge()).json()).toHaveProperty('error.message')
  })

  it('comes before the validation of the request, and after its credential', () => {
    const live = ruled({ id: 'a', when: charges, respond: { status: 418 } })
    expect(ask(live, request('POST', '/charges', { amount: 'much' })).status).toBe(418)
    expect(ask(live, { ...newCharge(), fields: fieldsOf([['content-type', 'application/json']]) }).status).toBe(401)
  })

  it('changes the addressed record and lets the operation go on', () => {
    const live = ruled({ id: 'mark', when: charge, set: { description: 'seen by {{request.params.charge}}' } })
    const { id } = ask(live, newCharge()).json()
    const read = ask(live, request('GET', `/charges/${id}`))
    expect([read.status, read.rule, read.json().description]).toEqual([200, 'mark', `seen by ${id}`])
  })

  it('names all rules that fired', () => {
    const live = ruled(
      { id: 'one', when: charge, set: { description: 'one' } },
      { id: 'none', when: { ...charge, params: { charge: 'x' } }, set: { description: 'none' } },
      { id: 'two', when: charge, set: { captured: true } },
    )
    const { id } = ask(live, newCharge()).json()
    const read = ask(live, request('GET', `/charges/${id}`))
    expect([read.rule, responseField(read.response, 'x-tool-rule')]).toEqual(['one, two', 'one, two'])
    expect(live.journal.last(1)[0]?.rule).toBe('one, two')
    expect(read.json()).toMatchObject({ description: 'one', captured: true })
  })

  it('asks in order, and the first answer counts', () => {
    const live = ruled(
      { id: 'one', when: { ...charges, body: { amount: { gt: 5000 } } }, respond: { status: 402 } },
      { id: 'two', when: charges, respond: { status: 409 } },
      { id: 'three', when: charges, respond: { status: 503 } },
    )
    expect(ask(live, newCharge()).rule).toBe('two')
    expect(ask(live, newCharge({ amount: 6000 })).rule).toBe('one')
  })

  it('tells which rule fired and why the others did not, and touches nothing when explained', () => {
    const live = ruled(
      { id: 'one', when: { ...charges, body: { amount: { gt: 5000 } } }, respond: { status: 402 } },
      { id: 'two', when: { ...charges, times: 1 }, respond: { status: 409 } },
    )
    const told = () =>
      explain(newCharge(), live).steps.flatMap(({ step, decision }) => (step === 'rules' ? [decision] : []))
    const both = ['one did not fire: body.amount > 5000 does not hold', 'two answered']
    expect([told(), told()]).toEqual([both, both])
    ask(live, newCharge())
    expect(told()[1]).toBe('two did not fire: fired 1 of 1 times')
  })
})

describe('what is filled in', () => {
  const secured = modelOf(`
security: [{header: []}, {query: []}]
components:
  securitySchemes:
    header: {type: apiKey, in: header, name: X-Team-Key}
    query: {type: apiKey, in: query, name: key}
paths:
  /things:
    get: {operationId: list, responses: {'200': {description: ok}}}
`)
  const list = { method: 'GET', path: '/things' }
  const asked = (live: LiveSandbox) =>
    ask(
      live,
      request('GET', '/things?key=sk_test&a=1&filter[b]=2', undefined, { 'X-Team-Key': 'sk_test', 'X-Foo': 'foo' }),
    )

  it('never the credential, however it is sent', async () => {
    const body = { headers: '{{request.headers}}', query: '{{request.query}}' }
    const { rules } = readRules({ id: 'a', when: list, respond: { body } })
    const live = { ...makeLive(await secured), rules: withRules(NO_RULES, rules) }
    const answer = asked(live)
    expect(answer.rule).toBe('a')
    expect(JSON.stringify(answer.json())).not.toContain('sk_test')
    expect(answer.json()).toMatchObject({ headers: { 'x-foo': 'foo' }, query: { a: '1' } })
  })

  it.each(['{{request.headers.X-Team-Key}}', '{{request.query.key}}'])(
    'never from %s, which is refused',
    async (place) => {
      const { rules, problems } = readRules({ id: 'a', when: list, respond: { body: [place] } })
      expect(problems).toEqual([])
      expect(unfitRules(rules, runtimeOf(makeLive(await secured).api))).toEqual([
        { rule: 'a', message: `${place} would give a credential away` },
      ])
    },
  )

  it('fields in any case, and what stands inside query parameters', async () => {
    const body = ['{{request.headers.X-Foo}}', '{{request.query.filter.b}}']
    const { rules } = readRules({ id: 'a', when: list, respond: { body } })
    expect(asked({ ...makeLive(await secured), rules: withRules(NO_RULES, rules) }).json()).toEqual(['foo', '2'])
  })

  it('another uuid for each firing, the same in one answer and from the same seed', () => {
    const rule = { id: 'a', when: charges, respond: { headers: { 'X-Id': '{{uuid}}' }, body: ['{{uuid}}'] } }
    const [one, two] = [ruled(rule), ruled(rule)].map((live) =>
      [1, 2, 3].map(() => {
        const answer = ask(live, newCharge())
        expect(responseField(answer.response, 'x-id')).toBe(answer.json()[0])
        return answer.json()[0]
      }),
    )
    expect(new Set(one).size).toBe(3)
    expect(two).toEqual(one)
  })

  it('a field in place of the one that the answer has', () => {
    const live = ruled({
      id: 'a',
      when: charges,
      respond: { headers: { 'content-type': 'application/problem+json' }, body: { type: 'about:blank' } },
    })
    const { response } = ask(live, newCharge())
    expect(response.fields.filter((name) => /^content-type$/i.test(name))).toEqual(['content-type'])
    expect(responseField(response, 'content-type')).toBe('application/problem+json')
  })
})

describe('examples', () => {
  const model = modelOf(`
paths:
  /things:
    get:
      operationId: list
      responses:
        '200': {description: ok}
        '418': {description: own, content: {application/json: {examples: {tea: {value: {of: tea}}}}}}
        4XX: {description: range, content: {application/json: {examples: {lost: {value: {of: lost}}}}}}
        default: {description: any, content: {application/json: {example: {of: any}}}}
`)

  it.each([
    [418, undefined, { of: 'tea' }],
    [{ status: 418, name: 'tea' }, undefined, { of: 'tea' }],
    [{ status: 404, name: 'lost' }, undefined, { of: 'lost' }],
    [404, 'status 404 has no example of its own (4XX has lost: give the name)', undefined],
    [503, /^status 503 has no example of its own \(default has /, undefined],
    [{ status: 404, name: 'tea' }, 'status 404 has no example "tea" (there is lost)', undefined],
  ])('%j is refused or served: %s', async (example, message, body) => {
    const live = makeLive(await model)
    const { rules } = readRules({ id: 'a', when: { method: 'GET', path: '/things' }, respond: { example } })
    const refused = unfitRules(rules, runtimeOf(live.api)).map((one) => one.message)
    expect(refused).toEqual(
      message === undefined ? [] : [typeof message === 'string' ? message : expect.stringMatching(message)],
    )
    if (body === undefined) return
    const answer = ask({ ...live, rules: withRules(NO_RULES, rules) }, request('GET', '/things'))
    expect([answer.rule, answer.json()]).toEqual(['a', body])
  })
})

describe('the set', () => {
  it('counts a version for each saved change, and remembers when a rule was first saved', () => {
    const rule = (id: string, status = 402) => readRules({ id, when: charges, respond: { status } }).rules
    const one = withRules(NO_RULES, [...rule('a'), ...rule('b')])
    const two = withRules(one, rule('a', 409))
    const three = replacedBy(two, [...rule('c'), ...rule('b')])
    const versions = (set: typeof one) => [set.version, ...set.rules.map(({ id, version }) => `${id} ${version}`)]
    expect([one, two, three].map(versions)).toEqual([
      [1, 'a 1', 'b 1'],
      [2, 'a 1', 'b 1'],
      [3, 'c 3', 'b 1'],
    ])
    expect(readRuleSet(JSON.parse(JSON.stringify(three)))).toEqual({ ...three, problems: [] })
  })

  it.each(['one', -1, 1.5, {}])('cannot load where the version of a rule is %j', (version) => {
    const [rule] = readRules({ id: 'a', when: charges, respond: { status: 402 } }).rules
    const read = readRuleSet({ version: 3, rules: [{ ...rule, version }] })
    expect(read.problems).toEqual([{ rule: 'a', message: 'version must be a whole number from 0' }])
  })

  it('reports what was hardly meant', () => {
    const live = ruled(
      { id: 'some', when: { ...charges, state: { chrge: { count: 1 } } }, respond: { status: 402 } },
      { id: 'all', when: charges, respond: { status: 409 } },
      { id: 'late', when: { ...charges, body: { amount: 1 } }, respond: { status: 402 } },
      { id: 'twin', when: { ...charges, body: { amount: 1 } }, respond: { status: 403 } },
    )
    const lost = {
      id: 'lost',
      when: { method: 'GET', path: '/gone' },
      respond: { status: 402 },
      provenance: 'manual',
      version: 1,
    }
    const set = { version: 2, rules: [...(live.rules?.rules ?? []), lost] }
    expect(checkRules(set, runtimeOf(live.api)).map(({ rule, category }) => `${rule} ${category}`)).toEqual([
      'some unknown-type',
      'all shadows',
      'late never-fires',
      'twin never-fires',
      'twin duplicate',
      'lost inert',
    ])
  })

  it('knows the same conditions however they are written, and types that only an id is looked up in', () => {
    const respond = { status: 402 }
    const live = ruled(
      { id: 'one', when: { ...charges, headers: { 'X-A': 5 }, body: { 'card.x': { absent: true } } }, respond },
      {
        id: 'two',
        when: {
          ...charges,
          headers: { 'x-a': { equals: 5 } },
          body: { '/card/x': { exists: false } },
          params: {},
          times: 0,
        },
        respond,
      },
      { id: 'three', when: { ...charges, body: { customer: { not: { exists_in_store: 'custommer' } } } }, respond },
    )
    const set = live.rules ?? NO_RULES
    expect(checkRules(set, runtimeOf(live.api))).toEqual([
      { rule: 'two', category: 'duplicate', message: 'has the same conditions as one' },
      {
        rule: 'three',
        category: 'unknown-type',
        message: 'asks for the state of "custommer", which no operation stores (did you mean customer?)',
      },
    ])
  })

  it('is judged as a whole before it is kept', () => {
    const runtime = runtimeOf(makeLive(model).api)
    const rule = (id: string) => ({ id, when: charges, respond: { status: 402 } })
    const full = addRules(
      NO_RULES,
      { rules: Array.from({ length: 10_000 }, (_, i) => rule(`r${i}`)) },
      false,
      runtime,
    ).set
    expect(full.rules.length).toBe(10_000)
    expect(checkRules(full, runtime).length).toBeGreaterThan(10_000)
    expect(() => addRules(full, rule('more'), false, runtime)).toThrow('Cannot add rules: they are more than 10000')
    expect(() => addRules(full, rule('r7'), false, runtime)).toThrow('Cannot add rule "r7": the set has one of that id')
    expect(addRules(full, rule('r7'), true, runtime).set.version).toBe(2)
    expect(() => addRules(full, { rules: [] }, false, runtime)).toThrow('Cannot add rules: the list holds none')
    expect(dropRule(full, 'r7', 'pay').rules.length).toBe(9_999)
    expect(() => dropRule(NO_RULES, 'r7', 'pay')).toThrow('No rule "r7" on "pay" (there are none)')
  })
})
