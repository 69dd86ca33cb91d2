import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formats } from './index.ts'

const cases: Readonly<Record<string, { readonly good: readonly unknown[]; readonly bad: readonly unknown[] }>> = {
  'date-time': {
    good: ['2024-02-29T23:59:59Z', '2024-01-01t00:00:00.123+01:00', '1998-12-31T23:59:60Z', 7],
    bad: ['2023-02-29T00:00:00Z', '2024-01-01', '2024-01-01T24:00:00Z', '2024-01-01T00:00:00', ''],
  },
  date: { good: ['2000-02-29'], bad: ['1900-02-29', '2024-13-01', '2024-1-1', '2024-04-31'] },
  time: { good: ['10:00:00Z', '23:59:60Z', '00:29:60+00:30'], bad: ['10:00', '10:00:00', '22:59:60Z'] },
  duration: { good: ['P3Y6M4DT12H30M5S', 'P2W', 'PT36H'], bad: ['P', 'PT', '1D', 'P1', 'P1W2D'] },
  email: {
    good: ['a.b+c@example.com', '"a b"@example.com', 'x@[127.0.0.1]'],
    bad: ['a', 'a@', '@b.c', 'a..b@c.d', 'a@b..c'],
  },
  'idn-email': { good: ['실례@실례.테스트'], bad: ['2962'] },
  hostname: {
    good: ['example.com', 'xn--4gbwdl.xn--wgbh1c', 'a'],
    bad: ['-a.b', 'a_b', `${'a'.repeat(64)}.b`, '', 'a..b'],
  },
  'idn-hostname': { good: ['실례.테스트'], bad: ['-x', ''] },
  ipv4: { good: ['192.0.2.1'], bad: ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5'] },
  ipv6: {
    good: ['::1', '2001:db8::8a2e:370:7334', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8'],
    bad: ['1::2::3', ':1', '1:2:3:4:5:6:7:8:9', '::g', '12345::'],
  },
  uri: {
    good: ['https://u@example.com:80/p?q=a[0]#f', 'urn:a:b', 'http://[::1]/'],
    bad: ['/a', 'http://a b', 'http://[::1', '%zz', 'a:%zz', 'http://a#b#c'],
  },
  'uri-reference': { good: ['/a?b', '', '//h/p', 'a/b:c'], bad: ['\\a', '1a:b'] },
  iri: { good: ['http://ƒøø.ßår/?∂=1'], bad: ['/ƒ'] },
  'uri-template': { good: ['/a/{b}{?c,d*}', '{+x:3}'], bad: ['/{', '/{}', '/}'] },
  uuid: { good: ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'], bad: ['2eb8aa08aa9811eab4aa73b441d16380', ''] },
  'json-pointer': { good: ['', '/a~1b/0'], bad: ['a', '/~2'] },
  'relative-json-pointer': { good: ['0', '1/a', '2#'], bad: ['/a', '01', '-1'] },
  regex: { good: ['^a+$'], bad: ['(', '^(abc]'] },
  byte: { good: ['YWJj', 'YQ==', 'YQ', '-_8', '+/8='], bad: ['Y', 'YQ=', '****', '+_8='] },
  int32: { good: [2147483647, 'x'], bad: [2147483648, 1.5] },
  int64: { good: [9007199254740991], bad: [0.5, 1e20] },
  'unix-time': { good: [0, '1700000000'], bad: [1.5, 'now'] },
  decimal: { good: ['-1.50', 1.5], bad: ['1,5', ''] },
  'http-date': { good: ['Sun, 06 Nov 1994 08:49:37 GMT'], bad: ['1994-11-06'] },
  phone: { good: ['anything'], bad: [] },
}

it.each(Object.entries(cases))('judges values of %s', (name, { good, bad }) => {
  const format = formats.get(name)
  expect(good.filter((value) => format?.test(value) !== true)).toEqual([])
  expect(bad.filter((value) => format?.test(value) !== false)).toEqual([])
})

it.each([...formats.values()])('makes values of $format that are of $format', (format) => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999999, noNaN: true })), (stream) => {
      const numbers = stream[Symbol.iterator]()
      expect(format.test(format.sample(() => numbers.next().value ?? 0))).toBe(true)
    }),
    { numRuns: 25 },
  )
})

it.each([...formats.values()])('judges long texts as $format without delay', (format) => {
  for (const piece of ['a', '1', ':', '.', '-', '@', '{a}', '/', '%41', 'a-', '::', '"'])
    expect(format.test(`${piece.repeat(20_000)}!\n`)).toBeTypeOf('boolean')
})
