import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const member =
  '{type: object, properties: {email_address: {type: string}, status: {type: string, enum: [on, off]}, status_if_new: {type: string}}}'
const shown = `{description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}`
const list = (words: string): string => `
paths:
  /lists: {post: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'201': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}}
  /lists/{list_id}: {get: {parameters: [&list {name: list_id, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}}
  /lists/{list_id}/members:
    post: {parameters: [*list], requestBody: {content: {application/json: {schema: ${member}}}}, responses: {'201': ${shown}}}
  /lists/{list_id}/members/{hash}:
    parameters: [*list, {name: hash, in: path, required: true, description: ${JSON.stringify(words)}, schema: {type: string}}]
    get: {responses: {'200': ${shown}}}
    put: {summary: Add or update a member, requestBody: {content: {application/json: {schema: ${member}}}}, responses: {'200': ${shown}}}
    patch: {requestBody: {content: {application/json: {schema: ${member}}}}, responses: {'200': ${shown}}}
components:
  schemas:
    Member: {type: object, properties: {id: {type: string}, email_address: {type: string}, status: {type: string, enum: [on, off]}}}
`
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

it('makes the id from the property that words say it is the hash of', async () => {
  const { ask } = await sandboxOf(list("The MD5 hash of the lowercase version of the member's email address."))
  const { id } = ask('POST /lists', { body: {} }).body as { id: string }
  const of = `/lists/${id}/members`
  const ann = { email_address: 'Ann@X.org', status: 'off' }
  expect(ask(`POST ${of}`, { body: ann }).body).toMatchObject({ id: md5('ann@x.org'), status: 'off' })
  expect(ask(`GET ${of}/${md5('ann@x.org')}`).body).toMatchObject(ann)
  expect(ask(`POST ${of}`, { body: ann }).status).toBe(400)
  const bob = { email_address: 'bob@x.org', status_if_new: 'off' }
  expect(ask(`POST ${of}`, { body: bob }).body).toMatchObject({ id: md5('bob@x.org'), status: 'off' })
})

it('leaves ids alone of which nothing is said', async () => {
  const { ask } = await sandboxOf(list('The id of the member.'))
  const { id } = ask('POST /lists', { body: {} }).body as { id: string }
  const made = ask(`POST /lists/${id}/members`, { body: { email_address: 'ann@x.org' } }).body as { id: string }
  expect(made.id).not.toBe(md5('ann@x.org'))
})

it('makes the hash on PUT, and follows what it is made of', async () => {
  const { ask } = await sandboxOf(list("The MD5 hash of the lowercase version of the member's email address."))
  const { id } = ask('POST /lists', { body: {} }).body as { id: string }
  const of = `/lists/${id}/members`
  const cat = { email_address: 'Cat@x.org' }
  expect(ask(`PUT ${of}/cat@x.org`, { body: cat }).body).toMatchObject({ id: md5('cat@x.org') })
  expect(ask(`PATCH ${of}/${md5('cat@x.org')}`, { body: { email_address: 'dog@x.org' } }).body).toMatchObject({
    id: md5('dog@x.org'),
  })
  expect(ask(`GET ${of}/${md5('dog@x.org')}`).body).toMatchObject({ email_address: 'dog@x.org' })
  expect(ask(`GET ${of}/${md5('cat@x.org')}`).status).toBe(404)
  expect(ask(`POST ${of}`, { body: cat }).body).toMatchObject({ id: md5('cat@x.org') })
})

it('keeps two records from one hash, and takes for it what it is made of', async () => {
  const { ask } = await sandboxOf(list("The MD5 hash of the lowercase version of the member's email address."))
  const { id } = ask('POST /lists', { body: {} }).body as { id: string }
  const of = `/lists/${id}/members`
  for (const name of ['eve', 'fay']) ask(`POST ${of}`, { body: { email_address: `${name}@x.org`, status: 'off' } })
  const eve = { email_address: 'eve@x.org' }
  expect(ask(`PATCH ${of}/${md5('fay@x.org')}`, { body: eve }).status).toBe(400)
  expect(ask(`PUT ${of}/${md5('fay@x.org')}`, { body: { ...eve, status: 'on' } }).status).toBe(400)
  expect(ask(`PUT ${of}/${md5('new@x.org')}`, { body: { ...eve, status: 'on' } }).status).toBe(400)
  expect(ask(`GET ${of}/${md5('fay@x.org')}`).body).toMatchObject({ email_address: 'fay@x.org' })
  expect(ask(`GET ${of}/eve@x.org`).body).toMatchObject({ id: md5('eve@x.org'), status: 'off' })
  const gus = { id: md5('gus@x.org'), email_address: 'Gus@x.org', status: 'on' }
  expect(ask(`PUT ${of}/Gus@x.org`, { body: { status: 'on' } }).body).toMatchObject(gus)
  expect(ask(`GET ${of}/${gus.id}`).body).toMatchObject(gus)
})
