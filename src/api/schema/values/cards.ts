/** Which of several words fits a card and its checks, where the payment went well. */
import { textOf } from '../../../support/json.ts'

const VISA = /^visa$/i
const MASTERCARD = /^master[ _-]?card$/i
/** Address verification, card verification value. */
const CHECKS = /(^|_)(avs|cvv2?|cvc2?|cvn|csc)(_|$)|(^|_)(address|line1|postal_code|zip)_check$/
/** What a check says that found nothing wrong, best first. */
const PASSED: readonly RegExp[] = [/^(pass|passed|match|matched|accepted)$/i, /_accepted$/i, /^Y$/, /^M$/]

/** The brand that the other texts of a card belong to, or a check that is passed; undefined where the name tells of neither. */
export function usualOfCards(values: readonly unknown[], word: string): unknown {
  const brand = values.find((one) => VISA.test(textOf(one)))
  if (brand !== undefined && values.some((one) => MASTERCARD.test(textOf(one)))) return brand
  if (!CHECKS.test(word)) return undefined
  for (const form of PASSED) {
    const found = values.find((one) => form.test(textOf(one)))
    if (found !== undefined) return found
  }
  return undefined
}
