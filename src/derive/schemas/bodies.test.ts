import { describe, expect, it } from 'vitest'
import { arrayOf, flag, object, ref, smallApi, text, whole } from '../../../test/support/small-api.ts'
import type { Schema } from '../../api/schema/schema.ts'
import { findRecord, type RecordHints } from './bodies.ts'
import { findList } from './find-list.ts'
import { readerFor } from './reader.ts'
import { successAnswer } from './success.ts'

const schemas: Record<string, Schema> = {
  Customer: object({ id: text, name: text, email: text }, ['id']),
  DeletedCustomer: object({ id: text, deleted: flag }, ['id', 'deleted']),
  Error: object({ code: text, detail: text }),
  ConfigMap: object({
    apiVersion: text,
    kind: text,
    metadata: object({ name: text, uid: text }),
    spec: object({ a: text }),
  }),
}
const reader = readerFor(smallApi({}, schemas))
const customers: RecordHints = { names: ['customers', 'customer'], params: ['customer_id'] }

describe('findRecord', () => {
  it.each<[string, Schema, string | undefined, string?]>([
    ['a bare record', ref('Customer'), ''],
    ['one key around the record', object({ customer: ref('Customer') }), 'customer'],
    ['data around the record', object({ data: ref('Customer') }), 'data'],
    ['data twice', object({ data: object({ customer: ref('Customer') }) }), 'data.customer'],
    ['a flag beside the record', object({ ok: flag, customer: ref('Customer') }), 'customer'],
    ['errors before the record', object({ errors: arrayOf(ref('Error')), customer: ref('Customer') }), 'customer'],
    ['a result with messages', object({ result: ref('Customer'), success: flag, messages: arrayOf(text) }), 'result'],
    ['a result beside the id alone', object({ id: whole, result: ref('Customer') }), 'result'],
    ['a result of a match', object({ id: whole, result: object({ score: whole }) }), ''],
    [
      'a result beside what is said of it',
      object({ id: text, owner: text, result: object({ id: text, score: whole }) }),
      '',
    ],
    [
      'a result with the id once more, among words about columns',
      object({ id: text, label_columns: object({ a: text }), result: object({ id: whole, title: text }) }),
      'result',
    ],
    ['a job that has a result', object({ id: text, status: text, result: object({ id: text, url: text }) }), ''],
    ['an unnamed sole object beside flags', object({ ok: flag, thing: object({ id: text, a: text }) }), 'thing'],
    [
      'the one object that bears the id, among lists and pages',
      object({ meta: object({ page: whole }), results: arrayOf(ref('Error')), run: object({ customer_id: text }) }),
      'run',
    ],
    [
      'a record beside an object that mentions its id',
      object({ weight: whole, receipt: object({ customer_id: text }) }),
      '',
    ],
    ['a record that holds objects', object({ id: text, address: object({ street: text }) }), ''],
    ['a record whose identity is nested', ref('ConfigMap'), ''],
    ['a record or its deletion marker', { anyOf: [ref('Customer'), ref('DeletedCustomer')] }, ''],
    [
      'one or many',
      { oneOf: [object({ customer: ref('Customer') }), object({ customers: arrayOf(ref('Customer')) })] },
      'customer',
    ],
    ['an array of one under its name', object({ Customers: arrayOf(ref('Customer')) }), 'Customers', 'array'],
    ['an array of one under result', object({ result: arrayOf(ref('Customer')) }), 'result', 'array'],
    [
      'an array of one beside what is included and a status',
      object({ data: arrayOf(ref('Customer')), included: arrayOf(ref('Error')), responseStatus: whole }),
      'data',
      'array',
    ],
    ['a bare array', arrayOf(ref('Customer')), undefined],
    ['a text', text, undefined],
  ])('finds %s', (_, schema, place, form = 'one') => {
    const found = findRecord(schema, customers, reader)
    expect(found?.place.join('.')).toBe(place)
    if (found !== undefined) expect(found.form).toBe(form)
  })

  it('finds the object in a request that knows most of the record', () => {
    const body = object({ idempotency_key: text, object: object({ name: text, email: text }) })
    const known = new Set(['id', 'name', 'email'])
    expect(findRecord(body, { names: ['catalog'], known }, reader)?.place).toEqual(['object'])
  })

  it('finds the object of the record’s name in a request of objects only, whatever the record shows', () => {
    const body = object({ customer: object({ nick: text }), identity: object({ source: text }) })
    const known = new Set(['id', 'type', 'attributes'])
    expect(findRecord(body, { names: ['customer'], known }, reader)?.place).toEqual(['customer'])
    expect(findRecord(body, { names: ['identity', 'person'], known: new Set(['customer']) }, reader)?.place).toEqual([])
  })

  it('leaves a flat request alone though it has a member of the record’s name', () => {
    const body = object({ name: text, email: text, customer: object({ referrer: text }) })
    const known = new Set(['id', 'name', 'email', 'customer'])
    expect(findRecord(body, { names: ['customer'], known }, reader)?.place).toEqual([])
  })

  it('ends on a schema that contains itself', () => {
    const loop = readerFor(smallApi({}, { A: object({ data: ref('A') }) }))
    expect(findRecord(ref('A'), customers, loop)).toBeDefined()
  })
})

describe('findList', () => {
  it.each<[string, Schema, string | undefined, string?]>([
    ['a bare array', arrayOf(ref('Customer')), ''],
    ['data', object({ object: text, data: arrayOf(ref('Customer')), has_more: flag }), 'data'],
    ['its own name', object({ customers: arrayOf(ref('Customer')), meta: object({ total: whole }) }), 'customers'],
    [
      'its name after errors',
      object({ errors: arrayOf(ref('Error')), customers: arrayOf(ref('Customer')) }),
      'customers',
    ],
    ['a level down', object({ data: object({ items: arrayOf(ref('Customer')), total: whole }) }), 'data.items'],
    [
      'embedded',
      object({ _embedded: object({ customers: arrayOf(ref('Customer')) }), _links: object({}) }),
      '_embedded.customers',
    ],
    ['a map by id', { type: 'object', additionalProperties: ref('Customer') }, '', 'map'],
    [
      'a map under its name',
      object({ customers: { type: 'object', additionalProperties: ref('Customer') } }),
      'customers',
      'map',
    ],
    ['a record with arrays', object({ id: text, name: text, emails: arrayOf(text) }), undefined],
    [
      'a record with arrays of objects',
      object({ id: text, name: text, cards: arrayOf(object({ id: text })) }),
      undefined,
    ],
  ])('finds %s', (_, schema, place, form = 'array') => {
    const found = findList(schema, customers, reader)
    expect(found?.place.join('.')).toBe(place)
    if (found !== undefined) expect(found.form).toBe(form)
  })
})

describe('successAnswer', () => {
  const answer = (method: string, statuses: Record<string, Schema | null>) => {
    const [op] = smallApi({ [`${method} /x`]: {} }).operations
    const responses = Object.fromEntries(
      Object.entries(statuses).map(([status, schema]) => [
        status,
        {
          description: status === 'default' ? 'Unexpected error' : '',
          headers: {},
          content: schema === null ? {} : { 'application/json': { schema, examples: {}, encoding: {} } },
        },
      ]),
    )
    if (op === undefined) throw new Error('no operation')
    return successAnswer({ ...op, responses })
  }

  it.each<[string, Record<string, Schema | null>, string]>([
    ['POST', { '200': {}, '201': {} }, '201'],
    ['POST', { '202': {}, '204': null }, '202'],
    ['PUT', { '200': {}, '201': {} }, '200'],
    ['DELETE', { '204': null, '200': {} }, '200'],
    ['GET', { '2XX': {}, default: {} }, '200'],
    ['GET', { '302': null, '404': {} }, '302'],
    ['GET', { default: {} }, '200'],
    ['GET', {}, '200'],
  ])('%s with %j answers %s', (method, statuses, status) => {
    expect(answer(method, statuses).status).toBe(status)
  })

  it('takes no error for a success', () => {
    expect(answer('GET', { default: {} }).response).toBeUndefined()
  })
})
