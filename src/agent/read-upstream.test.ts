import { expect, it } from 'vitest'
import { readUpstream, readUpstreams } from './read-upstream.ts'

it('takes a target alone, and fills in what was not said', () => {
  expect(readUpstream('pay', 'https://api.example.com/v1/')).toEqual({
    name: 'pay',
    target: 'https://api.example.com/v1',
    listen: '/pay',
    preserveHost: false,
    forwarded: false,
    tls: {},
    connectTimeoutMs: 10_000,
    record: { include: [], exclude: [], sample: 1 },
    mute: [],
    volatileFields: [],
    warmup: { minSamples: 50, minHours: 48 },
  })
})

it('takes everything there is to say', () => {
  const raw = {
    target: 'http://10.0.0.1:8080',
    listen: '/v2/pay/',
    preserve_host: true,
    forwarded: true,
    tls: { ca: 'ca.pem', cert: 'c.pem', key: 'k.pem', servername: 'pay' },
    connect_timeout: 2.5,
    record: { include: ['/charges/*'], exclude: ['/health'], sample: 0.1 },
    mute: ['enum_value_new'],
    volatile_fields: ['updated_at'],
    spec_source: 'git:main:openapi.yaml',
    spec_poll_minutes: 5,
    sandbox: 'pay',
    warmup: { min_samples: 0 },
    client_error_rate: 0.2,
  }
  expect(readUpstream('pay', raw)).toMatchObject({
    listen: '/v2/pay',
    preserveHost: true,
    connectTimeoutMs: 2500,
    record: { sample: 0.1 },
    specSource: 'git:main:openapi.yaml',
    specPollMinutes: 5,
    warmup: { minSamples: 0, minHours: 48 },
    clientErrorRate: 0.2,
  })
})

it.each([
  ['Pay', 'https://a.test', /a name starts with a-z or a digit/],
  ['pay', 7, /it must be a mapping with a target/],
  ['pay', {}, /target is missing/],
  ['pay', 'ftp://a.test', /target must be an http or https URL/],
  ['pay', 'https://ann:secret@a.test', /target must hold no credential/],
  ['pay', 'https://a.test/?a=1', /without "\?" and "#"/],
  ['pay', { target: 'https://a.test', targt: 1 }, /unknown key "targt" \(did you mean target\?\)/],
  ['pay', { target: 'https://a.test', listen: 'pay' }, /listen must be a path such as/],
  ['pay', { target: 'https://a.test', listen: '/a/../b' }, /listen must be a path such as/],
  ['healthz', 'https://a.test', /listen \/healthz is taken by the agent itself/],
  ['pay', { target: 'https://a.test', listen: '/_tool/x' }, /taken by the agent itself/],
  ['pay', { target: 'https://a.test', tls: { cert: 'a' } }, /cert and key go together/],
  ['pay', { target: 'https://a.test', record: { sample: 2 } }, /record: sample must be a number from 0 to 1/],
  ['pay', { target: 'https://a.test', warmup: { min_samples: 1.5 } }, /min_samples must be a whole number/],
  ['pay', { target: 'https://a.test', spec_poll_minutes: 0.5 }, /spec_poll_minutes must be a number from 1 to 10080/],
  ['pay', { target: 'https://a.test', mute: 'x' }, /mute must be a list of texts/],
  ['__proto__', 'https://a.test', /a name starts with/],
] as const)('refuses %j as %j', (name, raw, message) => {
  expect(() => readUpstream(name, raw)).toThrow(message)
})

it('refuses routes that overlap, by the names of both', () => {
  const overlapping = { a: 'https://a.test', b: { target: 'https://b.test', listen: '/a/b' } }
  expect(() => readUpstreams(overlapping)).toThrow('upstreams "a" and "b" overlap: /a and /a/b')
  expect(readUpstreams({ ab: 'https://a.test', a: 'https://b.test' }).map(({ name }) => name)).toEqual(['a', 'ab'])
})
