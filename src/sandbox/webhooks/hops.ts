/** How far a delivery is from the request that nobody's delivery caused: what leads back to where it came from ends. */
import type { Instant } from '../../support/clock.ts'

/** Names the field of a delivery; a request that carries it was caused by that delivery. */
export const HOPS_FIELD = 'x-tool-hops'

/** Deliveries in a row, each caused by the one before. */
const MOST_HOPS = 10
/** Deliveries of one sandbox that one event may cause, one through another. */
const MOST_CAUSED = 1_000
/** So long an event is remembered that caused others. */
const REMEMBERED_MS = 600_000
const MOST_REMEMBERED = 1_024

/** What a delivery says of where it comes from. */
export interface Hops {
  /** 1 where no other delivery caused it. */
  readonly count: number
  /** Names the event at the start of the row. */
  readonly root: string
}

export function hopsText({ count, root }: Hops): string {
  return `${count}; root=${root}`
}

/** What the field of a request says; of several the farthest. Undefined where it says nothing. */
export function readHops(text: string | undefined): Hops | undefined {
  if (text === undefined) return undefined
  let farthest: Hops | undefined
  for (const one of text.split(',')) {
    const [, digits, root = ''] = /^\s*(\d{1,15})(?:\s*;\s*root="?([\w.-]{0,80})"?)?\s*$/.exec(one) ?? []
    if (digits !== undefined && Number(digits) > (farthest?.count ?? 0)) farthest = { count: Number(digits), root }
  }
  return farthest
}

/** One farther than what caused it, which a request said. Where that names no start, it is this event: rows that name none are not one row. */
export function nextHops(said: string | undefined, event: string): Hops {
  const cause = readHops(said)
  return { count: (cause?.count ?? 0) + 1, root: cause?.root || event }
}

interface Caused {
  readonly since: Instant
  count: number
}

/** Counts what the deliveries of one sandbox caused. */
export class Loops {
  readonly #caused = new Map<string, Caused>()

  /** Why a delivery with these hops is not sent; undefined where it may be. */
  objection({ count, root }: Hops, at: Instant): string | undefined {
    if (count === 1) return undefined
    if (count > MOST_HOPS)
      return `not sent: ${MOST_HOPS} deliveries have caused one another up to here (X-Tool-Hops), which looks like a loop`
    const caused = this.#of(root, at)
    caused.count += 1
    if (caused.count <= MOST_CAUSED) return undefined
    return `not sent: one event has caused ${MOST_CAUSED} deliveries (X-Tool-Hops), which looks like a loop`
  }

  #of(root: string, at: Instant): Caused {
    const known = this.#caused.get(root)
    if (known !== undefined && at - known.since < REMEMBERED_MS) return known
    const caused = { since: at, count: 0 }
    this.#caused.delete(root)
    this.#caused.set(root, caused)
    const [oldest] = this.#caused.keys()
    if (oldest !== undefined && this.#caused.size > MOST_REMEMBERED) this.#caused.delete(oldest)
    return caused
  }
}
