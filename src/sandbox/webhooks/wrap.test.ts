import { expect, it } from 'vitest'
import type { Envelope } from './envelope.ts'
import { sortedForm } from './form.ts'
import { findPreset, ordinaryEnvelope } from './presets/index.ts'
import type { Message } from './seal.ts'
import { wrapped } from './wrap.ts'

const message: Message = {
  event: 'crée "it"',
  id: 'evt 1',
  body: '{"id": 1.0, "big":12345678901234567890}',
  url: 'http://localhost/',
  seq: 1,
  at: Date.UTC(2025, 0, 1, 0, 0, 0, 5),
}
const plain: Envelope = { headers: {}, signClock: 'real' }

it('leaves the payload as it is written where nothing is around it', () => {
  expect(wrapped(plain, message)).toBe(message.body)
})

it.each([
  ['{{body}}', message.body],
  [{ data: '{{body}}' }, `{"data":${message.body}}`],
  [['{{ body }}'], `[${message.body}]`],
  [{ text: '{{json_string body}}' }, `{"text":${JSON.stringify(message.body)}}`],
  [{ text: 'got {{body}}' }, `{"text":${JSON.stringify(`got ${message.body}`)}}`],
  ['{{event}}/{{id}}', JSON.stringify('crée "it"/evt 1')],
  ['{{timestamp}}', '1735689600'],
  ['{{timestamp_ms}}', '1735689600005'],
  ['at {{timestamp}}', '"at 1735689600"'],
  ['{{now_rfc3339}}', '"2025-01-01T00:00:00.005Z"'],
  ['{{url}}', '"http://localhost/"'],
  [{ a: [1, true, null, { __proto__: null, b: '{"c"}' }] }, '{"a":[1,true,null,{"b":"{\\"c\\"}"}]}'],
])('wraps the payload in %j', (wrap, text) => {
  expect(wrapped({ ...plain, wrap: wrap as never }, message)).toBe(text)
})

it('gives an id the same UUID each time, and another one another', () => {
  const uuid = (id: string): unknown => JSON.parse(wrapped({ ...plain, wrap: '{{uuid}}' }, { ...message, id }))
  expect(uuid('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuid('a')).toBe(uuid('a'))
  expect(uuid('a')).not.toBe(uuid('b'))
})

it.each([
  ['{"signature":"old","a":1}', '{"a":1}'],
  ['{"__proto__":1,"signature":2}', '{"__proto__":1}'],
  ['{"a":{"signature":1}} ', '{"a":{"signature":1}}'],
  ['[1]', '{"data":[1]}'],
  ['null', '{"data":null}'],
])('makes room for a signature in %s', (body, text) => {
  expect(wrapped(ordinaryEnvelope, { ...message, body })).toBe(text)
})

it.each([
  [
    '{"To":"+1 5","Body":"a&b=c","N":2,"none":null,"list":["x",1],"o":{"a":1}}',
    'To=%2B1+5&Body=a%26b%3Dc&N=2&none=&list=x&list=1&o=%7B%22a%22%3A1%7D',
  ],
  ['[1,2]', 'data=1&data=2'],
  ['{}', ''],
])('makes a form of %s', (body, text) => {
  expect(wrapped(findPreset('twilio')?.envelope ?? plain, { ...message, body })).toBe(text)
})

it.each([
  ['b=2&a=1', 'a1b2'],
  ['a=2&a=1&a=2&B=x', 'Bxa1a2'],
  ['a=%2B1+2', 'a+1 2'],
  ['', ''],
])('puts the fields of %j in order', (form, sorted) => {
  expect(sortedForm(form)).toBe(sorted)
})
