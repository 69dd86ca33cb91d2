import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importCorpusFile, makeLive } from '../../../test/support/simulated.ts'
import { fieldsOf, type HttpRequest, NO_BODY, responseField } from '../../http/message.ts'
import { explain } from '../explain.ts'
import { runtimeOf } from '../runtime.ts'
import { type LiveSandbox, serve } from '../serve.ts'
import { checkRules } from './checks/index.ts'
import { readRuleSet, readRules, replacedBy, withRules } from './read.ts'
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
    [{ id: 'a', when: { ...charges, body: { x: { in: 1 } } }, respond }, 'a when.body x in wants a list of values'],
    [
      { id: 'a', when: { ...charges, state: { charge: { were: {} } } }, respond },
      'a when.state charge has no "were" (did you mean where?)',
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
      'a is there twice: ids are unique',
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
  ])('%j', (rule, message) => {
    expect(problemOf(rule)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)])
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, when) => {
        readRuleSet(value)
        for (const one of [
          value,
          { id: 'a', when: { ...charges, body: when, state: when, times: when }, respond: value },
        ]) {
          const { rules } = readRules(one)
          const live = { ...makeLive(model), rules: replacedBy(NO_RULES, rules) }
          unfitRules(rules, runtimeOf(live.api))
          checkRules(live.rules, runtimeOf(live.api))
          for (const rule of rules) expect(`${whenWords(rule)} ${respondWords(rule)}`).not.toBe('')
          expect(ask(live, newCharge()).status).toBeGreaterThanOrEqual(200)
        }
      }),
      { numRuns: 300 },
    )
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
    [{ state: { charge: { count: { gt: 0 } } } }, false],
    [{ state: { charge: { count: 0 } } }, true],
  ])('%j holds: %s', (when, expected) => {
    const one = request(
      'POST',
      '/charges?dry=yes',
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
})
