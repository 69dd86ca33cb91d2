/** float and double: any number that is one. */
import { between, type Format } from './format.ts'

function floats(format: string): Format {
  return {
    format,
    test: (value) => typeof value !== 'number' || Number.isFinite(value),
    sample: (next) => between(next, 100, 99_999) / 100,
  }
}

export const float: Format = floats('float')
export const double: Format = floats('double')
