import { expect, it } from 'vitest'
import { documentBytes, documentText } from './text.ts'

it('gives bytes back as they were, byte order mark and line ends included', () => {
  const bytes = new TextEncoder().encode('\uFEFFa: é\r\n')
  expect(documentBytes(documentText('a', bytes))).toEqual(bytes)
})

it('refuses bytes that it could not give back', () => {
  expect(() => documentText('a.yaml', Uint8Array.of(0x61, 0xff))).toThrow(
    'a.yaml is not valid UTF-8 and cannot be edited',
  )
})
