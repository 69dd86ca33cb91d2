import { Buffer } from 'node:buffer'
import * as zlib from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeContent } from './decode.ts'

const text = JSON.stringify({ id: 'cus_1', list: Array.from({ length: 300 }, (_, i) => `item ${i}`) })
const plain = Buffer.from(text)
/** What `zstd -c` makes of `{"a":1}` and a line feed. */
const ZSTD_SMALL = 'KLUv/QRYQQAAeyJhIjoxfQri7+zg'
const encoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  'x-gzip': (bytes) => zlib.gzipSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }),
  deflate: (bytes) => zlib.deflateSync(bytes),
  identity: (bytes) => bytes,
}
const shown = (result: ReturnType<typeof decodeContent>) => (result.ok ? Buffer.from(result.value).toString() : result)

describe('decodeContent', () => {
  it.each(Object.keys(encoders))('undoes %s, in any case', (coding) => {
    expect(shown(decodeContent(encoders[coding]?.(plain) ?? plain, coding.toUpperCase()))).toBe(text)
  })

  it('undoes the bare deflate stream that some servers send', () => {
    expect(shown(decodeContent(zlib.deflateRawSync(plain), 'deflate'))).toBe(text)
  })

  it('undoes zstd', () => {
    expect(shown(decodeContent(Buffer.from(ZSTD_SMALL, 'base64'), 'zstd'))).toBe('{"a":1}\n')
  })

  it('undoes several in a row, the last first', () => {
    expect(shown(decodeContent(zlib.gzipSync(zlib.deflateSync(plain)), 'deflate, gzip'))).toBe(text)
    expect(shown(decodeContent(plain, undefined))).toBe(text)
  })

  it.each([
    ['compress', plain],
    ['gzip', plain],
    ['br', Buffer.from('not brotli at all')],
    ['zstd', Buffer.from('not zstd at all')],
    ['gzip, gzip, gzip, gzip, gzip', zlib.gzipSync(plain)],
  ])('says that %s cannot be decoded', (coding, bytes) => {
    expect(decodeContent(bytes, coding)).toEqual({ ok: false, error: 'undecodable' })
  })

  it.each(['gzip', 'br', 'deflate'])('stops at the bound of what comes out of %s', (coding) => {
    const bomb = encoders[coding]?.(new Uint8Array(32 * 1024 * 1024)) ?? plain
    expect(bomb.length).toBeLessThan(100_000)
    expect(decodeContent(bomb, coding)).toEqual({ ok: false, error: 'too-large' })
    expect(decodeContent(zlib.gzipSync(bomb), `${coding}, gzip`)).toEqual({ ok: false, error: 'too-large' })
  })

  it('refuses zstd whose blocks make too much, and whose window takes too much memory', () => {
    // 400 blocks that repeat one byte 131,072 times (RFC 8878 3.1.1.2), with a window of 128 KiB.
    const blocks = Array.from({ length: 400 }, () => [0x02, 0x00, 0x10, 0x61]).flat()
    const bomb = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, ...blocks])
    expect(decodeContent(bomb, 'zstd')).toEqual({ ok: false, error: 'too-large' })
    expect(decodeContent(bomb.subarray(0, 26), 'zstd')).toMatchObject({ ok: true, value: { length: 5 * 131_072 } })
    const wide = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 1, 0, 0, 0, 0, 0])
    expect(decodeContent(wide, 'zstd')).toEqual({ ok: false, error: 'too-large' })
    const second = Buffer.concat([Buffer.from(ZSTD_SMALL, 'base64'), wide])
    expect(decodeContent(second, 'zstd')).toEqual({ ok: false, error: 'too-large' })
  })

  it('never throws: cut, damaged and random bytes give bytes or a problem, within the bound', () => {
    const codings = fc.constantFrom('gzip', 'br', 'deflate', 'zstd', 'br, gzip')
    const whole = { ...encoders, zstd: () => Buffer.from(ZSTD_SMALL, 'base64') }
    const cut = fc.record({ at: fc.nat(600), flips: fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 3 }) })
    fc.assert(
      fc.property(codings, cut, fc.uint8Array({ maxLength: 64 }), (codings, { at, flips }, noise) => {
        let bytes: Uint8Array = plain
        for (const coding of codings.split(', ')) bytes = (whole as typeof encoders)[coding]?.(bytes) ?? bytes
        const damaged = Uint8Array.from(bytes.subarray(0, at))
        for (const [index, value] of flips) if (index < damaged.length) damaged[index] = value
        for (const input of [damaged, noise, Buffer.concat([damaged, noise])]) {
          const result = decodeContent(input, codings, 4096)
          if (result.ok) expect(result.value.length).toBeLessThanOrEqual(4096)
          else expect(['undecodable', 'too-large']).toContain(result.error)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('gives what a cut body holds up to there', () => {
    for (const coding of ['gzip', 'br', 'deflate']) {
      const bytes = encoders[coding]?.(plain) ?? plain
      const result = decodeContent(bytes.subarray(0, bytes.length - 8), coding)
      expect(result.ok && text.startsWith(Buffer.from(result.value).toString().slice(0, 100))).toBe(true)
    }
  })
})
