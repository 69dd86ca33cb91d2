/** Messages that are sent at one path, and searched and read at others. */
import { expect, it } from 'vitest'
import { sandboxOf } from '../../../../test/support/inline.ts'

const json = (schema: string) => `content: {application/json: {schema: ${schema}}}`
const ok = (schema: string) => `responses: {'200': {description: ok, ${json(schema)}}, '404': {description: no}}`
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const inPath = `parameters: [{name: messageid, in: path, required: true, schema: {type: string}}]`

const mails = () =>
  sandboxOf(`
paths:
  /mail:
    post: {requestBody: {${json(ref('Mail'))}}, ${ok(ref('Receipt'))}}
  /mail/batch:
    post: {requestBody: {${json(`{type: array, items: ${ref('Mail')}}`)}}, ${ok(`{type: array, items: ${ref('Receipt')}}`)}}
  /messages/sent:
    get:
      parameters: [{name: count, in: query, schema: {type: integer}}, {name: offset, in: query, schema: {type: integer}}, {name: recipient, in: query, schema: {type: string}}, {name: tag, in: query, schema: {type: string}}]
      ${ok(`{type: object, properties: {total: {type: integer}, messages: {type: array, items: ${ref('Sent')}}}}`)}
  /messages/sent/{messageid}/details:
    get: {${inPath}, ${ok(ref('SentInFull'))}}
  /messages/inbound:
    get: {${ok(`{type: object, properties: {messages: {type: array, items: ${ref('Inbound')}}}}`)}}
components:
  schemas:
    Mail: {type: object, required: [to], properties: {from: {type: string}, to: {type: string}, subject: {type: string}, text: {type: string}, tag: {type: string}}}
    Receipt: {type: object, properties: {error_code: {type: integer}, message: {type: string}, message_id: {type: string}, to: {type: string}}}
    Address: {type: object, properties: {email: {type: string}, name: {type: string}}}
    Sent: {type: object, properties: {message_id: {type: string}, from: {type: string}, subject: {type: string}, tag: {type: string}, to: {type: array, items: ${ref('Address')}}, recipients: {type: array, items: {type: string}}}}
    SentInFull: {type: object, properties: {message_id: {type: string}, from: {type: string}, subject: {type: string}, tag: {type: string}, text: {type: string}, to: {type: array, items: ${ref('Address')}}, recipients: {type: array, items: {type: string}}}}
    Inbound: {type: object, properties: {message_id: {type: string}, from: {type: string}, to: {type: string}, subject: {type: string}, tag: {type: string}, text: {type: string}}}
`)

const mail = {
  from: 'ann@example.com',
  to: 'bob@example.com, Cy <cy@example.com>',
  subject: 'Hi',
  text: 'Dear',
  tag: 'a',
}

it('finds what was sent among what was sent, and reads it in full', async () => {
  const { ask } = await mails()
  const sent = ask('POST /mail', { body: mail }).body as { message_id: string }
  expect(sent).toMatchObject({ error_code: 0, message: 'OK', to: mail.to })
  ask('POST /mail', { body: { ...mail, to: 'dee@example.com' } })
  const found = { message_id: sent.message_id, subject: 'Hi', recipients: ['bob@example.com', 'cy@example.com'] }
  expect(ask('GET /messages/sent?recipient=cy@example.com').body).toMatchObject({ total: 1, messages: [found] })
  expect(ask(`GET /messages/sent/${sent.message_id}/details`).body).toMatchObject({
    ...found,
    text: 'Dear',
    to: [{ email: 'bob@example.com' }, { email: 'cy@example.com', name: 'Cy' }],
  })
  expect(ask('GET /messages/sent/other/details').status).toBe(404)
})

it('makes a message of each of several', async () => {
  const { ask } = await mails()
  const sent = ask('POST /mail/batch', { body: [mail, { ...mail, to: 'dee@example.com', tag: 'b' }] })
  expect(sent.body).toMatchObject([
    { error_code: 0, to: mail.to },
    { error_code: 0, to: 'dee@example.com' },
  ])
  const [, last] = sent.body as { message_id: string }[]
  expect(ask('GET /messages/sent?tag=b').body).toMatchObject({ total: 1, messages: [{ message_id: last?.message_id }] })
})
