/** Why a part may not be taken, where the description knows an answer for that. */
import type { Place } from '../../../api/plan.ts'
import { plain } from '../../../derive/naming/words.ts'
import { conflictStatus } from '../../../derive/operations/conflicts.ts'
import type { Call } from '../../../sandbox/exchange.ts'
import { words } from '../../../sandbox/operation/answers/refusal-wording.ts'
import type { Refusal } from '../../../sandbox/operation/kind.ts'
import { amountOf } from '../../../sandbox/operation/money/amount-forms.ts'
import { isSeeded } from '../../../sandbox/state/stored-record.ts'
import { at } from '../../../support/json.ts'
import type { Found } from './counting.ts'
import type { PartialAmount } from './fact.ts'

/** States in which there never was any money; of what is cancelled some may have been taken before. */
const UNTAKEN = /^(failed|declined|denied|rejected|expired|void|voided|aborted)$/

/** `asked` is the amount as it was sent, undefined for all that is left. */
export function refusalFor(
  call: Call,
  { verb, amount }: PartialAmount,
  found: Found,
  left: number,
  asked: unknown,
): Refusal | undefined {
  if (verb === 'pay' || isMadeUp(call, found)) return undefined
  const { plan, record } = found
  const state = plan.status === undefined ? undefined : at(record.value, plan.status.place)
  const isDead = typeof state === 'string' && UNTAKEN.test(plain(state))
  const sent = amountOf(asked)
  const isNone = asked !== undefined && (sent === undefined || sent < 0)
  const isTooMuch = sent !== undefined && sent > left
  if (!isDead && !isTooMuch && !isNone && (left > 0 || sent === 0)) return undefined
  const status = conflictStatus(call.compiled.operation, [422, 400, 409, 412])
  if (status === undefined) return undefined
  const what = isTooMuch ? `${sent} of this ${words(plan)}` : `this ${words(plan)}`
  if (isNone && !isDead)
    return refusing(status, amount, `Cannot ${verb} ${what}: the amount must be a number, at least 0`)
  const why = isDead ? `its status is ${state}` : left === 0 ? `there is nothing left to ${verb}` : `${left} is left`
  const means = isDead ? undefined : left === 0 ? NOTHING_LEFT : isTooMuch ? TOO_MUCH : undefined
  return refusing(status, amount, `Cannot ${verb} ${what}: ${why}`, means)
}

/** No client said how much there is: not of such records, or not of this one. */
function isMadeUp({ resources }: Call, { source, plan, record }: Found): boolean {
  return !source.isSaid || resources.isImagined(record) || (!plan.creatable && isSeeded(record))
}

/** What codes of errors are called that say so: `REFUND_AMOUNT_EXCEEDED`, `CAPTURE_FULLY_REFUNDED`. */
const TOO_MUCH = ['amountexceed', 'exceedsamount', 'amounttoolarge', 'exceed', 'toolarge', 'insufficient']
const NOTHING_LEFT = ['fullyrefunded', 'fullycaptured', 'alreadyrefunded', 'alreadycaptured', 'fully', ...TOO_MUCH]

function refusing(status: number, amount: Place, message: string, means?: readonly string[]): Refusal {
  return { status, message, code: 'invalid_amount', param: amount.join('.'), ...(means !== undefined && { means }) }
}
