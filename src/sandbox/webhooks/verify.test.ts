import { expect, it } from 'vitest'
import { type Envelope, isForm } from './envelope.ts'
import { derivedKey } from './keys.ts'
import { cutLastMember } from './member.ts'
import { findPreset, ordinaryEnvelope, presets } from './presets/index.ts'
import { type Message, seal } from './seal.ts'
import { type Received, verify } from './verify.ts'
import { wrapped } from './wrap.ts'

const now = Date.UTC(2026, 4, 6, 7, 8, 9, 12)
const message: Message = {
  event: 'charge.succeeded',
  id: 'evt_1',
  body: '{"id":"ch_1"}',
  url: 'http://localhost:3000/hooks?a=1',
  seq: 1,
  at: Date.UTC(2025, 0, 1),
}
const preset = (name: string): Envelope => findPreset(name)?.envelope ?? expect.fail(`no preset ${name}`)
const keyOf = (envelope: Envelope): string => derivedKey('5eed', envelope)

function received(envelope: Envelope, some: Partial<Received> = {}): Received {
  const sealed = seal(envelope, { ...message, body: wrapped(envelope, message) }, keyOf(envelope), now)
  const headers = Object.fromEntries(sealed.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return { body: sealed.body, headers, url: sealed.url, ...some }
}

it.each(presets)('accepts what $name sealed', ({ envelope }) => {
  expect(verify(envelope, received(envelope), keyOf(envelope), now)).toEqual({ ok: true })
  expect(verify(envelope, received(envelope), keyOf(envelope), now + 299_000)).toEqual({ ok: true })
})

it.each(presets)('refuses a changed body for $name', ({ envelope }) => {
  const { body } = received(envelope)
  const changed = isForm(envelope) ? body.replace('ch_1', 'ch_2') : body.replace('"ch_1"', '"ch_1" ')
  expect(changed).not.toBe(body)
  expect(verify(envelope, received(envelope, { body: changed }), keyOf(envelope), now)).toMatchObject({ ok: false })
})

it.each(presets)('refuses another key for $name', ({ envelope }) => {
  const other = derivedKey('5eee', envelope)
  expect(verify(envelope, received(envelope), other, now)).toEqual({
    ok: false,
    reason: 'The signature does not match: body, address or key is another',
  })
})

it.each(['twilio', 'twilio-json', 'square'])('refuses another address for %s', (name) => {
  const envelope = preset(name)
  const { url } = received(envelope)
  const verdict = verify(envelope, received(envelope, { url: url.replace('hooks', 'hook') }), keyOf(envelope), now)
  expect(verdict).toMatchObject({ ok: false })
})

it.each(['standard-webhooks', 'stripe', 'slack', 'sendgrid'])('refuses what is stale for %s', (name) => {
  const envelope = preset(name)
  const at = (moment: number): unknown => verify(envelope, received(envelope), keyOf(envelope), moment)
  expect(at(now + 301_000)).toEqual({
    ok: false,
    reason: 'The timestamp is 301 seconds old: at most 300 are accepted',
  })
  expect(at(now - 301_000)).toEqual({
    ok: false,
    reason: 'The timestamp is 301 seconds in the future: at most 300 are accepted',
  })
  expect(verify(envelope, received(envelope), keyOf(envelope), now + 9e6, 9_000)).toEqual({ ok: true })
})

it('does not judge the age of what tells the time of a sandbox', () => {
  const envelope: Envelope = { ...preset('stripe'), signClock: 'sandbox' }
  expect(verify(envelope, received(envelope), keyOf(envelope), now)).toEqual({ ok: true })
})

it.each<readonly [string, Partial<Received>, string]>([
  ['github', { headers: {} }, 'The header X-Hub-Signature-256 is missing'],
  [
    'github',
    { headers: { 'x-hub-signature-256': 'sha1=ab' } },
    'The header X-Hub-Signature-256 does not have the form sha256={{signature}}',
  ],
  ['hmac-body-signature', { body: '{"a":1}' }, 'The member "signature" of the body is missing at its end'],
  ['hmac-body-signature', { body: '' }, 'The member "signature" of the body is missing at its end'],
  [
    'slack',
    { headers: { 'x-slack-signature': 'v0=ab' } },
    'The message does not contain {{timestamp}}, which is signed',
  ],
])('says why it refuses for %s: %j', (name, some, reason) => {
  const envelope = preset(name)
  expect(verify(envelope, received(envelope, some), keyOf(envelope), now)).toEqual({ ok: false, reason })
})

it('says of a key that it is none, and does not repeat it', () => {
  expect(verify(preset('sendgrid'), received(preset('sendgrid')), 'hush', now)).toEqual({
    ok: false,
    reason: 'The key must be a key for P-256 in PEM format',
  })
})

it('refuses JSON for Twilio whose digest is that of another body', () => {
  const envelope = preset('twilio-json')
  expect(verify(envelope, received(envelope, { body: '{}' }), keyOf(envelope), now)).toEqual({
    ok: false,
    reason: 'The parameter bodySHA256 of the address is not what the body and the header fields say',
  })
})

it('accepts one of several signatures, as while keys change', () => {
  const envelope = preset('standard-webhooks')
  const { headers, ...rest } = received(envelope)
  const several = { ...headers, 'webhook-signature': `v1,b2xk v1a,bmV3 ${headers['webhook-signature']}` }
  expect(verify(envelope, { ...rest, headers: several }, keyOf(envelope), now)).toEqual({ ok: true })
})

it('takes fields that came more than once', () => {
  const envelope = preset('github')
  const { headers, ...rest } = received(envelope)
  const twice = { ...headers, 'x-hub-signature-256': ['sha256=00', String(headers['x-hub-signature-256'])] }
  expect(verify(envelope, { ...rest, headers: twice }, keyOf(envelope), now)).toEqual({ ok: true })
})

it.each([
  ['{{uuid}} {{event}} {{body}}', { 'X-Id': '{{id}}', 'X-Event': 'event={{event}}' }, undefined],
  ['{{uuid}}', { 'X-Id': '{{uuid}}' }, undefined],
  ['{{id}}{{event}}{{body_sha256}}', {}, { id: '{{id}}', in: [{ event: 'e:{{event}}' }], data: '{{body}}' }],
  ['{{timestamp}}{{now_rfc3339}}', { 'X-Time': '{{timestamp_ms}}' }, undefined],
  ['{{timestamp_ms}}', { 'X-Time': '{{now_rfc3339}}' }, undefined],
  ['{{json_string body}}{{url}}', {}, undefined],
])('finds in a request what %j is made of', (content, headers, wrap) => {
  const envelope: Envelope = {
    ...ordinaryEnvelope,
    headers: headers as Readonly<Record<string, string>>,
    ...(wrap !== undefined && { wrap }),
    signature: { ...ordinaryEnvelope.signature, content },
  }
  expect(verify(envelope, received(envelope), keyOf(envelope), now)).toEqual({ ok: true })
})

it.each([
  ['{"a":1,"signature":"x"}', { value: 'x', rest: '{"a":1}' }],
  ['{"a":1 , "signature" : "x" }\n', { value: 'x', rest: '{"a":1 }' }],
  ['{"signature":"x"}', { value: 'x', rest: '{}' }],
  ['{"signature":"x","a":1}', undefined],
  ['{"a":{"signature":"x"}}', undefined],
  ['{"signature":1}', undefined],
  ['["signature"]', undefined],
  ['', undefined],
])('cuts the last member of %s', (text, cut) => {
  expect(cutLastMember(text, 'signature')).toEqual(cut)
})
