import { validateHeaderName, validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ToolError } from '../../support/errors.ts'
import { algorithms, keyEncodings } from './envelope.ts'
import { derivedKey } from './keys.ts'
import { presets } from './presets/index.ts'
import { seal } from './seal.ts'
import { readSidecar, type Sidecar, storedSidecar, writeSidecar } from './sidecar.ts'
import { readSink } from './sinks.ts'
import { templateNames } from './template.ts'
import { wrapped } from './wrap.ts'

const RUNS = 1500

const declared = {
  events: ['charge.succeeded', '__proto__', 'toString'],
  operations: [
    { id: 'createCharge', method: 'POST', path: '/charges' },
    { id: 'constructor', method: 'GET', path: '/charges/{id}' },
  ],
}

/** Values that hold nothing of what is asked for, and such as look like it. */
const { odd } = fc.letrec<{ odd: unknown }>((tie) => ({
  odd: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, '', ' ', '\n', '\0', '__proto__', 'x'.repeat(5000)),
    fc.constantFrom(
      '{{body}}',
      '{{',
      '{{signature}}',
      '{{ id }}',
      '{{nope}}',
      '{{body}}{{body}}',
      '\u202e',
      'ü',
      '\ud800',
    ),
    fc.constantFrom(...templateNames).map((name) => `a {{${name}}} b`),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.array(tie('odd'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.constantFrom('__proto__', 'toString', 'valueOf', 'toJSON'),
      ),
      tie('odd'),
      { maxKeys: 3 },
    ),
  ),
}))

const perhaps = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd })
const filled = perhaps(fc.constantFrom('{{id}}', '{{ timestamp }}', '{{event}} {{uuid}}', 'x', null))
const content = perhaps(fc.constantFrom('{{body}}', '{{timestamp}}.{{body}}', '{{url}}{{body_sha256}}'))
const format = perhaps(fc.constantFrom('{{signature}}', 'v1={{signature}}', 't={{timestamp}},v1={{signature}}'))
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('X-A', 'x-a', 'X-B', 'webhook-id') },
  { weight: 1, arbitrary: fc.constantFrom('Content-Type', 'Host', 'a b', '') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
)
const stranger = fc.tuple(fc.constantFrom('whsec_1', 'Preset', '__proto__', 'x'), odd)

const file = fc.record(
  {
    preset: perhaps(fc.constantFrom(...presets.map((one) => one.name))),
    wrap: perhaps(fc.constantFrom<unknown>({ event: '{{event}}', data: '{{body}}' }, ['{{body}}'], '{{body}}')),
    headers: perhaps(fc.dictionary(name, filled, { maxKeys: 3 })),
    query: perhaps(fc.dictionary(name, filled, { maxKeys: 3 })),
    signature: perhaps(
      fc.record(
        {
          algorithm: perhaps(fc.constantFrom(...algorithms)),
          content,
          keyEnv: perhaps(fc.constantFrom('A_KEY')),
          keyEncoding: perhaps(fc.constantFrom(...keyEncodings)),
          output: perhaps(fc.constantFrom('hex', 'base64')),
          in: perhaps(fc.constantFrom('header', 'body')),
          name: perhaps(name),
          format,
        },
        { requiredKeys: [] },
      ),
    ),
    contentType: perhaps(fc.constantFrom('application/json', 'application/x-www-form-urlencoded; charset=utf-8')),
    sign_clock: perhaps(fc.constantFrom('real', 'sandbox')),
    events: perhaps(
      fc.dictionary(
        fc.constantFrom(...declared.events),
        perhaps(fc.constantFrom('emit-only', 'POST /charges', 'constructor')),
      ),
    ),
  },
  { requiredKeys: [] },
)

const whole: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 18, arbitrary: file },
  { weight: 1, arbitrary: fc.tuple(file, stranger).map(([value, [key, other]]) => ({ ...value, [key]: other })) },
  { weight: 1, arbitrary: odd },
)

const payloads = ['{}', '{"id":1,"signature":"s","a":{"b":[1,null]}}', '[]', '"ü\\u0000"', 'null']

/** What the sender does with it. */
function send({ envelope }: Sidecar, body: string, event: string): void {
  const message = { event, id: 'evt_1', body, url: 'http://127.0.0.1:1/a?b=c#d', seq: 1, at: 0 }
  const key = derivedKey('5eed', envelope)
  const sealed = seal(envelope, { ...message, body: wrapped(envelope, message) }, key, 1e12)
  expect(URL.canParse(sealed.url)).toBe(true)
  for (const [field, value] of sealed.headers) {
    validateHeaderName(field)
    validateHeaderValue(field, value)
  }
}

it('takes a sidecar that can be sent by, or says in few words what is wrong with it', () => {
  let [taken, refused] = [0, 0]
  fc.assert(
    fc.property(
      whole,
      fc.constantFrom(...payloads),
      fc.string({ unit: 'binary', maxLength: 5 }),
      (value, body, event) => {
        const found = readSidecar(value, declared)
        if (!found.ok) {
          refused++
          expect(found.error).not.toBe('')
          expect(found.error.length).toBeLessThan(20_000)
          return
        }
        taken++
        send(found.value, body, event)
        const kept: unknown = JSON.parse(JSON.stringify(found.value))
        expect(storedSidecar(kept)).toEqual({ ok: true, value: found.value })
        expect(readSidecar(JSON.parse(JSON.stringify(writeSidecar(found.value))), declared)).toEqual(found)
      },
    ),
    { numRuns: RUNS },
  )
  expect([taken > 100, refused > 100]).toEqual([true, true])
})

it('takes a sink whose address can be called, or says in one line what is wrong with it', () => {
  const url = fc.oneof(
    fc.webUrl(),
    odd,
    fc
      .tuple(
        fc.constantFrom('http:', 'HTTPS:', 'ftp:', 'http:\n', ' http:', 'javascript:'),
        fc.constantFrom('//', '/', '\\\\', ''),
        fc.oneof(
          fc.constantFrom(
            '0x7f.1',
            '[::1]',
            '[::ffff:127.0.0.1]',
            '017700000001',
            '2130706433',
            'a:b@c',
            '..',
            '%00',
            'ü.de',
            'x:99999',
            '',
          ),
          fc.string({ unit: 'binary', maxLength: 6 }),
        ),
      )
      .map((parts) => parts.join('')),
  )
  const sent = fc.record(
    {
      url,
      events: perhaps(fc.array(fc.constantFrom('charge.*', 'charge.succeeded', '*', 'nope'))),
      lease_ms: perhaps(fc.nat(9_999_999)),
    },
    { requiredKeys: [] },
  )
  let [taken, refused] = [0, 0]
  fc.assert(
    fc.property(
      fc.oneof({ weight: 9, arbitrary: sent as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd }),
      (value) => {
        try {
          const sink = readSink(value, declared.events)
          taken++
          expect(new URL(sink.url).protocol).toMatch(/^https?:$/)
          expect(readSink(JSON.parse(JSON.stringify(sink)), declared.events)).toEqual(sink)
        } catch (error) {
          if (!(error instanceof ToolError)) throw error
          refused++
          expect(error.code).toBe('bad-input')
          expect(error.message).toMatch(/^[^\r\n]{1,400}$/u)
        }
      },
    ),
    { numRuns: RUNS },
  )
  expect([taken > 100, refused > 100]).toEqual([true, true])
})
