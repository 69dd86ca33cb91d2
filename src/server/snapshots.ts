import { randomBytes } from 'node:crypto'
import type { RuleSet } from '../sandbox/rules/rule.ts'
import type { Fork } from '../sandbox/state/store.ts'
import type { Instant } from '../support/clock.ts'
import { ToolError } from '../support/errors.ts'

export interface Snapshot {
  readonly token: string
  readonly created: Instant
  /** When it was taken or gone back to last, in milliseconds of a clock that only goes forward. */
  readonly lastUsed: number
  readonly store: Fork
  readonly rules: RuleSet
}

const MOST = 64

/** States of one sandbox that it can go back to. They live in memory; what they cost grows with what changes since. */
export class Snapshots {
  readonly #sandbox: string
  readonly #kept = new Map<string, Snapshot>()

  constructor(sandbox: string) {
    this.#sandbox = sandbox
  }

  /** Oldest first. */
  list(): readonly Snapshot[] {
    return [...this.#kept.values()]
  }

  /** Throws ToolError `conflict` when there are as many as may be. */
  add(take: () => Pick<Snapshot, 'store' | 'rules'>, created: Instant, now: number): Snapshot {
    if (this.#kept.size >= MOST)
      throw new ToolError(
        'conflict',
        `Sandbox "${this.#sandbox}" has ${MOST} snapshots, and no more are kept: drop one with DELETE /_tool/sandboxes/${this.#sandbox}/snapshot?token=`,
      )
    const snapshot = { token: `snap_${randomBytes(6).toString('hex')}`, created, lastUsed: now, ...take() }
    this.#kept.set(snapshot.token, snapshot)
    return snapshot
  }

  /** Throws ToolError when there is none of this name, or it cannot be gone back to any more. */
  get(token: string): Snapshot {
    const snapshot = this.#kept.get(token)
    if (snapshot === undefined)
      throw new ToolError(
        'not-found',
        `Sandbox "${this.#sandbox}" has no snapshot "${token}"; snapshots end with the server, with an update of the sandbox, and when they hold more memory than they may`,
      )
    if (!snapshot.store.isLost) return snapshot
    throw new ToolError(
      'not-found',
      `Snapshot "${token}" is gone: sandbox "${this.#sandbox}" has changed by more since than is kept; take another one`,
    )
  }

  /** Keeps the same state as a fork of now, which holds nothing yet, and the rules as they were saved again. */
  renew(snapshot: Snapshot, again: Pick<Snapshot, 'store' | 'rules'>, now: number): void {
    this.#kept.set(snapshot.token, { ...snapshot, ...again, lastUsed: now })
  }

  /** Forgets one, or all. Gives how many there were. */
  drop(token?: string): number {
    const count = token === undefined ? this.#kept.size : Number(this.#kept.has(token))
    if (token === undefined) this.#kept.clear()
    else this.#kept.delete(token)
    return count
  }
}
