/** The archetypes: scenarios that come with the tool. A new one is its file and a line here. */
import { brownout } from './archetypes/brownout.ts'
import { declines } from './archetypes/declines.ts'
import { downtimeRecovery } from './archetypes/downtime-recovery.ts'
import { duplicateDelivery } from './archetypes/duplicate-delivery.ts'
import { flapping } from './archetypes/flapping.ts'
import { happyPath } from './archetypes/happy-path.ts'
import { invalidRequest } from './archetypes/invalid-request.ts'
import { lostResponse } from './archetypes/lost-response.ts'
import { outOfOrderDelivery } from './archetypes/out-of-order-delivery.ts'
import { partialFailure } from './archetypes/partial-failure.ts'
import { rateLimitBackoff } from './archetypes/rate-limit-backoff.ts'
import { retryStorm } from './archetypes/retry-storm.ts'
import { stateTransitionSequence } from './archetypes/state-transition-sequence.ts'
import { timeouts } from './archetypes/timeouts.ts'
import { unauthorized } from './archetypes/unauthorized.ts'
import type { Scenario } from './scenario.ts'

export const archetypes: readonly Scenario[] = [
  happyPath,
  declines,
  unauthorized,
  invalidRequest,
  rateLimitBackoff,
  retryStorm,
  timeouts,
  brownout,
  partialFailure,
  lostResponse,
  downtimeRecovery,
  flapping,
  duplicateDelivery,
  outOfOrderDelivery,
  stateTransitionSequence,
]
