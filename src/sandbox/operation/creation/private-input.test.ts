/** Versions that are added by a verb, read by another, and their rules, set and got by verbs. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const ok = (schema: string) => `{'200': {description: Successful response, ${json(schema)}}}`
const inPath = (name: string, words = '') =>
  `{name: ${name}, in: path, required: true, description: ${JSON.stringify(words)}, schema: {type: string}}`
const body = (schema: string) => `requestBody: {${json(schema)}}`
const LATEST = 'The version. `latest` is an alias of the most recent version.'

const vaults = `
paths:
  /vaults:
    post: {operationId: vaults.create, ${body(ref('Vault'))}, responses: ${ok(ref('Vault'))}}
  /vaults/{vault}:
    parameters: [${inPath('vault')}]
    get: {operationId: vaults.get, responses: ${ok(ref('Vault'))}}
    patch: {operationId: vaults.patch, parameters: [{name: updateMask, in: query, schema: {type: string}}], ${body(ref('Vault'))}, responses: ${ok(ref('Vault'))}}
  /vaults/{vault}:addVersion:
    parameters: [${inPath('vault')}]
    post: {operationId: vaults.addVersion, ${body(`{type: object, properties: {payload: ${ref('Payload')}}}`)}, responses: ${ok(ref('Version'))}}
  /vaults/{vault}:getRules: {get: {operationId: vaults.getRules, parameters: [${inPath('vault')}], responses: ${ok(ref('Rules'))}}}
  /vaults/{vault}:setRules: {post: {operationId: vaults.setRules, parameters: [${inPath('vault')}], ${body(`{type: object, properties: {rules: ${ref('Rules')}}}`)}, responses: ${ok(ref('Rules'))}}}
  /vaults/{vault}/versions: {get: {operationId: vaults.versions.list, parameters: [${inPath('vault')}], responses: ${ok(`{type: object, properties: {versions: {type: array, items: ${ref('Version')}}}}`)}}}
  /vaults/{vault}/versions/{version}: {get: {operationId: vaults.versions.get, parameters: [${inPath('vault')}, ${inPath('version', LATEST)}], responses: ${ok(ref('Version'))}}}
  /vaults/{vault}/versions/{version}:access: {get: {operationId: vaults.versions.access, parameters: [${inPath('vault')}, ${inPath('version', LATEST)}], responses: ${ok(`{type: object, properties: {version: {type: string}, payload: ${ref('Payload')}}}`)}}}
components:
  schemas:
    Vault: {type: object, properties: {id: {type: string, readOnly: true}, title: {type: string}, labels: {type: object, additionalProperties: {type: string}}}}
    Payload: {type: object, properties: {data: {type: string}}}
    Rules: {type: object, properties: {members: {type: array, items: {type: string}}}}
    Version: {type: object, properties: {version: {type: string, readOnly: true, description: 'Version IDs in a vault start at 1 and are incremented for each.'}, state: {type: string, enum: [ON, OFF]}}}
`

async function vault() {
  const { ask } = await sandboxOf(vaults)
  const { id } = ask('POST /vaults', { body: { title: 'v', labels: { a: '1', b: '2' } } }).body as { id: string }
  return { ask, of: `/vaults/${id}` }
}

it('shows below a record what it was made with, and the newest under its alias', async () => {
  const { ask, of } = await vault()
  for (const data of ['old', 'new'])
    expect(ask(`POST ${of}:addVersion`, { body: { payload: { data } } }).body).not.toHaveProperty('payload')
  expect(ask(`GET ${of}/versions`).body).toMatchObject({ versions: [{ version: '1' }, { version: '2' }] })
  expect(ask(`GET ${of}/versions/1:access`).body).toEqual({ version: '1', payload: { data: 'old' } })
  expect(ask(`GET ${of}/versions/latest:access`).body).toEqual({ version: '2', payload: { data: 'new' } })
  expect(ask(`GET ${of}/versions/latest`).body).toMatchObject({ version: '2' })
  expect(ask(`GET ${of}/versions/1`).body).not.toHaveProperty('payload')
  expect(ask(`GET ${of}/versions/3`).status).toBe(404)
})

it('gets by one verb what another has set', async () => {
  const { ask, of } = await vault()
  const rules = { members: ['ann'] }
  expect(ask(`POST ${of}:setRules`, { body: { rules } }).body).toEqual(rules)
  expect(ask(`GET ${of}:getRules`).body).toEqual(rules)
  expect(ask('GET /vaults/none:getRules').status).toBe(404)
})

it('changes what a mask names, and nothing else', async () => {
  const { ask, of } = await vault()
  const sent = { title: 'w', labels: { c: '3' } }
  expect(ask(`PATCH ${of}?updateMask=labels`, { body: sent }).body).toMatchObject({ title: 'v', labels: { c: '3' } })
  expect(ask(`GET ${of}`).body).toHaveProperty('labels', { c: '3' })
  expect(ask(`PATCH ${of}?updateMask=title,labels.c`, { body: { title: 'x', labels: { c: '4' } } }).body).toMatchObject(
    {
      title: 'x',
      labels: { c: '4' },
    },
  )
  expect(ask(`PATCH ${of}?updateMask=labels`, { body: { title: 'y' } }).body).not.toHaveProperty('labels.c')
  expect(ask(`PATCH ${of}?updateMask=*`, { body: { title: 'z' } }).body).toMatchObject({ title: 'z' })
})
