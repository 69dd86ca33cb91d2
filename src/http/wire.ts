/** Nothing that is done to an answer takes longer, in milliseconds. */
export const LONGEST_EFFECT_MS = 60_000

/** What befalls an answer on its way out of the socket. The core names it, the server performs it. */
export type WireEffect =
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
