/** Whole numbers of so many bits. Some providers put them in strings; those pass. */
import { between, type Format } from './format.ts'

function integers(format: string, from: number, to: number): Format {
  return {
    format,
    test: (value) => typeof value !== 'number' || (Number.isInteger(value) && value >= from && value <= to),
    sample: (next) => between(next, Math.max(from, 1), Math.min(to, 1000)),
  }
}

export const int8: Format = integers('int8', -128, 127)
export const int16: Format = integers('int16', -32768, 32767)
export const int32: Format = integers('int32', -2147483648, 2147483647)
/** Beyond 2^53 a JSON number is not exact; a little slack keeps the border itself acceptable. */
export const int64: Format = integers('int64', -(2 ** 63), 2 ** 63)
export const uint8: Format = integers('uint8', 0, 255)
export const uint16: Format = integers('uint16', 0, 65535)
export const uint32: Format = integers('uint32', 0, 4294967295)
export const uint64: Format = integers('uint64', 0, 2 ** 64)
