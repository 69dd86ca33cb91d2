import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Envelope } from './envelope.ts'
import { derivedKey } from './keys.ts'
import { presets } from './presets/index.ts'
import { type Message, seal } from './seal.ts'
import { type Received, verify } from './verify.ts'
import { wrapped } from './wrap.ts'

const moments = fc.integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2100, 0, 1) })
const unicode = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
const payloads = fc.oneof(
  fc.json(),
  fc
    .dictionary(fc.oneof(fc.constantFrom('signature', '__proto__', 'data'), fc.string()), fc.jsonValue())
    .map((one) => JSON.stringify(one)),
)
const messages: fc.Arbitrary<Message> = fc.record({
  event: unicode,
  id: unicode,
  body: payloads,
  url: fc.constantFrom('http://localhost', 'http://localhost:3000/a?b=c', 'https://u:p@example.com/x#y'),
  seq: fc.nat(),
  at: moments,
})
const envelopes = fc.constantFrom(...presets.map(({ envelope }) => envelope))

function sent(envelope: Envelope, message: Message, key: string, now: number): Received {
  const sealed = seal(envelope, { ...message, body: wrapped(envelope, message) }, key, now)
  return { body: sealed.body, headers: Object.fromEntries(sealed.headers), url: sealed.url }
}

it('accepts whatever was sealed, and refuses it changed, with another key, or late where a time is signed', () => {
  fc.assert(
    fc.property(envelopes, messages, fc.string(), moments, fc.nat(), (envelope, message, seed, now, at) => {
      const key = derivedKey(seed, envelope)
      const received = sent(envelope, message, key, now)
      expect(verify(envelope, received, key, now)).toEqual({ ok: true })
      expect(verify(envelope, received, derivedKey(`${seed}!`, envelope), now).ok).toBe(false)
      const place = at % (received.body.length + 1)
      // A letter more: no pair of fields, no member and no text is the same with it.
      const body = `${received.body.slice(0, place)}x${received.body.slice(place)}`
      expect(verify(envelope, { ...received, body }, key, now).ok).toBe(false)
      const timed = /timestamp|now_/.test(envelope.signature?.content ?? '')
      expect(verify(envelope, received, key, now + 400_000).ok).toBe(!timed)
    }),
  )
})

it('never throws, whatever was received', () => {
  fc.assert(
    fc.property(envelopes, fc.string(), fc.string(), fc.string(), (envelope, body, text, url) => {
      const names = [envelope.signature?.name ?? '', ...Object.keys(envelope.headers)]
      const headers = Object.fromEntries(names.map((name) => [name, text]))
      expect(verify(envelope, { body, headers, url }, derivedKey('5eed', envelope), 0).ok).toBe(false)
    }),
  )
})

it('has JSON in every body that is not a form', () => {
  fc.assert(
    fc.property(envelopes, messages, moments, (envelope, message, now) => {
      const { body } = sent(envelope, message, derivedKey('5eed', envelope), now)
      if (envelope.preset !== 'twilio') expect(() => JSON.parse(body)).not.toThrow()
    }),
  )
})
