import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { algorithms, keyEncodings } from './envelope.ts'
import { findPreset, ordinaryEnvelope, presets } from './presets/index.ts'
import { readSidecar, type Sidecar, writeSidecar } from './sidecar.ts'

const declared = {
  events: ['charge.succeeded', 'charge.failed', '__proto__'],
  operations: [
    { id: 'createCharge', method: 'POST', path: '/charges' },
    { id: 'GET /charges/{id}', method: 'GET', path: '/charges/{id}' },
  ],
}
const read = (value: unknown): Sidecar => {
  const found = readSidecar(value, declared)
  return found.ok ? found.value : expect.fail(found.error)
}
const refusal = (value: unknown): string | undefined => {
  const found = readSidecar(value, declared)
  return found.ok ? undefined : found.error
}

it('takes the ordinary envelope where nothing is said', () => {
  const { preset: _, ...ordinary } = ordinaryEnvelope
  expect(read({})).toEqual({ envelope: ordinary, events: {} })
})

it.each(presets)('takes $name as it is', ({ name, envelope }) => {
  expect(read({ preset: name }).envelope).toEqual(envelope)
})

it('overrides what it likes of a preset, and keeps the rest', () => {
  const { envelope } = read({
    preset: 'github',
    wrap: { data: '{{body}}' },
    headers: { 'x-github-delivery': null, 'X-GitHub-Hook-ID': '7', 'x-github-event': 'e-{{event}}' },
    query: { v: '{{id}}' },
    signature: { algorithm: 'hmac-sha1', name: 'X-Hub-Signature', format: 'sha1={{signature}}', keyEnv: 'HUB_KEY' },
    contentType: 'application/vnd.x+json',
    sign_clock: 'sandbox',
  })
  expect(envelope).toEqual({
    preset: 'github',
    wrap: { data: '{{body}}' },
    headers: { 'X-GitHub-Hook-ID': '7', 'x-github-event': 'e-{{event}}' },
    query: { v: '{{id}}' },
    signature: {
      algorithm: 'hmac-sha1',
      content: '{{body}}',
      keyEnv: 'HUB_KEY',
      keyEncoding: 'utf8',
      output: 'hex',
      in: 'header',
      name: 'X-Hub-Signature',
      format: 'sha1={{signature}}',
    },
    contentType: 'application/vnd.x+json',
    signClock: 'sandbox',
  })
})

it('sends unsigned where the signature is false', () => {
  expect(read({ preset: 'github', signature: false }).envelope).not.toHaveProperty('signature')
})

it('takes PEM for keys in pairs, and text again for others', () => {
  expect(read({ signature: { algorithm: 'ed25519' } }).envelope.signature?.keyEncoding).toBe('pem')
  expect(read({ preset: 'sendgrid', signature: { algorithm: 'hmac-sha256' } }).envelope.signature?.keyEncoding).toBe(
    'utf8',
  )
})

it('maps events to operations by id, by method and path, or to none', () => {
  const events = { 'charge.succeeded': 'createCharge', 'charge.failed': 'get  /charges/{id}' }
  expect(read({ events }).events).toEqual({ 'charge.succeeded': 'createCharge', 'charge.failed': 'GET /charges/{id}' })
  expect(read({ events: { 'charge.failed': 'emit-only' } }).events).toEqual({ 'charge.failed': 'emit-only' })
  const hostile = read(JSON.parse('{"events": {"__proto__": "emit-only"}}'))
  expect(Object.entries(hostile.events)).toEqual([['__proto__', 'emit-only']])
})

it.each<readonly [unknown, string]>([
  [[], 'A sidecar must be an object'],
  [null, 'A sidecar must be an object'],
  [{ presets: 'x' }, 'presets is not known (did you mean preset?)'],
  [{ signClock: 'real' }, 'signClock is not known (did you mean sign_clock?)'],
  [{ preset: 'stripes' }, 'preset "stripes" is not known (did you mean stripe?)'],
  [{ events: 'x' }, 'events must map declared events to operations'],
  [
    { events: { 'charge.suceeded': 'createCharge' } },
    'events: "charge.suceeded" is not declared (did you mean charge.succeeded?)',
  ],
  [
    { events: { 'charge.failed': 'createCharg' } },
    'events: "charge.failed" names "createCharg", which is not a declared operation (did you mean createCharge?)',
  ],
  [
    { events: { 'charge.failed': 'POST /charge' } },
    'events: "charge.failed" names "POST /charge", which is not a declared operation (did you mean POST /charges?)',
  ],
  [{ events: { 'charge.failed': 1 } }, 'events: "charge.failed" must be an operationId, METHOD /path or emit-only'],
  [{ wrap: { a: ['{{bdy}}'] } }, 'wrap has {{bdy}}, which is not a template (did you mean body?)'],
  [{ wrap: { a: Number.POSITIVE_INFINITY } }, 'wrap must be JSON'],
  [{ wrap: ['{{body}}'] }, 'wrap must be an object where signature.in is body'],
  [{ headers: [] }, 'headers must map names to templates'],
  [{ headers: { 'X-A': 1 } }, 'headers.X-A must be a text'],
  [{ headers: { 'X A': 'b' } }, 'headers has "X A", which is not a valid header name'],
  [{ headers: { 'Content-Length': '1' } }, 'headers cannot set Content-Length, which frames the message'],
  [{ headers: { 'content-type': 'text/plain' } }, 'headers cannot set Content-Type: contentType does'],
  [
    { preset: 'github', headers: { 'x-hub-signature-256': 'x' } },
    'headers cannot set x-hub-signature-256, which carries the signature',
  ],
  [{ contentType: 'json' }, 'contentType must be a media type such as application/json'],
  [
    { preset: 'twilio', contentType: 'application/json' },
    'signature.content has {{form_sorted}}, which needs contentType application/x-www-form-urlencoded (the preset twilio-json signs JSON)',
  ],
  [
    { contentType: 'application/x-www-form-urlencoded' },
    'signature.in must be header where contentType is that of a form',
  ],
  [{ sign_clock: 'virtual' }, 'sign_clock must be real or sandbox'],
  [{ signature: 'x' }, 'signature must be an object, or false for none'],
  [{ signature: { algorithm: 'hmac-sha265' } }, 'signature.algorithm is not known (did you mean hmac-sha256?)'],
  [{ signature: { encoding: 'hex' } }, 'signature.encoding is not known'],
  [{ signature: { content: '' } }, 'signature.content must be a template'],
  [{ signature: { format: 'v1=' } }, 'signature.format must have {{signature}} once'],
  [{ signature: { in: 'header', name: 'a b' } }, 'signature.name has "a b", which is not a valid header name'],
  [{ signature: { keyEncoding: 'pem' } }, 'signature.keyEncoding must not be pem for hmac-sha256'],
  [{ preset: 'sendgrid', signature: { keyEncoding: 'hex' } }, 'signature.keyEncoding must be pem for ecdsa-p256'],
])('refuses %j', (value, error) => {
  expect(refusal(value)).toBe(error)
})

it('tells all that is wrong', () => {
  expect(refusal({ preset: 'x', sign_clock: 1, events: { a: 'b' } })).toMatch(/preset .*; sign_clock .*; events: /)
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`event ${i}`, 'emit-only']))
  expect(refusal({ events: many })).toMatch(/; and 20 more$/)
})

const literal = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

it.each([
  { key: literal },
  { secret: literal },
  { signature: { key: literal } },
  { signature: { signingSecret: literal } },
  { signature: { keyEnv: literal } },
  { signature: { keyEnv: '0123456789abcdef' } },
  { signature: { keyEncoding: literal } },
])('refuses a key in the file, and does not repeat it: %j', (value) => {
  expect(refusal(value)).toBeDefined()
  expect(refusal(value)).not.toMatch(/MfKQ9|0123456/)
})

it('refuses a file that names itself in itself', () => {
  const wrap: Record<string, unknown> = {}
  wrap['a'] = wrap
  expect(refusal({ wrap })).toMatch(/^wrap is more than/)
})

it('is read back as it was written', () => {
  const name = fc.constantFrom('X-A', 'x-github-event', 'Stripe-Thing', 'webhook-id')
  const signature = fc.record(
    {
      algorithm: fc.constantFrom(...algorithms),
      keyEncoding: fc.constantFrom(...keyEncodings),
      keyEnv: fc.constantFrom('A_KEY', '_'),
      in: fc.constantFrom('header', 'body'),
      output: fc.constantFrom('hex', 'base64'),
      content: fc.constantFrom('{{body}}', '{{url}}'),
    },
    { requiredKeys: [] },
  )
  const files = fc.record(
    {
      preset: fc.constantFrom(...presets.map((preset) => preset.name)),
      wrap: fc.dictionary(fc.string(), fc.constantFrom('{{body}}', '{{id}}', 'x')),
      headers: fc.dictionary(name, fc.constantFrom('{{id}}', 'x', null)),
      query: fc.dictionary(fc.constantFrom('bodySHA256', 'v'), fc.constantFrom('{{id}}', null)),
      signature: fc.oneof(signature, fc.constant(false)),
      contentType: fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
      sign_clock: fc.constantFrom('real', 'sandbox'),
      events: fc.constant({ 'charge.failed': 'POST /charges' }),
    },
    { requiredKeys: [] },
  )
  let accepted = 0
  fc.assert(
    fc.property(files, (file) => {
      const found = readSidecar(file, declared)
      if (!found.ok) return
      accepted++
      const stored: unknown = JSON.parse(JSON.stringify(writeSidecar(found.value)))
      expect(read(stored)).toEqual(found.value)
    }),
    { numRuns: 300 },
  )
  expect(accepted).toBeGreaterThan(30)
})

it('has presets that it would read as files', () => {
  for (const { name, envelope } of presets)
    expect(read(writeSidecar({ envelope, events: {} })).envelope).toEqual(findPreset(name)?.envelope)
})

it('reads the file that the reference shows', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/reference/webhooks.md'), 'utf8')
  const file: unknown = load(/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
  const events = ['charge.succeeded', 'charge.failed', 'dispute.created']
  const operations = [
    { id: 'createCharge', method: 'POST', path: '/charges' },
    { id: 'failCharge', method: 'POST', path: '/charges/{id}/fail' },
  ]
  expect(readSidecar(file, { events, operations })).toMatchObject({
    ok: true,
    value: {
      envelope: {
        preset: 'github',
        wrap: { event: '{{event}}', data: '{{body}}' },
        headers: { 'X-GitHub-Event': '{{event}}', 'X-GitHub-Hook-ID': '7' },
        signature: { keyEnv: 'GITHUB_WEBHOOK_SECRET', name: 'X-Hub-Signature-256' },
      },
      events: { 'charge.succeeded': 'createCharge', 'charge.failed': 'failCharge', 'dispute.created': 'emit-only' },
    },
  })
})
