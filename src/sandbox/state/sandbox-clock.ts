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
  const seconds = () => Number(store.get(KEY) ?? '0')
  const advance = (by: number) => store.put(KEY, String(seconds() + by))
  if (kind === 'real') return { now: () => wall.now(), tick() {}, advance }
  return { now: () => START + seconds() * 1000, tick: () => advance(1), advance }
}
