/** Faults that strike webhook deliveries. */
import type { Clock } from '../../support/clock.ts'
import { diceOf } from '../../support/dice.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Store } from '../state/store.ts'
import { armedFaults } from './book.ts'
import type { FaultRule } from './fault.ts'
import { durationOf, judge } from './fire.ts'
import { faultKind } from './index.ts'

/** What a fault does to a delivery. */
export interface DeliveryFault {
  readonly kind: string
  /** In milliseconds. */
  readonly ms: number
}

const NONE: readonly DeliveryFault[] = []

/** What strikes one delivery of the event, in the order of arming. Counts are written to the store. */
export function webhookFaults(
  event: string,
  sandbox: Pick<Sandbox, 'store' | 'settings'> & { wall: Clock },
): readonly DeliveryFault[] {
  const meant = armedOn(event, sandbox.store)
  if (meant.length === 0) return NONE
  const dice = diceOf(sandbox.settings.seed)
  return meant.flatMap((rule) => {
    const kind = faultKind(rule.kind)
    if (kind?.on !== 'webhook') return []
    const verdict = judge(rule, '', sandbox, dice)
    return verdict.fires ? [{ kind: rule.kind, ms: durationOf(rule, kind, dice, verdict.count) }] : []
  })
}

/** The faults that are armed on an event, in words. */
export function toldFaults(event: string, { store }: Pick<Sandbox, 'store'>): string {
  return armedOn(event, store)
    .map(({ id, kind }) => `${id} ${kind}`)
    .join(', ')
}

function armedOn(event: string, store: Store): readonly FaultRule[] {
  return armedFaults(store).filter((rule) => isOnEvent(rule, event))
}

/** True for a fault of this event, or of any. */
export function isOnEvent({ method, event }: FaultRule, name: string): boolean {
  return method === '' && (event === '' || event === name)
}
