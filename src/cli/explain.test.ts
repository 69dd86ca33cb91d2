import { expect, it } from 'vitest'
import { parseHeader } from './explain.ts'

it('takes a name, in lower case, and a value that may hold colons', () => {
  expect(parseHeader('X-Time : 10:30 ')).toEqual(['x-time', '10:30'])
})

it.each([
  ['Authorization Bearer sekret', 'there is no colon'],
  [': sekret', 'there is no name before the colon'],
  ['Autho rization: sekret', 'the name has a character that is not allowed'],
  ['Authorization: sekret\nX: y', 'in one line'],
])('says what is wrong with %j, and repeats none of it', (line, reason) => {
  expect(() => parseHeader(line)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(reason) as string }),
  )
  expect(() => parseHeader(line)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('sekret') as string }),
  )
})
