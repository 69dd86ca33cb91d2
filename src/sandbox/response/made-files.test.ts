import { crc32, inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { requestOf, sandboxOf } from '../../../test/support/inline.ts'
import { serve } from '../serve.ts'

const content = (type: string, schema = '{type: string, format: binary}') =>
  `{get: {responses: {'200': {description: a file, content: {${JSON.stringify(type)}: {schema: ${schema}}}}}}}`

const { live } = await sandboxOf(`
paths:
  /png: ${content('image/png')}
  /any: ${content('image/*')}
  /jpeg: ${content('image/jpeg')}
  /gif: ${content('image/gif')}
  /webp: ${content('image/webp')}
  /svg: ${content('image/svg+xml', '{type: string}')}
  /pdf: ${content('application/pdf')}
  /zip: ${content('application/zip')}
  /bare: {get: {responses: {'200': {description: a picture, content: {image/png: {}}}}}}
  /encoded: ${content('image/png', '{type: string, contentEncoding: base64}')}
  /short: ${content('image/png', '{type: string, maxLength: 5}')}
  /drawn: ${content('image/svg+xml', "{type: string, example: '<svg/>'}")}
  /data: ${content('application/octet-stream')}
  /object: ${content('image/png', '{type: object, required: [a], properties: {a: {type: integer}}}')}
`)

function file(path: string): { readonly type: string | undefined; readonly bytes: Buffer } {
  const { response } = serve(requestOf(`GET /${path}`), live, 0)
  expect(response.status).toBe(200)
  const { body, fields } = response
  return { type: fields[fields.indexOf('Content-Type') + 1], bytes: Buffer.from(body as string) }
}

it.each([
  ['png', 'image/png', '89504e470d0a1a0a'],
  ['any', 'image/png', '89504e470d0a1a0a'],
  ['bare', 'image/png', '89504e470d0a1a0a'],
  ['jpeg', 'image/jpeg', 'ffd8ffe0'],
  ['gif', 'image/gif', '474946383961'],
  ['webp', 'image/webp', '52494646'],
  ['svg', 'image/svg+xml', '3c737667'],
  ['pdf', 'application/pdf', '255044462d312e34'],
  ['zip', 'application/zip', '504b0506'],
])('answers with a file of its kind: %s', (path, type, begins) => {
  const { type: told, bytes } = file(path)
  expect(told).toBe(type)
  expect(bytes.subarray(0, begins.length / 2).toString('hex')).toBe(begins)
  expect(file(path).bytes).toEqual(bytes)
})

it('makes a PNG whose chunks are whole, of one pixel', () => {
  const { bytes } = file('png')
  const chunks: [string, Buffer][] = []
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)))
    chunks.push([bytes.toString('latin1', at + 4, at + 8), data])
    at += 12 + length
  }
  expect(chunks.map(([name]) => name)).toEqual(['IHDR', 'IDAT', 'IEND'])
  const [[, head] = ['', Buffer.alloc(0)], [, data] = ['', Buffer.alloc(0)]] = chunks
  expect([head.readUInt32BE(0), head.readUInt32BE(4), inflateSync(data).length]).toEqual([1, 1, 2])
})

it('makes a PDF whose table says where its objects stand', () => {
  const text = file('pdf').bytes.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1])
  expect(text.slice(table, table + 4)).toBe('xref')
  const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, digits]) => Number(digits))
  expect(places.map((at, index) => text.startsWith(`${index + 1} 0 obj`, at))).toEqual([true, true, true])
})

it('makes the other kinds whole to their ends', () => {
  const jpeg = file('jpeg').bytes
  expect(jpeg.subarray(-2).toString('hex')).toBe('ffd9')
  let at = 2
  const markers: number[] = []
  while (jpeg[at + 1] !== 0xda) {
    markers.push(jpeg[at + 1] ?? 0)
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  expect(markers).toEqual([0xe0, 0xdb, 0xc0, 0xc4, 0xc4])
  const webp = file('webp').bytes
  expect([webp.readUInt32LE(4), webp.toString('latin1', 8, 16)]).toEqual([webp.length - 8, 'WEBPVP8L'])
  expect(file('gif').bytes.at(-1)).toBe(0x3b)
  expect(file('zip').bytes.length).toBe(22)
})

it('writes base64 where the description does, and leaves what is no text or has bounds', () => {
  const encoded = Buffer.from(file('encoded').bytes.toString(), 'base64')
  expect(encoded).toEqual(file('png').bytes)
  expect(file('short').bytes.length).toBeLessThan(6)
  expect(file('drawn').bytes.toString()).toBe('<svg/>')
  expect(file('data').bytes.toString()).toMatch(/^\w+$/)
  expect(file('object').bytes.toString()).toMatch(/^\{"a":\d+\}$/)
})
