import type { HttpResponse } from './message.ts'

/** Nothing that is done to an answer takes longer, in milliseconds. */
export const LONGEST_EFFECT_MS = 60_000

/** What befalls an answer on its way out of the socket. The core names it, the server performs it. */
export type WireEffect = Effect & {
  /** It takes its time also where time is virtual. */
  readonly wallclock?: true
}

type Effect =
  /** The answer is sent after so many milliseconds. */
  | { readonly effect: 'wait'; readonly ms: number }
  /** Nothing is sent; the connection is closed after so many milliseconds. */
  | { readonly effect: 'hang'; readonly ms: number }
  /** Nothing is sent, the connection is reset (TCP RST). */
  | { readonly effect: 'reset' }
  /** Nothing is sent, the connection is closed (TCP FIN). */
  | { readonly effect: 'close' }
  /** The head is sent at once, the body in so many pieces over so many milliseconds, or at so many bytes a second. */
  | { readonly effect: 'drip'; readonly ms: number; readonly pieces: number; readonly bytesPerSecond?: number }
  /** The whole answer is sent at once; the connection is closed after so many milliseconds. */
  | { readonly effect: 'linger'; readonly ms: number }
  /** Content-Length promises more bytes than come before the connection is closed. */
  | { readonly effect: 'misstate'; readonly more: number }
  /** After a good head come bytes that are no HTTP chunk, then the connection is closed. */
  | { readonly effect: 'garble' }

/** True when the client gets no answer at all. */
export function isSilent(wire: readonly WireEffect[] | undefined): boolean {
  return wire?.some(({ effect }) => effect === 'hang' || effect === 'reset' || effect === 'close') ?? false
}

/** Ways an answer ends, the strongest first: of several effects one decides. */
const ENDINGS: readonly WireEffect['effect'][] = ['reset', 'hang', 'close', 'garble', 'misstate', 'drip', 'linger']

export type Drip = Extract<WireEffect, { effect: 'drip' }>

/** The effect that decides how an answer leaves; undefined when it leaves as it should. */
export function endingOf(wire: readonly WireEffect[]): WireEffect | undefined {
  for (const name of ENDINGS) {
    const found = wire.find(({ effect }) => effect === name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Milliseconds before anything happens: delays add up. */
export function waitOf(wire: readonly WireEffect[]): number {
  return wire.reduce((sum, one) => sum + (one.effect === 'wait' || one.effect === 'hang' ? one.ms : 0), 0)
}

/** Milliseconds that a body of so many bytes drips. */
export function dripOf({ ms, bytesPerSecond }: Drip, bytes: number): number {
  return Math.min(bytesPerSecond === undefined ? ms : (bytes / bytesPerSecond) * 1000, LONGEST_EFFECT_MS)
}

/** Whole milliseconds from the moment an answer is ready until the client has all that it gets, or the end of the connection where it gets nothing. */
export function delayOf({ wire, body }: HttpResponse): number {
  if (wire === undefined || wire.length === 0) return 0
  const ending = endingOf(wire)
  if (ending?.effect !== 'drip') return waitOf(wire)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
  return Math.round(waitOf(wire) + dripOf(ending, bytes))
}

/** As much of that as passes also where time is virtual. */
export function wallclockDelayOf(response: HttpResponse): number {
  const { wire = [] } = response
  return delayOf({ ...response, wire: wire.filter(({ wallclock }) => wallclock === true) })
}
