/** Two connections that have become one: bytes pass both ways until both sides have ended, or one breaks. */
import type { Buffer } from 'node:buffer'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface TunnelEnd {
  readonly stream: Duplex
  /** What has come on it already. */
  readonly head: Buffer
}

export function openTunnel(one: TunnelEnd, other: TunnelEnd, closed: () => void): void {
  let open = 2
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    if (from.head.length > 0) to.stream.write(from.head)
    from.stream.on('error', () => breakOff(to.stream))
    from.stream.on('close', () => {
      open--
      if (open === 0) closed()
      // Both ends were not said: it was cut.
      if (!from.stream.readableEnded) breakOff(to.stream)
      else if (!from.stream.writableFinished) to.stream.destroy()
    })
    from.stream.pipe(to.stream)
  }
}

/** A break is shown as one. */
function breakOff(stream: Duplex): void {
  if (stream.destroyed) return
  if (stream instanceof Socket && !('encrypted' in stream)) stream.resetAndDestroy()
  else stream.destroy()
}
