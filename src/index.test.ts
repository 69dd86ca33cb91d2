import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { fieldsOf, type HttpRequest, NO_BODY, openMemorySandbox } from './index.ts'

const example = resolve(import.meta.dirname, '../examples/payments.yaml')

function request(method: string, path: string, body?: object): HttpRequest {
  const fields = fieldsOf([
    ['authorization', 'Bearer sk_test'],
    ['content-type', 'application/json'],
  ])
  return { method, path, search: '', fields, body: body ? new TextEncoder().encode(JSON.stringify(body)) : NO_BODY }
}

it('is a sandbox in this process: it answers, explains, seeds and resets', async () => {
  const sandbox = await openMemorySandbox(example, { seed: '5eed', credential: 'sk_test' })
  expect(sandbox.head.title).toBe('Example Payments')
  sandbox.seed({ customer: [{ id: 'cus_ada', email: 'ada@example.com', created: '2025-01-01T00:00:00Z' }] })
  const charge = { amount: 7, currency: 'eur' }
  const explained = sandbox.explain(request('POST', '/charges', charge)).outcome.response
  expect(sandbox.answer(request('GET', '/charges')).body).toBe('{"data":[],"has_more":false}')
  expect(sandbox.answer(request('POST', '/charges', charge))).toEqual(explained)
  sandbox.reset()
  expect(sandbox.answer(request('GET', '/charges')).body).toBe('{"data":[],"has_more":false}')
  expect(sandbox.answer(request('GET', '/customers/cus_ada')).status).toBe(200)
  expect(sandbox.journal.last(10).map(({ status }) => status)).toEqual([200, 201, 200, 200])
})

it('rejects what is no description, in one line', async () => {
  await expect(openMemorySandbox(example, { overlays: ['nowhere.yaml'] })).rejects.toThrow('there is no such file')
  await expect(openMemorySandbox(import.meta.filename)).rejects.toThrow(/^Cannot import .*: /)
})
