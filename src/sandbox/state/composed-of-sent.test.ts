import { expect, it } from 'vitest'
import { sandboxOf } from '../../../test/support/inline.ts'

const shown = {
  name: 'Main',
  zone: '$TTL 1800\nmain IN A 192.0.2.7\n',
  lines: ['192.0.2.77 is another', 'set 192.0.2.7.'],
  peer: '192.0.2.7',
  owner: 'Tim of sales',
}

const { ask } = await sandboxOf(`
paths:
  /zones:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}, ip: {type: string}, team: {type: string}}}, example: {name: Main, ip: 192.0.2.7, team: sales}}}}
      responses: {'201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/Zone'}, example: ${JSON.stringify({ id: 'z1', ...shown })}}}}}
  /zones/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, content: {application/json: {schema: {$ref: '#/components/schemas/Zone'}}}}}}}
components:
  schemas:
    Zone: {type: object, properties: {id: {type: string}, name: {type: string}, zone: {type: string}, lines: {type: array, items: {type: string}}, peer: {type: string}, owner: {type: string}}}
`)

it('puts what was sent into longer texts, as whole words', () => {
  const body = { name: 'Main', ip: '198.51.100.4', team: 'billing' }
  const made = ask('POST /zones', { body }).body as { readonly id: string }
  const zone = '$TTL 1800\nmain IN A 198.51.100.4\n'
  expect(made).toMatchObject({ zone, lines: ['192.0.2.77 is another', 'set 198.51.100.4.'] })
  expect(ask(`GET /zones/${made.id}`).body).toEqual(made)
})

it('leaves texts that are the same, common words, and what nobody sent', () => {
  const body = { name: 'Main', ip: '198.51.100.4', team: 'billing' }
  expect(ask('POST /zones', { body }).body).toMatchObject({ peer: shown.peer, owner: shown.owner })
  expect(ask('POST /zones', { body: { name: 'Main' } }).body).toMatchObject({ zone: shown.zone })
})

it('leaves hosts of URLs, which may be those of the documentation', async () => {
  const thing =
    '{type: object, properties: {id: {type: string}, site: {type: string}, help: {type: string}, line: {type: string}}}'
  const help = 'See https://www.example.com/docs for help'
  const { ask } = await sandboxOf(`
paths:
  /records:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {site: {type: string}}}, example: {site: www.example.com}}}}
      responses: {'201': {description: made, content: {application/json: {schema: ${thing}, example: ${JSON.stringify({ id: 'r1', site: 'www.example.com', help, line: 'www.example.com. IN A' })}}}}}
  /records/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: one, content: {application/json: {schema: ${thing}}}}}}}
`)
  const site = '192.0.2.7.nip.io'
  expect(ask('POST /records', { body: { site } }).body).toMatchObject({ site, help, line: `${site}. IN A` })
})
