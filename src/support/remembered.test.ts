import { expect, it } from 'vitest'
import { remembered } from './remembered.ts'

it('asks once for a text, and again when it has forgotten or the text is long', () => {
  const asked: string[] = []
  const lengthOf = remembered(
    (text) => {
      asked.push(text)
      return text.length
    },
    2,
    5,
  )
  expect(['a', 'a', 'bb', 'ccc', 'a', 'long text', 'long text'].map(lengthOf)).toEqual([1, 1, 2, 3, 1, 9, 9])
  expect(asked).toEqual(['a', 'bb', 'ccc', 'a', 'long text', 'long text'])
})
