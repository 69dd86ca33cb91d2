/** What can be expected of a client. A new one is its file and a line here. */
import { acknowledges } from './acknowledges.ts'
import { backsOff } from './backs-off.ts'
import { comesAfter } from './comes-after.ts'
import { doesNotHammer } from './does-not-hammer.ts'
import { ends } from './ends.ts'
import { heedsRetryAfter } from './heeds-retry-after.ts'
import { isCalled } from './is-called.ts'
import { keepsBody } from './keeps-body.ts'
import { keepsKey } from './keeps-key.ts'
import type { ExpectationKind } from './kind.ts'
import { recovers } from './recovers.ts'
import { repeatsSafely } from './repeats-safely.ts'
import { stopsAfterSuccess } from './stops-after-success.ts'
import { succeeds } from './succeeds.ts'
import { takesNoForAnAnswer } from './takes-no-for-an-answer.ts'

export const expectationKinds: readonly ExpectationKind[] = [
  isCalled,
  succeeds,
  recovers,
  ends,
  doesNotHammer,
  backsOff,
  heedsRetryAfter,
  keepsKey,
  keepsBody,
  repeatsSafely,
  stopsAfterSuccess,
  takesNoForAnAnswer,
  comesAfter,
  acknowledges,
]

const byName: ReadonlyMap<string, ExpectationKind> = new Map(expectationKinds.map((kind) => [kind.expect, kind]))

export function expectationKind(name: string): ExpectationKind | undefined {
  return byName.get(name)
}
