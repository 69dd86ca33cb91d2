import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { signP256 } from './ecdsa.ts'
import type { Envelope, SignatureSpec } from './envelope.ts'
import { derivedKey, keyObjection, keyVariable, publicKeyOf, verifyingKeyObjection } from './keys.ts'
import { findPreset, ordinaryEnvelope, presets } from './presets/index.ts'
import { isSignature, sign } from './signature.ts'

const spec = (some: Partial<SignatureSpec>): SignatureSpec => ({ ...ordinaryEnvelope.signature, ...some })
const ed25519: Envelope = { ...ordinaryEnvelope, signature: spec({ algorithm: 'ed25519', keyEncoding: 'pem' }) }

it.each([
  ['pay', 'TOOL_WEBHOOK_KEY_PAY'],
  ['my-pay-2', 'TOOL_WEBHOOK_KEY_MY_PAY_2'],
])('reads the key of %s from %s', (name, variable) => {
  expect(keyVariable(name)).toBe(variable)
})

it.each([
  ['standard-webhooks', /^whsec_[A-Za-z0-9+/]{43}=$/],
  ['stripe', /^whsec_[0-9a-f]{32}$/],
  ['github', /^[0-9a-f]{32}$/],
  ['twilio', /^[0-9a-f]{32}$/],
  ['hmac-body-signature', /^[0-9a-f]{32}$/],
  ['sendgrid', /^-----BEGIN PRIVATE KEY-----\n[\s\S]+\n-----END PRIVATE KEY-----$/],
])('derives a key for %s in the form that its keys have', (name, form) => {
  expect(derivedKey('5eed', findPreset(name)?.envelope ?? ordinaryEnvelope)).toMatch(form)
})

it('derives keys that can sign, the same from the same seed and no others', () => {
  for (const envelope of [...presets.map((preset) => preset.envelope), ed25519]) {
    const key = derivedKey('5eed', envelope)
    const signature = envelope.signature ?? spec({})
    expect(keyObjection(signature, key)).toBeUndefined()
    expect(derivedKey('5eed', envelope)).toBe(key)
    expect(derivedKey('5eee', envelope)).not.toBe(key)
    expect(isSignature(signature, key, 'text', sign(signature, key, 'text'))).toBe(true)
  }
})

it('tells the public key of a pair, which verifies', () => {
  for (const envelope of [ed25519, findPreset('sendgrid')?.envelope ?? ordinaryEnvelope]) {
    const signature = envelope.signature ?? spec({})
    const key = derivedKey('5eed', envelope)
    const publicKey = publicKeyOf(key, signature.algorithm) ?? ''
    expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/)
    expect(isSignature(signature, publicKey, 'text', sign(signature, key, 'text'))).toBe(true)
    expect(verifyingKeyObjection(signature, publicKey)).toBeUndefined()
  }
  expect(publicKeyOf('k', 'hmac-sha256')).toBeUndefined()
})

it.each(['\\n', ' '])('takes a PEM that stands in one line, with %j for the ends of its lines', (end) => {
  const signature = ed25519.signature ?? spec({})
  const key = derivedKey('5eed', ed25519)
  const line = key.replace(/\n/g, end)
  expect(keyObjection(signature, line)).toBeUndefined()
  expect(sign(signature, line, 'text')).toBe(sign(signature, key, 'text'))
})

it.each<readonly [Partial<SignatureSpec>, string, string | undefined]>([
  [{}, ' ', 'is empty'],
  [{}, 'ü', undefined],
  [{ keyEncoding: 'hex' }, 'abc', 'is not hex'],
  [{ keyEncoding: 'hex' }, 'abCD\n', undefined],
  [{ keyEncoding: 'base64' }, 'a b', 'is not base64'],
  [{ keyEncoding: 'whsec' }, 'whsec_a b', 'is not base64 after whsec_'],
  [{ keyEncoding: 'whsec' }, 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', undefined],
  [{ algorithm: 'ed25519', keyEncoding: 'pem' }, 'abc', 'must be a private key for Ed25519 in PEM format'],
  [
    { algorithm: 'ecdsa-p256', keyEncoding: 'pem' },
    derivedKey('5eed', ed25519),
    'must be a private key for P-256 in PEM format',
  ],
])('judges the key of %j', (some, key, objection) => {
  expect(keyObjection(spec(some), key)).toBe(objection)
})

it('reads a key by its encoding', () => {
  const bytes = Buffer.from('a key')
  const signatures = [
    sign(spec({}), 'a key', 'text'),
    sign(spec({ keyEncoding: 'hex' }), bytes.toString('hex'), 'text'),
    sign(spec({ keyEncoding: 'base64' }), bytes.toString('base64'), 'text'),
    sign(spec({ keyEncoding: 'whsec' }), `whsec_${bytes.toString('base64')}`, 'text'),
  ]
  expect(new Set(signatures).size).toBe(1)
})

/** RFC 6979, A.2.5, with SHA-256. */
it.each([
  [
    'sample',
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
    'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  ],
  [
    'test',
    'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
    '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
  ],
])('signs %j with P-256 as RFC 6979 shows', (text, r, s) => {
  const scalar = Buffer.from('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721', 'hex')
  const der = (hex: string): string => {
    const bare = hex.replace(/^(00)+/, '')
    const signed = /^[89a-f]/.test(bare) ? `00${bare}` : bare
    return `02${(signed.length / 2).toString(16).padStart(2, '0')}${signed}`
  }
  const body = der(r) + der(s)
  expect(signP256(scalar, text).toString('hex')).toBe(`30${(body.length / 2).toString(16)}${body}`)
})

it('signs with P-256 what node:crypto accepts, whatever the key and the text', () => {
  const { envelope } = findPreset('sendgrid') ?? expect.fail()
  for (let i = 0; i < 50; i++) {
    const key = derivedKey(`seed ${i}`, envelope)
    const d = Buffer.from(createPrivateKey(key).export({ format: 'jwk' }).d ?? '', 'base64url')
    const text = createHash('sha256').update(`${i}`).digest('hex')
    expect(verify('sha256', Buffer.from(text), createPublicKey(key), signP256(d, text))).toBe(true)
  }
})

it('signs with Ed25519 as RFC 8032 shows', () => {
  const pkcs8 = `302e020100300506032b6570042204204ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb`
  const key = `-----BEGIN PRIVATE KEY-----\n${Buffer.from(pkcs8, 'hex').toString('base64')}\n-----END PRIVATE KEY-----`
  expect(sign(spec({ algorithm: 'ed25519', keyEncoding: 'pem' }), key, 'r')).toBe(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )
})
