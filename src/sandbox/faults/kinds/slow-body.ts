import type { FaultKind } from '../fault.ts'

export const slowBody: FaultKind = {
  kind: 'slow_body',
  on: 'traffic',
  summary: 'the headers at once, the body in 8 pieces over the duration',
  durationMs: 5_000,
  strikes: 'with',
  wire: (ms, { bytesPerSecond }) => ({
    effect: 'drip',
    ms,
    pieces: 8,
    ...(bytesPerSecond === undefined ? {} : { bytesPerSecond }),
  }),
}
