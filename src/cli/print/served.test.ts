import { expect, it } from 'vitest'
import { modelOf } from '../../../test/support/inline.ts'
import { describe } from '../../api/model.ts'
import { newSettings } from '../../stores/sandboxes.ts'
import { tryLine } from './served.ts'

async function triedOf(paths: object): Promise<readonly string[]> {
  const scheme = 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }'
  const model = await modelOf(`${scheme}\nsecurity: [{}]\npaths: ${JSON.stringify(paths)}`)
  const served = {
    url: 'http://host',
    dataDir: 'data',
    needsToken: false,
    showsCredentials: true,
    sandboxes: [],
    unserved: [],
    agent: { url: undefined, upstreams: [] },
  }
  return tryLine(served, { settings: newSettings('pay'), api: describe(model) })
}

const things = {
  200: { description: 'them', content: { 'application/json': { schema: { type: 'array', items: {} } } } },
}

function get(...parameters: readonly object[]): object {
  return { get: { parameters, responses: things } }
}

const needed = { name: 'near to', in: 'query', required: true, schema: { type: 'string', example: 'a b&c' } }

it('tries an operation that asks for nothing rather than one that asks for parameters', async () => {
  expect(await triedOf({ '/a': get(needed), '/b/{id}': get(), '/c': get() })).toEqual(['curl http://host/pay/c'])
})

it('fills what must be sent with what the description shows', async () => {
  const tenant = { name: 'Tenant', in: 'header', required: true, schema: { type: 'string', enum: ["o'ne", 'two'] } }
  expect(await triedOf({ '/a': get(needed, tenant) })).toEqual([
    `curl -H 'Tenant: o'\\''ne' 'http://host/pay/a?near%20to=a%20b%26c'`,
  ])
})

it('has nothing to try where nobody could know what to send', async () => {
  expect(
    await triedOf({ '/a': get({ ...needed, schema: { type: 'string' } }), '/b': { post: { responses: things } } }),
  ).toEqual([])
})
