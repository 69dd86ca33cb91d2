import { expect, it } from 'vitest'
import { compareNumbers, exactOf, isExact, isWhole, MARK, numberIn, numberKey, withoutMark } from './exact-number.ts'

it.each([
  ['1', 1],
  ['-0', -0],
  ['1.50', 1.5],
  ['1e5', 1e5],
  ['9007199254740992', 2 ** 53],
  ['0.30000000000000004', 0.1 + 0.2],
  ['1.0000000000000000000', 1],
  ['1e300', 1e300],
  ['0e999', 0],
])('holds %s as the double it is', (text, number) => {
  expect(exactOf(text)).toBe(number)
})

it.each([
  '9007199254740993',
  '-9223372036854775808',
  '9223372036854775807',
  '0.12345678901234567891',
  '1000000000000000000000',
  '12345678901234567890.10',
  '1e400',
  '-1e-400',
])('holds %s by its digits', (text) => {
  expect(exactOf(text)).toBe(MARK + text)
})

it.each([
  ['+5', 5],
  ['007', 7],
  ['.5', 0.5],
  ['5.', 5],
  ['-00.5', -0.5],
  ['+009007199254740993', `${MARK}9007199254740993`],
  ['1E400', `${MARK}1e400`],
  ['', undefined],
  ['.', undefined],
  ['1.2.3', undefined],
  ['0x1F', undefined],
  ['Infinity', undefined],
  ['1'.repeat(2000), undefined],
])('reads %j as forms write numbers', (text, number) => {
  expect(numberIn(text)).toBe(number)
})

it.each([
  ['9007199254740993', '9007199254740992', 1],
  ['-9007199254740993', '-9007199254740992', -1],
  ['9007199254740993', '9007199254740993.0', 0],
  ['9007199254740993', '1e400', -1],
  ['-1e400', '-5', -1],
  ['1e-400', '0', 1],
  ['1e-400', '1e-401', 1],
  ['12345678901234567890', '99', 1],
  ['0.12345678901234567891', '0.12345678901234567892', -1],
  ['1000000000000000000000', '1e21', 0],
])('compares %s with %s', (a, b, order) => {
  expect(Math.sign(compareNumbers(exactOf(a), exactOf(b)))).toBe(order)
  expect(Math.sign(compareNumbers(exactOf(b), exactOf(a)))).toBe(order === 0 ? 0 : -order)
  expect(numberKey(exactOf(a)) === numberKey(exactOf(b))).toBe(order === 0)
})

it('knows whole numbers in every spelling', () => {
  const whole = ['9007199254740993', '9007199254740993.0', '1e400', '12.345678901234567891e20', '-9007199254740993']
  const broken = ['0.12345678901234567891', '1e-400', '9007199254740993.5', '12.345678901234567891e10']
  expect(whole.map(exactOf).filter((number) => !isWhole(number))).toEqual([])
  expect(broken.map(exactOf).filter(isWhole)).toEqual([])
})

it('takes no text from outside for a number', () => {
  expect(withoutMark(`${MARK}5`)).toBe('\uFFFD5')
  expect(withoutMark(`5${MARK}`)).toBe(`5${MARK}`)
  expect(isExact(withoutMark(MARK))).toBe(false)
})
