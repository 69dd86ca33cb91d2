import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonText } from '../support/exact-json.ts'
import { exchange, message } from './canaries.fixture.ts'
import { observationOf, readMessage } from './read-message.ts'
import { recordingRedactor } from './redact-recording.ts'

it('reads path, query, fields and both bodies of an exchange', () => {
  const observation = observationOf(
    exchange({
      target: '/a%2Fb//c?x=1&y=a+b&x=%32',
      request: message('application/x-www-form-urlencoded', 'a=1&b=%C3%A9', ['X-A', '1', 'x-a', '2']),
      response: message('application/vnd.acme.v2+json; charset=utf-8', '{"n":12345678901234567890}'),
    }),
  )
  expect(observation).toMatchObject({
    path: '/a%2Fb//c',
    query: [
      ['x', '1'],
      ['y', 'a b'],
      ['x', '2'],
    ],
    request: {
      media: 'application/x-www-form-urlencoded',
      form: [
        ['a', '1'],
        ['b', 'é'],
      ],
    },
    response: { media: 'application/vnd.acme.v2+json', truncated: false },
  })
  expect(observation.request.fields.slice(1)).toEqual([
    ['x-a', '1'],
    ['x-a', '2'],
  ])
  expect(jsonText(observation.response.json?.value)).toBe('{"n":12345678901234567890}')
})

it.each([
  ['an image', message('image/png', 'x'), 'not-read'],
  ['NDJSON', message('application/x-ndjson', '{}\n{}\n'), 'not-read'],
  ['XML', message('text/xml', '<a/>'), 'not-read'],
  ['bytes without a type', message(undefined, 'abc'), 'not-read'],
  ['broken JSON', message('application/json', '{"a":'), 'malformed'],
  ['JSON that nests too deep', message('application/json', '['.repeat(600) + ']'.repeat(600)), 'malformed'],
  ['JSON of too many members', message('application/json', `{${'"a":1,'.repeat(260_000)}"b":1}`), 'too-large'],
  ['bytes that are no UTF-8', message('application/json', Buffer.from([0x22, 0xff, 0x22])), 'malformed'],
  ['an unknown coding', message('application/json', '{}', ['Content-Encoding', 'rot13']), 'undecodable'],
  [
    'a bomb',
    message('application/json', gzipSync(Buffer.alloc(17 * 1024 * 1024)), ['content-encoding', 'gzip']),
    'too-large',
  ],
  ['a cut body', { ...message('application/json', '{}'), truncated: true }, 'truncated'],
])('tells why %s is not read', (_what, own, omitted) => {
  const read = readMessage(own)
  expect([read.json, read.form, read.omitted]).toEqual([undefined, undefined, omitted])
})

it('tells an empty body from one that is null', () => {
  expect(readMessage(message('application/json', '')).media).toBeUndefined()
  expect(readMessage(message('application/json', 'null')).json).toEqual({ value: null })
  expect(readMessage(message(undefined, ' [1]')).json).toEqual({ value: [1] })
})

it('never throws, and what it read can be written down', () => {
  const redactor = recordingRedactor({ salt: Buffer.alloc(32, 1) })
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('gzip', 'application/json', 'a=b', '%', '\uFDD01'),
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.json().map((json) => Buffer.from(json)),
    fc.jsonValue().map((value) => gzipSync(JSON.stringify(value) ?? '')),
  )
  const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', '')
  fc.assert(
    fc.property(
      text,
      text,
      body,
      types,
      fc.constantFrom('', 'gzip', 'br', 'zstd'),
      (target, value, bytes, type, coding) => {
        const own = message(type, bytes, ['Content-Encoding', coding, value, value, 'odd'])
        const one = exchange({ target: `/${target}`, method: value, request: own, response: own })
        const recording = redactor.recording(observationOf(one), {
          id: 'rec_0000000000000000',
          durationMs: 1,
          requestLength: bytes.length,
          responseLength: bytes.length,
          findings: [],
        })
        expect(typeof jsonText(recording)).toBe('string')
        expect(jsonText(recording)).not.toContain('\n')
      },
    ),
    { numRuns: 1_000 },
  )
})
