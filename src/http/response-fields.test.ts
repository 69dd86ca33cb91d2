import { expect, it } from 'vitest'
import { fieldsObjection, replaceFields } from './response-fields.ts'

it.each([
  [{ 'Retry-After': '5', 'Content-Type': 'text/plain' }, undefined],
  [{}, undefined],
  [7, 'must map field names to texts'],
  [['a'], 'must map field names to texts'],
  [{ 'a b': 'x' }, 'has "a b", which is not a valid header name'],
  [{ a: 7 }, 'must map a to a text of visible ASCII characters'],
  [{ a: 'x\r\ny: z' }, 'must map a to a text of visible ASCII characters'],
  [{ 'Content-Length': '3' }, 'cannot set Content-Length, which frames the message'],
  [{ 'transfer-ENCODING': 'chunked' }, 'cannot set transfer-ENCODING, which frames the message'],
  [{ Connection: 'close' }, 'cannot set Connection, which frames the message'],
  [{ 'Retry-After': '5', 'retry-after': '6' }, 'has retry-after twice'],
  [{ a: 'x'.repeat(6_144) }, 'are longer than 6144 characters in all, more than a head has room for'],
  [{ 'x-tool-rule': 'mine' }, 'cannot set x-tool-rule, which tells what the sandbox did'],
])('%.80j: %s', (fields, objection) => {
  expect(fieldsObjection(fields)).toBe(objection)
})

it('replaces what has the same name in any case, and keeps the rest', () => {
  const fields = ['Content-Type', 'application/json', 'Link', 'a', 'link', 'b']
  expect(replaceFields(fields, ['content-type', 'text/csv', 'X-New', '1'])).toEqual([
    'Link',
    'a',
    'link',
    'b',
    'content-type',
    'text/csv',
    'X-New',
    '1',
  ])
  expect(replaceFields(fields, [])).toBe(fields)
  expect(replaceFields(fields, ['LINK', 'c', 'Link', 'd'])).toEqual([
    'Content-Type',
    'application/json',
    'LINK',
    'c',
    'Link',
    'd',
  ])
})
