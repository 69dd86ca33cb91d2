import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMultipart } from './multipart.ts'

const read = (text: string, boundary = 'b'): unknown => {
  const body = parseMultipart(Buffer.from(text), boundary)
  return body.ok ? body.value.value : body.error
}
const named = (name: string, more = ''): string => `Content-Disposition: form-data; name="${name}"${more}\r\n`
const one = `--b\r\n${named('a')}\r\n1\r\n`

test.each([
  ['a preamble', `This is a message in MIME format.\r\nIt has parts.\r\n${one}--b--`, { a: '1' }],
  ['an empty line before the first boundary', `\r\n${one}--b--\r\n`, { a: '1' }],
  ['an epilogue', `${one}--b--\r\nNothing to see here\r\n--b\r\n${named('z')}\r\n2\r\n--b--\r\n`, { a: '1' }],
  ['a preamble that names the boundary', `see --b\r\n--bc\r\n${one}--b--`, { a: '1' }],
  ['white space behind boundaries', `--b \t\r\n${named('a')}\r\n1\r\n--b--  \r\n`, { a: '1' }],
  [
    'lines that only begin with the boundary',
    `--b\r\n${named('a')}\r\n1\r\n--bc\r\n--b--c\r\n--b--`,
    { a: '1\r\n--bc\r\n--b--c' },
  ],
  ['a boundary inside a line', `--b\r\n${named('a')}\r\nx--b\r\n\r\n--b--`, { a: 'x--b\r\n' }],
  ['an empty content', `--b\r\n${named('a')}\r\n\r\n--b--`, { a: '' }],
  ['no content', `--b\r\n${named('a')}\r\n--b\r\n${named('c')}\r\n2\r\n--b--`, { a: '', c: '2' }],
  ['a part without a header', `--b\r\n\r\nnobody\r\n${one}--b--`, { a: '1' }],
  ['a part without anything', `--b\r\n${one}--b--`, { a: '1' }],
  ['line breaks of the content', `--b\r\n${named('a')}\r\n\r\n1\n\r\n\r\n--b--`, { a: '\r\n1\n\r\n' }],
  ['no part', '--b--', {}],
  ['folded headers', '--b\r\nContent-Disposition: form-data;\r\n\tname="a"\r\n\r\n1\r\n--b--', { a: '1' }],
  ['file names in UTF-8', `--b\r\n${named('a', "; filename*=UTF-8''%c3%a9.txt")}\r\n1\r\n--b--`, { a: 'é.txt' }],
])('reads %s', (_what, text, value) => {
  expect(read(text)).toEqual(value)
})

test.each([
  ['nothing of its boundary', 'a=1', /^is cut off or not divided/],
  ['no end', one, /^is cut off or not divided/],
  ['half an end', `${one}--b-`, /^is cut off or not divided/],
  ['bare line feeds', one.replaceAll('\r', ''), /^is cut off or not divided/],
  ['too many parts', `${one.repeat(1001)}--b--`, /^has more than 1000 parts$/],
  [
    'a long header',
    `--b\r\n${named('a'.repeat(17_000))}\r\n1\r\n--b--`,
    /^has a part with a header of more than 16384 bytes$/,
  ],
])('refuses %s', (_what, text, message) => {
  expect(read(text)).toMatch(message)
})

test('refuses a header that is not UTF-8', () => {
  const body = Buffer.from(`--b\r\n${named('\xe9')}\r\n1\r\n--b--`, 'latin1')
  expect(parseMultipart(body, 'b')).toEqual({ ok: false, error: 'has a part whose header is not UTF-8' })
})

test('gives back any parts, whatever stands around them', () => {
  const line = fc.constantFrom('', '--', '--b', '-b', 'b--', 'x', '--b--x', '\r\n', '\n', ' ')
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join(''))
  const isContent = (content: string): boolean => !/(^|\r\n)--b(--)?[ \t]*(\r\n|$)/.test(content)
  const content = text.filter(isContent)
  fc.assert(
    fc.property(fc.array(content, { maxLength: 5 }), content, text, (contents, preamble, epilogue) => {
      const parts = contents.map((part, i) => `--b\r\n${named(`p${i}`)}\r\n${part}\r\n`).join('')
      const body = `${preamble === '' ? '' : `${preamble}\r\n`}${parts}--b--\r\n${epilogue}`
      expect(read(body)).toEqual(Object.fromEntries(contents.map((part, i) => [`p${i}`, part])))
    }),
  )
})

test('reads bodies of nothing but boundaries in time', () => {
  const body = Buffer.from('\r\n--b-'.repeat(5_000_000))
  const started = performance.now()
  expect(parseMultipart(body, 'b').ok).toBe(false)
  expect(parseMultipart(Buffer.from(`--b${' '.repeat(30_000_000)}`), 'b').ok).toBe(false)
  expect(performance.now() - started).toBeLessThan(5000)
})
