import { expect, it } from 'vitest'
import { oncePer } from './once-per.ts'

it('asks once for each key, also where there is no answer', () => {
  const asked: object[] = []
  const sizeOf = oncePer((key: { readonly size?: number }, by: number) => {
    asked.push(key)
    return key.size === undefined ? undefined : key.size * by
  })
  const [small, none] = [{ size: 1 }, {}]
  expect([small, none, small, none].map((key) => sizeOf(key, 3))).toEqual([3, undefined, 3, undefined])
  expect(asked).toEqual([small, none])
})
