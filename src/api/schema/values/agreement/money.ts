/** Amounts of one bill: what it comes to, what that is made of, and what of it was paid. */
import type { Declared, Term } from './declared.ts'
import type { Held, Rule } from './held.ts'
import { wordsOf } from './roles.ts'

const WHOLE = wordsOf('total grand_total order_total invoice_total cart_total gross')
const SUBTOTAL = wordsOf('subtotal items_total lines_total')
const TAX = wordsOf('tax taxes vat gst sales_tax')
const ADDED = wordsOf('shipping delivery freight tip gratuity handling service_charge surcharge shipping_cost fee fees')
const DISCOUNT = wordsOf('discount discounts')
const PAID = wordsOf('paid')
const DUE = wordsOf('due remaining outstanding balance_due unpaid')
/** Of the whole, and never more than it. */
const PARTS = wordsOf(
  'refunded captured capturable received reversed credited applied deduction deductions withheld withholding tax taxes vat fee fees commission paid due remaining outstanding unpaid overpaid',
)
const LINES = /^(lines|line_items|items|(invoice|order)_(lines|items)|products)$/

const RELATED = new Set([...WHOLE, ...SUBTOTAL, ...TAX, ...ADDED, ...DISCOUNT, ...PAID, ...DUE, 'net', 'amount'])

/** True for what an amount is called that all others are part of. */
export function isWholeAmount(name: string): boolean {
  return WHOLE.has(roleOf(name)) || name === 'amount'
}

/** True for the amounts of which it is known how they go with the whole; in another currency they are told apart by it. */
export function isRelatedAmount(name: string): boolean {
  const role = roleOf(name)
  return RELATED.has(role) || (/_(fee|tax|commission|deduction|withholding)$/.test(role) && !/_in_/.test(role))
}

interface Bill {
  /** Called nothing else, where it is not the whole. */
  readonly amount: Term | undefined
  readonly whole: Term
  readonly subtotal: Term | undefined
  readonly tax: Term | undefined
  readonly added: readonly Term[]
  readonly discount: Term | undefined
  readonly paid: Term | undefined
  readonly due: readonly Term[]
  readonly lines: Term | undefined
}

export function money({ numbers, lists }: Declared): readonly Rule[] {
  if (numbers.size < 2) return []
  const all = new Map<string, Term>()
  for (const term of numbers.values()) {
    const role = roleOf(term.name)
    if (!all.has(role)) all.set(role, term)
  }
  const [first] = pick(all, WHOLE)
  const amount = numbers.get('amount') ?? numbers.get('amount_money')
  const whole = first ?? amount
  if (whole === undefined) return netRule(all, lists)
  const parts = [...all].filter(([role, term]) => term !== whole && isPart(role)).map(([, term]) => term)
  const bill: Bill = {
    amount: amount === whole ? undefined : amount,
    whole,
    subtotal: pick(all, SUBTOTAL)[0] ?? amount,
    tax: pick(all, TAX)[0],
    added: pick(all, ADDED),
    discount: pick(all, DISCOUNT)[0],
    paid: pick(all, PAID)[0],
    due: pick(all, DUE),
    lines: [...lists.values()].find(({ name }) => LINES.test(name)),
  }
  const both = amount !== undefined && amount !== whole && amount !== bill.subtotal ? amount : undefined
  const isBill = first !== undefined && (bill.subtotal !== undefined || bill.tax !== undefined || bill.due.length > 0)
  return [
    ...(both === undefined ? [] : [(held: Held) => says(held, both, whole)]),
    ...(isBill && bill.lines !== undefined ? [(held: Held) => empty(held, bill)] : []),
    ...parts.map(
      (part): Rule =>
        (held) =>
          notAbove(held, part, whole),
    ),
    ...(first !== undefined && bill.subtotal !== undefined ? [(held: Held) => compose(held, bill)] : []),
    ...(bill.paid !== undefined && bill.due.length > 0 ? [(held: Held) => owe(held, bill)] : []),
    ...(both === undefined ? [] : [(held: Held) => says(held, whole, both)]),
    ...netRule(all, lists),
  ]
}

/** What is said of the one holds for the other. */
function says(held: Held, one: Term, other: Term): void {
  const amount = held.number(one)
  if (amount !== undefined && held.has(other) && amount !== held.number(other)) held.set([other, amount])
}

/** `amount_paid`, `total_paid`, `paid_amount`, `paid_money` are all `paid`; `total_price` is `total`. */
export function roleOf(name: string): string {
  const words = name.replace(/(^|_)sub_total(_|$)/, '$1subtotal$2').split('_')
  const bare = words.filter((word) => !/^(amount|amounts|money|value|sum|price)$/.test(word))
  if (bare.length === 0) return name
  if (
    bare.length > 1 &&
    (bare[0] === 'total' || (bare.at(-1) === 'total' && !WHOLE.has(bare.join('_')) && !SUBTOTAL.has(bare.join('_'))))
  )
    return bare.filter((word) => word !== 'total').join('_')
  return bare.join('_')
}

function isPart(role: string): boolean {
  return PARTS.has(role) || /_(deduction|withholding|fee|tax|commission)$/.test(role)
}

function pick(all: ReadonlyMap<string, Term>, words: ReadonlySet<string>): readonly Term[] {
  return [...words].flatMap((word) => all.get(word) ?? [])
}

/** A bill without a line comes to nothing. */
function empty(held: Held, { amount, whole, subtotal, tax, discount, lines, due }: Bill): void {
  if (amount !== undefined && !held.isFree(amount)) return
  if (lines === undefined || held.length(lines) !== 0 || !held.isFree(lines) || !((held.number(whole) ?? 0) > 0)) return
  const parts = [subtotal, tax, discount, ...due].filter((term) => term !== undefined && (held.number(term) ?? 0) !== 0)
  held.set([whole, 0], ...(parts as Term[]).map((term) => [term, 0] as const))
}

function notAbove(held: Held, part: Term, whole: Term): void {
  const [some, all] = [held.number(part), held.number(whole)]
  if (some === undefined || all === undefined || all < 0 || some <= all) return
  // All of it is left where nothing says otherwise.
  if (!held.set([part, LEFT.has(roleOf(part.name)) ? all : 0])) held.set([whole, some])
}

const LEFT = new Set([...DUE, 'capturable'])

/** Subtotal, tax, and what else there is, come to the total. */
function compose(held: Held, { whole, subtotal, tax, added, discount }: Bill): void {
  const [all, lines] = [whole, subtotal].map((term) => held.number(term))
  if (all === undefined || lines === undefined || subtotal === undefined || all < 0) return
  const more = [...(tax === undefined ? [] : [tax]), ...added]
  const sum = () => more.reduce((one, term) => one + (held.number(term) ?? 0), 0) - (held.number(discount) ?? 0)
  if (isClose(lines + sum(), all)) return
  if (all - sum() >= 0 && held.set([subtotal, all - sum()])) return
  if (lines + sum() >= 0 && held.set([whole, lines + sum()])) return
  for (const term of [...more, ...(discount === undefined ? [] : [discount])])
    if ((held.number(term) ?? 0) !== 0) held.set([term, 0])
  if (isClose(lines + sum(), all)) return
  const gap = all - lines - sum()
  if (gap > 0 && tax !== undefined && held.set([tax, gap])) return
  if (gap < 0 && discount !== undefined && held.set([discount, -gap])) return
  if (all - sum() >= 0) held.set([subtotal, all - sum()])
}

/** What was not paid is due. */
function owe(held: Held, { whole, paid, due }: Bill): void {
  const [all, gone] = [whole, paid].map((term) => held.number(term))
  if (all === undefined || gone === undefined || gone > all) return
  for (const term of due) {
    const left = held.number(term)
    if (left === undefined || isClose(left, all - gone)) continue
    if (!held.set([term, all - gone]) && paid !== undefined && left <= all) held.set([paid, all - left])
  }
}

/** What is left of the whole without the fee. */
function netRule(all: ReadonlyMap<string, Term>, lists: Declared['lists']): readonly Rule[] {
  const gross = all.get('gross') ?? all.get('amount')
  const net = all.get('net')
  if (gross === undefined || net === undefined) return []
  const isFee = (role: string) => /(^|_)fees?$/.test(role)
  const taken = [...all].filter(([role]) => isFee(role) || (gross === all.get('gross') && TAKEN.test(role)))
  const [fee] = taken.map(([, term]) => term)
  const fees = taken.flatMap(([role, term]) => (isFee(role) && !isListed(term, lists) ? [term] : []))
  const sum = (held: Held) => taken.reduce((one, [, term]) => one + (held.number(term) ?? 0), 0)
  return [
    (held) => {
      if (held.isFree(net)) for (const one of fees) usual(held, one, gross)
    },
    (held) => {
      const [whole, rest] = [gross, net].map((term) => held.number(term))
      if (whole === undefined || rest === undefined || isClose(whole - sum(held), rest)) return
      if (whole >= sum(held) && held.set([net, whole - sum(held)])) return
      const more = whole - rest - sum(held) + (held.number(fee) ?? 0)
      if (fee !== undefined && more >= 0 && held.set([fee, more])) return
      held.set([gross, rest + sum(held)])
    },
  ]
}

/** A list tells what it is made of: `fee` and `fee_details`. */
function isListed({ name }: Term, lists: Declared['lists']): boolean {
  const word = name.replace(/s?(_amount|_money)?$/, '')
  return [...lists.keys()].some((one) => one.startsWith(word))
}

/** A fee that nobody said is a small part of the whole. */
function usual(held: Held, fee: Term, gross: Term): void {
  const [taken, whole] = [fee, gross].map((term) => held.number(term))
  if (taken === undefined || whole === undefined || whole <= 0 || !held.isFree(fee)) return
  if (taken <= 0 || taken > whole / MOST_FEE) held.set([fee, whole * USUAL_FEE])
}

/** A tenth of the whole is much. */
const MOST_FEE = 10
const USUAL_FEE = 0.03

/** What is taken off of what is earned or billed. */
const TAKEN = /^(tax|taxes|vat|deductions?|withholding)$/

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.005
}
