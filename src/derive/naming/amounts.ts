/**
 * What amounts of money are called, by their plain names: for all that recognise them, fill them or keep count in them.
 */

const OF_MONEY = '(amount|price|money|value)?'

/** `amount_refunded`, `total_refunded`, `refundedAmount`: how much of it that was done to. */
function done(verbs: string): string {
  return `(total)?((amount|total|value)(${verbs})(amount|money)?|(${verbs})(amount|total|value|money)(money)?)`
}

function called(...forms: readonly string[]): RegExp {
  return new RegExp(`^(${forms.join('|')})$`)
}

const ALL = `((grand|gross|order|invoice)?total|amounttotal|total(withvat|incltax)|gross(?=amount))${OF_MONEY}`

/** What a record comes to. */
export const TOTAL: RegExp = called(ALL)

/** All of it: what a record comes to, or is about. */
export const WHOLE: RegExp = called(ALL, 'amount(money)?')

/** How much of it is to be taken, as a request says. */
export const PART: RegExp = called('amountto(capture|refund)', '(capture|refund)amount')

export const REFUNDED: RegExp = called(done('refunded|reversed'), 'totalrefunds?')
export const CAPTURED: RegExp = called(done('captured'))
/** What there is once it was captured. */
export const RECEIVED: RegExp = called(done('received|captured'))
/** How much of it may be taken, as who pays has agreed to. */
export const APPROVED: RegExp = called(done('approved|authori[sz]ed'))
export const CAPTURABLE: RegExp = called('amountcapturable', 'capturableamount')
export const PAID: RegExp = called(done('paid'))

/** What others pay or get once the record is there. */
export const YET_TO_COME: RegExp = called(
  done('received|paid|refunded|sent|spent|redeemed|reversed|collected|withdrawn|debited|credited'),
  'refund(amount|total)(money)?',
  '(tip|gratuity)(amount|money)?',
  '(amount|total|value)(invoiced|billed|tobe(invoiced|billed))',
)

/** What is still to be paid. */
export const DUE: RegExp = called(
  '((net)?amount(due|remaining|outstanding)|(due|outstanding|remaining|open|unpaid)(amount|balance)|balancedue|totaldue)(money)?',
  'balance(amount)?|unpaid',
)

/** What is in an account. */
export const BALANCE: RegExp = called('(current|available|ledger|pending|cleared|uncleared|total|account|cash)*balance')

export const SUBTOTAL: RegExp = called(
  `((sub|net|items?|lines?)total|total(net|novat|beforetax|excltax)|net(?=amount))${OF_MONEY}`,
)
/** All tax there is on a record. */
export const TOTAL_TAX: RegExp = called(`(total(tax|taxes|vat)|(tax|taxes|vat)total|(tax|vat)(?=amount))${OF_MONEY}`)
/** The tax on what it stands beside. */
export const TAX: RegExp = called('(tax|vat)(amount|money|total|value)')
export const DISCOUNT: RegExp = called('(total|order|line)?discounts?(amount|total|value|money)?')
/** What is added to the sum of the lines. */
export const ADDED: RegExp = called(
  '(total)?(shipping|freight|delivery|tip|gratuity)(cost|fee|charge|total)?(amount|price|money)?',
)

/** What a line comes to. */
export const LINE_TOTAL: RegExp = called(`((line|item|row)(total|subtotal)?|(sub)?total|net)${OF_MONEY}`, 'amount')
/** What one piece costs, the surest name first. */
export const UNIT_PRICES: readonly RegExp[] = [
  called('(net)?unit(net)?(amount|price|cost|value|rate)'),
  called(`(base|net|item|sales)?price${OF_MONEY}`),
  called('rate|cost'),
]
