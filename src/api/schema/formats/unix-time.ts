/** Seconds since 1970, as a number or as digits. */
import { isNumeric, isWhole } from '../../../support/exact-number.ts'
import { between, type Format } from './format.ts'

export const unixTime: Format = {
  format: 'unix-time',
  test: (value) => (isNumeric(value) ? isWhole(value) : typeof value !== 'string' || /^-?\d+$/.test(value)),
  sample: (next) => between(next, 1_704_067_200, 1_735_689_599),
}
