/** Whole numbers of so many bits. Some providers put them in strings; those pass. */
import { compareNumbers, isExact, isWhole } from '../../../support/exact-number.ts'
import { between, type Format } from './format.ts'

/** `exact` are the bounds of numbers that a double would change, by their digits. */
function integers(format: string, from: number, to: number, exact: readonly [string, string] = ['0', '0']): Format {
  return {
    format,
    test(value) {
      if (typeof value === 'number') return Number.isInteger(value) && value >= from && value <= to
      if (!isExact(value)) return true
      return isWhole(value) && compareNumbers(value, exact[0]) >= 0 && compareNumbers(value, exact[1]) <= 0
    },
    sample: (next) => between(next, Math.max(from, 1), Math.min(to, 1000)),
  }
}

export const int8: Format = integers('int8', -128, 127)
export const int16: Format = integers('int16', -32768, 32767)
export const int32: Format = integers('int32', -2147483648, 2147483647)
/** Beyond 2^53 a JSON number is not exact; a little slack keeps the border itself acceptable. */
export const int64: Format = integers('int64', -(2 ** 63), 2 ** 63, ['-9223372036854775808', '9223372036854775807'])
export const uint8: Format = integers('uint8', 0, 255)
export const uint16: Format = integers('uint16', 0, 65535)
export const uint32: Format = integers('uint32', 0, 4294967295)
export const uint64: Format = integers('uint64', 0, 2 ** 64, ['0', '18446744073709551615'])
