import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Envelope } from './envelope.ts'
import { derivedKey } from './keys.ts'
import { findPreset, ordinaryEnvelope, presets } from './presets/index.ts'
import { type Message, seal } from './seal.ts'
import { verify } from './verify.ts'
import { wrapped } from './wrap.ts'

const preset = (name: string): Envelope => findPreset(name)?.envelope ?? expect.fail(`no preset ${name}`)
const message = (some: Partial<Message> = {}): Message => ({
  event: 'charge.succeeded',
  id: 'evt_1',
  body: '{"id":"ch_1","amount":100}',
  url: 'http://localhost:3000/hooks',
  seq: 1,
  at: Date.UTC(2025, 0, 1),
  ...some,
})
const now = Date.UTC(2026, 4, 6, 7, 8, 9, 12)

/** What the documentation or the tests of each provider's library show, word for word. */
const vectors: readonly {
  readonly preset: string
  readonly key: string
  readonly message: Partial<Message>
  readonly seconds?: number
  readonly signature: string
}[] = [
  {
    preset: 'standard-webhooks',
    key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
    seconds: 1614265330,
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    preset: 'github',
    key: "It's a Secret to Everybody",
    message: { body: 'Hello, World!' },
    signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
  {
    preset: 'slack',
    key: '8f742231b10e8888abcd99yyyzzz85a5',
    message: {
      body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    },
    seconds: 1531420618,
    signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  },
  {
    preset: 'twilio',
    key: '12345',
    message: {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      body: 'CallSid=CA1234567890ABCDE&Digits=1234&From=%2B14158675309&To=%2B18005551212&Caller=%2B14158675309',
    },
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  },
  {
    preset: 'twilio-json',
    key: '12345',
    message: {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      body: '{"property": "value", "boolean": true}',
    },
    signature: 'a9nBmqA0ju/hNViExpshrM61xv4=',
  },
  {
    preset: 'square',
    key: 'asdf1234',
    message: { url: 'https://example.com/webhook', body: '{"hello":"world"}' },
    signature: '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=',
  },
]

it.each(vectors)(
  'signs as the example of $preset shows',
  ({ preset: name, key, message: some, seconds, signature }) => {
    const moment = seconds === undefined ? now : seconds * 1000
    const sealed = seal(preset(name), message(some), key, moment)
    expect(sealed.signature).toBe(signature)
    expect(sealed.body).toBe(some.body)
    const received = { body: sealed.body, headers: Object.fromEntries(sealed.headers), url: sealed.url }
    expect(verify(preset(name), received, key, moment)).toEqual({ ok: true })
  },
)

it('accepts what SendGrid signed, with its public key', () => {
  const key = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==
-----END PUBLIC KEY-----`
  const event = {
    email: 'hello@world.com',
    event: 'dropped',
    reason: 'Bounced Address',
    sg_event_id: 'ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA',
    sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
    'smtp-id': '<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>',
    timestamp: 1600112492,
  }
  const received = {
    body: `${JSON.stringify([event])}\r\n`,
    url: 'http://localhost/',
    headers: {
      'x-twilio-email-event-webhook-signature':
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
      'x-twilio-email-event-webhook-timestamp': '1600112502',
    },
  }
  expect(verify(preset('sendgrid'), received, key, 1600112502_000)).toEqual({ ok: true })
})

it('puts the digest of the body into the address for Twilio, as its documentation has it', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  const { url: sent } = seal(
    preset('twilio-json'),
    message({ url, body: '{"property": "value", "boolean": true}' }),
    'k',
    now,
  )
  expect(sent).toBe(`${url}&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620`)
})

it.each([
  ['standard-webhooks', ['Content-Type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']],
  ['stripe', ['Content-Type', 'Stripe-Signature']],
  ['github', ['Content-Type', 'X-GitHub-Event', 'X-GitHub-Delivery', 'X-Hub-Signature-256']],
  ['slack', ['Content-Type', 'X-Slack-Request-Timestamp', 'X-Slack-Signature']],
  ['hmac-body-signature', ['Content-Type']],
])('sends the header fields of %s', (name, fields) => {
  const { headers } = seal(preset(name), message(), derivedKey('5eed', preset(name)), now)
  expect(headers.map(([field]) => field)).toEqual(fields)
})

it('fills header fields with the event and real time', () => {
  const { headers } = seal(preset('shopify'), message({ event: 'orders/create' }), 'k', now)
  expect(Object.fromEntries(headers)).toEqual({
    'Content-Type': 'application/json',
    'X-Shopify-Topic': 'orders/create',
    'X-Shopify-Shop-Domain': 'example.myshopify.com',
    'X-Shopify-API-Version': '2025-01',
    'X-Shopify-Webhook-Id': expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    'X-Shopify-Event-Id': expect.any(String),
    'X-Shopify-Triggered-At': '2026-05-06T07:08:09.012Z',
    'X-Shopify-Hmac-Sha256': createHmac('sha256', 'k').update('{"id":"ch_1","amount":100}').digest('base64'),
  })
})

it('signs time and body for Stripe in one field', () => {
  const expected = createHmac('sha256', 'whsec_x').update('1778051289.{"id":"ch_1","amount":100}').digest('hex')
  expect(seal(preset('stripe'), message(), 'whsec_x', now).signature).toBe(`t=1778051289,v1=${expected}`)
})

it('puts the signature last into the body, over its text without it', () => {
  const text = '{"id":"ch_1","big":12345678901234567890}'
  const { body, signature } = seal(ordinaryEnvelope, message({ body: text }), 'k', now)
  expect(signature).toBe(createHmac('sha256', 'k').update(text).digest('hex'))
  expect(body).toBe(`{"id":"ch_1","big":12345678901234567890,"signature":"${signature}"}`)
})

it('signs an empty object', () => {
  const { body } = seal(ordinaryEnvelope, message({ body: '{}' }), 'k', now)
  expect(body).toMatch(/^\{"signature":"[0-9a-f]{64}"\}$/)
  expect(verify(ordinaryEnvelope, { body, headers: {}, url: '' }, 'k', now)).toEqual({ ok: true })
})

it('makes the same of the same, whatever the algorithm', () => {
  for (const { envelope } of presets) {
    const key = derivedKey('5eed', envelope)
    expect(seal(envelope, message(), key, now)).toEqual(seal(envelope, message(), key, now))
  }
})

it('tells the time of the event where the sandbox clock signs', () => {
  const pinned: Envelope = { ...preset('stripe'), signClock: 'sandbox' }
  expect(seal(pinned, message(), 'k', now).signature).toMatch(/^t=1735689600,/)
  expect(seal(pinned, message(), 'k', now)).toEqual(seal(pinned, message(), 'k', now + 9e9))
})

it('writes what no header can hold as percent-encoded bytes', () => {
  const envelope = preset('github')
  const { headers } = seal(envelope, message({ event: 'créé\r\nX-Evil: 1' }), 'k', now)
  expect(Object.fromEntries(headers)['X-GitHub-Event']).toBe('cr%C3%A9%C3%A9%0D%0AX-Evil:%201')
})

it('signs the address as the receiver sees it', () => {
  const [bare, full] = ['http://user:pass@localhost:3000#top', 'http://localhost:3000/'].map((url) =>
    seal(preset('square'), message({ url }), 'k', now),
  )
  expect(bare?.signature).toBe(full?.signature)
  expect(bare?.url).toBe('http://user:pass@localhost:3000#top')
})

it('sends an envelope without a signature unsigned', () => {
  const { signature: _, ...unsigned } = preset('github')
  const { headers, signature } = seal(unsigned, message(), '', now)
  expect([signature, headers.map(([name]) => name)]).toEqual([
    '',
    ['Content-Type', 'X-GitHub-Event', 'X-GitHub-Delivery'],
  ])
})

it('seals what was wrapped', () => {
  const envelope: Envelope = { ...ordinaryEnvelope, wrap: { type: '{{event}}', data: '{{body}}' } }
  const { body } = seal(envelope, message({ body: wrapped(envelope, message()) }), 'k', now)
  expect(body).toMatch(
    /^\{"type":"charge\.succeeded","data":\{"id":"ch_1","amount":100\},"signature":"[0-9a-f]{64}"\}$/,
  )
})
