/** The sandbox's own time: virtual (moves with writes and when told) or the wall's. */
import type { Clock, Instant } from '../../support/clock.ts'
import { entryKey } from './keys.ts'
import type { Store } from './store.ts'

/** Where virtual time begins: 2025-01-01T00:00:00Z. */
export const START: Instant = Date.UTC(2025, 0, 1)

const KEY = entryKey('k')

export interface SandboxClock extends Clock {
  /** Called once for a request that wrote a record. */
  tick(): void
  /** Moves virtual time forward. */
  advance(seconds: number): void
}

export function sandboxClock(kind: 'virtual' | 'real', store: Store, wall: Clock): SandboxClock {
  return kind === 'real' ? new RealClock(wall) : new VirtualClock(store)
}

class VirtualClock implements SandboxClock {
  private readonly store: Store

  constructor(store: Store) {
    this.store = store
  }

  now(): Instant {
    return START + this.seconds() * 1000
  }

  tick(): void {
    this.advance(1)
  }

  advance(seconds: number): void {
    this.store.put(KEY, String(this.seconds() + seconds))
  }

  private seconds(): number {
    return Number(this.store.get(KEY) ?? '0')
  }
}

class RealClock implements SandboxClock {
  private readonly wall: Clock

  constructor(wall: Clock) {
    this.wall = wall
  }

  now(): Instant {
    return this.wall.now()
  }

  tick(): void {}

  advance(): void {}
}
