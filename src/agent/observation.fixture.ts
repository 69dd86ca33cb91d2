/** Observations and upstreams for tests. */

import type { Observation } from '../traffic/observation.ts'
import type { Learner } from './learner.ts'
import { readUpstream } from './read-upstream.ts'
import type { Upstream } from './upstream.ts'

export function upstreamWith(settings: Partial<Upstream> = {}): Upstream {
  return {
    ...readUpstream('pay', { target: 'http://127.0.0.1:1', warmup: { min_hours: 0 } }),
    ...settings,
  }
}

interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly media: string
  readonly headers: Observation['response']['fields']
  readonly sent: unknown
  readonly ending: Observation['ending']
  readonly truncated: boolean
  /** The credential of each. */
  readonly client: (n: number) => string
}

const START = 1_750_000_000_000
const times = new WeakMap<Learner, number>()

/** Shows a learner so many exchanges, a minute apart, each later than the last; the fingerprints that the last one showed. `body` undefined: none that could be read. */
export function show(
  learner: Learner,
  count: number,
  body: (n: number) => unknown,
  seen: Partial<Seen> = {},
): readonly string[] {
  const { method = 'GET', path = '/charges/ch_1A2b3C4d', status = 200, media = 'application/json' } = seen
  const { headers = [], sent, ending = 'complete', truncated = false, client } = seen
  let last: readonly string[] = []
  for (let n = 0; n < count; n++) {
    const minute = (times.get(learner) ?? 0) + 1
    times.set(learner, minute)
    const value = body(n)
    last = learner.observe({
      upstream: 'pay',
      at: START + minute * 60_000,
      method,
      path,
      query: [],
      status,
      ending,
      request: {
        fields: client === undefined ? [] : [['authorization', client(n)]],
        media: undefined,
        ...(sent !== undefined && { json: { value: sent } }),
        truncated: false,
      },
      response: { fields: headers, media, ...(value !== undefined && { json: { value } }), truncated },
    }).findings
  }
  return last
}

/** Findings as `kind field: before → after`. */
export function told(learner: Learner): readonly string[] {
  return learner.report().findings.map(({ kind, field, before, after }) => `${kind} ${field}: ${before} → ${after}`)
}
