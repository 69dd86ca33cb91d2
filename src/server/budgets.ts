/** What may be held in memory, in bytes, by all connections and sandboxes together: every bound of it stands here. */
import type { BudgetUse } from '../control/metrics.ts'
import { Budget } from '../support/budget.ts'

const MIB = 1024 * 1024

export interface BudgetLimits {
  /** Journals of all sandboxes and forks. Beyond it oldest entries go. */
  readonly journals: number
  /** Request bodies being received. Beyond it one is refused. */
  readonly bodies: number
  /** Answers that clients have not taken. Beyond it a connection is closed. */
  readonly answers: number
  /** Events that clients have not taken. Beyond it a stream is closed. */
  readonly streams: number
  /** Forks and snapshots, in code units. Beyond it those longest unused end. */
  readonly copies: number
  /** Webhook deliveries, those that wait and those that are listed. Beyond it oldest that have ended go. */
  readonly deliveries: number
}

export const usualBudgets: BudgetLimits = {
  journals: 32 * MIB,
  bodies: 128 * MIB,
  answers: 128 * MIB,
  streams: 16 * MIB,
  copies: 128 * MIB,
  deliveries: 64 * MIB,
}

/** Answers held until their turn ends: beyond it they leave before. */
export const MOST_IN_A_TURN: number = 8 * MIB

export class Budgets {
  readonly journals: Budget
  readonly bodies: Budget
  readonly answers: Budget
  readonly streams: Budget
  readonly deliveries: Budget
  /** The limit alone: what copies hold is weighed now and then. */
  readonly copies: number

  /** `bodyLimit`: a single body that is accepted has room, and so has an answer that shows all of it. */
  constructor(limits: Partial<BudgetLimits>, bodyLimit: number) {
    const { journals, bodies, answers, streams, copies, deliveries } = { ...usualBudgets, ...limits }
    this.journals = new Budget(journals)
    this.bodies = new Budget(Math.max(bodies, 2 * bodyLimit))
    this.answers = new Budget(limits.answers ?? Math.max(answers, 2 * bodyLimit))
    this.streams = new Budget(streams)
    this.deliveries = new Budget(deliveries)
    this.copies = copies
  }

  /** `copies`: what forks and snapshots hold now. */
  use(copies: number): readonly BudgetUse[] {
    const { journals, bodies, answers, streams, deliveries } = this
    const counted = Object.entries({ journals, bodies, answers, streams, deliveries })
    return [
      ...counted.map(([of, { used, limit, letGo }]) => ({ of, used, limit, letGo })),
      { of: 'copies', used: copies, limit: this.copies, letGo: undefined },
    ]
  }
}
