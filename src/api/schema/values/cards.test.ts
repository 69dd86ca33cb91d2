import { expect, it } from 'vitest'
import { usualOfCards } from './cards.ts'

it('knows the brand of the number that cards show, among brands of cards alone', () => {
  expect(usualOfCards(['CETELEM', 'MASTER_CARD', 'VISA'], 'network')).toBe('VISA')
  expect(usualOfCards(['amex', 'mastercard', 'visa'], 'brand')).toBe('visa')
  expect(usualOfCards(['visa', 'passport'], 'document')).toBeUndefined()
})

it('passes checks, and says nothing of other names', () => {
  expect(usualOfCards(['A', 'E', 'M', 'N', 'Y'], 'avs_code')).toBe('Y')
  expect(usualOfCards(['E', 'M', 'N'], 'cvv_code')).toBe('M')
  expect(usualOfCards(['fail', 'pass', 'unchecked'], 'cvc_check')).toBe('pass')
  expect(usualOfCards(['AVS_REJECTED', 'AVS_ACCEPTED'], 'avs_status')).toBe('AVS_ACCEPTED')
  expect(usualOfCards(['fail', 'pass'], 'result')).toBeUndefined()
  expect(usualOfCards(['pending', 'passed', 'failed'], 'background_check')).toBeUndefined()
})
