import { describe, expect, it } from 'vitest'
import { withBracketsSpelledOut } from './bracketed-names.ts'

const text = { type: 'string' }

describe('names of form fields in brackets', () => {
  it('are read as the names inside', () => {
    const schema = {
      type: 'object',
      properties: {
        'a[b]': text,
        'a[c][d]': text,
        'e[]': text,
        'f[]': { type: 'array', items: text },
        'g[][h]': text,
        i: text,
      },
      required: ['a[b]', 'g[][h]'],
    }
    expect(withBracketsSpelledOut(schema)).toEqual({
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: { b: text, c: { type: 'object', properties: { d: text }, required: [] } },
          required: ['b'],
        },
        e: { type: 'array', items: text },
        f: { type: 'array', items: text },
        g: { type: 'array', items: { type: 'object', properties: { h: text }, required: ['h'] } },
        i: text,
      },
      required: ['a', 'g'],
    })
  })

  it('are elements where they are numbers, and are read in parts of a whole, too', () => {
    const numbered = { properties: { 'a[0]': text, 'a[1]': text, 'b[0][c]': text } }
    const read = {
      a: { type: 'array', items: text },
      b: { type: 'array', items: { type: 'object', properties: { c: text }, required: [] } },
    }
    expect(withBracketsSpelledOut(numbered)).toEqual({ properties: read })
    expect(withBracketsSpelledOut({ allOf: [{ $ref: '#/x' }, numbered] })).toEqual({
      allOf: [{ $ref: '#/x' }, { properties: read }],
    })
    const plain = { allOf: [{ properties: { a: text } }] }
    expect(withBracketsSpelledOut(plain)).toBe(plain)
  })

  it('stay where a name is described whole as well, and where there are none', () => {
    expect(withBracketsSpelledOut({ properties: { a: text, 'a[b]': text } })).toEqual({ properties: { a: text } })
    const plain = { properties: { a: text } }
    expect(withBracketsSpelledOut(plain)).toBe(plain)
  })
})
